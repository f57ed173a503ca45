"""External bots are guarded in studies as in tournaments: whatever they do, the study ends."""

from pathlib import Path

import pytest

from dixie_agents.registry import AgentError
from dixie_arena.ability_effects import verdict
from dixie_arena.ability_effects.experiment import Cell, Experiment
from dixie_arena.ability_effects.runs import run_experiment
from dixie_arena.ability_effects.study import Study, run_study
from dixie_arena.config import ArenaError
from tests.arena.abilities_helpers import setup
from tests.arena.helpers import HOSTILE

GAMES = 90
"""One replicate with two players."""


def experiment(agent: str, design: str = "dealt", **options) -> Experiment:
    values = (0.1,) * 10 if design == "draft" else ()
    draft = "choose" if design == "draft" else "random"
    games = 4 if design == "draft" else GAMES
    cell = Cell(design, agent, setup(2, rounds=1, draft=draft), games, values=values)
    return Experiment("guests", (cell,), 1, time_limit=options.pop("time_limit", 20.0), **options)


@pytest.mark.parametrize("isolate", [True, False])
@pytest.mark.parametrize(("name", "kind"), [("Raises", "crashes"), ("Illegal", "illegal")])
def test_a_bot_that_never_answers_plays_as_random_does(tmp_path: Path, name: str, kind: str, isolate: bool):
    bot = f"{HOSTILE}:{name}"
    table, card = run_experiment(experiment(bot, isolate=isolate), tmp_path / "bot")
    random, other = run_experiment(experiment("random"), tmp_path / "random")
    assert table.equals(random)
    (cell,) = card["cells"]
    assert set(cell["troubles"]) == {kind} and cell["troubles"][kind] > GAMES
    assert cell["trouble"]
    assert "troubles" not in other["cells"][0]


def test_a_bot_that_hangs_does_not_stop_a_study(tmp_path: Path):
    _, card = run_experiment(experiment(f"{HOSTILE}:Hangs", time_limit=0.02), tmp_path)
    troubles = card["cells"][0]["troubles"]
    assert set(troubles) == {"timeouts", "unasked"}
    assert "longer than 0.02 s" in card["cells"][0]["trouble"]


@pytest.mark.parametrize("design", ["swap", "draft"])
def test_a_well_behaved_bot_plays_the_same_games_in_a_process_of_its_own(tmp_path: Path, design: str):
    bot = f"{HOSTILE}:First"
    alone, card = run_experiment(experiment(bot, design), tmp_path / "alone")
    here, _ = run_experiment(experiment(bot, design, isolate=False), tmp_path / "here")
    assert alone.equals(here)
    assert "troubles" not in card["cells"][0]


@pytest.mark.parametrize("isolate", [True, False])
def test_a_wrong_name_is_an_error_at_once(tmp_path: Path, isolate: bool):
    with pytest.raises(AgentError, match="no class 'Missing'"):
        run_experiment(experiment(f"{HOSTILE}:Missing", isolate=isolate), tmp_path / "run")
    assert not (tmp_path / "run").exists()
    with pytest.raises(AgentError, match="--no-isolate"):
        run_experiment(experiment(f"{HOSTILE}:Searches"), tmp_path / "run")
    with pytest.raises(ArenaError, match="time limit must be above 0"):
        experiment("sane", time_limit=0)


def test_a_study_says_what_was_done_for_a_bot(tmp_path: Path):
    bot = f"{HOSTILE}:RaisesNow"
    warnings: list[str] = []
    study = Study((bot,), (2,), games=GAMES, rounds=1)
    answer = run_study(study, tmp_path, warn=warnings.append)
    assert len(warnings) == 1 and "random legal moves will be played for it" in warnings[0]
    found = answer.summary["guests"][bot]
    assert sum(found["troubles"].values()) > 2 * GAMES
    (line,) = verdict.guests(answer.summary)
    assert line.startswith(f"Random legal moves were played for {bot}: ") and "can't be created" in line
    assert line in verdict.sentences(answer.summary)
