"""Each thing that happens is told, in the right order: positions set up by hand."""

from typing import Any

import pytest

from dixie_env import GameEvent
from dixie_env.engine import model
from dixie_env.narrator import Narrator
from tests.golden.regenerate import FOLDER, NARRATED, narration
from tests.position import Position


class Told:
    """A position with a narrator: what its last choices led to, in events and in words."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.narrator = Narrator()
        self.events: list[GameEvent] = []
        position.ready()
        position.game.listener = self.hear

    def hear(self, events: list[GameEvent]) -> None:
        self.events += events
        self.narrator.hear(events)

    def choose(self, *choices: str) -> "Told":
        self.position.choose(*choices)
        return self

    @property
    def lines(self) -> list[str]:
        return [line.said() for line in self.narrator.lines]

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def event(self, kind: str) -> dict[str, Any]:
        """The only event of a kind."""
        (found,) = [event for event in self.events if event.kind == kind]
        return found.as_dict()


def in_order(lines: list[str], *parts: str) -> None:
    """Assert that these words come up in this order."""
    text, place = "\n".join(lines), 0
    for part in parts:
        found = text.find(part, place)
        assert found >= 0, f"{part!r} is missing behind {text[:place][-80:]!r} in:\n{text}"
        place = found + len(part)


# --- stealing ----------------------------------------------------------------------------------------------


def test_food_that_is_stolen_by_icons_tiles_and_income() -> None:
    position = Position(3, abilities=(4, 3, 10)).put(0, 1, 6).food_tile(0).stealing()
    narrator = Narrator()
    position.game.listener = narrator.hear
    position.choose("good:apple", "good:honey")
    stolen = [line.said() for line in narrator.take()]
    in_order(
        stolen,
        "Stealing",
        "seat 0 takes 1 silver of income; steals ",
        "with its pixies on 1 and 6; takes 1 apple and 1 honey with its food tile",
    )


def test_food_that_the_supply_lacks() -> None:
    told = Told(Position(3).supply(silver=1))
    told.choose("action:2")
    assert told.lines == ["seat 0 steals silver (2): takes 1 silver (the supply lacks 1 silver)"]


# --- actions -----------------------------------------------------------------------------------------------


def test_a_forced_copy_and_a_forced_target() -> None:
    """R10.1: what nobody was asked is told all the same, and marked."""
    told = Told(Position(2).give(0).put(1, 6).discs_on({14: 1}))
    told.choose("action:18")
    assert told.lines == [
        "seat 0 copies an action (18): 1 penalty point for copying (1 in all); copies rob (14) (no choice); "
        "robs the pixie of seat 1 on 6 and gets " + told.lines[0].rpartition(" and gets ")[2]
    ]
    assert told.event("action_copied")["forced"] and told.event("goods_robbed")["forced"]
    assert told.lines[0].endswith("(no choice)")


def test_forced_whips() -> None:
    told = Told(Position(2).script(("whip_die", 2)))
    told.choose("action:10")
    assert told.lines[:2] == [
        "seat 0 cracks the whips (10): the whip die shows 2; gives 2 whips to seat 1 (no choice)",
        "seat 1 2 penalty points for whips (2 in all)",
    ]


def test_points_from_whips_demote_at_once() -> None:
    told = Told(Position(3).put(1, 3, 6).penalties(1, 9).script(("whip_die", 3)))
    told.choose("action:10", "seat:1", "seat:2", "seat:1", "space:6")
    assert told.lines == [
        "seat 0 cracks the whips (10): the whip die shows 3; gives 2 whips to seat 1 and 1 to seat 2",
        "seat 1 2 penalty points for whips (11 in all); reaches a mine symbol; demotes the "
        "pixie on 6 at a mine symbol",
        "seat 2 1 penalty point for whips (1 in all)",
    ]
    assert not told.event("pixie_demoted")["forced"]


def test_a_forced_demotion_and_mercy() -> None:
    told = Told(Position(3).put(1, 3).penalties(1, 9).script(("whip_die", 1)))
    told.choose("action:10", "seat:1")
    assert told.lines[-1].endswith("demotes the pixie on 3 at a mine symbol (no choice)")
    told = Told(Position(3).put(1, 3).one_off(1, "mercy").penalties(1, 9).script(("whip_die", 1)))
    told.choose("action:10", "seat:1", "mercy")
    assert told.lines[-1].endswith("reaches a mine symbol; gives mercy back instead of demoting a pixie")


def test_the_favourite_is_spared() -> None:
    told = Told(Position(3).put(0, 3).penalties(0, 9))
    told.choose("pass")
    assert told.lines == [
        "seat 0 passes: 5 penalty points for passing (14 in all); reaches a mine symbol; "
        "the favourite need not demote a pixie"
    ]


def test_nothing_left_to_copy() -> None:
    """R10.14, after the points for copying."""
    position = Position(3)
    told = Told(position)
    position.go_to(model.STEP_COPY).ready()
    assert told.lines == ["seat 0 has no action left to copy"]


@pytest.mark.parametrize("board", [False, True])
def test_which_abilities_were_swapped(board: bool) -> None:
    position = Position(3, abilities=(8, 3, 10)).one_off(0, "peek", extra=True)
    shown = next(a for a in range(1, 11) if position.state["display"][a])
    told = Told(position)
    told.choose("action:16", "own:ability", f"ability:{shown}" if board else "tile:1.main")
    got = told.event("abilities_swapped")
    assert (got["given"], got["got"], got["other"]) == (8, shown if board else 3, None if board else 1)
    where = "on display" if board else "of seat 1"
    in_order(
        told.lines,
        "swaps tiles (16): swaps its ability extra slot (8) for ",
        f" {where}, peek goes with the old one",
    )


def test_other_tiles_that_were_swapped() -> None:
    told = Told(Position(3).one_off(0, "mercy").one_off(1, "peek"))
    told.choose("action:16", "own:one_off", "tile:1.main")
    assert told.lines == ["seat 0 swaps tiles (16): swaps mercy for peek of seat 1"]
    told = Told(Position(3).food_tile(0))
    told.choose("action:16", "own:food")
    assert told.lines == [
        "seat 0 swaps tiles (16): swaps its food tile 2 for food tile 3 on the board (no choice)"
    ]


def test_rocks_are_placed_removed_and_discarded() -> None:
    told = Told(Position(3).give(0, bread=2).rocks(0, 2).bag(rock=5).script(("draw", ["rock"] * 5)))
    told.choose("free:0", "free:0", "action:15", "rock:1.0", "rock:1.1", "rock:2.0", "rock:1.0", "rock:2.0")
    assert told.lines == [
        "seat 0 pays 2 breads and removes 2 rocks from its slaves",
        "seat 0 digs in the mine (15): draws 5 rocks from the bag; "
        "puts 3 rocks beside slaves of seat 1 and 2 rocks beside slaves of seat 2",
    ]
    full = Position(2).put(0, 1, 2, 6, 7).put(1, 3, 4, 8, 9).rocks(0, 3).rocks(1, 3)
    told = Told(full.script(("draw", ["rock"])))
    told.choose("action:15")
    assert told.lines == [
        "seat 0 digs in the mine (15): draws 1 rock from the bag; removes 1 rock from the "
        "game, as no slave has room"
    ]


def test_rocks_beside_slaves_of_the_dummy() -> None:
    told = Told(Position(2, edition="pl").put(0, 1, 2, 6).script(("draw", ["rock", "rock"])))
    told.choose("action:15", "rock:dummy.0", "rock:1.0")
    assert told.lines == [
        "seat 0 digs in the mine (15): draws 2 rocks from the bag; "
        "puts 1 rock beside slaves of seat 1 and 1 rock beside slaves of the dummy"
    ]


def test_markers_that_have_run_out() -> None:
    position = Position(3, (3, 2, 10), edition="pl").poor().give(0, gold=1).track(0, gold=7)
    told = Told(position.markers(1, 0, holder=2))
    told.choose("action:13")
    assert told.lines == [
        "seat 0 forges a ring (13): pays 1 gold; +8 points for a ring tile, +1 point for the ring bonus; "
        "gets 1 point less, as no marker is left"
    ]


def test_robbing_and_displacing() -> None:
    told = Told(Position(3).put(1, 3).give(0, apple=1))
    told.choose("action:3", "space:3")
    assert told.lines == [
        "seat 0 promotes a pixie (3): promotes a slave to 3; displaces the pixie of seat 1, "
        "which goes to the mine; "
        "pays 1 apple"
    ]


# --- the queen ---------------------------------------------------------------------------------------------


def test_the_angry_queen_skips_the_rewards() -> None:
    position = Position(3).poor().put(1, 3).put(2, 6).give(0, silver=1).one_off(2, "mercy")
    told = Told(position)
    position.offerings("apple", "stop", "mercy")
    in_order(
        told.lines,
        "The queen demands apple.",
        "All offerings are shown.",
        "seat 0 offers nothing",
        "seat 1 offers nothing",
        "seat 2 offers nothing",
        "seat 0 5 penalty points for empty hands",
        "Nobody offers apple: the queen is angry, and there are no rewards.",
        "seat 2 gives mercy back instead of demoting a pixie",
        "seat 1 demotes the pixie on 3 for the angry queen (no choice)",
        "Penalties",
    )
    assert "Rewards" not in told.lines


def test_the_angry_queen_finds_nobody() -> None:
    position = Position(3).poor()
    told = Told(position)
    position.offerings("apple")
    in_order(told.lines, "the queen is angry", "Nobody has to demote a pixie.", "Penalties")


def test_who_alone_offers_the_most_moves_two() -> None:
    position = Position(3).poor().give(0, silver=2).give(1, silver=1).give(2, apple=1)
    told = Told(position)
    position.offerings("apple", "good:silver", "amount:2", "good:silver", "good:apple", "mine", "space:1")
    in_order(
        told.lines,
        "Rewards",
        "seat 0 climbs the silver track from 1 to 3 as it alone offered the most silver",
        "seat 1 climbs the silver track from 1 to 2",
        "seat 2 promotes a slave to 1",
    )


def test_a_tie_moves_one_each() -> None:
    position = Position(3).poor().give(0, gold=1).give(1, gold=1).give(2, apple=1)
    told = Told(position)
    position.offerings("apple", "good:gold", "good:gold", "good:apple")
    assert [event["why"] for event in told.events if event.kind == "track_climbed"] == ["offering"] * 2


# --- penalties and the end ---------------------------------------------------------------------------------


def test_the_pit() -> None:
    told = Told(Position(3).penalties(0, 58).give(0, gold=2).rewards(0, 4))
    told.choose("pass")
    assert told.lines[0] == (
        "seat 0 passes: 2 penalty points for passing (60 in all); falls into the pit and loses "
        "2 gold and 4 reward points"
    )


def test_penalties_by_cause_and_the_top_of_a_track() -> None:
    position = Position(3)
    length = int(position.game.rules.array["track_length"][0])
    position.track(0, silver=length, gold=length - 1)
    told = Told(position)
    position.penalty_phase().ready()
    in_order(
        told.lines,
        "Penalties",
        "seat 0 2 penalty points for slaves (2 in all)",
        "seat 1 2 penalty points for slaves",
        "seat 2 1 penalty point for slaves",
        "seat 0 +1 point for the top of a track",
        "seat 1 ",
        "penalty points for tracks",
    )


def test_what_rocks_and_majorities_cost_at_the_end() -> None:
    position = Position(3, rounds=1).poor().give(0, gold=2).give(1, gold=2, bread=1).rocks(1, 3)
    told = Told(position)
    position.penalty_phase(model.STEP_ROUND_END).ready()
    assert told.lines == [
        "Scoring",
        "The last round is over.",
        "seat 1 pays 1 bread and removes 1 rock from its slaves; -2 points for rocks left",
        "seat 0 -3 points for the most gold (2)",
        "seat 1 -3 points for the most gold (2)",
        "seat 0 rank 2 with a score of -3",
        "seat 1 rank 3 with a score of -5",
        "seat 2 rank 1 with a score of 0",
    ]


# --- one whole game ----------------------------------------------------------------------------------------


def test_the_words_of_a_whole_game() -> None:
    """A golden game in words, as it was read and found right."""
    assert narration(FOLDER / f"{NARRATED}.jsonl") == (FOLDER / f"{NARRATED}.txt").read_text(encoding="utf-8")


def test_a_narrator_can_go_back() -> None:
    told = Told(Position(3))
    told.choose("action:2")
    kept = told.narrator.copy()
    before = kept.lines
    told.choose("pass")
    assert told.narrator.lines != before
    assert kept.lines == before


def test_lines_that_were_taken_do_not_grow() -> None:
    position = Position(3).food_tile(0)
    narrator = Narrator()
    position.stealing()
    position.game.listener = narrator.hear
    position.ready()
    position.choose("good:apple")
    first = [line.said() for line in narrator.take()]
    position.choose("good:bread")
    second = [line.said() for line in narrator.take()]
    assert first[-1].endswith("takes 1 apple with its food tile")
    assert second[0].endswith("takes 1 bread with its food tile")
