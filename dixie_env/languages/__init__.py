"""Everything that the web table and the narrator say, in one file for each language: ``en.toml`` and others.

An entry is a text with fields in braces, as in `str.format`. A field with several forms chooses one:

- by number: ``{n} {n:point|points}``, with as many forms as the language has plurals;
- by person: ``{who:forge|forges} a ring`` has a form for the reader and one for every other seat, and a third
  one for the dummy where it can be meant. A form may contain plain fields: ``{who:you|seat {who}}``.

Texts are composed here and not in the page: so the terminal, the log, the review and the tests say the same
with the same code, and what a visitor must not know can't be in a text that the server never makes.
"""

import string
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from dixie_env.engine import DixieError

__all__ = ["ENGLISH", "LANGUAGES", "Person", "Words", "words_of"]

LANGUAGES = ("en", "de", "fr", "pl", "ja")
"""Codes of the languages, the first is the one that everything was written in."""
YOU, OTHER, DUMMY_FORM = 0, 1, 2


def _one_or_many(number: int) -> int:
    return number != 1


def _french(number: int) -> int:
    return number > 1


def _polish(number: int) -> int:
    if number == 1:
        return 0
    return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2


def _japanese(number: int) -> int:
    return 0


PLURALS: Mapping[str, tuple[int, Callable[[int], int]]] = {
    "en": (2, _one_or_many),
    "de": (2, _one_or_many),
    "fr": (2, _french),
    "pl": (3, _polish),
    "ja": (1, _japanese),
}
"""For each language the number of forms, and which form belongs to a number."""


@dataclass(frozen=True)
class Person:
    """A seat in a sentence.

    Attributes:
        label: What stands for it: its number, or a mark that a page replaces by a coloured disc.
        form: Which form of a verb or phrase belongs to it: `YOU`, `OTHER` or `DUMMY_FORM`.
    """

    label: str
    form: int = OTHER

    def __str__(self) -> str:
        return self.label


class _Forms(string.Formatter):
    """`str.format` with forms by number and person."""

    def __init__(self, plural: Callable[[int], int]) -> None:
        self._plural = plural

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Person):
            return format_spec.split("|")[value.form] if format_spec else value.label
        if isinstance(value, int) and format_spec:
            return format_spec.split("|")[self._plural(value)]
        return str(value)


class Words:
    """The texts of one language: ``words("event.forged", who=..., n=2)``.

    Args:
        language: Its code.
        texts: The entries by section and name.
    """

    def __init__(self, language: str, texts: Mapping[str, Mapping[str, str]]) -> None:
        self.language = language
        self.texts = {
            f"{part}.{name}": text for part, entries in texts.items() for name, text in entries.items()
        }
        self._forms = _Forms(PLURALS[language][1])

    def __call__(self, key: str, /, **values: Any) -> str:
        """Return a text with its fields filled in."""
        return self._forms.vformat(self.texts[key], (), values)

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def part(self, name: str) -> dict[str, str]:
        """Return all entries of a section as they stand, for a page."""
        return {
            key.partition(".")[2]: text for key, text in self.texts.items() if key.partition(".")[0] == name
        }

    # --- goods and lists ------------------------------------------------------------------------------------

    def count(self, number: int, good: str) -> str:
        """Count a good, a cube or a rock: ``1 apple``, ``2 apples``, ``2 silver``."""
        return self(f"count.{good}", n=number)

    def goods(self, numbers: Mapping[str, int]) -> str:
        """List goods with their numbers."""
        return self.listed(self.count(number, good) for good, number in numbers.items() if number)

    def listed(self, words: Iterable[str]) -> str:
        """Join words as in a sentence: ``a, b and c``."""
        *first, last = list(words) or [self("language.nothing")]
        return f"{self('language.comma').join(first)}{self('language.and')}{last}" if first else last


@cache
def words_of(language: str) -> Words:
    """Return the texts of a language.

    Raises:
        DixieError: There is no such language.
    """
    if language not in LANGUAGES:
        raise DixieError(f"language must be one of {', '.join(LANGUAGES)}, not {language[:20]!r}")
    text = (files("dixie_env.languages") / f"{language}.toml").read_text(encoding="utf-8")
    return Words(language, tomllib.loads(text))


ENGLISH = words_of("en")
