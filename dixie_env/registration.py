"""Registers the environments with Gymnasium: `gymnasium.make("dixie_env/Dixie-v0", ...)`."""

import gymnasium

from dixie_env.plugins import ENVIRONMENTS, find_plugins

NAMESPACE = "dixie_env"


def register() -> None:
    """Register each environment once; its module is imported only when it is used."""
    for name, entry in find_plugins(ENVIRONMENTS).items():
        if (known := f"{NAMESPACE}/{name}") not in gymnasium.registry:
            gymnasium.register(known, entry_point=entry.value)
