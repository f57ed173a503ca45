"""A contrast in sentences that claim no more than its intervals allow."""

from collections.abc import Sequence

import numpy as np

from dixie_arena.ability_effects.contrast import Contrast
from dixie_arena.ability_effects.words import ability_name
from dixie_env.engine.words import ABILITIES

PHRASES = {
    "players": "with {} players",
    "edition": "in edition {}",
    "board": "on board {}",
    "agents": "for {}",
}
"""How sentences name a condition, for each thing that may differ."""


def condition_name(key: str, name: str) -> str:
    """Return a condition in words: ``with 3 players``."""
    return PHRASES[key].format(name)


def contrast_sentences(key: str, names: Sequence[str], found: Contrast) -> list[str]:
    """Return a sentence for each condition after the first.

    Args:
        key: What differs.
        names: The names of the conditions.
        found: The differences.
    """
    words = [condition_name(key, name) for name in names]
    lines = [_sentence(words, number, found) for number in range(1, len(words))]
    if len(words) > 2:
        lines.append(
            f"All are compared with the first ({words[0]}); intervals and p-values are corrected for all "
            f"{found.differences.size} comparisons."
        )
    return lines


def _sentence(words: list[str], number: int, found: Contrast) -> str:
    first, here = words[0], words[number]
    row = number - 1
    differs = [
        place for place in np.argsort(-np.abs(found.differences[row])).tolist() if found.said[row, place]
    ]
    if not differs:
        widest = 100 * max(np.abs(found.low[row]).max(), np.abs(found.high[row]).max())
        return (
            f"No ability is shown to be worth more or less {here} than {first}: all ten differences lie "
            f"within \u00b1{np.ceil(round(widest, 6)):.0f} % of the fair share (95 % confidence)."
        )
    parts: list[str] = []
    for place in differs:
        more = "more" if found.differences[row, place] > 0 else "less"
        parts.append(
            f"{ability_name(ABILITIES[place])} is worth {more}"
            f"{f' than {first}' if not parts else ''}: "
            f"{_percent(found.scaled[number, place])} % of the fair share instead of "
            f"{_percent(found.scaled[0, place])} %, difference {_percent(found.differences[row, place])} "
            f"[{_percent(found.low[row, place])}, {_percent(found.high[row, place])}]"
        )
    rest = "no other ability is shown to differ" if len(differs) < len(ABILITIES) else "all ten differ"
    return f"{here[0].upper()}{here[1:]}, {'; '.join(parts)}; {rest}."


def _percent(share: float) -> str:
    return f"{round(100 * float(share)) + 0:+d}"
