"""Hidden things never show: change them, and compare all that the other seats get, in both modes."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from dixie_env import Game, decision_name, dixie_v0
from dixie_env.engine import CompiledRules
from dixie_env.envs.aec import DixieAEC
from dixie_env.layout import make_layout
from tests.api.playing import EDITIONS, PLAYERS, find, pick, positions, rules_of, same, with_other_offers
from tests.properties.play import play

MODES = ("tracked", "screened")


def what_it_gets(env: DixieAEC, agent: str) -> tuple[Any, ...]:
    """All that the AEC environment tells one player."""
    return (
        env.observe(agent),
        env.rewards[agent],
        env._cumulative_rewards[agent],
        env.terminations[agent],
        env.truncations[agent],
        env.infos[agent],
        tuple(env.agents),
    )


@cache
def env_of(rules: CompiledRules, observation: str) -> DixieAEC:
    setup = rules.config
    return dixie_v0.env(
        players=setup.players, edition=setup.edition, board=setup.board, observation=observation
    )


def told(game: Game, observation: str) -> dict[str, tuple[Any, ...]]:
    """What every player gets in an environment that stands where the game does."""
    env = env_of(game.rules, observation)
    env._begin(game.copy())
    return {agent: what_it_gets(env, agent) for agent in env.agents}


@pytest.mark.parametrize("observation", MODES)
@pytest.mark.parametrize("players", PLAYERS)
def test_the_seed_does_not_show(players: int, observation: str) -> None:
    for number, game in enumerate(positions(rules_of(players, EDITIONS[players - 1]), range(3))):
        if number % 7:
            continue
        other = game.copy()
        other.state["seed"] = number * 7919 + 1
        assert same(told(game, observation), told(other, observation))
        assert (
            game.observe_all() == other.observe_all()
        ).all()  # the luck to come is nobody's, not even the critic's


def offering_choices(game: Game, random: Random) -> Iterator[Game]:
    """Games in which the seat that is asked has chosen differently: as many as it has ways, at most 12."""
    seat = game.seat
    assert seat is not None
    for _ in range(12):
        other = game.copy()
        while other.seat == seat and other.reason == "offering":
            other.step(random.choice(other.options()))
        if other.reason == "offering":
            yield other


@pytest.mark.parametrize("observation", MODES)
@pytest.mark.parametrize(("players", "edition"), [(2, "de"), (3, "en"), (4, "fr"), (5, "proto")])
def test_an_offering_does_not_show_before_the_reveal(players: int, edition: str, observation: str) -> None:
    """Another choice of one seat changes nothing that any other seat gets, until all are shown."""
    random = Random(players)
    compared = 0
    for game in positions(rules_of(players, edition), range(4)):
        if game.decision != "offer":
            continue
        seat = game.seat
        twins = list(offering_choices(game, random))
        for twin in twins[1:]:
            compared += not np.array_equal(twin.state["offer"][seat], twins[0].state["offer"][seat])
            assert same(told(twin, observation), told(twins[0], observation))
    assert compared > 100


@pytest.mark.parametrize("observation", MODES)
def test_an_offering_under_way_does_not_show_to_those_who_wait(observation: str) -> None:
    compared = 0
    for game in positions(rules_of(4, "en"), range(8)):
        if game.decision != "offer":
            continue
        seat = game.seat
        views = []
        for option in game.options():
            other = game.copy()
            other.step(option)
            if other.seat == seat and other.decision == "amount":
                views.append(told(other, observation))
                del views[-1][f"player_{seat}"]
        for view in views[1:]:
            compared += 1
            assert same(view, views[0])
    assert compared > 30


@pytest.mark.parametrize("observation", MODES)
def test_a_secret_offering_written_by_hand_does_not_show(observation: str) -> None:
    """Perturb the state itself: whatever others have chosen, wherever they stand in the order."""
    compared = 0
    for game in positions(rules_of(5), range(6)):
        if game.reason != "offering" or game.decision == "announce_double":
            continue
        other = with_other_offers(game)
        compared += 1
        assert same(told(game, observation), told(other, observation))
    assert compared > 100


def test_offerings_show_once_they_are_on_the_table() -> None:
    layout = make_layout()
    shown = 0
    for game in positions(rules_of(4), range(6)):
        if game.reason in ("offering", "draft", "stealing", "turn", "action") or game.state["demand"] < 0:
            continue
        demand = int(game.state["demand"])
        for seat in range(4):
            vector = game.observe(seat)
            for distance, who in enumerate(("own", "opponent_1", "opponent_2", "opponent_3")):
                offer = game.state["offer"][(seat + distance) % 4]
                wanted = [int(offer[demand]), int(offer[3]), int(offer[4])]
                assert np.rint(vector[layout[f"{who}.offer"]] * 10).tolist() == wanted
                shown += any(wanted)
    assert shown > 100


def test_the_seat_sees_its_own_offering_so_far() -> None:
    layout = make_layout()
    game = find(lambda game: bool(game.decision == "offer" and game.state["offer"].any()), rules_of(2))
    seat = game.seat
    assert seat is not None
    vector = game.observe()
    assert np.rint(vector[layout["pending.offer"]] * 10).tolist() == game.state["offer"][seat].tolist()
    assert vector[layout["pending.offer"]].any()
    assert not game.observe(1 - seat)[layout["pending"]].any()


def test_screens_hide_goods_and_rewards_of_others() -> None:
    """Whatever opponents own: a screened view is the same, a tracked one is not."""
    random = Random(1)
    tried = 0
    for number, game in enumerate(positions(rules_of(4), range(4))):
        if number % 9 or game.seat is None:
            continue
        seat = game.seat
        other = game.copy()
        opponents = [(seat + distance) % 4 for distance in (1, 2, 3)]
        moved = False
        for good in range(5):
            giver, taker = random.sample(opponents, 2)
            if other.state["goods"][giver, good]:
                other.state["goods"][giver, good] -= 1
                other.state["goods"][taker, good] += 1
                moved = True
        other.state["rewards"][opponents] += [3, 0, 7]
        me = f"player_{seat}"
        assert same(told(game, "screened")[me], told(other, "screened")[me])
        assert not same(told(game, "tracked")[me], told(other, "tracked")[me])
        layout = make_layout()
        vector = game.observe(screened=True)
        for who in ("opponent_1", "opponent_2", "opponent_3"):
            assert not vector[layout[f"{who}.goods"]].any() and not vector[layout[f"{who}.rewards"]].any()
        assert (vector[layout["own"]] == game.observe()[layout["own"]]).all()
        tried += moved
    assert tried > 50


def test_a_screened_view_is_the_tracked_one_but_for_what_is_behind_screens() -> None:
    layout = make_layout()
    behind = np.zeros(layout.size, bool)
    for distance in range(1, 5):
        for name in ("goods", "rewards"):
            behind[layout[f"opponent_{distance}.{name}"]] = True
    for game in positions(rules_of(5, "fr"), range(2)):
        for seat in range(5):
            tracked, screened = game.observe(seat), game.observe(seat, screened=True)
            assert (tracked[~behind] == screened[~behind]).all()
            assert not screened[behind].any()


def test_a_seat_that_waits_has_an_empty_decision_block() -> None:
    layout = make_layout()
    block = slice(0, layout["pending"].stop)
    for game in positions(rules_of(4), range(2)):
        for seat in range(4):
            assert game.observe(seat)[block].any() == (seat == game.seat)
            assert game.observe(seat)[layout["phase"]].sum() == 1


def test_nothing_of_an_offering_can_be_told_in_a_whole_game() -> None:
    """Two games with the same luck in which one offering differs are alike to others up to the reveal."""
    env = dixie_v0.env(players=3)
    twin = dixie_v0.env(players=3)
    compared = 0
    for seed in range(6):
        env.reset(seed=seed)
        random = Random(seed)
        while not env.over:
            if decision_name(env.infos[env.agent_selection]["decision"]) == "offer":
                compared += compare_to_the_reveal(env, twin, random)
            env.step(pick(env.observe(env.agent_selection)["action_mask"], random))
    assert compared > 50


def compare_to_the_reveal(env: DixieAEC, twin: DixieAEC, random: Random) -> int:
    """Let the seat choose something else in a twin, and the others the same in both."""
    start = env.save()
    chooser = env.agent_selection
    one, two = env_of(rules_of(3), "tracked"), twin
    for other in (one, two):
        other.restore(start)
        while other.agent_selection == chooser and decision_name(other.infos[chooser]["decision"]) in (
            "offer",
            "amount",
        ):
            other.step(random.choice(np.flatnonzero(other.observe(chooser)["action_mask"]).tolist()))
    compared = 0
    while not one.over and one.game is not None and one.game.reason == "offering":
        agent = one.agent_selection
        assert two.agent_selection == agent
        for seat in one.agents:
            if seat != chooser:
                compared += 1
                assert same(what_it_gets(one, seat), what_it_gets(two, seat))
        option = pick(one.observe(agent)["action_mask"], random)
        one.step(option)
        two.step(option)
    return compared


def test_play_is_what_these_tests_think_it_is() -> None:
    """The helper yields positions in which offerings are asked; otherwise nothing was compared above."""
    game = Game(rules_of(3), 0)
    assert any(game.decision == "offer" for _ in play(game, Random(0)))
