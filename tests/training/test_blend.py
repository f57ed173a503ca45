"""The weighted mean of a policy and a later stage of it."""

import sys
from pathlib import Path

import numpy as np
import pytest

from dixie_agents import make_agent
from dixie_agents.policy_file import PolicyError, load_weights, read_card, save_policy
from dixie_training import blend as module
from dixie_training.blend import blend


@pytest.fixture
def stages(tmp_path: Path) -> tuple[Path, Path]:
    """A policy and another one with all its weights moved."""
    weights, card = load_weights("zoo/second")
    save_policy(tmp_path / "before", weights, card)
    save_policy(tmp_path / "after", {name: array + 1 for name, array in weights.items()}, card)
    return tmp_path / "before", tmp_path / "after"


@pytest.mark.parametrize("weight", [0.0, 0.25, 1.0])
def test_every_weight_is_the_mean(stages: tuple[Path, Path], tmp_path: Path, weight: float) -> None:
    blend(*stages, tmp_path / "out", weight)
    before, found = load_weights(stages[0])[0], load_weights(tmp_path / "out")[0]
    for name, array in before.items():
        np.testing.assert_allclose(found[name], array + weight, rtol=0, atol=1e-6)
    make_agent(f"ppo:{tmp_path / 'out'}")


def test_the_card_says_what_was_blended(stages: tuple[Path, Path], tmp_path: Path) -> None:
    blend(*stages, tmp_path / "out", 0.25)
    first, second, card = (read_card(path) for path in (*stages, tmp_path / "out"))
    assert card.training["blended"] == {"before": first.checksum, "after": second.checksum, "weight": 0.25}
    assert card.game == second.game and card.checksum not in (first.checksum, second.checksum)


def test_what_does_not_fit_is_refused(stages: tuple[Path, Path], tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="weight must be from 0 to 1, not"):
        blend(*stages, tmp_path / "out", 1.5)
    with pytest.raises(PolicyError, match="other networks or observations"):
        blend(stages[0], "zoo/third", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_command(stages: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    monkeypatch.setattr(sys, "argv", ["blend", *map(str, (*stages, out)), "--weight", "0.75"])
    module.main()
    assert read_card(out).training["blended"]["weight"] == 0.75
