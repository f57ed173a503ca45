"""Training on a family of games: several editions, boards and drafts, drawn for each game by its seed."""

import json
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest

from dixie_agents.policy_file import load_policy, read_card
from dixie_env import ObservationSpec, RulesError, Setup, compile_rules
from dixie_env.config import load_board, load_edition
from dixie_env.family import POOL, DrawnFrom, Family
from dixie_training.checkpoint import METRICS
from dixie_training.evaluate import evaluate_family, family_rules
from dixie_training.family_rules import FamilyRules, rules_of
from dixie_training.run import Run, make_learner
from tests.training.small import Silent, small_config
from tests.training.test_config import refusal

EDITIONS = ["de", "fr", "en", "pl", "proto"]
WHOLE = {
    "players": [2, 4],
    "edition": EDITIONS,
    "board": {"standard": 1, "prior:standard": 3},
    "draft": ["choose", "random"],
    "rounds": 1,
    "observation": {"board": True},
}


def family(**keys):
    return Family.from_object({"players": 4, **keys}, files=True)


def names(found, seeds=4000):
    """Count the editions, boards and drafts of many games."""
    games = [found.draw(found[0], seed) for seed in range(seeds)]
    return (
        Counter(game.edition.name for game in games),
        Counter((game.board.name or "")[:14] for game in games),
        Counter(game.draft for game in games),
    )


def test_games_are_drawn_by_their_weights():
    editions, boards, drafts = names(
        family(
            edition={"de": 2, "fr": 1, "pl": 0.5},
            board={"standard": 1, "prior:standard": 3},
            draft=["choose", "random"],
        )
    )
    assert editions["de"] / 4000 == pytest.approx(2 / 3.5, abs=0.03)
    assert editions["fr"] / 4000 == pytest.approx(1 / 3.5, abs=0.03)
    assert editions["pl"] / 4000 == pytest.approx(0.5 / 3.5, abs=0.03)
    assert boards["prior:standard"] / 4000 == pytest.approx(0.75, abs=0.03)
    assert drafts["random"] / 4000 == pytest.approx(0.5, abs=0.03)


def test_choices_of_a_game_are_independent():
    found = family(edition=["de", "fr"], board=["standard", "prior:wide"], draft=["choose", "random"])
    cells = Counter(found.indices(seed << 32) for seed in range(4000))
    assert len(cells) == 8
    assert all(count / 4000 == pytest.approx(1 / 8, abs=0.02) for count in cells.values())


def test_drawn_boards_have_seeds_of_training_and_evaluation_has_others():
    found = family(board="prior:wide")
    setups = [found.draw(found[0], seed) for seed in range(300)]
    assert len({setup.board.name for setup in setups}) > 280
    assert all(setup.board.name.startswith("prior:wide:0:") for setup in setups)
    again = [found.draw(found[0], seed) for seed in range(300)]
    assert again == setups
    evaluation = found.draw(found[0], 5, evaluation=True)
    assert evaluation.board.name.startswith("prior:wide:1000000:")
    numbers = [found.board_number(seed) for seed in range(20_000)]
    assert min(numbers) >= 0 and max(numbers) < POOL and len(set(numbers)) > 0.95 * POOL


def test_the_main_game_is_the_first_of_each():
    assert family(edition=["pl", "de"], board=["prior:standard", "standard"])[0] == Setup(4, "pl")
    assert family(board="prior:standard")[0].board == load_board("standard")
    assert family(draft=["random", "choose"])[0].draft == "random"
    named = family(board=["prior:standard", "prior:standard:7:3"])
    assert named[0].board == load_board("prior:standard:7:3")


