"""Does an ability's value depend on something? Planted differences are found, and nothing else is."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from numpy.typing import NDArray

from dixie_arena.ability_effects.contrast import Contrast, contrast_effects
from dixie_arena.ability_effects.contrast_run import Condition, ContrastResult, conditions_of, run_contrast
from dixie_arena.ability_effects.contrast_words import contrast_sentences
from dixie_arena.ability_effects.effects import Effects
from dixie_arena.ability_effects.estimate import estimate_dealt
from dixie_arena.ability_effects.sample import read_sample
from dixie_arena.ability_effects.study import STAY, Study
from dixie_arena.config import ArenaError
from dixie_env.engine.words import ABILITIES
from tests.arena.abilities_helpers import OFF, setup
from tests.arena.helpers import HOSTILE
from tests.arena.test_intervals import too_few

SPREAD = np.linspace(0.01, 0.03, 10)
PLACE = 2
"""Of the ability with a planted bonus: number 3."""


def drawn(truth: NDArray[np.float64], random: np.random.Generator, degrees: int = 60) -> Effects:
    """Draw effects as an estimator would: they add up to 0, and their covariance is estimated, too."""
    noise = random.standard_normal((degrees + 1, 10)) * SPREAD * np.sqrt(degrees + 1)
    noise -= noise.mean(axis=1, keepdims=True)
    covariance = np.cov(noise.T) / (degrees + 1)
    return Effects("win_share", truth + noise.mean(axis=0), covariance, degrees, 600, 0.25)


def families(truths: list[NDArray[np.float64]], players: list[int], count: int) -> list[Contrast]:
    random = np.random.default_rng(4)
    return [contrast_effects([drawn(truth, random) for truth in truths], players) for _ in range(count)]


# --- the statistics alone ----------------------------------------------------------------------------------


@pytest.mark.parametrize("conditions", [2, 3])
def test_nothing_planted_is_called_different_in_at_most_one_family_of_twenty(conditions: int) -> None:
    found = families([np.zeros(10)] * conditions, [4] * conditions, 200)
    assert not too_few(sum(not one.said.any() for one in found), 200)
    held = sum(bool(((one.low <= 0) & (one.high >= 0)).all()) for one in found)
    assert not too_few(held, 200)
    assert held < 200  # they are not simply too wide


def test_intervals_hold_planted_differences_all_at_once() -> None:
    """Effects that are the same part of the fair share with 3 and 5 players, but for one ability."""
    truth = np.linspace(-0.06, 0.06, 10)
    other = 3 / 5 * truth + 0.06 * ((np.arange(10) == 4) - 0.1)
    wanted = 5 * other - 3 * truth
    found = families([truth, other], [3, 5], 200)
    assert not too_few(
        sum(bool(((one.low[0] <= wanted) & (wanted <= one.high[0])).all()) for one in found), 200
    )
    false = sum(bool((one.said[0] & (np.sign(one.differences[0]) != np.sign(wanted))).any()) for one in found)
    assert false <= 10
    assert np.mean([one.differences[0] for one in found], axis=0) == pytest.approx(wanted, abs=0.03)


def test_holm_and_the_interval_must_both_say_so() -> None:
    error = np.full(10, 0.01)
    effects = [
        Effects("win_share", np.zeros(10), np.diag(error**2), 500, 600, 0.25),
        Effects("win_share", np.array([0.06, *[0.0] * 9]), np.diag(error**2), 500, 600, 0.25),
    ]
    found = contrast_effects(effects, [4, 4])
    assert found.said.tolist() == [[True, *[False] * 9]]
    assert found.errors == pytest.approx(4 * np.sqrt(2) * 0.01)
    assert found.differences[0, 0] == pytest.approx(0.24)
    assert 2.6 < found.critical < 2.85  # ten comparisons, not one
    assert found.p_holm[0, 0] == pytest.approx(10 * found.p_values[0, 0])


def test_no_error_no_statement() -> None:
    flat = [Effects("win_share", np.full(10, value), np.zeros((10, 10)), 5, 60, 0.25) for value in (0, 0.1)]
    assert not contrast_effects(flat, [4, 4]).said.any()


# --- sentences ---------------------------------------------------------------------------------------------


def shown(differences: list[list[float]]) -> Contrast:
    values = np.array(differences)
    scaled = np.vstack([np.full((1, 10), 0.36), 0.36 + values])
    certain = np.where(np.abs(values) > 0.1, 0.0001, 1.0)
    return Contrast(scaled, values, np.full_like(values, 0.03), certain, certain, 3.0)


def test_what_differs_is_said_with_its_direction() -> None:
    found = shown([[0, -0.24, 0, 0, 0, 0.2, 0, 0, 0, 0]])
    (line,) = contrast_sentences("players", ["3", "5"], found)
    first, second = (ABILITIES[place].replace("_", " ") for place in (1, 5))
    assert line == (
        f"With 5 players, {first} is worth less than with 3 players: +12 % of the fair share instead of "
        f"+36 %, difference -24 [-33, -15]; {second} is worth more: +56 % of the fair share instead of "
        "+36 %, difference +20 [+11, +29]; no other ability is shown to differ."
    )


def test_no_difference_is_said_with_what_is_left_open() -> None:
    lines = contrast_sentences("edition", ["de", "fr", "pl"], shown([[0.0] * 10, [0.05, *[0.0] * 9]]))
    assert lines[0] == (
        "No ability is shown to be worth more or less in edition fr than in edition de: all ten differences "
        "lie within \u00b19 % of the fair share (95 % confidence)."
    )
    assert "within \u00b114 %" in lines[1]
    assert lines[2].startswith("All are compared with the first (in edition de);")
    assert "all 20 comparisons" in lines[2]


# --- played games ------------------------------------------------------------------------------------------


def planted(bonus: int) -> dict[str, dict[str, Any]]:
    return {key: {**change, "bonus": bonus if int(key) == PLACE + 1 else 0} for key, change in OFF.items()}


def conditions(*bonuses: int, players: tuple[int, ...] = (4, 4, 4)) -> list[Condition]:
    return [
        Condition(f"bonus {bonus}", "sane", setup(count, doctored=planted(bonus)))
        for bonus, count in zip(bonuses, players, strict=False)
    ]


def play(path: Path, *bonuses: int, games: int = 600, **options: Any) -> ContrastResult:
    players = options.pop("players", (4, 4, 4))
    return run_contrast("board", conditions(*bonuses, players=players), path, games=games, **options)


def test_a_planted_difference_is_found(tmp_path: Path) -> None:
    found = play(tmp_path, 0, 12)
    best = found.rows()[0]
    assert best["ability"] == ABILITIES[PLACE] and best["differs"] and best["difference"] > 0.5
    assert best["low_all"] > 0 and best["p_holm"] < 0.001
    name = ABILITIES[PLACE].replace("_", " ")
    assert found.sentence.startswith(f"On board bonus 12, {name} is worth more than on board bonus 0: ")
    # its size: that of the two conditions on their own
    table = pq.read_table(tmp_path / "contrast" / "games.parquet")
    alone = [estimate_dealt(read_sample(table, cell, 4), "win_share")["win_share"] for cell in (0, 1)]
    assert best["difference"] == pytest.approx(
        4 * (alone[1].values[PLACE] - alone[0].values[PLACE]), abs=1e-5
    )


def test_the_same_bonus_everywhere_is_no_difference(tmp_path: Path) -> None:
    found = play(tmp_path, 12, 12)
    assert not found.contrast.said.any()
    assert found.sentence.startswith("No ability is shown to be worth more or less")
    assert min(found.contrast.scaled[:, PLACE]) > 0.5  # though the ability is strong in both
    assert found.effects[0].values[0] != found.effects[1].values[0]  # each has deals of its own


def test_files_and_frame(tmp_path: Path) -> None:
    found = play(tmp_path, 0, 0, 12, games=60, players=(3, 3, 2))
    rows = found.rows()
    assert len(rows) == 20 and {row["second"] for row in rows[10:]} == {"bonus 12"}
    assert list(found.to_frame()["difference"]) == [row["difference"] for row in rows]
    assert json.loads((tmp_path / "contrast.json").read_text(encoding="utf-8")) == found.as_object()
    assert pq.read_table(tmp_path / "contrast.parquet").to_pylist() == rows
    assert len((tmp_path / "contrast.csv").read_text().splitlines()) == 21
    assert {row["estimand"] for row in rows} == {"held"}
    assert "All are compared with the first" in found.sentence


def test_interrupted_and_resumed_with_two_workers_ends_the_same(tmp_path: Path) -> None:
    def stop(done: int, total: int, note: str) -> None:
        if done >= 120:
            raise KeyboardInterrupt

    play(tmp_path / "whole", 0, 12, games=300)
    with pytest.raises(KeyboardInterrupt):
        play(tmp_path / "broken", 0, 12, games=300, progress=stop)
    assert not (tmp_path / "broken" / "contrast.json").exists()
    play(tmp_path / "broken", 0, 12, games=300, resume=True, workers=2)
    for name in ("contrast.json", "contrast.csv", "contrast.parquet", "contrast/games.parquet"):
        assert (tmp_path / "broken" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    with pytest.raises(ArenaError, match="another experiment: cells"):
        play(tmp_path / "whole", 0, 11, games=300, resume=True)
    with pytest.raises(ArenaError, match="use --resume"):
        play(tmp_path / "whole", 0, 12, games=300)


def test_a_failing_bot_is_warned_of(tmp_path: Path) -> None:
    bad = [
        Condition(name, agent, setup(2, rounds=1))
        for name, agent in (("a", "sane"), ("b", f"{HOSTILE}:Raises"))
    ]
    warnings: list[str] = []
    run_contrast("agents", bad, tmp_path, games=90, warn=warnings.append)
    assert len(warnings) == 1 and "random legal moves were played for" in warnings[0]


# --- the conditions of a question --------------------------------------------------------------------------


def test_only_one_thing_differs() -> None:
    study = Study(("sane",), rounds=3, rules=1)
    three, five = conditions_of(study, "players", [3, 5], ["3", "5"])
    assert (three.setup.players, five.setup.players) == (3, 5)
    assert three.setup.replace(players=5, forbidden=five.setup.forbidden) == five.setup
    assert three.setup.forbidden == ((STAY,),) * 3 and three.setup.rules == 1
    german, french = conditions_of(study, "edition", ["de", "fr"], ["de", "fr"])
    assert german.setup.edition != french.setup.edition
    assert german.setup.replace(edition=french.setup.edition) == french.setup
    board = "prior:standard:1000001:3"
    usual, other = conditions_of(study, "board", ["standard", board], ["standard", board])
    assert usual.setup.board != other.setup.board
    assert usual.setup.replace(board=other.setup.board) == other.setup
    one, two = conditions_of(study, "agents", ["sane", "greedy"], ["a", "b"])
    assert (one.agent, two.agent) == ("sane", "greedy") and one.setup == two.setup


@pytest.mark.parametrize(
    ("study", "key", "values", "words"),
    [
        (Study(("sane",)), "colour", ["1", "2"], "about players, edition, board or agents, not 'colour'"),
        (Study(("sane",)), "players", ["3"], "two or more different values.*not players=3"),
        (Study(("sane",)), "players", ["3", "3"], "two or more different values"),
        (Study(("sane", "greedy")), "players", ["3", "4"], "a single value for agents"),
        (Study(("sane",), players=(3, 4)), "edition", ["de", "fr"], "a single value for players"),
    ],
)
def test_questions_that_are_refused(study: Study, key: str, values: list[str], words: str) -> None:
    with pytest.raises(ArenaError, match=words):
        conditions_of(study, key, values, values)
