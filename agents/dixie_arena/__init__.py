"""Agents against agents: tournaments with results you can trust.

`compare` compares two agents. Tournaments are in `dixie_arena.run`, studies of abilities in
`dixie_arena.ability_effects`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dixie_arena.comparing.run import compare

__all__ = ["compare"]


def __getattr__(name: str) -> Any:
    """Import `compare` when it is first used: it needs the packages of the extra ``arena``."""
    if name == "compare":
        from dixie_arena.comparing.run import compare

        return compare
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
