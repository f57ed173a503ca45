"""Configurations small enough for tests."""

from typing import Any

from dixie_training.config import parse_config


def small_data(learner: str = "fast_ppo", **changes: Any) -> dict[str, Any]:
    """What a training file for a run of a few seconds would say."""
    data: dict[str, Any] = {
        "learner": learner,
        "seed": 3,
        "updates": 6,
        "game": {"players": 4 if learner == "rllib" else [2, 4]},
        "games": 8,
        "num_steps": 16,
        "hidden": [32],
        "update_epochs": 2,
        "minibatch_size": 64,
        "shaping": 1.0,
        "evaluation": {"every": 3, "games": 10, "rungs": ["sane"], "main": "sane"},
    }
    if learner != "rllib":
        data["opponents"] = {"bots": ["sane", "greedy"], "snapshots": 2, "snapshot_every": 1}
    if learner in ("fast_ppo", "expert"):
        data["opponents"]["self_play"] = 0.3
    if learner == "expert":
        data["search"] = {"simulations": 4, "considered": 3, "share": 0.5}
    return {**data, **changes}


def small_config(learner: str = "fast_ppo", **changes: Any) -> Any:
    """A run of a few seconds."""
    return parse_config(small_data(learner, **changes), "test")


def with_players(players: int, games: int) -> dict[str, Any]:
    """The two keys for games of one number of players."""
    return {"game": {"players": players}, "games": games}


class Silent:
    """Watches a run and says nothing."""

    def cloned(self, decisions, total, watched):
        pass

    def updated(self, update, total, watched):
        pass

    def evaluated(self, shares, best):
        pass
