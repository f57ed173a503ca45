"""Registers the environments with Gymnasium: `gymnasium.make("dixie_env/Dixie-v0", ...)`.

`gymnasium.make_vec` makes the environment of the group `dixie.vector_environments` with the same name; with
`vectorization_mode="sync"` or `"async"` it makes copies of the single one.
"""

import gymnasium

from dixie_env.plugins import ENVIRONMENTS, VECTOR_ENVIRONMENTS, find_plugins

NAMESPACE = "dixie_env"


def register() -> None:
    """Register each environment once; its module is imported only when it is used."""
    vectors = find_plugins(VECTOR_ENVIRONMENTS)
    for name, entry in find_plugins(ENVIRONMENTS).items():
        if (known := f"{NAMESPACE}/{name}") not in gymnasium.registry:
            vector = vectors[name].value if name in vectors else None
            gymnasium.register(known, entry_point=entry.value, vector_entry_point=vector)
