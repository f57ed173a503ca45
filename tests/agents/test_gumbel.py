"""The search of expert iteration."""

import pickle

import numpy as np
import pytest

from dixie_agents.compiled.gumbel import GumbelSearch
from dixie_agents.compiled.match import MatchLoop
from dixie_agents.policy import Policy
from dixie_env import Game, make_rules
from dixie_env.layout import make_layout
from dixie_env.rewards import PAID, Reward, rewards_of
from tests.agents.test_guided import last_decisions, positions, small_weights
from tests.agents.test_policy import some_weights

SETTINGS = {
    "paid": PAID["win"],
    "shaping": 0.0,
    "simulations": 8,
    "considered": 4,
    "value_scale": 1.0,
    "maxvisit_init": 50.0,
    "cut": "decision",
    "sure": 1.1,
}


def make_search(weights=None, **changes):
    net = Policy(small_weights() if weights is None else weights).net
    return GumbelSearch(net, **{**SETTINGS, **changes})


def test_findings_are_legal_and_repeatable():
    search = make_search()
    for game in positions(4):
        before = game.hash()
        chosen, value, rows = search.findings(game, 7)
        assert (chosen, value, rows) == search.findings(game, 7)
        assert game.hash() == before
        options, visits, _, priors, targets = map(np.array, zip(*rows, strict=True))
        assert options.tolist() == game.options()
        assert visits.sum() == 8
        assert (visits > 0).sum() == min(4, len(options))
        assert visits[options == chosen] == visits.max()
        assert priors.sum() == pytest.approx(1)
        assert targets.sum() == pytest.approx(1)


def secret_offerings():
    """Pairs of games that differ only in what another seat has secretly offered, and in the luck to come."""
    for seed in range(200):
        game, number = Game(make_rules(4), seed), 0
        while not game.over:
            if game.offering_is_secret and len(game.options()) > 1:
                one, other = game.copy(), game.copy()
                one.step(one.options()[0])
                other.step(other.options()[-1])
                for each in (one, other):
                    while each.offering_is_secret and each.seat == game.seat:
                        each.step(each.options()[0])
                if one.offering_is_secret and other.offering_is_secret and one.seat == other.seat:
                    other.state["seed"] += 1
                    yield game.seat, one, other
            game.step(game.random_option(number))
            number += 1


@pytest.mark.parametrize("cut", ["decision", "round", "game"])
def test_the_search_never_sees_what_is_hidden(cut):
    """Two games that differ only in what the seat can't see have the same findings."""
    search, pairs = make_search(cut=cut), secret_offerings()
    for _ in range(4):
        owner, one, other = next(pairs)
        assert one.seat != owner
        assert (one.state["offer"][owner] != other.state["offer"][owner]).any()
        assert np.array_equal(one.observe(), other.observe())
        assert search.findings(one, 3) == search.findings(other, 3)


def test_other_seats_draw_their_offerings_again():
    """Simulations of one option differ: the others' offerings and the luck are drawn for each."""
    _, one, _ = next(secret_offerings())
    assert len(set(make_search(cut="round").values(one, one.options()[0], 1, 16).tolist())) > 1


def test_options_are_compared_under_the_same_luck():
    """A decision without consequences has the same values in every simulation, option by option."""
    silent = {name: array * 0 for name, array in some_weights().items()}
    search = make_search(silent)
    (game,) = positions(1)
    values = [search.values(game, option, 5, 6) for option in game.options()[:3]]
    assert all(np.array_equal(values[0], other) for other in values)
    # and with real values, pairs vary less than strangers
    search = make_search(cut="game", paid=PAID["score"])
    paired, strange = [], []
    for game in positions(6):
        first, second = game.options()[:2]
        here, there = search.values(game, first, 5, 64), search.values(game, second, 5, 64)
        paired.append((here - there).std())
        strange.append((here - search.values(game, second, 6, 64)).std())
    assert np.mean(paired) < np.mean(strange)


