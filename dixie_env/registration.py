"""Tells Gymnasium about the environment, so that `gymnasium.make("dixie_env/Dixie-v0", ...)` works."""

import gymnasium

ID = "dixie_env/Dixie-v0"


def register() -> None:
    """Register the environment, once; the module it lies in is imported when one is made."""
    if ID not in gymnasium.registry:
        gymnasium.register(ID, entry_point="dixie_env.envs.gym:DixieGym")
