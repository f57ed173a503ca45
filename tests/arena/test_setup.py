"""The game of a tournament or study is a `Setup`; each agent observes what it asks for."""

import json

import pytest

from dixie_agents.registry import AgentError
from dixie_arena.ability_effects.experiment import Cell, Experiment
from dixie_arena.config import ArenaError, Tournament
from dixie_arena.folder import CARD, TIMING, TOURNAMENT, RunFolder
from dixie_arena.run import run_tournament
from dixie_env import ObservationSpec, Setup
from dixie_env.checksums import SUMS
from tests.arena.helpers import small

WATCHERS = "tests.arena.watchers"


def test_a_tournament_goes_through_json():
    setup = Setup(3, "pl", draft="fixed", abilities=[1, 2, 3], rounds=2)
    tournament = Tournament(small().entrants, 6, setup=setup)
    written = json.loads(json.dumps(tournament.as_object()))
    assert written["game"] == setup.as_object()
    assert "setup" not in written
    assert Tournament.from_object(written) == tournament


def test_an_experiment_goes_through_json():
    cells = (
        Cell("dealt", "sane", Setup(4, draft="random", forbidden=[["own:ability"]] * 4), 10),
        Cell("restricted", "sane", Setup(3), 10, ban=("action:13",)),
        Cell("draft", "sane", Setup(2), 10, values=(0.5,) * 10),
    )
    experiment = Experiment("all", cells, 3)
    written = json.loads(json.dumps(experiment.as_object()))
    assert written["cells"][0]["game"] == cells[0].setup.as_object()
    assert Experiment.from_object(written) == experiment


def test_a_ban_comes_on_top_of_what_is_forbidden_already():
    cell = Cell("restricted", "sane", Setup(2, forbidden=[["action:1"], []]), 10, ban=("action:13",))
    found = [rules.config.forbidden for rules in cell.rules]
    assert found == [(("action:1", "action:13"), ()), (("action:1",), ("action:13",))]


def test_an_observation_for_everybody_is_refused():
    setup = Setup(observation=ObservationSpec("screened"))
    with pytest.raises(ArenaError, match="each agent chooses its own"):
        Tournament(small().entrants, 6, setup=setup)
    with pytest.raises(ArenaError, match="each agent chooses its own"):
        Cell("dealt", "sane", setup, 10)


def test_folders_of_earlier_versions_are_refused_by_name(tmp_path):
    tournament = small(games=6)
    run_tournament(tournament, tmp_path / "run")
    file = tmp_path / "run" / TOURNAMENT
    written = json.loads(file.read_text())
    written["setup"] = {"players": 3, "edition": "de", "rounds": 2}
    del written["game"]
    file.write_text(json.dumps(written))
    (tmp_path / "run" / SUMS).unlink()  # they had no checksums
    with pytest.raises(ArenaError, match=r"run: written by an earlier version.*'setup'"):
        run_tournament(tournament, tmp_path / "run", resume=True)
    with pytest.raises(ArenaError, match=r"tournament\.json: written by an earlier version"):
        RunFolder(tmp_path / "run").read_tournament()


def test_a_card_says_which_game_it_was(tmp_path):
    tournament = small(games=6)
    run_tournament(tournament, tmp_path / "run")
    card = json.loads((tmp_path / "run" / CARD).read_text())
    assert Setup.from_object(card["tournament"]["game"]) == tournament.setup


@pytest.mark.parametrize("isolate", [True, False])
def test_bots_get_the_observation_that_they_ask_for(tmp_path, isolate):
    agents = f"a={WATCHERS}:Screened,b={WATCHERS}:Usual"
    run_tournament(small(agents, games=6, isolate=isolate, time_limit=20.0), tmp_path / "run", records=2)
    timing = json.loads((tmp_path / "run" / TIMING).read_text())
    assert [row["troubles"] for row in timing.values()] == [{}, {}], timing


@pytest.mark.parametrize("isolate", [True, False])
def test_an_observation_that_there_is_not_is_refused_before_anything_is_played(tmp_path, isolate):
    tournament = small(f"a={WATCHERS}:Odd,sane", games=6, isolate=isolate, time_limit=20.0)
    with pytest.raises(AgentError, match=r"its observation must be a dixie_env\.ObservationSpec"):
        run_tournament(tournament, tmp_path / "run")
