"""Words, counts and numbers of the game come from one enumeration each."""

import importlib.util
import re
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType

import pytest

from dixie_env import Game, make_rules
from dixie_env.config import Edition, load_edition
from dixie_env.engine import model, sources, words
from dixie_env.engine.abilities import TABLE, ability
from dixie_env.text import ACTION_NAMES, describe_choice

ROOT = Path(__file__).parents[2]


def test_words_are_numbered_like_the_enumerations() -> None:
    assert words.ACTIONS[model.ACTION_RING] == "ring"
    assert words.DECISIONS[model.ASK_DUMP_MORE] == "dump_more"
    assert words.SWITCHES[model.SWITCH_HOARDS_FIRST] == "hoards_first"
    assert words.OWN_TILES[model.OWN_ONE_OFF] == "one_off"
    assert words.CUBES[model.CUBE_ROCK] == "rock"
    assert words.ABILITIES[model.EXTRA_SLOT - 1] == "extra_slot"
    counts = {
        "ACTION": len(words.ACTIONS) - 1,
        "ABILITY": len(words.ABILITIES),
        "GOOD": len(words.GOODS),
        "FOOD": len(words.FOODS),
        "DECISION": len(words.DECISIONS) - 1,
        "REASON": len(words.REASONS) - 1,
        "PHASE": len(words.PHASES) - 1,
        "SWITCH": len(words.SWITCHES),
        "FACE": len(words.CASINO_FACES),
        "OWN": len(words.OWN_TILES),
    }
    assert {name: getattr(model, f"{name}_COUNT") for name in counts} == counts


@pytest.mark.parametrize(
    ("listed", "count", "complaint"),
    [
        (("apple", "honey", "bread"), 3, "HONEY, BREAD stand elsewhere"),
        (("apple", "bread"), 3, "2 words for 3 members"),
        (("apple", "plum"), 2, "PLUM stand elsewhere"),
    ],
)
def test_words_that_differ_from_the_enumeration_are_refused(
    listed: tuple[str, ...], count: int, complaint: str
) -> None:
    with pytest.raises(ImportError, match=complaint):
        words._checked(listed, count)


def test_actions_are_called_as_in_the_rules() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    rules = dict(re.findall(r"^\| R4\.\d+ \| (\d+) ([a-z ]+?) \|", text, re.MULTILINE))
    assert rules == {str(number): name for number, name in enumerate(ACTION_NAMES) if number}


def test_every_action_has_a_phrase() -> None:
    for action in range(1, model.ACTION_END):
        assert describe_choice("act", f"action:{action}").endswith(f"({action})")
    with pytest.raises(ValueError, match="no choice"):
        describe_choice("act", f"action:{model.ACTION_END}")


def test_abilities_have_names_and_effects_of_their_own() -> None:
    assert ability(model.RING_BONUS).title == "ring bonus"
    assert len({tile.effect for tile in TABLE}) == len(TABLE)
    for number in (0, model.ABILITY_END):
        with pytest.raises(ValueError, match=f"abilities are 1 to {model.ABILITY_COUNT}"):
            ability(number)


def test_an_edition_sets_every_switch_of_the_engine() -> None:
    assert set(load_edition("de").switches()) == set(words.SWITCHES)


@pytest.mark.parametrize("key", Edition.model_fields)
def test_each_key_of_an_edition_turns_one_switch(key: str) -> None:
    plain = load_edition("de")
    other = {
        "end",
        "at_once",
        "before",
        "after",
        "exactly_3",
        "up_to_3",
        "rocks",
        "hoards",
        "shared",
        "one_each",
        "unlimited",
        "limited",
        "forbidden",
        "allowed",
    }
    description = str(Edition.model_fields[key].description)
    (value,) = (word for word in other if f"'{word}'" in description and word != getattr(plain, key))
    before = make_rules(4, plain).array["switches"][0]
    after = make_rules(4, plain.model_copy(update={key: value})).array["switches"][0]
    assert (before != after).sum() == 1


def test_an_offering_is_secret_from_the_first_choice_until_all_are_shown() -> None:
    seen = set()
    for seed in range(12):
        game = Game(make_rules(2 + seed % 4, ("de", "fr")[seed % 2]), seed)
        for number in range(100_000):
            if game.over:
                break
            choosing = game.reason == "offering" and game.decision in ("offer", "amount")
            assert game.offering_is_secret == choosing
            offering_or_earlier = game.phase in ("draft", "stealing", "actions") or game.reason == "offering"
            assert game.offerings_shown == (not offering_or_earlier)
            seen.add((game.offering_is_secret, game.offerings_shown))
            game.step(game.random_option(number))
        assert not game.offering_is_secret and not game.offerings_shown
    assert seen == {(False, False), (True, False), (False, True)}


# --- what is built ------------------------------------------------------------------------------------------


def load_setup() -> ModuleType:
    spec = importlib.util.spec_from_file_location("dixie_setup", ROOT / "setup.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_only_the_debug_build_has_the_deliberate_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    setup = load_setup()
    assert not any("debug" in extension.name for extension in setup.extensions())
    monkeypatch.setattr(setup, "DEBUG", True)
    assert "tests.debug.debug_check" in {extension.name for extension in setup.extensions()}


def test_the_generator_of_the_docs_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    setup = load_setup()
    assert all(name.startswith("dixie_") for name in setup.packages())
    assert not (ROOT / "dixie_env" / "tables.py").exists()


def test_compiled_modules_are_found_with_and_without_sources(tmp_path: Path) -> None:
    built = sources.compiled_modules()
    assert {"model", "game", "rewards"} <= set(built)
    for name in ("b", "a"):
        (tmp_path / f"{name}{EXTENSION_SUFFIXES[0]}").touch()
    assert sources.compiled_modules(tmp_path) == ["a", "b"]  # as in a wheel
    (tmp_path / "c.pyx").touch()
    assert sources.compiled_modules(tmp_path) == ["c"]  # in a checkout the sources decide
