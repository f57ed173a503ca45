"""TorchRL's wrapper collects games, with the mask in either place."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torchrl", reason="torchrl needs an environment of its own: see docs/examples")
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "torchrl_rollout.py"


@pytest.fixture(scope="module")
def example() -> Any:
    spec = spec_from_file_location("torchrl_rollout", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("parallel", [False, True])
def test_both_places_of_the_mask_give_the_same_game(example: Any, parallel: bool) -> None:
    games = [example.play(parallel, mask, players=3) for mask in ("observation", "info")]
    assert len(games[0]) == len(games[1]) > 60
    for key in (("agents", "action"), ("agents", "action_mask"), ("next", "agents", "reward")):
        assert (games[0][key] == games[1][key]).all()
    for game in games:
        assert {"decision", "round", "phase"} == set(game["agents", "info"].keys())
        assert sorted(game["next", "agents", "reward"].sum(0).flatten().tolist())[-1] > 0
