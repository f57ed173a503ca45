"""Which lines a record has, plain and full, and what the result says."""

from itertools import pairwise
from typing import Any

import pytest

from dixie_env import make_rules
from dixie_env.engine import model
from dixie_env.records import Recorder, describe_result
from tests.position import Position
from tests.records.games import Line, long_game, plain, record, take


def types(lines: list[Line]) -> list[str | None]:
    return [line.get("type") for line in lines]


def scripted(*script: tuple[str, Any], full: bool = True, **options: Any) -> Recorder:
    """A game of three with cheap luck: seat 0 first, abilities 2, 3, 10."""
    rules = make_rules(3, draft="fixed", abilities=(2, 3, 10), **options)
    start = [("order", [0, 1, 2]), ("abilities", [1, 2, 3, 4, 5, 10]), ("deal", [2, 3, 10])]
    return Recorder(rules, None, ["a", "b", "c"], full=full, chance=[*start, *script])


# --- plain and full -----------------------------------------------------------------------------------------


def test_a_plain_record_has_header_chance_decisions_and_result_only() -> None:
    lines = record(rounds=2).lines
    assert "type" not in lines[0]
    assert set(types(lines[1:-1])) == {"chance", "decision"}
    assert lines[-1]["type"] == "result"
    assert not any("options" in line for line in lines)


def test_a_full_record_is_the_plain_one_with_options_and_states() -> None:
    full = record(rounds=2, full=True).lines
    assert plain(full) == record(rounds=2).lines
    decisions = [line for line in full if line.get("type") == "decision"]
    assert all(line["choice"] in line["options"] for line in decisions)
    assert types(full).count("state") == len(decisions)


def test_options_are_sorted_as_strings() -> None:
    lists = [line["options"] for line in long_game() if line.get("type") == "decision"]
    assert all(options == sorted(options) for options in lists)
    assert any(
        options.index("action:10") < options.index("action:2") for options in lists if "action:2" in options
    )


def test_a_state_line_follows_the_chance_that_its_decision_caused() -> None:
    lines = long_game()
    for before, line in pairwise(lines):
        if line.get("type") == "state":
            assert before["type"] in ("decision", "chance")
        elif line.get("type") in ("decision", "result"):
            assert before.get("type") == "state" or before.get("kind") == "deal"


def test_there_is_no_state_line_before_the_first_decision() -> None:
    lines = record(rounds=1, full=True).lines
    assert types(lines)[:4] == [None, "chance", "chance", "decision"]


def test_the_keys_of_a_decision_are_those_of_the_format() -> None:
    for full, keys in ((False, []), (True, ["options"])):
        line = next(line for line in record(rounds=1, full=full).lines if line.get("type") == "decision")
        assert list(line) == ["type", "seat", "kind", "choice", *keys]


def test_chance_stands_where_it_happened_in_the_words_of_the_format() -> None:
    recorder = scripted(
        ("whip_die", 3), ("casino_die", "food"), ("draw", ["silver", "rock", "gold", "silver", "silver"])
    )
    take(recorder, "action:10", "seat:1", "seat:2", "seat:2", "action:12", "action:15")
    lines = plain(recorder.lines)[4:]
    assert [(line["kind"], line.get("value", line.get("choice"))) for line in lines] == [
        ("act", "action:10"),
        ("whip_die", 3),
        ("whip", "seat:1"),
        ("whip", "seat:2"),
        ("whip", "seat:2"),
        ("act", "action:12"),
        ("casino_die", "food"),
        ("act", "action:15"),
        ("draw", ["silver", "rock", "gold", "silver", "silver"]),
    ]


# --- decisions that are not asked ---------------------------------------------------------------------------


def test_a_decision_with_one_option_leaves_no_line() -> None:
    recorder = scripted(full=False)
    take(recorder, "action:3", "space:1")  # only slaves to promote: promote_from is not asked
    assert [line["kind"] for line in recorder.lines[4:]] == ["act", "promote_to"]


def test_the_choice_of_an_action_is_written_even_with_one_option() -> None:
    forbidden = [[f"action:{action}" for action in range(1, 22)], [], []]
    recorder = scripted(forbidden=forbidden)
    take(recorder, "pass")
    assert recorder.lines[4]["options"] == ["pass"]


def test_offerings_stand_in_large_order() -> None:
    recorder = scripted(("demand", "apple"), rounds=1)
    take(recorder, "pass", "pass", "action:21")
    take(recorder, "good:apple", "amount:1", "good:silver", "amount:2", "stop")
    offers = [line["seat"] for line in recorder.lines if line.get("kind") == "offer"]
    assert offers == [2, 0, 1]


# --- the result ---------------------------------------------------------------------------------------------


def test_the_result_has_exactly_the_keys_of_the_format() -> None:
    result = record(rounds=1).lines[-1]
    assert list(result) == ["type", "scores", "ranks", "penalties", "rewards", "rocks", "hoards", "rounds"]
    assert all(len(result[key]) == 3 for key in result if key not in ("type", "rounds"))


def test_a_score_is_rewards_less_penalties_rocks_and_3_for_each_hoard() -> None:
    for seed in range(20):
        result = record(4, seed, edition="pl").lines[-1]
        for seat, score in enumerate(result["scores"]):
            if result["penalties"][seat] == 60:
                assert score == -60
                continue
            right = result["rewards"][seat] - result["penalties"][seat] - result["rocks"][seat]
            assert score == right - 3 * result["hoards"][seat]


def scoring(position: Position) -> Line:
    """The result of a game of one round that goes right to its end."""
    position.penalty_phase(model.STEP_ROUND_END)
    position.ready()
    return describe_result(position.game)


def test_rocks_and_hoards_are_those_of_the_final_scoring_and_penalties_are_not() -> None:
    position = Position(rounds=1).give(0, bread=1, gold=2).give(1, gold=1).give(2).rocks(0, 3).rocks(1, 1)
    position.penalties(0, 7).rewards(0, 5)
    assert scoring(position) == {
        "type": "result",
        "scores": [5 - 7 - 2 - 3, -1, 0],
        "ranks": [3, 2, 1],
        "penalties": [7, 0, 0],
        "rewards": [5, 0, 0],
        "rocks": [2, 1, 0],
        "hoards": [1, 0, 0],
        "rounds": 1,
    }


def test_a_tie_shares_the_better_rank() -> None:
    assert scoring(Position(rounds=1).poor().penalties(2, 5))["ranks"] == [1, 1, 3]
    assert scoring(Position(rounds=1).poor().penalties(0, 5))["ranks"] == [3, 1, 1]


def test_a_seat_in_the_pit_has_60_penalties_and_nothing_else() -> None:
    position = Position(rounds=1).penalties(0, 58).rewards(0, 9).rocks(0, 2).choose("pass")
    position.give(1, gold=4).give(2)
    result = scoring(position)
    seat = {key: result[key][0] for key in ("scores", "ranks", "penalties", "rewards", "rocks", "hoards")}
    assert seat == {"scores": -60, "ranks": 3, "penalties": 60, "rewards": 0, "rocks": 0, "hoards": 0}


def test_rounds_is_the_last_round_begun() -> None:
    position = Position(2).round(5).penalties(0, 59).choose("pass")
    assert position.game.over
    assert describe_result(position.game)["rounds"] == 5


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_result_is_plain_numbers(players: int) -> None:
    result = record(players, rounds=1).lines[-1]
    numbers = [number for value in result.values() if isinstance(value, list) for number in value]
    assert {type(number) for number in numbers} == {int}
    assert len(numbers) == 6 * players