def test_a_single_game_is_as_before():
    single = family(edition="pl")
    assert single.is_single and single == (Setup(4, "pl"),) and rules_of(single) is None
    assert (Setup(4, "pl"),) == single
    assert family(edition=["pl"]) == single
    assert single != family(edition=["pl", "de"])
    assert family(board="prior:standard") != (Setup(4),)
    assert not family(board="prior:standard").is_single


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"edition": EDITIONS},
        {"edition": {"de": 2, "fr": 1.5}},
        {"edition": {"de": 2, "fr": 2}, "draft": {"choose": 3}},
        {"board": "prior:standard"},
        {"board": {"prior:wide": 1, "standard": 2}, "players": [2, 5]},
        {"board": ["standard", "prior:standard:7:3"]},
        {"board": {"standard": 3, "prior:standard:7:3": 1}, "draft": ["choose", "random"]},
        {"edition": ["de", load_edition("pl").as_object()]},
    ],
)
def test_data_and_back(keys):
    found = family(**keys)
    data = json.loads(json.dumps(found.as_object()))
    again = Family.from_object(data)
    assert again == found
    assert [again.draw(again[0], seed) for seed in range(50)] == [
        found.draw(found[0], seed) for seed in range(50)
    ]
    assert pickle.loads(pickle.dumps(found)) == found


def test_boards_from_files(tmp_path):
    file = tmp_path / "own.yaml"
    own = load_board("standard").model_copy(update={"pit": 40, "mine_symbols": [10, 20]})
    file.write_text(str(own.as_object()))
    found = family(board={str(file): 2, "prior:standard": 1})
    assert found[0].board == own
    assert Family.from_object(json.loads(json.dumps(found.as_object()))) == found
    assert sum(found.draw(found[0], seed).board == own for seed in range(900)) == pytest.approx(600, abs=60)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ({"edition": ["de", "xx"]}, "there is no edition"),
        ({"edition": []}, "game: edition: the list is empty"),
        ({"edition": {"de": 0}}, "game: edition: the weight of 'de' must be a number above 0, not 0"),
        ({"edition": {"de": "much"}}, "must be a number above 0, not 'much'"),
        ({"edition": ["de", "de"]}, "game: edition: a value is there twice; give it a weight instead"),
        ({"board": "prior:narrow"}, "game: board: there is no prior 'narrow'; available: standard, wide"),
        ({"board": ["standard", "prior:wide:1000000:4"]}, "drawn with seeds below 1,000,000"),
        ({"draft": ["choose", "lottery"]}, "draft must be one of choose, random, fixed"),
        ({"draft": ["choose", "fixed"]}, "'fixed' can't be one of several drafts"),
    ],
)
def test_errors(game, message):
    assert message in refusal({"game": game})


def test_boards_too_long_for_the_observation_are_refused():
    message = refusal({"game": {"board": ["standard", "prior:wide"], "observation": {"board": True}}})
    assert "prior:wide draws boards with up to 14" in message
    assert not family(board="prior:wide").is_single  # without the board in view they are welcome


def test_rllib_plays_one_game():
    message = refusal({"learner": "rllib", "game": {"edition": ["de", "fr"]}})
    assert "the learner rllib plays one game, so edition must be a single value" in message


def test_rules_follow_from_the_seed_and_are_kept():
    found = family(edition=EDITIONS, board=["standard", "prior:standard"], observation={"board": True})
    rules = FamilyRules(found)
    for seed in range(100):
        assert rules(found[0], seed << 20) == compile_rules(found.draw(found[0], seed << 20))
    assert rules(found[0], 7) is rules(found[0], 7)


@pytest.mark.parametrize("learner", ["fast_ppo", "sb3"])
def test_every_game_of_a_learner_is_drawn(learner):
    made: Any = make_learner(small_config(learner, game=WHOLE))
    games = made.games if learner == "fast_ppo" else made.env.games
    seen: Counter[str] = Counter()
    low = 0
    for setup in made.config.game:
        loop = games._loops[made.config.game.index(setup)][2]
        for row in range(8):
            rules = loop.rules_of(row)
            assert rules == compile_rules(made.config.game.draw(setup, int(games.seeds[low + row])))
            seen[rules.config.edition.name] += 1
        low += 8
    assert len(seen) > 2
    made.rollout()
    made.learn()


