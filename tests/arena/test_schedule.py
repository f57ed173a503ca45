"""The schedule: fair by design, and made from the seed alone."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from dixie_arena.schedule import Schedule, ScheduleError, make_schedule

CASES = list(product((1, 2, 3, 4, 5, 6, 9), (2, 3, 4, 5), ("all", "sampled", "duels")))


def schedule(agents: int, players: int, mode: str, rounds: int = 5, seed: int = 3) -> Schedule:
    return Schedule(agents, players, mode, rounds, seed)


@pytest.mark.parametrize(("agents", "players", "mode"), CASES)
def test_everyone_has_the_same_seats_in_every_round(agents: int, players: int, mode: str) -> None:
    if mode == "duels" and agents == 1:
        return
    plan = schedule(agents, players, mode)
    for number in range(plan.blocks):
        tables = plan.seatings(number, number + 1)[0]
        assert tables.shape == (plan.lineups, players, players)
        for seat in range(players):
            counts = Counter(tables[:, :, seat].ravel().tolist())
            assert set(counts) == set(range(agents))
            assert len(set(counts.values())) == 1


@pytest.mark.parametrize(("agents", "players", "mode"), [*CASES, (3, 4, "drawn"), (2, 5, "drawn")])
def test_every_lineup_is_played_in_all_rotations(agents: int, players: int, mode: str) -> None:
    if mode == "duels" and agents == 1:
        return
    for table in schedule(agents, players, mode).seatings(0, 1)[0]:
        rotations = {tuple(row) for row in table.tolist()}
        assert len(rotations) == (1 if len(set(table[0].tolist())) == 1 else players)
        for turn in range(players):
            assert (table[turn] == np.roll(table[0], turn)).all()


@pytest.mark.parametrize(
    ("agents", "players", "lineups"),
    [(4, 4, 1), (2, 4, 1), (3, 4, 3), (6, 4, 15), (5, 2, 10), (1, 3, 1), (4, 5, 4)],
)
def test_all_lineups(agents: int, players: int, lineups: int) -> None:
    plan = schedule(agents, players, "all")
    members = {tuple(sorted(table[0].tolist())) for table in plan.seatings(0, 1)[0]}
    assert len(members) == plan.lineups == lineups
    for group in members:
        counts = [group.count(agent) for agent in range(agents)]
        assert max(counts) - min(counts) <= 1


def test_sampled_lineups_meet_everybody() -> None:
    plan = schedule(9, 4, "sampled", rounds=60)
    met = Counter(
        pair
        for number in range(plan.blocks)
        for table in plan.seatings(number, number + 1)[0]
        for pair in product(set(table[0].tolist()), repeat=2)
    )
    assert all(met[pair] > 0 for pair in product(range(9), repeat=2))


def test_drawn_lineups_are_independent_seats() -> None:
    """Every agent is there in every block, and all tables come up as often as they should."""
    plan = schedule(3, 3, "drawn", rounds=2000)
    tables = plan.seatings(0, plan.blocks)[:, :, 0]
    assert plan.lineups == 3
    for agent in range(3):
        assert (tables == agent).any(axis=(1, 2)).all()
    members = Counter(tuple(sorted(table)) for table in tables.reshape(-1, 3).tolist())
    for table, count in members.items():
        orders = {3: 1, 2: 3, 1: 6}[max(Counter(table).values())]
        assert count / 6000 == pytest.approx(orders / 27, abs=0.02)
    assert len(members) == 10


def test_duels_are_one_against_copies() -> None:
    for table in schedule(3, 4, "duels").seatings(0, 1)[0]:
        assert sorted(Counter(table[0].tolist()).values()) == [1, 3]


def test_a_challenge_is_the_first_one_alone() -> None:
    tables = schedule(3, 4, "challenge").seatings(0, 1)[0]
    assert [sorted(table[0].tolist()) for table in tables] == [[0, 1, 1, 1], [0, 2, 2, 2]]


def test_it_depends_on_the_seed_alone() -> None:
    one, same, other = (schedule(6, 4, "sampled", seed=seed) for seed in (1, 1, 2))
    assert (one.seatings(0, 5) == same.seatings(0, 5)).all()
    assert (one.seatings(2, 4) == one.seatings(0, 5)[2:4]).all()
    assert (one.seeds() == same.seeds()).all()
    assert (one.seeds(2, 4) == one.seeds()[2:4]).all()
    assert (one.seeds() != other.seeds()).all()
    assert len(set(one.seeds().tolist())) == one.blocks


@pytest.mark.parametrize(
    ("agents", "games", "mode", "rounds"),
    [
        (4, 400, "all", 100),
        (4, 401, "all", 101),
        (4, 1, "all", 1),
        (6, 100, "sampled", 9),
        (6, 1800, "all", 30),
    ],
)
def test_games_are_rounded_up_to_whole_rounds(agents: int, games: int, mode: str, rounds: int) -> None:
    plan = make_schedule(agents, 4, games, seed=1)
    assert (plan.mode, plan.blocks) == (mode, rounds)
    assert plan.games >= games > plan.games - plan.games_in_block


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0, 4, 10, 1, "auto"), "at least one agent"),
        ((2, 4, 0, 1, "auto"), "1 or more, not 0"),
        ((2, 4, 10, 1, "some"), "auto, all, sampled, drawn, duels, challenge"),
        ((1, 4, 10, 1, "duels"), "at least 2"),
    ],
)
def test_what_can_not_be(arguments: tuple[int, int, int, int, str], words: str) -> None:
    with pytest.raises(ScheduleError, match=words):
        make_schedule(*arguments)
