"""Section 13: the worked examples from the books."""

import pytest

from dixie_env.engine import model
from tests.table import Table, rule


@rule("R4.5")
def test_six_silver_on_space_four_make_three_gold() -> None:
    table = Table().give(0, silver=6).track(0, silver=4)
    table.choose("action:5")
    assert table.asked == (0, "amount")
    assert table.options == ["amount:1", "amount:2", "amount:3"]
    table.choose("amount:3")
    assert table.goods(0) == {"apple": 0, "bread": 0, "honey": 0, "silver": 0, "gold": 3}


@rule("R4.4")
def test_five_apples_are_traded_for_five_silver() -> None:
    table = Table().give(0, apple=5)
    table.choose("action:4", "good:silver")  # apples are all there is to give
    assert table.asked == (0, "amount")
    assert table.options == ["amount:1", "amount:2", "amount:3", "amount:4", "amount:5"]
    table.choose("amount:5")
    assert table.goods(0) == {"apple": 0, "bread": 0, "honey": 0, "silver": 5, "gold": 0}


@rule("R4.13")
def test_four_gold_on_space_four_forge_one_ring_and_leave_two() -> None:
    table = Table().give(0, gold=4).track(0, gold=4)
    table.choose("action:13")
    assert table.goods(0) == {"apple": 0, "bread": 0, "honey": 0, "silver": 0, "gold": 2}
    assert table.seats("rewards") == [8, 0, 0]
    assert table.state["tiles_taken"].tolist() == [0, 0, 1]
    assert table.asked == (1, "act")


@rule("R4.10", "R6.1")
def test_whips_drive_a_disc_over_a_mine_symbol() -> None:
    table = Table().penalties(2, 9).put(2, 1, 2).script(("whip_die", 3))
    table.choose("action:10", "seat:1", "seat:2", "seat:2")
    assert table.seats("penalties") == [0, 1, 11]
    assert table.asked == (2, "demote")
    assert table.options == ["space:1", "space:2"]
    table.choose("space:2")
    assert table.pixies(2) == [1]
    assert table.asked == (1, "act")


@rule("R4.16", "R4.23")
def test_mercy_goes_back_to_its_space_and_double_is_taken() -> None:
    table = Table().one_off(0, "mercy")
    table.choose("action:16", "own:one_off")
    assert table.options == ["board:double", "board:peek"]
    table.choose("board:double")
    assert table.state["one_off"][0] == model.DOUBLE
    on_board = [
        tile for tile in (model.DOUBLE, model.PEEK, model.MERCY) if table.state["one_off_on_board"][tile]
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
    table = Table().offerings("apple", "good:apple", "amount:1", *offerings)
    assert table.phase == "rewards"
    assert table.asked == (0, "promote_from")
    assert table.state["track"][:3, model.SILVER_TRACK].tolist() == steps
