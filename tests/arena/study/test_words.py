"""What a study says: which words it may use, and that every sentence names its estimand."""

from copy import deepcopy
from typing import Any

import pytest

from dixie_arena.studying.words import sentences
from dixie_env.engine.words import ABILITIES

DOUBT = {"percent": {"luck": 10.0, "players": 20.0, "board": 60.0, "board_players": 10.0}}
VERDICT = {
    "leader": "ring_bonus",
    "closest": "light_mine",
    "ratio": 3.2,
    "needed": 1.97,
    "named": True,
    "why_not": [],
}
NOT_NAMED = VERDICT | {"named": False, "ratio": 1.2, "why_not": ["its lead is 1.20 standard errors"]}


def effects(*first: str) -> list[dict[str, Any]]:
    order = [*first, *(name for name in ABILITIES if name not in first)]
    return [
        {
            "ability": name,
            "effect": 0.05 - 0.01 * place,
            "low": 0.04 - 0.01 * place,
            "high": 0.06 - 0.01 * place,
            "probability_strongest": [0.6, 0.3, 0.1, *[0.0] * 7][place],
            "doubt": DOUBT,
        }
        for place, name in enumerate(order)
    ]


ANSWER: dict[str, Any] = {
    "effects": effects("ring_bonus", "light_mine"),
    "verdict": VERDICT,
    "players_at_large": NOT_NAMED,
    "without_agent": {"balanced": VERDICT, "greedy": NOT_NAMED},
    "set_for_the_average": ["ring_bonus"],
    "smallest_set": ["ring_bonus", "light_mine", "extra_slot"],
    "whatever_the_board": None,
    "margin": {"first": "ring_bonus", "second": "light_mine", "value": 0.012, "doubt": DOUBT},
}
WEIGHING = {
    "boards": 2000,
    "effective_boards": 400.0,
    "asked_for": None,
    "answering": 200,
    "says_nothing": ["twos_suffice"],
    "track_length": {"posterior": {"9": 0.5, "10": 0.3, "11": 0.2}},
    "numbers": [
        {"title": "length of the tracks", "edge": None},
        {"title": "number of mine symbols", "edge": 4.0},
    ],
}
RESULTS: dict[str, Any] = {
    "study": {"players": 4, "edition": "de", "small": False, "planted": None},
    "owner": None,
    "pool": {"name": "pool-v1", "status": "frozen"},
    "primary": True,
    "answers": {"dealt": ANSWER},
    "weighing": {"5 suffice": WEIGHING},
    "look_up": [{"found": None}],
    "left_out": {},
    "limit": None,
    "equilibrium_weights": None,
    "search": None,
    "others": [],
    "clones": None,
    "draft": None,
    "agents": [
        {"label": "balanced", "exploitability": 0.9, "above_70_percent": True},
        {"label": "greedy", "exploitability": None, "above_70_percent": False},
    ],
}


def said(**changes: Any) -> str:
    results = deepcopy(RESULTS)
    results["answers"]["dealt"] |= changes.pop("dealt", {})
    return "\n".join(sentences(results | changes))


def test_the_primary_answer_names_the_strongest():
    text = said()
    assert (
        "Dealt (4 players, edition de): ring bonus is the strongest on average, for this pool: +5.0 points "
        "[+4.0, +6.0] against the average, and 3.2 standard errors ahead of light mine" in text
    )
    assert (
        "this holds not without greedy. For players at large, of whom the pool is a sample, it is not" in text
    )
    assert (
        "The doubt about this margin: luck 10 %, players 20 %, board 60 %, board and players together" in text
    )
    assert "whatever the board" not in text


def test_it_says_what_survives():
    text = said(dealt={"without_agent": {"greedy": VERDICT}, "players_at_large": VERDICT})
    assert "this holds also without any one agent of the pool. For players at large" in text
    assert "it holds, too." in text
    other = VERDICT | {"leader": "light_mine"}
    assert "not without greedy" in said(dealt={"without_agent": {"greedy": other}})


def test_without_a_name_the_set_is_the_answer():
    text = said(dealt={"verdict": NOT_NAMED, "set_for_the_average": ["ring_bonus", "light_mine"]})
    assert "is the strongest" not in text
    assert "no ability is named the strongest. Ring bonus leads with +5.0 points" in text
    assert "its lead is 1.20 standard errors" in text
    assert "may be the best on average (95 %): ring bonus and light mine." in text
    assert "all ten" in said(dealt={"set_for_the_average": list(ABILITIES)})


def test_only_the_primary_answer_is_unqualified():
    held = said(answers={"dealt": ANSWER, "held": ANSWER})
    assert "Held (4 players, edition de; secondary): ring bonus is the strongest" in held
    assert "Dealt (4 players, edition de): ring bonus" in held
    assert "Dealt (4 players, edition de; secondary):" in said(primary=False)


def test_whatever_the_board():
    text = said(dealt={"whatever_the_board": "ring_bonus"})
    assert "Dealt: ring bonus is the strongest whatever the board, whoever plays." in text


