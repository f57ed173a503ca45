"""Reading the answer of a language model: the number or the name of an option, as JSON or as plain text.

The rules, in this order. Thinking between ``<think>`` and ``</think>`` is skipped.

1. The last JSON object with a key ``option``, ``choice``, ``answer`` or ``number`` counts.
2. Otherwise the last line that is not empty must be a number or a name, alone or after a word such as
   ``Option`` or ``Answer:``.

A number is the number in the list of options, never that of an action. A name is the option's name
(``action:13``) or its words (``forges a ring (13)``); capitals don't matter.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from dixie_env import TextOption

_KEYS = ("option", "choice", "answer", "number")
_THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_BEFORE = re.compile(
    r"^(?:my |the |final )*(?:option|choice|answer|number)\s*(?:is\b)?\s*[:=#]?\s*", re.IGNORECASE
)
_MARKS = "`*\"'()[]. "
_SHOWN = 60


class Unusable(Exception):
    """An answer that names no option. The message says why, for the model and for the report."""


def read_answer(text: str, options: Sequence[TextOption]) -> TextOption:
    """Return the option that an answer names.

    Raises:
        Unusable: It names none of the options, or can't be read.
    """
    kept = _THOUGHT.sub("", text).strip()
    for data in _objects(kept):
        for key in _KEYS:
            if key in data:
                return _find(data[key], options)
    lines = [line.strip() for line in kept.splitlines() if line.strip()]
    if not lines:
        raise Unusable("it is empty")
    last = lines[-1].strip(_MARKS)
    plain = _BEFORE.sub("", last, count=1).strip(_MARKS)
    for words in (lines[-1], last, plain):
        if found := _named(words, options):
            return found
    return _find(plain, options)


def _named(text: str, options: Sequence[TextOption]) -> TextOption | None:
    """Return the option that has this name or these words."""
    words = " ".join(text.split()).lower()
    for one in options:
        if words in (one.name.lower(), one.words.lower(), f"{one.name} - {one.words}".lower()):
            return one
    return None


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects in a text, the last one first."""
    decoder = json.JSONDecoder()
    for start in reversed([place for place, letter in enumerate(text) if letter == "{"]):
        try:
            data, _ = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if isinstance(data, dict):
            yield {str(key).lower(): value for key, value in data.items()}


def _find(value: Any, options: Sequence[TextOption]) -> TextOption:
    right = f"the options have the numbers 1 to {len(options)}"
    if isinstance(value, str):
        if found := _named(value, options):
            return found
        words = value.strip()
        if re.fullmatch(r"#?\d{1,9}\.?", words, re.ASCII) is None:
            raise Unusable(f"{value[:_SHOWN]!r} is neither the number nor the name of an option; {right}")
        value = int(words.strip("#."))
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int:
        raise Unusable(f"{str(value)[:_SHOWN]!r} is not the number of an option; {right}")
    if not 1 <= value <= len(options):
        raise Unusable(f"there is no option {str(value)[:_SHOWN]}; {right}")
    return options[value - 1]
