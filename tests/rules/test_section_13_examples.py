"""Section 13: the worked examples from the books."""

import pytest

from dixie_env.engine import model
from tests.position import Position, rule


@rule("R4.5")
def test_six_silver_on_space_four_make_three_gold() -> None:
    position = Position().give(0, silver=6).track(0, silver=4)
    position.choose("action:5")
    assert position.asked == (0, "amount")
    assert position.options == ["amount:1", "amount:2", "amount:3"]
    position.choose("amount:3")
    assert position.goods(0) == {"apple": 0, "bread": 0, "honey": 0, "silver": 0, "gold": 3}


@rule("R4.4")
def test_five_apples_are_traded_for_five_silver() -> None:
    position = Position().give(0, apple=5)
    position.choose("action:4", "good:silver")  # apples are all there is to give
    assert position.asked == (0, "amount")
    assert position.options == ["amount:1", "amount:2", "amount:3", "amount:4", "amount:5"]
    position.choose("amount:5")
    assert position.goods(0) == {"apple": 0, "bread": 0, "honey": 0, "silver": 5, "gold": 0}


@rule("R4.13")
def test_four_gold_on_space_four_forge_one_ring_and_leave_two() -> None:
    position = Position().give(0, gold=4).track(0, gold=4)
    position.choose("action:13")
    assert position.goods(0) == {"apple": 0, "bread": 0, "honey": 0, "silver": 0, "gold": 2}
    assert position.seats("rewards") == [8, 0, 0]
    assert position.state["tiles_taken"].tolist() == [0, 0, 1]
    assert position.asked == (1, "act")


@rule("R4.10", "R6.1")
def test_whips_drive_a_disc_over_a_mine_symbol() -> None:
    position = Position().penalties(2, 9).put(2, 1, 2).script(("whip_die", 3))
    position.choose("action:10", "seat:1", "seat:2", "seat:2")
    assert position.seats("penalties") == [0, 1, 11]
    assert position.asked == (2, "demote")
    assert position.options == ["space:1", "space:2"]
    position.choose("space:2")
    assert position.pixies(2) == [1]
    assert position.asked == (1, "act")


@rule("R4.16", "R4.23")
def test_mercy_goes_back_to_its_space_and_double_is_taken() -> None:
    position = Position().one_off(0, "mercy")
    position.choose("action:16", "own:one_off")
    assert position.options == ["board:double", "board:peek"]
    position.choose("board:double")
    assert position.state["one_off"][0] == model.DOUBLE
    on_board = [
        tile for tile in (model.DOUBLE, model.PEEK, model.MERCY) if position.state["one_off_on_board"][tile]
    ]
    assert on_board == [model.PEEK, model.MERCY]


@rule("R3.17")
@pytest.mark.parametrize(
    ("offerings", "steps"),
    [
        (["good:silver", "amount:1", "good:gold", "amount:1"], [0, 2, 0]),
        (["good:silver", "amount:2", "good:silver", "amount:2"], [0, 1, 1]),
    ],
    ids=["alone", "tie"],
)
def test_silver_alone_is_two_steps_and_a_tie_one_step_each(offerings: list[str], steps: list[int]) -> None:
    position = Position().offerings("apple", "good:apple", "amount:1", *offerings)
    assert position.phase == "rewards"
    assert position.asked == (0, "promote_from")
    assert position.state["track"][:3, model.SILVER_TRACK].tolist() == steps
