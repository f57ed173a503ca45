"""The prior: centred where its file says, within its ranges, and the same for ever."""

import json
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from dixie_env import Game, make_rules
from dixie_env.boards.names import EVALUATION_SEEDS, check_board, check_seed, parse_name
from dixie_env.boards.prior import TILE_ROWS, load_prior, prior_names
from dixie_env.boards.sampler import draw, stretch
from dixie_env.boards.stream import FIELDS, Stream, fnv1a, mix
from dixie_env.config import FOODS, ROW_OF_SPACE, Board, ConfigError, load_board
from dixie_env.paths import configs_dir
from tests.boards import golden

DRAWS = 3000
ROWS = ("track_penalties", "track_rewards", "silver_per_gold", "gold_per_ring", *TILE_ROWS)


@pytest.fixture(scope="module", params=["standard", "wide"])
def drawn(request) -> tuple[str, list[Board]]:
    """The name of a prior and 3,000 boards of length 7."""
    return request.param, [draw(request.param, 20, number, length=7) for number in range(DRAWS)]


@pytest.fixture(scope="module", params=["standard", "wide"])
def free(request) -> tuple[str, list[Board]]:
    """The name of a prior and 1,500 boards of any length."""
    return request.param, [draw(request.param, 21, number) for number in range(1500)]


def within(values, mean, errors: float = 4) -> bool:
    """Whether the mean of draws (draws x entries) is where it should be."""
    values = np.asarray(values, float)
    error = values.std(axis=0, ddof=1) / np.sqrt(len(values))
    return bool((abs(values.mean(axis=0) - mean) <= errors * error + 1e-6).all())


# --- the random numbers ------------------------------------------------------------------------------------


def test_the_stream_is_the_documented_one():
    assert mix(0x9E3779B97F4A7C15) == 0xE220A8397B1DCDAF  # the first number of splitmix64 with seed 0
    assert fnv1a("") == 0xCBF29CE484222325 and fnv1a("a") == 0xAF63DC4C8601EC8C
    x = 0
    for word in (fnv1a("standard"), 7, 3, FIELDS["icons"], 5):
        x = mix(((x ^ word) + 0x9E3779B97F4A7C15) % 2**64)
    assert Stream("standard", 7, 3, "icons").unit(5) == (x >> 11) / 2**53


def test_units_are_even_and_streams_independent():
    at = [("standard", 1, 0), ("wide", 1, 0), ("standard", 2, 0), ("standard", 1, 1)]
    streams = [Stream(*place, field) for place in at for field in FIELDS]
    units = np.array([[stream.unit(counter) for counter in range(2000)] for stream in streams])
    assert units.min() >= 0 and units.max() < 1
    assert (abs(units.mean(axis=1) - 0.5) < 4.5 / np.sqrt(12 * 2000)).all()
    correlations = np.corrcoef(units)[np.triu_indices(len(streams), 1)]
    assert abs(correlations).max() < 5 / np.sqrt(2000)


def test_inverse_distribution_functions():
    stream = Stream("standard", 1, 1, "icons")
    for counter in range(50):
        unit = stream.unit(counter)
        assert stream.one_of(counter, "abc") == "abc"[int(unit * 3)]
        assert stream.between(counter, 2, 4) == 2 + 2 * unit


# --- centred, in range, in order ---------------------------------------------------------------------------


def test_numbers_have_the_means_of_the_file(drawn):
    name, boards = drawn
    means = load_prior(name).means
    for key in ROWS:
        assert within([getattr(board, key) for board in boards], getattr(means, key)), key
    assert within([[len(board.mine_symbols)] for board in boards], means.mine_symbols)
    for key, results in (("whip_die", (1, 2, 3)), ("casino_die", ("food", "silver", "gold"))):
        faces = [[getattr(board, key).count(result) for result in results] for board in boards]
        assert within(faces, getattr(means, key)), key
    for row in (1, 2):
        spaces = [str(space) for space, at in enumerate(ROW_OF_SPACE, start=1) if at == row]
        shares = [
            [sum(board.icons[space].get(food, 0) for space in spaces) / (row * len(spaces)) for food in FOODS]
            for board in boards
        ]
        assert within(shares, means.icons), row
        for space in spaces:
            one = [[board.icons[space].get(food, 0) / row for food in FOODS] for board in boards]
            assert within(one, means.icons), space


def test_the_means_are_those_of_the_standard_board_but_for_the_highest_prices():
    means, standard = load_prior("standard").means, load_board("standard")
    for key in ROWS:
        stated, printed = getattr(means, key), list(getattr(standard, key))
        assert stated == printed or (stated[:4] == printed[:4] and "per" in key), key


