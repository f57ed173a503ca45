"""Names for people: of abilities, and of sources of points."""


def ability_name(ability: str) -> str:
    """Return the name of an ability: ``light mine``."""
    return ability.replace("_", " ")


def source_name(part: str) -> str:
    """Return the name of a part of the score: ``ring tiles``, ``penalties: slaves``."""
    kind, _, source = part.partition("_")
    words = source.replace("_", " ")
    if kind == "penalty":
        return f"penalties: {words}"
    if kind == "reward":
        return f"{words}s" if words.endswith("tile") else words
    return part