def test_the_target_is_better_than_the_prior_where_the_result_is_known():
    """At the last decision of a game each option has its final score."""
    search = make_search(paid=PAID["score"], simulations=16, considered=157, value_scale=0.1)
    gained = 0
    for game in last_decisions(6):
        worth = {}
        for option in game.options():
            ends = [game.resample(game.seat, seed) for seed in range(20)]
            for end in ends:
                end.step(option)
            found = {float(rewards_of(end.state, Reward("score"))[game.seat]) for end in ends}
            if len(found) == 1:
                worth[option] = found.pop()
        _, _, rows = search.findings(game, 2)
        if len(worth) < len(rows):
            continue  # luck decides
        for option, visits, value, _, _ in rows:
            assert not visits or value == pytest.approx(worth[option], abs=1e-6)
        prior = sum(row[3] * worth[row[0]] for row in rows)
        target = sum(row[4] * worth[row[0]] for row in rows)
        assert target >= prior - 1e-9
        gained += target > prior + 1e-6
    assert gained


def test_simulations_end_where_the_cut_says():
    """The network's value is the round: one input, passed on by every layer."""
    weights = {name: array * 0 for name, array in some_weights().items()}
    weights["trunk.0.weight"][0, make_layout()["round"].start] = 7.0
    weights["trunk.1.weight"][0, 0] = weights["value.weight"][0, 0] = 1.0
    (game,) = positions(1, players=2)
    now, option = int(game.state["round"]), game.options()[0]
    assert make_search(weights).values(game, option, 1, 8) == pytest.approx(now)
    assert make_search(weights, cut="round").values(game, option, 1, 8) == pytest.approx(now + 1)
    assert set(make_search(weights, cut="game").values(game, option, 1, 8)) <= {-1.0, 0.0, 1.0}


def test_what_is_sure_is_not_searched():
    (game,) = positions(1)
    assert sum(row[1] for row in make_search(sure=0.0).findings(game, 1)[2]) == 0
    rows = make_search(sure=0.0).findings(game, 1)[2]
    assert [row[3] for row in rows] == pytest.approx([row[4] for row in rows])


def test_many_games_are_searched_as_one_is():
    rules, search = make_rules(3), make_search()
    loop = MatchLoop(rules, [None], np.zeros((6, 3), np.int32), np.arange(6).astype(np.uint64), 5)
    loop.run(0, 6, np.zeros(1))
    _, masks, keys = loop.ask(np.arange(6))
    wanted = np.array([1, 0, 1, 1, 0, 1], np.uint8)
    targets, options = np.full((6, 157), -1, np.float32), np.full(6, -1, np.int64)
    loop.improve(search, 0, 6, wanted, targets, options)
    assert wanted.tolist() == [1, 0, 1, 1, 0, 1]
    assert (options[wanted == 0] == -1).all()
    assert (targets[wanted == 0] == -1).all()
    for row in np.flatnonzero(wanted).tolist():
        chosen, _, rows = search.findings(loop.known_game(row), int(keys[row]))
        assert options[row] == chosen
        assert masks[row, chosen]
        expected = np.zeros(157)
        expected[[each[0] for each in rows]] = [each[4] for each in rows]
        assert targets[row] == pytest.approx(expected, abs=1e-6)
    loop.improve(make_search(sure=0.0), 0, 6, wanted, targets, options)
    assert not wanted.any()


def test_what_can_not_be_searched_is_refused():
    (game,) = positions(1)
    with pytest.raises(ValueError, match="cut must be one of decision, round, game, not 'never'"):
        make_search(cut="never")
    with pytest.raises(ValueError, match="simulations, not 0"):
        make_search(simulations=0)
    illegal = next(option for option in range(157) if option not in game.options())
    with pytest.raises(ValueError, match=f"option {illegal} is not legal here"):
        make_search().values(game, illegal, 1, 1)


def test_it_can_be_pickled():
    (game,) = positions(1)
    search = make_search(cut="round")
    assert pickle.loads(pickle.dumps(search)).findings(game, 4) == search.findings(game, 4)
