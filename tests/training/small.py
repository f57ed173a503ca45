"""Configurations small enough for tests."""

from typing import Any

from dixie_training.config import Config, parse_config


def small_config(**changes: Any) -> Config:
    """A run of a few seconds."""
    data: dict[str, Any] = {
        "seed": 3,
        "updates": 6,
        "games": {2: 8, 4: 8},
        "steps": 16,
        "hidden": [32],
        "epochs": 2,
        "minibatch": 64,
        "shaping": 1.0,
        "opponents": {
            "bots": ["sane", "greedy"],
            "snapshots": 2,
            "snapshot_every": 1,
            "self_play": 0.3,
        },
        "evaluation": {"every": 3, "games": 10, "rungs": ["sane"], "main": "sane"},
    }
    return parse_config({**data, **changes}, "test")


class Silent:
    """Watches a run and says nothing."""

    def cloned(self, decisions, total, watched):
        pass

    def updated(self, update, total, watched):
        pass

    def evaluated(self, shares, best):
        pass
