"""What a seat is shown in OpenSpiel: its own knowledge, and nothing of an offering before all are shown."""

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra openspiel")

from dixie_env import dixie_v0
from dixie_env.engine import model
from dixie_env.envs.simultaneous import NOOP
from dixie_env.open_spiel import DixieState
from dixie_env.open_spiel.position import Position, Table
from dixie_env.rules import make_rules
from tests.open_spiel.walking import choosing, decide, table_of, walk


@cache
def game_of(players: int, edition: str) -> Any:
    return pyspiel.load_game("dixie", {"players": players, "edition": edition})


def state_at(position: Position) -> Any:
    setup = position.table.rules.config
    return DixieState(game_of(setup.players, str(setup.edition.name)), position)


def told(position: Position, seat: int) -> list[Any]:
    """All that OpenSpiel tells one seat."""
    state = state_at(position)
    return [
        state.current_player(),
        state.legal_actions(seat),
        state.information_state_string(seat),
        state.information_state_tensor(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
        state.returns(),
    ]


def beginnings(table: Table, seeds: range) -> list[Position]:
    """Positions at which offerings begin and at least two seats have a choice."""
    return [
        position
        for seed in seeds
        for position in walk(table, Random(seed))
        if position.offerings is not None
        and not any(position.offerings.chosen.values())
        and len(choosing(position)) > 1
    ]


@pytest.mark.parametrize(("players", "edition"), [(2, "de"), (3, "en"), (4, "fr"), (5, "proto")])
def test_an_offering_does_not_show_before_the_reveal(players: int, edition: str) -> None:
    random = Random(players)
    revealed = 0
    for first in beginnings(table_of(players, edition), range(2))[:6]:
        seat = choosing(first)[0]
        left = right = first
        while left.offerings is not None:
            one, two = decide(left, random), decide(right, random)
            assert isinstance(one, tuple) and isinstance(two, tuple)
            if seat in choosing(left):  # the seat itself does the same in both
                two = (*two[:seat], one[seat], *two[seat + 1 :])
            left, right = left.after(one), right.after(two)
            if left.offerings is not None:
                assert told(left, seat) == told(right, seat)
        assert right.offerings is None, "the length of the phase must not depend on choices"
        revealed += told(left, seat) != told(right, seat)
    assert revealed > 0


def test_a_seat_knows_its_own_offering() -> None:
    first = beginnings(table_of(3), range(3))[0]
    seat = choosing(first)[0]
    options = [first.options(other)[0] for other in range(3)]
    strings = set()
    for option in first.options(seat):
        options[seat] = option
        strings.add(state_at(first.after(tuple(options))).information_state_string(seat))
    assert len(strings) == len(first.options(seat)) > 1


def test_the_order_of_choosing_kinds_stays_secret() -> None:
    """Silver before gold or gold before silver: the others see the same offering."""
    good = model.OPTION_GOOD
    for first in beginnings(table_of(2), range(6)):
        metal = {good + model.SILVER, good + model.GOLD}
        seat = next((number for number in choosing(first) if metal <= set(first.options(number))), None)
        if seat is None or first.offerings is None or first.offerings.left != 4:
            continue
        ends = []
        for order in ([model.SILVER, model.GOLD], [model.GOLD, model.SILVER]):
            position, kinds = first, [good + kind for kind in order]
            while position.offerings is not None:
                moves = [position.options(0)[0], position.options(1)[0]]
                if moves[seat] != NOOP and model.OPTION_AMOUNT not in position.options(seat):
                    moves[seat] = kinds.pop(0)
                position = position.after(tuple(moves))
            ends.append(position)
        assert ends[0].game == ends[1].game
        assert told(ends[0], 1 - seat) == told(ends[1], 1 - seat)
        assert told(ends[0], seat)[2] != told(ends[1], seat)[2]  # it remembers what it did
        return
    raise AssertionError("no seat had silver and gold")


@pytest.mark.parametrize(("players", "edition"), [(2, "de"), (3, "en"), (5, "fr")])
def test_offerings_look_as_in_the_parallel_environment(players: int, edition: str) -> None:
    env = dixie_v0.parallel_env(players=players, edition=edition)
    env.reset(seed=0)
    random, waited = Random(players), 0
    for position in beginnings(table_of(players, edition), range(2)):
        game = position.game.copy()
        game.chance = None
        env.aec_env._begin(game)
        env._look_for_offerings()
        while position.offerings is not None:
            state = state_at(position)
            for seat, agent in enumerate(env.possible_agents):
                seen = env.observe(agent)
                assert np.array_equal(state.information_state_tensor(seat), seen["observation"])
                assert state.legal_actions(seat) == seen["action_mask"].nonzero()[0].tolist()
                waited += state.legal_actions(seat) == [NOOP]
            move = decide(position, random)
            assert isinstance(move, tuple)
            env.step(dict(zip(env.possible_agents, move, strict=True)))
            position = position.after(move)
    assert waited > 0


@pytest.mark.parametrize("players", [2, 4])
def test_tensors_are_the_observations_of_the_engine(players: int) -> None:
    for position in walk(table_of(players), Random(3)):
        if position.offerings is None:
            state = state_at(position)
            for seat in range(players):
                seen = position.game.observe(seat)
                assert np.array_equal(state.observation_tensor(seat), seen)
                assert np.array_equal(state.information_state_tensor(seat), seen)


def test_screened_observations_hide_goods_but_information_states_count_them() -> None:
    game = pyspiel.load_game("dixie(players=3,observation=screened)")
    *_, position = (p for p in walk(table_of(3), Random(1)) if p.game.awaited is None and not p.game.over)
    state = DixieState(game, position)
    assert np.array_equal(state.observation_tensor(0), position.seen_by(0).observe(0, screened=True))
    assert np.array_equal(state.information_state_tensor(0), position.seen_by(0).observe(0))
    assert "opponent_1.goods" not in state.observation_string(0)


def test_an_information_state_tells_histories_apart() -> None:
    """Perfect recall: different things witnessed, different strings, for every seat."""
    table = Table(make_rules(2, rounds=1))
    seen: dict[str, tuple[str, ...]] = {}
    for seed in range(3):
        for position in walk(table, Random(seed)):
            for seat in range(2):
                lines = tuple(position.known_to(seat))
                string = state_at(position).information_state_string(seat)
                assert seen.setdefault(string, lines) == lines
    assert len(seen) > 100


def test_an_observer_of_all_private_information_is_refused() -> None:
    game = pyspiel.load_game("dixie")
    wanted = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="what one player knows"):
        game.make_py_observer(wanted)
