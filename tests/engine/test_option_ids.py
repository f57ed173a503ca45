"""The 157 option ids are those of docs/decisions.md."""

import re
from pathlib import Path

import pytest

from dixie_env import IllegalChoice
from dixie_env.engine import model, option_id, option_name
from dixie_env.engine.names import RELATIVE_NAMES, relative_seat
from dixie_env.engine.words import CHANCES, DECISIONS

PAGE = (Path(__file__).parents[2] / "docs" / "decisions.md").read_text(encoding="utf-8")


def test_there_are_157_different_options() -> None:
    assert len(RELATIVE_NAMES) == len(set(RELATIVE_NAMES)) == model.OPTION_COUNT == 157


@pytest.mark.parametrize(
    ("option", "seat", "players", "name"),
    [
        (0, 0, 4, "action:1"),
        (20, 0, 4, "action:21"),
        *((21 + i, 2, 4, word) for i, word in enumerate(("pass", "stop", "yes", "no", "mercy"))),
        (26, 1, 3, "ability:1"),
        (35, 1, 3, "ability:10"),
        *(
            (36 + i, 0, 2, f"good:{good}")
            for i, good in enumerate(("apple", "bread", "honey", "silver", "gold"))
        ),
        (41, 0, 5, "space:1"),
        (54, 0, 5, "space:14"),
        (55, 0, 5, "mine"),
        (56, 0, 5, "servant"),
        (57, 0, 5, "free:0"),
        (58, 0, 5, "free:1"),
        (59, 2, 5, "rock:2.0"),  # relative seat 0 is the seat itself
        (62, 2, 5, "rock:3.1"),
        (68, 2, 5, "rock:1.1"),  # relative seat 4 of 5, counted on past the last seat
        (69, 2, 3, "seat:0"),
        (72, 0, 5, "seat:4"),
        *((73 + i, 0, 5, f"cube:{cube}") for i, cube in enumerate(("silver", "gold", "rock"))),
        *((76 + i, 0, 5, f"own:{own}") for i, own in enumerate(("food", "one_off", "ability", "extra"))),
        *((80 + i, 0, 5, f"board:{tile}") for i, tile in enumerate(("food", "double", "peek", "mercy"))),
        (84, 3, 4, "tile:0.main"),
        (85, 3, 4, "tile:0.extra"),
        (91, 0, 5, "tile:4.extra"),
        (92, 0, 5, "amount:1"),
        (151, 0, 5, "amount:60"),
        *(
            (152 + i, 0, 2, f"dump:{good}")
            for i, good in enumerate(("apple", "bread", "honey", "silver", "gold"))
        ),
    ],
)
def test_ids_and_names(option: int, seat: int, players: int, name: str) -> None:
    assert option_name(option, seat, players) == name
    assert option_id(name, seat, players) == option


def test_every_name_leads_back_to_its_id() -> None:
    for players in (2, 3, 4, 5):
        for seat in range(players):
            for option in range(model.OPTION_COUNT):
                if (relative_seat(option) or 0) < players:
                    assert option_id(option_name(option, seat, players), seat, players) == option


@pytest.mark.parametrize(
    "name", ["action:22", "seat:5", "rock:0.2", "amount:61", "amount:0", "", "noop", "tile:0.main"]
)
def test_there_is_no_such_option(name: str) -> None:
    with pytest.raises(IllegalChoice, match="is not an option of seat 0"):
        option_id(name, 0, 5)


def test_decision_kinds_are_those_of_the_page() -> None:
    section = PAGE.split("| kind | when | options |")[1].split("Notes")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == set(DECISIONS[1:])


def test_chance_kinds_are_those_of_the_page() -> None:
    section = PAGE.split("| kind | value | when |")[1].split("Chance can be sampled")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == set(CHANCES[1:])
