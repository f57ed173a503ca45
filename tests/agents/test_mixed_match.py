"""Matches with different rules in one call are the same games as separate matches."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dixie_agents import Agent, make_agent, play_matches
from dixie_agents.compiled.match import MatchLoop
from dixie_env import Game, StateError, make_rules
from dixie_env.boards.sampler import draw
from dixie_env.engine import CompiledRules
from tests.agents.foreign import FirstOption, Wrapped, WrappedSane

EDITIONS = ("de", "proto", "fr", "en", "pl")


def all_rules() -> list[CompiledRules]:
    """All editions, 2 to 5 players, boards of three lengths."""
    return [
        make_rules(players, edition, draw("wide", 8, number, length=(6, 9, 12)[number % 3]), rounds=3)
        for number, (edition, players) in enumerate((e, p) for e in EDITIONS for p in (5, 2, 3, 4))
    ]


def padded(rules: list[CompiledRules], which: NDArray[Any], agents: int) -> NDArray[np.int64]:
    """Line-ups, drawn at random."""
    lineups = np.random.default_rng(3).integers(agents, size=(len(which), 5))
    for lineup, number in zip(lineups, which.tolist(), strict=True):
        lineup[rules[number].players :] = -1
    return lineups


def separately(
    rules: list[CompiledRules],
    which: NDArray[Any],
    agents: list[Agent],
    lineups: Any,
    seeds: Any,
    **options: Any,
) -> tuple[NDArray[np.void], NDArray[np.int64], NDArray[np.int64]]:
    """States, decisions and decisions by agent of the same games, with one match for each kind of rules."""
    states: Any = None
    decisions = np.zeros((len(which), 5), np.int64)
    made = np.zeros(len(agents), np.int64)
    for number, record in enumerate(rules):
        rows = np.flatnonzero(which == number)
        own = {key: value[rows, : record.players] for key, value in options.items()}
        results = play_matches(record, agents, lineups[rows, : record.players], seeds[rows], **own)
        states = np.zeros(len(which), results.states.dtype) if states is None else states
        states[rows], decisions[rows] = results.states, results.decisions
        made += results.agent_decisions
    return states, decisions, made


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "names",
    [
        ["random", "sane"],
        ["balanced", "mcts:5"],
        ["ppo:zoo/second", "mcts:5:ppo:zoo/second", "greedy"],
        ["python", "sane"],
    ],
    ids=str,
)
def test_mixed_matches_are_the_separate_ones(names: list[str], threads: int) -> None:
    agents = [Wrapped() if name == "python" else make_agent(name) for name in names]
    rules = all_rules()
    which = np.random.default_rng(1).integers(len(rules), size=60)
    lineups, seeds = padded(rules, which, len(agents)), np.arange(60)
    results = play_matches(rules, agents, lineups, seeds, index=which, threads=threads)
    states, decisions, made = separately(rules, which, agents, lineups, seeds)
    assert results.states.tobytes() == states.tobytes()
    assert (results.decisions == decisions).all() and (results.agent_decisions == made).all()
    assert results.agent_decisions.sum() == results.decisions.sum()
    absent = lineups < 0
    assert absent.any() and (results.lineups == lineups).all()
    assert results.scores.shape == results.ranks.shape == results.win_shares.shape == (60, 5)
    assert not results.scores[absent].any() and not results.ranks[absent].any()
    assert not results.win_shares[absent].any() and (results.ranks[~absent] > 0).all()
    assert results.win_shares.sum(axis=1) == pytest.approx(np.ones(60))


def test_who_is_compiled_changes_nothing() -> None:
    rules = all_rules()
    lineups, seeds = padded(rules, np.arange(40) % 20, 2), np.arange(40)
    states = [
        play_matches(rules, agents, lineups, seeds).states.tobytes()
        for agents in ([make_agent("random"), make_agent("sane")], [Wrapped(), WrappedSane()])
    ]
    assert states[0] == states[1]


def test_python_agents_observe_the_board_of_their_own_game() -> None:
    rules = [make_rules(3, board=draw("wide", 8, n, length=n)) for n in (6, 12)]
    loop = MatchLoop(rules, [None], np.zeros((4, 3), np.int32), np.arange(4, dtype=np.uint64), 0)
    rows = np.array([3, 0])
    observations, _, _ = loop.ask(rows, board=True)
    for observation, row in zip(observations, rows.tolist(), strict=True):
        assert (observation == Game(rules[row % 2], row).observe(board=True)).all()
        assert loop.known_game(row).rules is rules[row % 2]


def test_dealt_abilities_of_mixed_games() -> None:
    agents = [make_agent("sane"), FirstOption()]
    rules = [make_rules(players, rounds=2) for players in (2, 5, 3)]
    which = np.arange(30) % 3
    lineups, seeds = padded(rules, which, 2), np.arange(30)
    deals = np.where(
        lineups >= 0, np.random.default_rng(2).permuted(np.tile(range(1, 11), (30, 1)), axis=1)[:, :5], -1
    )
    results = play_matches(rules, agents, lineups, seeds, deals=deals)
    states, _, _ = separately(rules, which, agents, lineups, seeds, deals=deals)
    assert results.states.tobytes() == states.tobytes()
    present = lineups >= 0
    dealt = MatchLoop(rules, [None, None], lineups, seeds.astype(np.uint64), 0, deals.astype(np.int8)).states
    assert (dealt["ability"][present] == deals[present]).all()
    for wrong, says in (
        (np.where(present, deals, 0), "-1 for absent"),
        (np.where(present, deals, deals), "different"),
    ):
        wrong[1, :2] = 4
        with pytest.raises(ValueError, match=says):
            play_matches(rules, agents, lineups, seeds, deals=wrong)


@pytest.mark.parametrize(
    ("lineup", "index", "says"),
    [
        ([0, 0, 0], [0], r"game 0 has 2 players: .* -1 for each absent seat, not \[0, 0, 0\]"),
        ([0, 0, -1], [1], "line-ups must name agents 0 to 0, not -1 to 0"),
        ([0, 1, -1], [0], "line-ups must name agents 0 to 0, not 0 to 1"),
        ([0, 0], [0], r"line-ups must be integers of shape \(games, 3\)"),
        ([0, 0, -2], [0], "-1 for each absent seat"),
        ([0, 0, 0], [2], "index must name rules 0 to 1, not 2 to 2"),
        ([0, 0, 0], [1.0], "index must be 1 integers"),
        ([0, 0, 0], [1, 1], "index must be 1 integers"),
    ],
)
def test_bad_mixed_games_are_refused(lineup: list[int], index: list[Any], says: str) -> None:
    rules = [make_rules(2), make_rules(3)]
    with pytest.raises(ValueError, match=says):
        play_matches(rules, [make_agent("random")], [lineup], [1], index=index)


def test_rules_of_the_wrong_type_are_refused() -> None:
    wrong: Any = [make_rules(2), "de"]
    with pytest.raises(TypeError, match="number 1 is 'de'"):
        play_matches(wrong, [make_agent("random")], [[0, 0]], [1])


# --- the loop ----------------------------------------------------------------------------------------------


def make_loop(rules: Any, games: int, **options: Any) -> MatchLoop:
    return MatchLoop(
        rules, [None], np.zeros((games, 5), np.int32), np.arange(games, dtype=np.uint64), 0, **options
    )


def test_a_new_game_has_the_rules_that_were_set() -> None:
    old, new = make_rules(3), make_rules(5, "pl")
    loop = make_loop(old, 3)
    loop.set_rules(1, new)
    assert loop.players.tolist() == [3, 3, 3] and loop.rules_of(1) is old
    rows = np.array([0, 1])
    loop.begin(rows, np.array([7, 8], np.uint64), np.zeros((2, 5), np.int32))
    assert loop.players.tolist() == [3, 5, 3] and loop.rules_of(1) is new
    assert loop.known_game(1).rules is new
    for row, rules, seed in ((0, old, 7), (1, new, 8)):
        assert loop.states[row].tobytes() == Game(rules, seed).state.tobytes()
    loop.set_rules(2, new)
    before = loop.states.tobytes()
    with pytest.raises(ValueError, match="row 2 has 5 players, but its line-up has 3"):
        loop.begin(np.array([0, 2]), np.array([1, 2], np.uint64), np.zeros((2, 3), np.int32))
    assert loop.states.tobytes() == before
    with pytest.raises(ValueError, match="line-ups have 3 players, but a game has 5"):
        MatchLoop([old, new], [None], np.zeros((2, 3), np.int32), np.arange(2, dtype=np.uint64), 0)


def test_saved_loops_keep_their_rules() -> None:
    rules = [make_rules(2), make_rules(4), make_rules(3)]
    loop = make_loop(rules, 5, index=[2, 0, 1, 1, 0])
    loop.set_rules(0, rules[1])
    twin = make_loop(rules, 5)
    twin.load(loop.save())
    assert twin.players.tolist() == [3, 2, 4, 4, 2] and twin.states.tobytes() == loop.states.tobytes()
    for one in (loop, twin):
        one.begin(np.array([0]), np.array([9], np.uint64), np.zeros((1, 4), np.int32))
    assert twin.players[0] == 4 and twin.states.tobytes() == loop.states.tobytes()
    with pytest.raises(StateError, match="saved state 0"):
        twin.load({**loop.save(), "rules_index": np.zeros(5, np.int32)})
    assert twin.states.tobytes() == loop.states.tobytes()
