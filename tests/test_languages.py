"""The catalogues: every language has every entry with the same fields, and every event has a sentence."""

import re
import string
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from dixie_env import DixieError, Game, GameEvent, make_rules
from dixie_env.clauses import Teller
from dixie_env.drawing import symbols
from dixie_env.drawing.motions import SHOWN, icon_of, moves_of, still
from dixie_env.engine.event_kinds import KINDS
from dixie_env.engine.words import ACTIONS, GOODS, PENALTY_SOURCES, REWARD_SOURCES
from dixie_env.languages import ENGLISH, LANGUAGES, PLURALS, Person, words_of
from dixie_env.narrator import Narrator, tell
from tests.test_narrator import at_random, climbing

RARE = [
    GameEvent("markers_missing", 0, (1, "ring_bonus")),
    GameEvent("nobody_demoted", None),
    GameEvent("nothing_to_copy", 1),
    GameEvent("rocks_discarded", 1, (2,)),
]
"""Events that hardly ever happen in the games below."""
ROOT = Path(__file__).parents[1]
PEOPLE = ("who", "victim", "other", "owner")
SIGNS = set(re.findall(r'id="dx-([a-z]+)"', symbols.SYMBOLS))


def fields(text: str) -> dict[str, list[str]]:
    """Return the fields of an entry, each with its lists of forms."""
    found: dict[str, list[str]] = {}
    for _, name, spec, _ in string.Formatter().parse(text):
        if name is not None:
            found.setdefault(name, []).append(spec or "")
            for inner in string.Formatter().parse(spec or ""):
                if inner[1]:
                    found.setdefault(inner[1], [])
    return found


def test_there_is_a_file_for_each_language_and_no_other() -> None:
    there = {
        path.name.partition(".")[0]
        for path in files("dixie_env.languages").iterdir()
        if path.name.endswith(".toml")
    }
    assert there == set(LANGUAGES) == set(PLURALS) & set(LANGUAGES)
    with pytest.raises(DixieError, match="language must be one of"):
        words_of("../en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_is_missing(language: str) -> None:
    words = words_of(language)
    assert set(words.texts) == set(ENGLISH.texts)
    for key, text in words.texts.items():
        assert key.startswith("language.") or (text and text.strip() == text), key
    assert words("language.code") == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_entries_have_the_right_fields_and_forms(language: str) -> None:
    words, plurals = words_of(language), PLURALS[language][0]
    for key, text in words.texts.items():
        mine, english = fields(text), fields(ENGLISH.texts[key])
        # verbs and plurals may need no form in a language, but a fact must not get lost, nor one be invented
        assert set(mine) <= set(english) | {"who"}, key
        needed = {name for name, specs in english.items() if "" in specs and name != "who"}
        assert needed <= set(mine), key
        for name, specs in mine.items():
            for spec in filter(None, specs):
                forms = len(spec.split("|"))
                if name in PEOPLE:
                    assert forms == (3 if name == "owner" else 2), key
                else:
                    assert forms == plurals, (key, spec)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_that_the_code_asks_for_by_its_name_is_there(language: str) -> None:
    words = words_of(language)
    for kinds in (
        *(f"action.{number}" for number in range(len(ACTIONS))),
        *(f"rule.{number}" for number in range(len(ACTIONS))),
        *(f"does.{number}" for number in range(1, len(ACTIONS))),
        *(f"event.penalty_{source}" for source in PENALTY_SOURCES),
        *(f"event.reward_{source}" for source in REWARD_SOURCES),
        *(f"sheet.{source}" for source in (*PENALTY_SOURCES, *REWARD_SOURCES)),
        *(f"count.{good}" for good in (*GOODS, "rock", "cube", "disc")),
    ):
        assert kinds in words


def test_pages_and_scripts_ask_for_entries_that_exist() -> None:
    static = ROOT / "agents" / "dixie_web" / "static"
    for page in ("table.html", "lobby.html"):
        found = re.findall(r"\{\{([\w.]+)\}\}", (static / page).read_text())
        assert found and all(key in ENGLISH for key in found)
    given = {"inherited", "language", "languages"}
    for part, scripts in (("page", ("table", "log", "motion", "end", "shapes")), ("lobby", ("lobby",))):
        asked = {
            name
            for script in scripts
            for name in re.findall(r"\btexts\.(\w+)", (static / f"{script}.js").read_text())
        }
        assert asked <= set(ENGLISH.part(part)) | given


def happened() -> Iterator[tuple[GameEvent, Game]]:
    """Yield the events of games in which as much as possible happens."""
    for seed in range(14):
        players = 2 + seed % 4
        events: list[GameEvent] = []
        rules = make_rules(players, ("de", "proto", "fr", "en", "pl")[seed % 5])
        game = Game(rules, seed=seed, listener=events.extend)
        number = 0
        while not game.over:
            game.step((at_random, climbing)[seed % 2](game, number))
            number += 1
        yield from ((event, game) for event in events)


@pytest.fixture(scope="module")
def examples() -> dict[str, list[GameEvent]]:
    found: dict[str, list[GameEvent]] = {}
    for event, _ in happened():
        found.setdefault(event.kind, []).append(event)
    for event in RARE:
        found.setdefault(event.kind, []).append(event)
    return found


def test_every_event_has_an_icon_and_a_motion_or_says_that_it_has_none(
    examples: dict[str, list[GameEvent]],
) -> None:
    assert set(SHOWN) == set(KINDS)
    for kind, events in examples.items():
        moved = 0
        for event in events:
            assert icon_of(event) in SIGNS, kind
            assert SHOWN[kind].place(event), kind
            moves = moves_of([event])
            moved += len(moves)
            assert all(move.source and move.target and move.source != move.target for move in moves)
            assert all(move.piece.partition("-")[0] in {*SIGNS, "disc", "tile", "pixie"} for move in moves)
        assert (moved == 0) == (SHOWN[kind].moves is still), kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence(language: str, examples: dict[str, list[GameEvent]]) -> None:
    assert set(examples) == set(KINDS)
    for events in examples.values():
        for event in events[:200]:
            said = set()
            for reader in (None, 0, 1):
                narrator = Narrator(7)
                narrator.hear([event])
                told = [
                    tell(entry, Teller(words_of(language), reader, marked=True), 7)
                    for entry in narrator.entries
                ]
                assert event.kind == "phase_began" or (told and all(line.words.strip() for line in told))
                said.add(" ".join(line.words for line in told))
            assert not any("{" in text for text in said)


def test_forms_by_number_and_person() -> None:
    assert ENGLISH("count.apple", n=1) == "1 apple" and ENGLISH("count.apple", n=2) == "2 apples"
    assert ENGLISH("does.13", who=Person("2", 0)) == "forge a ring (13)"
    assert ENGLISH("does.13", who=Person("2", 1)) == "forges a ring (13)"
    polish = PLURALS["pl"][1]
    assert [polish(number) for number in (0, 1, 2, 4, 5, 11, 12, 21, 22, 25)] == [
        2,
        0,
        1,
        1,
        2,
        2,
        2,
        2,
        1,
        2,
    ]
    assert [PLURALS["fr"][1](number) for number in (0, 1, 2)] == [0, 0, 1]
