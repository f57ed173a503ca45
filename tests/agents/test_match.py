"""Games depend on rules, seed, stream and line-up, never on how they are played."""

import numpy as np
import pytest

from dixie_agents import Agent, decision_key, make_agent, play_matches
from dixie_agents.compiled.match import MatchLoop, observe_states
from dixie_env import Game, IllegalChoice, make_rules
from dixie_env.engine.model import OPTION_COUNT
from tests.agents.foreign import FirstOption, Illegal, Misshapen, Wrapped, WrappedSane

RULES = make_rules(4)
GAMES = 40
SEEDS = np.arange(100, 100 + GAMES)
LINEUPS = np.arange(GAMES)[:, None] // np.array([1, 2, 4, 8]) % 2  # all 16 of two agents on four seats


def states_of(agents: list[Agent], **options: int) -> bytes:
    return play_matches(RULES, agents, LINEUPS, SEEDS, **options).states.tobytes()


@pytest.fixture(scope="module")
def reference() -> bytes:
    return states_of([make_agent("random"), make_agent("sane")])


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(reference: bytes, threads: int) -> None:
    assert states_of([make_agent("random"), make_agent("sane")], threads=threads) == reference


@pytest.mark.parametrize("threads", [1, 2])
def test_who_is_compiled_changes_nothing(reference: bytes, threads: int) -> None:
    assert states_of([make_agent("random"), WrappedSane()], threads=threads) == reference
    assert states_of([Wrapped(), make_agent("sane")], threads=threads) == reference
    assert states_of([Wrapped(), WrappedSane()], threads=threads) == reference


def test_batches_change_nothing(reference: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dixie_agents.match.ROWS", 7)
    assert states_of([Wrapped(), WrappedSane()]) == reference


def test_neighbours_change_nothing(reference: bytes) -> None:
    agents = [make_agent("random"), make_agent("sane")]
    alone = [
        play_matches(RULES, agents, LINEUPS[game : game + 1], SEEDS[game : game + 1]).states.tobytes()
        for game in range(GAMES)
    ]
    assert b"".join(alone) == reference


def test_the_loop_by_hand_plays_the_same_games(reference: bytes) -> None:
    agents = [make_agent("random"), make_agent("sane")]
    for number, (seed, lineup) in enumerate(zip(SEEDS.tolist(), LINEUPS.tolist(), strict=True)):
        game, made = Game(RULES, seed), 0
        while (seat := game.seat) is not None:
            key = decision_key(0, seed, seat, made)
            game.step(agents[lineup[seat]].act_one(game.observe(), game.mask(), key, game))
            made += 1
        size = len(reference) // GAMES
        assert game.state.tobytes() == reference[size * number : size * (number + 1)]


def test_another_stream_is_other_luck(reference: bytes) -> None:
    assert states_of([make_agent("random"), make_agent("sane")], stream=1) != reference


def test_an_agent_is_asked_once_a_step() -> None:
    agent = Wrapped()
    results = play_matches(RULES, [agent], np.zeros((20, 4), np.int64), SEEDS[:20])
    assert agent.calls[0] == 20
    assert len(agent.calls) == results.decisions.sum(axis=1).max()
    assert sum(agent.calls) == results.decisions.sum() == results.agent_decisions[0]


def test_results_count_decisions_by_seat_and_agent() -> None:
    agents = [make_agent("random"), FirstOption()]
    results = play_matches(RULES, agents, LINEUPS, SEEDS)
    assert results.decisions.shape == (GAMES, 5)
    assert not results.decisions[:, 4].any()
    assert results.agent_decisions.sum() == results.decisions.sum()
    assert results.agent_decisions[1] == (results.decisions[:, :4] * LINEUPS).sum()
    assert (results.agent_seconds > 0).all()
    assert results.scores.shape == results.ranks.shape == (GAMES, 4)
    assert results.win_shares.sum(axis=1) == pytest.approx(np.ones(GAMES))


def test_an_illegal_answer_names_agent_seat_decision_and_options() -> None:
    with pytest.raises(IllegalChoice, match=r"agent 'cheat' on seat \d answered \d+ at 'draft' .*ability:"):
        play_matches(RULES, [Illegal()], [[0, 0, 0, 0]], [1])


def test_an_answer_of_another_shape_is_refused() -> None:
    with pytest.raises(IllegalChoice, match=r"agent 'Misshapen' must answer 1 decisions"):
        play_matches(RULES, [Misshapen()], [[0, 0, 0, 0]], [1])


@pytest.mark.parametrize(
    ("lineups", "seeds", "message"),
    [
        ([[0, 0, 0]], [1], "line-ups must be integers"),
        ([[0.0, 0, 0, 0]], [1], "line-ups must be integers"),
        ([[0, 0, 0, 1]], [1], "line-ups must name agents 0 to 0"),
        ([[0, 0, 0, -1]], [1], "line-ups must name agents 0 to 0"),
        ([[0, 0, 0, 0]], [1, 2], "seeds must be integers from 0"),
        ([[0, 0, 0, 0]], [-1], "seeds must be integers from 0"),
    ],
)
def test_bad_games_are_refused(lineups: list[list[int]], seeds: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        play_matches(RULES, [make_agent("random")], lineups, seeds)


def test_no_games_are_no_trouble() -> None:
    results = play_matches(RULES, [make_agent("random")], np.zeros((0, 4), np.int64), np.zeros(0, np.uint64))
    assert len(results.states) == 0


def test_a_loop_shows_any_seat_even_when_games_are_over() -> None:
    rules = make_rules(3)
    loop = MatchLoop(rules, [None], np.zeros((4, 3), np.int32), np.arange(4, dtype=np.uint64), 0)
    bot, options = make_agent("random").bot, np.zeros(4, np.int64)  # type: ignore[attr-defined]
    rows = np.arange(4)
    while (loop.states["seat"] >= 0).all():
        loop.advice(bot, 0, 4, options)
        loop.take(rows, options)
    assert (loop.states["seat"] < 0).any() and (loop.states["seat"] >= 0).any()
    vectors, masks = np.empty((4, 540), np.float32), np.empty((4, OPTION_COUNT), np.uint8)
    for seat in range(3):
        seats = np.full(4, seat)
        loop.look(seats, vectors, masks)
        assert (vectors == observe_states(rules, loop.states, seats)).all()
        for row in rows:
            over = loop.states["seat"][row] < 0
            assert masks[row].any() != over
            assert over or (masks[row] == loop.ask(rows[row : row + 1])[1][0]).all()
    with pytest.raises(ValueError, match="row 0 has no seat 3: seats are 0 to 2"):
        loop.look(np.full(4, 3), vectors, masks)
    for wrong in (
        (seats[:3], vectors, masks),
        (seats, vectors[:, :9].copy(), masks),
        (seats, vectors, masks[1:]),
    ):
        with pytest.raises(ValueError, match="4 games need as many seats"):
            loop.look(*wrong)
