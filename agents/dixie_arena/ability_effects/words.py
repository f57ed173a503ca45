"""Readable names of abilities, sources of points and small numbers."""

NUMBER_WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "all ten")
"""How many of the ten abilities, in words."""


def ability_name(ability: str) -> str:
    """Return the name of an ability: ``light mine``."""
    return ability.replace("_", " ")


def number_word(number: int) -> str:
    """Return how many of the ten abilities, in words: ``seven``, ``all ten``."""
    return NUMBER_WORDS[number]


def source_name(part: str) -> str:
    """Return the name of a part of the score: ``ring tiles``, ``penalties: slaves``."""
    kind, _, source = part.partition("_")
    words = source.replace("_", " ")
    if kind == "penalty":
        return f"penalties: {words}"
    if kind == "reward":
        return f"{words}s" if words.endswith("tile") else words
    return part