def test_small_and_planted_studies_say_so_first():
    text = said(study=RESULTS["study"] | {"small": True})
    assert text.startswith("This is a small study")
    assert "says nothing about the game" in said(study=RESULTS["study"] | {"planted": {"1": {}}})
    assert "The pool pool-v1 is a draft." in said(pool={"name": "pool-v1", "status": "draft"})
    assert "draft" not in said()


def test_fewer_boards_than_asked_for_are_said():
    text = said(weighing={"5 suffice": WEIGHING | {"asked_for": 200, "answering": 150}})
    assert "Fewer boards answer (5 suffice): 150 instead of 200" in text


def test_numbers_to_look_up():
    assert "no number of the board stands out" in said()
    step = {
        "found": "penalty_1",
        "title": "penalty on the 1st track space",
        "look": "the 1st space",
        "gain": 0.123,
    }
    text = said(look_up=[step, step | {"gain": 0.02}, {"found": None}])
    assert "look up first the penalty on the 1st track space (the 1st space): 12.3 points surer" in text
    assert "look up next the penalty" in text
    assert "stands out" not in text


def test_drafted_games_are_described_not_compared():
    rows = [
        {"ability": "ring_bonus", "pick_rate": {"value": 0.9}, "not_chosen": False},
        {"ability": "copy_unused", "pick_rate": {"value": 0.01}, "not_chosen": True},
    ]
    text = said(answers={"dealt": ANSWER, "drafted": {"abilities": rows}})
    assert "this describes choices, it compares nothing): picked most when shown: ring bonus 90 %" in text
    assert "Drafted: not chosen (held fewer than 200 times): copy unused." in text
    assert "Drafted: ring bonus is the strongest" not in text


def test_statements_that_change_the_answer():
    same = {"effects": [], "set_for_the_average": ["ring_bonus"], "effective_boards": 40.0}
    other = same | {"set_for_the_average": ["light_mine"]}
    few = {"effects": None, "effective_boards": 2.0}
    assert "no statement of the evidence changes the set" in said(left_out={"pit_rare": same})
    text = said(left_out={"a": same, "b": other, "no evidence": other, "c": few})
    assert "without the statement b or without any evidence the set for the average is light mine" in text
    assert "too few boards are left to answer without the statement c" in text
    assert "statement a" not in text


@pytest.mark.parametrize("key", ["limit", "equilibrium_weights", "search"])
def test_other_answers_are_secondary(key: str):
    text = said(**{key: ANSWER})
    assert "(4 players, edition de; secondary): ring bonus is the strongest on average." in text


def test_boards_and_players_it_speaks_of():
    text = said()
    assert (
        'All estimands, reading "5 suffice": track length 9 spaces 50 %, 10 spaces 30 %, 11 spaces 20 %.'
        in text
    )
    assert "All estimands, at the prior's edge (5 suffice): number of mine symbols, 4." in text
    assert "All estimands, statements that say nothing (5 suffice): twos_suffice." in text
    assert "All estimands: agents whose best response wins more than 70 %: balanced." in text
    assert "All estimands: exploitability not measured: greedy." in text
    assert "dixie board new" in text


def test_clones_and_drafts():
    clones = {"agents": {"greedy": {"effects": effects("light_mine")}}}
    interval = {"value": 0.021, "low": 0.01, "high": 0.03}
    points = {"value": 1.5, "low": 1.0, "high": 2.0}
    draft = {"gain": {"one_seat": {"wins": interval, "points": points}}}
    text = said(clones=clones, draft=draft)
    assert "one agent on all seats (another question): in front are greedy: light mine." in text
    assert "+2.1 points of win probability [+1.0, +3.0], +1.5 points of score [+1.0, +2.0]." in text


def test_other_games_are_told_with_their_width():
    rows = [
        {"ability": ability, "effect": 0.02, "of_fair_share": 0.08, "low": 0.01, "high": 0.03}
        for ability in ("ring_bonus", "light_mine")
    ]
    wide = [row | {"of_fair_share": 0.06, "low": -0.02, "high": 0.06} for row in rows]
    others = [
        {"players": 3, "edition": "de", "effects": wide},
        {"players": 3, "edition": "fr", "effects": wide[::-1]},
    ]
    text = said(
        dealt={"effects": [ANSWER["effects"][0] | rows[0], ANSWER["effects"][1] | rows[1]]}, others=others
    )
    assert (
        "Dealt, other numbers of players and editions (secondary): ring bonus leads in 1 of 2; light mine in "
        "3 players fr. With fewer boards and games their intervals are 3.0 times as wide" in text
    )


def test_an_owner_s_board_is_told():
    owner = {
        "track_length": {"value": 9, "status": "entered"},
        "pit": {"value": 60, "status": "known"},
        "whip_die": {"value": [1, 1, 2], "status": ["entered", "entered", "assumed"]},
        "icons": {"value": {"1": {"apple": 1}}, "status": {"1": "entered"}},
    }
    assert "4 numbers of the board are an owner's; they stay on every board." in said(owner=owner)