def test_a_stopped_run_goes_on_exactly(tmp_path):
    config = small_config(game=WHOLE, updates=3, warm_start={"teacher": "sane", "decisions": 600})
    whole = Run(config, tmp_path / "whole", Silent())
    whole.train()

    class Stop(Silent):
        def updated(self, update, total, watched):
            if update == 2:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Run(config, tmp_path / "parts", Stop()).train()
    Run(config, tmp_path / "parts", Silent(), resume=True).train()
    one, other = (load_policy(tmp_path / name / "last")[0]._weights for name in ("whole", "parts"))
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_the_card_and_the_evaluation_know_the_family(tmp_path):
    config = small_config(game=WHOLE, updates=1)
    Run(config, tmp_path, Silent()).train()
    card = read_card(tmp_path / "last")
    assert card.family == config.game and card.game == config.game
    written = json.loads((tmp_path / "last" / "card.json").read_text())
    assert written["family"] == {
        "edition": EDITIONS,
        "board": {"standard": 1.0, "prior:standard": 3.0},
        "draft": ["choose", "random"],
    }
    assert written["game"]["edition"] == "de" and written["game"]["board"] == "standard"
    lines = [json.loads(line) for line in (tmp_path / METRICS).read_text().splitlines()]
    evaluation = next(line["evaluation"] for line in lines if "evaluation" in line)
    assert set(evaluation) == {"sane 2", "sane 4", "family:sane 2", "family:sane 4"}


def test_a_card_of_a_single_game_has_no_family(tmp_path):
    Run(small_config(updates=1), tmp_path, Silent()).train()
    assert "family" not in json.loads((tmp_path / "last" / "card.json").read_text())
    assert read_card(tmp_path / "last").family.is_single


def test_the_evaluation_of_a_family_is_fixed_and_on_fresh_boards():
    found = family(edition=EDITIONS, board=["standard", "prior:standard"])
    cells = [rules.config for rules in family_rules(found, found[0])]
    assert cells == [rules.config for rules in family_rules(found, found[0])]
    assert {cell.edition.name for cell in cells} == set(EDITIONS)
    drawn = {cell.board.name for cell in cells if cell.board.name != "standard"}
    assert len(drawn) == 10 and all(name.startswith("prior:standard:1000000:") for name in drawn)
    pairs = {(cell.edition.name, cell.board.name == "standard") for cell in cells}
    assert len(pairs) == 10


def test_the_win_share_on_a_family():
    from dixie_agents import make_agent

    assert evaluate_family(make_agent("sane"), "sane", family(), 20) == []
    found = family(edition=["de", "pl"], board=["prior:standard"], rounds=1)
    (share,) = evaluate_family(make_agent("balanced"), "random", found, 200)
    assert share.rung == "family:random" and share.players == 4 and share.games == 200
    assert share.share > 0.4


def test_differences():
    found = family(edition=["de", "pl"], players=[3, 4])
    assert found.difference(Setup(4)) == ""
    assert found.difference(Setup(3, "pl", forbidden=[["pass"]] * 3)) == ""
    assert found.difference(Setup(4, "de", rules=1)) == ""  # the same switches
    assert found.difference(Setup(4, "pl", rules=1)) == "its edition is pl, not de or pl"
    assert found.difference(Setup(2)) == "it has 2 players, not 3 or 4"
    assert found.difference(Setup(4, rounds=5)) == "it has 5 rounds, not 7"
    assert found.difference(Setup(4, "fr")) == "its edition is fr, not de or pl"
    drawn = Setup(4, board="prior:wide:3:3")
    assert found.difference(drawn) == "its board is prior:wide:3:3, not standard"
    assert found.difference(Setup(4, draft="random")) == "its draft is random, not choose"
    assert found.difference(Setup(4), dealt=True) == "its draft is fixed, not choose"
    wider = family(board=["standard", "prior:standard"], draft=["choose", "random"])
    assert wider.difference(drawn) == ""
    assert wider.difference(Setup(4, draft="fixed", abilities=[1, 2, 3, 4])) == ""
    assert wider.boards[1].value == DrawnFrom("standard")
    with pytest.raises(RulesError, match="must be an object"):
        Family.from_object(3)
    assert family(observation={"board": True})[0].observation == ObservationSpec(board=True)