def test_mine_symbols_stand_where_they_should(free):
    _, boards = free
    for count in {len(board.mine_symbols) for board in boards}:
        symbols = [board.mine_symbols for board in boards if len(board.mine_symbols) == count]
        assert within(symbols, np.arange(1, count + 1) * 60 / (count + 1)), count
        for row in symbols:
            for place, symbol in enumerate(row, start=1):
                assert abs(symbol - place * 60 / (count + 1)) <= 0.15 * 60 / (count + 1) + 1


def test_lengths_are_equally_likely(free):
    name, boards = free
    lengths = {"standard": range(6, 13), "wide": range(5, 15)}[name]
    found = Counter(board.track_length for board in boards)
    assert set(found) == set(lengths)
    expected = len(boards) / len(lengths)
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 30
    counts = {"standard": {4, 5, 6}, "wide": {3, 4, 5, 6, 7}}[name]
    assert {len(board.mine_symbols) for board in boards} == counts


def test_every_board_is_in_range_and_in_order(free):
    name, boards = free
    most = {"standard": (5, 5), "wide": (6, 6)}[name]
    for board in boards:
        length = board.track_length
        assert board.pit == 60 and board.golden == 5
        assert board.track_penalties[-2:] == (0, 0) and max(board.track_penalties) <= most[0]
        assert board.track_rewards == (0,) * (length - 1) + (1,)
        for key in ("silver_per_gold", "gold_per_ring"):
            row = getattr(board, key)
            assert row[3] == 2 and set(row[4:]) <= {1, 2} and min(row[:4]) == 2 and max(row) <= most[1]
            assert row[0] >= row[1] == row[2]
        for key in ("track_penalties", "silver_per_gold", "gold_per_ring", "servant_tiles", "ring_tiles"):
            assert all(a >= b for a, b in pairwise(getattr(board, key))), key
        assert all(a <= b for a, b in pairwise(board.offering_tiles))
        assert min(min(getattr(board, key)) for key in TILE_ROWS) >= 1
        assert len(board.whip_die) == len(board.casino_die) == 6
        assert set(board.whip_die) == {1, 2, 3} and set(board.casino_die) == {"food", "silver", "gold"}
        row_1 = Counter(food for space in range(1, 6) for food in board.icons[str(space)])
        assert max(row_1.values()) == 2 and sum(row_1.values()) == 5
        for space, row in enumerate(ROW_OF_SPACE, start=1):
            assert len(board.icons[str(space)]) == min(row, 3)
        assert board.length_status == "assumed"
        assert board.statuses("track_penalties") == ("assumed",) * (length - 2) + ("known",) * 2
    for key in ROWS[2:]:
        assert len({getattr(board, key) for board in boards}) > 15, key


def test_fields_are_independent():
    boards = [draw("standard", 5, number, length=8) for number in range(1200)]
    numbers = np.array(
        [
            [
                board.track_penalties[0],
                board.silver_per_gold[0],
                board.silver_per_gold[6],
                board.gold_per_ring[0],
                board.gold_per_ring[6],
                len(board.mine_symbols),
                *(getattr(board, key)[3] for key in TILE_ROWS),
                board.whip_die.count(1),
                board.casino_die.count("gold"),
                *(board.icons[space].get("apple", 0) for space in ("1", "6", "7", "13", "14")),
            ]
            for board in boards
        ],
        float,
    )
    correlations = np.corrcoef(numbers.T)[np.triu_indices(numbers.shape[1], 1)]
    assert abs(correlations).max() < 4.5 / np.sqrt(len(boards))


@pytest.mark.parametrize(
    ("places", "row"),
    [
        (0, []),
        (1, [2]),
        (2, [3, 1]),
        (3, [3, 2, 1]),
        (4, [3, 8 / 3, 2, 1]),
        (5, [3, 3, 2, 2, 1]),
        (9, [3, 3, 3, 2.5, 2, 2, 2, 1.5, 1]),
    ],
)
def test_rows_are_stretched_in_straight_lines(places, row):
    assert stretch([3, 3, 2, 2, 1], places) == pytest.approx(row)


def test_a_single_space_above_the_fourth_costs_1_most_often():
    boards = [draw("wide", 3, number, length=5) for number in range(800)]
    assert within([[board.gold_per_ring[4]] for board in boards], 1.2)


@pytest.mark.parametrize("length", [3, 4, 5, 32])
def test_any_length_can_be_held(length):
    board = draw("standard", 3, 1, length=length)
    assert board.track_length == length and board.name is None
    Game(make_rules(4, board=board), 1)


# --- names -------------------------------------------------------------------------------------------------


def test_golden_boards_are_for_ever():
    stored = json.loads(golden.FILE.read_text(encoding="utf-8"))
    assert tuple(stored) == golden.NAMES and len(stored) == 10
    for name, board in stored.items():
        assert load_board(name).as_object() == board, name


