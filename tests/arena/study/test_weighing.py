"""From games to weights of boards, to samples of them, and to the most plausible board."""

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from dixie_arena.studying.board_posterior import board_vector, describe_boards, nearest_board
from dixie_arena.studying.boards import DrawnBoard, make_board
from dixie_arena.studying.evidence_weight import EvidenceWeights
from dixie_arena.studying.weighing import Weighed, more_games, read_weighings, without_markers
from dixie_arena.weigh import Games, weigh
from dixie_env.boards.evidence import SUMMARIES, load_evidence
from dixie_env.boards.prior import load_prior

EVIDENCE = load_evidence()
LEVELS = tuple(load_prior("standard").track_length)


def table(
    board: int, games: int, share: float, players: tuple[int, ...] = (3, 4, 5), seed: int = 1
) -> pa.Table:
    """Games in which every summary has this share."""
    random = np.random.default_rng([seed, board])
    parts = []
    for count in players:
        lineups = np.where(np.arange(5) < count, random.integers(2, size=(games, 5)), -1)
        columns: dict[str, Any] = {
            "board": np.full(games, board, np.int32),
            "players": np.full(games, count, np.int8),
        }
        columns |= {f"agent_{seat}": lineups[:, seat].astype(np.int8) for seat in range(5)}
        columns |= {str(name): (random.random(games) < share).astype(float) for name in SUMMARIES}
        parts.append(pa.table(columns))
    return pa.concat_tables(parts)


def test_games_of_several_stages_count_together():
    first, more = [table(board, 40, 0.1 * board) for board in range(3)], table(1, 60, 0.1, seed=2)
    found = read_weighings([pa.concat_tables(first), more], EVIDENCE, 2, 3)
    assert [one.games for one in found] == [120, 300, 120]
    rows = pa.concat_tables([first[1], more]).to_pandas()
    played = [
        Games(
            count,
            part[[f"agent_{seat}" for seat in range(count)]].to_numpy().astype(np.int32),
            {name: part[name].to_numpy() for name in SUMMARIES},
        )
        for count, part in rows.groupby("players")
    ]
    assert found[1].as_object() == weigh(played, EVIDENCE, 2).as_object()


def test_only_believable_boards_get_more_games():
    found = read_weighings([table(0, 40, 0.0), table(1, 40, 0.06), table(2, 40, 0.9)], EVIDENCE, 2, 3)
    assert found[2].log_weight < -6
    more = more_games(found, 40, 20, 600)
    assert set(more) == {0, 1}
    assert more[0] == 20  # no error at all
    assert 20 < more[1] < 600 and more[1] % 10 == 0
    assert more_games(found, 40, 20, 30)[1] == 30


def test_the_limit_reading_drops_what_is_said_of_markers():
    kept = [one.key for one in without_markers(EVIDENCE).statements]
    assert kept == ["pit_rare", "positive_rare", "track_end"]
    assert len(EVIDENCE.statements) == 6
    only = EVIDENCE.model_copy(update={"statements": EVIDENCE.statements[3:]})
    with pytest.raises(ValueError, match="nothing is left"):
        without_markers(only)


def weighed(log: np.ndarray) -> Weighed:
    boards = tuple(DrawnBoard(number, LEVELS[number % 7]) for number in range(len(log)))
    evidence = EvidenceWeights(("a", "b"), ("only a", "only b"), log)
    return Weighed(boards, LEVELS, evidence, log.sum(axis=1) >= -6)


def test_weights_and_what_is_left_out():
    log = np.zeros((70, 2))
    log[::7, 0] = -2.0  # length 6
    log[1::7, 1] = -9.0  # length 7 is dropped
    found = weighed(log)
    shares = found.length_shares(found.weights)
    assert shares["7"] == 0 and shares["6"] / shares["8"] == pytest.approx(np.exp(-2))
    others = found.alternatives()
    assert set(others) == {"a", "b", "no evidence"}
    assert list(found.length_shares(others["no evidence"]).values()) == pytest.approx([1 / 7] * 7)
    without = found.length_shares(others["b"])
    assert without["7"] == pytest.approx(without["8"]) and without["6"] < without["8"]
    assert sum(found.best_proposal().values()) == pytest.approx(1)
    assert found.best_proposal()["7"] == pytest.approx(0.05)
    sample = found.sample(20, 1)
    assert len(sample.boards) == 20 and not (sample.boards % 7 == 1).any()
    assert (found.sample_others(20, 1).boards % 7 == 1).any()
    rows = found.rows()
    assert rows[1]["log_weight_b"] == -9 and not rows[1]["kept"] and rows[1]["weight"] == 0


def test_the_most_plausible_board_is_the_nearest_of_the_commonest_length():
    drawn = [DrawnBoard(number, 9 if number < 12 else 6) for number in range(16)]
    boards = [make_board("standard", 1_000_001, one) for one in drawn]
    prior = np.full(16, 1 / 16)
    weights = np.array([0.06] * 12 + [0.07] * 4)
    number = nearest_board(boards, prior, weights)
    assert number < 12
    vectors = np.array([board_vector(board) for board in boards[:12]])
    spread = vectors.std(axis=0)
    apart = (vectors - vectors.mean(axis=0))[:, spread > 0] / spread[spread > 0]
    assert number == int((apart**2).sum(axis=1).argmin())
    heavy = np.where(np.arange(16) == 5, 10.0, 0.01)
    assert nearest_board(boards, prior, heavy / heavy.sum()) == 5


def test_numbers_of_the_board_before_and_after():
    boards = [
        make_board("standard", 1_000_001, DrawnBoard(number, LEVELS[number % 7])) for number in range(70)
    ]
    prior = np.full(70, 1 / 70)
    weights = np.where(np.arange(70) % 7 == 6, 0.5 / 10, 0.5 / 60)
    rows = {row["key"]: row for row in describe_boards(boards, prior, weights)}
    length = rows["track_length"]
    assert length["edge"] == 12
    assert length["prior"]["mean"] == pytest.approx(9)
    assert length["levels"][-1] == {
        "value": 12,
        "prior": pytest.approx(1 / 7),
        "posterior": pytest.approx(0.5),
    }
    assert all(row["edge"] is None for row in describe_boards(boards, prior, prior))
