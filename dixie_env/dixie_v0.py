"""Dixie Queen, version 0."""

from typing import Any

import pettingzoo

from dixie_env.envs.aec import DixieAEC
from dixie_env.envs.simultaneous import NOOP, SimultaneousOfferings
from dixie_env.rewards import Reward

__all__ = ["NOOP", "Reward", "env", "parallel_env", "raw_env"]


def raw_env(**arguments: Any) -> DixieAEC:
    """Return the AEC environment; `env` is the same, because the checks of the usual wrappers are inside."""
    return DixieAEC(**arguments)


def env(**arguments: Any) -> DixieAEC:
    """Return the AEC environment: one decision of one player per step."""
    return DixieAEC(**arguments)


def parallel_env(**arguments: Any) -> SimultaneousOfferings:
    """Return the parallel environment: everybody acts in every step, offerings are chosen together."""
    return SimultaneousOfferings(DixieAEC(**arguments))


if hasattr(pettingzoo, "register"):
    pettingzoo.register("aec", "dixie_env/dixie_v0", entry_point="dixie_env.dixie_v0:env")
    pettingzoo.register("parallel", "dixie_env/dixie_v0", entry_point="dixie_env.dixie_v0:parallel_env")