def test_a_name_is_a_board_wherever_one_is_accepted():
    name = "prior:standard:7:3"
    board = load_board(name)
    assert board.name == name and board == draw("standard", 7, 3) and load_board(name) is board
    rules = make_rules(3, board=name)
    assert rules.config.board == board
    header = rules.config.header()["board"]
    assert header == board.as_object()
    assert load_board(header) == board


def test_seeds_numbers_and_priors_give_other_boards():
    names = [
        f"prior:{prior}:{seed}:{number}" for prior in prior_names() for seed in (1, 2) for number in (1, 2)
    ]
    assert len({load_board(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "name",
    [
        "prior:", "prior:standard", "prior:standard:1", "prior:standard:1:", "prior:standard:-1:2",
        "prior:standard:01:2", "prior:standard:1:2:3", "prior:narrow:1:2", "prior:standard:1:2 ",
        "prior:standard:1:9223372036854775808", "prior:standard:1.5:2", "prior:standard:\u0661:2",
    ],
)  # fmt: skip
def test_wrong_names_are_explained(name):
    with pytest.raises(
        ConfigError, match=r"named prior:PRIOR:SEED:NUMBER, .* PRIOR is standard or wide"
    ) as caught:
        load_board(name)
    assert "\n" not in str(caught.value)


def test_seeds_have_their_purpose():
    assert parse_name("prior:wide:7:3") == ("wide", 7, 3)
    assert EVALUATION_SEEDS == 1_000_000
    check_seed(999_999, "training")
    check_seed(1_000_000, "evaluation")
    with pytest.raises(ConfigError, match="for training are drawn with seeds below 1,000,000, not 1,000,000"):
        check_seed(1_000_000, "training")
    with pytest.raises(ConfigError, match="for evaluation are drawn with seeds 1,000,000 or more, not 0"):
        check_seed(0, "evaluation")


def test_boards_have_their_purpose(tmp_path):
    low, high = load_board("prior:wide:999999:3"), load_board("prior:wide:1000000:3")
    check_board(low, "training")
    check_board(high, "evaluation")
    with pytest.raises(ConfigError, match=r"^board 'prior:wide:1000000:3': boards for training .* below"):
        check_board(high, "training")
    with pytest.raises(ConfigError, match=r"^board 'prior:wide:999999:3': boards for evaluation .* or more"):
        check_board(low, "evaluation")
    for board in (load_board("standard"), load_board(high.as_object())):
        check_board(board, "training")
        check_board(board, "evaluation")


# --- files -------------------------------------------------------------------------------------------------


def test_shipped_priors():
    assert prior_names() == ("standard", "wide")
    for name in prior_names():
        assert load_prior(name).name == name and load_prior(name) is load_prior(name)


def test_a_prior_of_ones_own(tmp_path):
    text = (configs_dir() / "priors" / "standard.yaml").read_text(encoding="utf-8")
    file = tmp_path / "mine.yaml"
    file.write_text(text.replace("[6, 7, 8, 9, 10, 11, 12]", "[9]"), encoding="utf-8")
    board = draw(file, 1, 1)
    assert board.track_length == 9 and board.name is None  # `prior:standard:1:1` is another board
    file.write_text(text, encoding="utf-8")
    assert draw(file, 1, 1) == draw("standard", 1, 1)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("pit: 60", "pit: deep", "pit: Input should be a valid integer"),
        ("shift: 0.15", "shift: 0.5", "mine_symbols.shift: Input should be less than 0.5"),
        ("apple: 2, bread: 2, honey: 2", "apple: 2, bread: 2", "there are 4 to draw from"),
        ("pit: 60", "pit: 6", "6 of them have no room below 6"),
        ("golden: 5", "gold: 5", "gold: Extra inputs are not permitted"),
    ],
)
def test_wrong_priors_are_explained(tmp_path, old, new, says):
    text = (configs_dir() / "priors" / "standard.yaml").read_text(encoding="utf-8")
    file = tmp_path / "mine.yaml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError, match=says) as caught:
        load_prior(file)
    assert str(caught.value).startswith(f"{file}: ")


def test_arguments_are_checked():
    with pytest.raises(ConfigError, match="available: standard, wide, or a file"):
        load_prior("narrow")
    wrong: Any
    for wrong in (-1, 1.0, True, "7", 2**63):
        with pytest.raises(ConfigError, match="seed must be a whole number from 0 to"):
            draw("standard", wrong, 0)
        with pytest.raises(ConfigError, match="number must be a whole number from 0 to"):
            draw("standard", 0, wrong)
    for wrong in (2, 33):
        with pytest.raises(ConfigError, match="length must be a whole number from 3 to 32"):
            draw("standard", 0, 0, length=wrong)
