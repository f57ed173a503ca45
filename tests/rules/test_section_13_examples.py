"""Section 13: the worked examples from the books."""

from tests.table import Table, rule


@rule("R4.5")
def test_six_silver_on_space_four_make_three_gold() -> None:
    table = Table().give(0, silver=6).track(0, silver=4)
    table.choose("action:5")
    assert table.asked == (0, "amount")
    assert table.options == ["amount:1", "amount:2", "amount:3"]
    table.choose("amount:3")
    assert table.goods(0) == {"apple": 0, "bread": 0, "honey": 0, "silver": 0, "gold": 3}


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
