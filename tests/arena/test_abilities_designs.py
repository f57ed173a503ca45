"""Balance of the designs, and the parts of an experiment."""

from itertools import combinations

import numpy as np
import pytest

from dixie_arena.ability_effects.designs import (
    COUNT,
    blocks,
    carousel_replicate,
    deal_replicate,
    swap_replicate,
)
from dixie_arena.ability_effects.experiment import Cell, Experiment
from dixie_arena.config import ArenaError
from tests.arena.abilities_helpers import setup


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_ability_meets_every_other_and_every_seat_equally_often(players: int) -> None:
    for number in range(3):
        games = deal_replicate(players, 1, number)
        assert games.deals is not None
        assert len(games.deals) == len(blocks(players)) * players
        assert len(np.unique(games.seeds)) == len(games.seeds)
        for seat in range(players):
            assert set(np.bincount(games.deals[:, seat], minlength=COUNT + 1)[1:]) == {
                len(games.deals) // COUNT
            }
        meetings = np.zeros((COUNT + 1, COUNT + 1), int)
        for one, other in combinations(range(players), 2):
            np.add.at(meetings, (games.deals[:, one], games.deals[:, other]), 1)
        both = (meetings + meetings.T)[1:, 1:][np.triu_indices(COUNT, 1)]
        assert len(set(both.tolist())) == 1


def test_replicates_differ_and_depend_on_the_seed_alone() -> None:
    first, again, other = deal_replicate(4, 1, 0), deal_replicate(4, 1, 0), deal_replicate(4, 1, 1)
    assert first.deals is not None and again.deals is not None and other.deals is not None
    assert (first.deals == again.deals).all() and (first.seeds == again.seeds).all()
    assert (first.deals != other.deals).any() and (first.seeds != other.seeds).all()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_swapped_twins_share_everything_but_one_ability(players: int) -> None:
    for number in range(2 * players):
        games = swap_replicate(players, 1, number)
        assert games.deals is not None
        seat = number % players
        assert (games.focal.sum(axis=1) == 1).all() and games.focal[:, seat].all()
        assert len(set(games.seeds.tolist())) == 1
        assert sorted(games.deals[:, seat].tolist()) == list(range(1, COUNT + 1))
        assert all(len(set(deal)) == players for deal in games.deals.tolist())
        others = np.delete(games.deals, seat, axis=1)
        common = np.array([np.bincount(column).argmax() for column in others.T])
        changed = (others != common).sum(axis=1)
        assert changed.max() <= 1 and (changed == 1).sum() == players - 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_on_the_carousel_every_seat_holds_each_ability_once(players: int) -> None:
    games = carousel_replicate(players, 1, 3)
    assert games.deals is not None
    assert len(set(games.seeds.tolist())) == 1 and games.focal.all()
    for seat in range(players):
        assert sorted(games.deals[:, seat].tolist()) == list(range(1, COUNT + 1))
    assert all(len(set(deal)) == players for deal in games.deals.tolist())


def test_parts_cover_all_replicates_of_all_cells_once() -> None:
    cells = (Cell("dealt", "sane", setup(), 700), Cell("swap", "sane", setup(), 333))
    experiment = Experiment("some", cells, 5)
    seen = []
    for index in range(experiment.chunks):
        cell, part = experiment.locate(index)
        seen += [(cell, number) for number in cells[cell].part(part)]
    assert seen == [(cell, number) for cell in (0, 1) for number in range(cells[cell].replicates)]
    assert experiment.games == 720 + 340
    assert sum(experiment.games_in_chunk(index) for index in range(experiment.chunks)) == experiment.games
    assert Experiment.from_object(experiment.as_object()) == experiment


def test_wrong_experiments_are_refused() -> None:
    with pytest.raises(ArenaError, match="a design must be one of dealt"):
        Cell("guessed", "sane", setup(), 10)
    with pytest.raises(ArenaError, match="number of games must be from 1 to 1000000000, not 0"):
        Cell("dealt", "sane", setup(), 0)
    with pytest.raises(ArenaError, match="the seed of an experiment must be from 0"):
        Experiment("some", (), -1)
    with pytest.raises(ArenaError, match="not a description of an experiment"):
        Experiment.from_object({"cells": [{}]})
