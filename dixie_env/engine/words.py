"""The words of the game, in the order of the engine's numbers for them.

All come from the enumerations of `model.pxd`: by their prefix or, if the members have none, as a list that is
checked against them when this module is imported.
"""

from collections.abc import Iterable
from types import ModuleType

from dixie_env.engine import events, model
from dixie_env.engine.abilities import TABLE


def _words(prefix: str, module: ModuleType = model) -> tuple[str, ...]:
    """Return the names of an enumeration of a module, in its order, without their prefix."""
    values = sorted(
        (value, name)
        for name, value in vars(module).items()
        if name.startswith(prefix) and not name.endswith(("_COUNT", "_END", "_MAX"))
    )
    return tuple(name.removeprefix(prefix).lower() for _, name in values)


def _checked(words: Iterable[str], count: int, pattern: str = "{}", first: int = 0) -> tuple[str, ...]:
    """Return words after checking that the members of an enumeration have the same names and numbers."""
    found = tuple(words)
    right = {pattern.format(word).upper(): number for number, word in enumerate(found, start=first)}
    wrong = [name for name, number in right.items() if getattr(model, name, None) != number]
    if wrong or len(found) != count:
        raise ImportError(
            f"words and enumerations of the engine differ: {len(found)} words for {count} members"
            + (f", and {', '.join(wrong)} stand elsewhere in model.pxd" if wrong else "")
        )
    return found


DECISIONS = _words("ASK_")
REASONS = _words("WHY_")
PHASES = _words("PHASE_")
CHANCES = _words("CHANCE_")[: model.CHANCE_AGENT]
DRAFTS = _words("DRAFT_")
CASINO_FACES = _words("FACE_")
ACTIONS = _words("ACTION_")
"""By number; the first is the pass."""
SWITCHES = _words("SWITCH_")
OWN_TILES = _words("OWN_")
CUBES = _words("CUBE_")
GOODS = _checked(("apple", "bread", "honey", "silver", "gold"), model.GOOD_COUNT)
FOODS = GOODS[: model.FOOD_COUNT]
ONE_OFFS = _checked(("double", "peek", "mercy"), model.ONE_OFF_COUNT, first=1)
ROWS = _checked(("offering", "servant", "ring"), model.ROW_COUNT, "{}_row")
ABILITIES = _checked((ability.name for ability in TABLE), model.ABILITY_COUNT, first=1)
"""Names of the abilities; ability 1 comes first."""
PENALTY_SOURCES = _checked(
    ("pass", "copy", "whips", "empty_hand", "slaves", "tracks"), model.PENALTY_SOURCE_COUNT, "from_{}"
)
REWARD_SOURCES = _checked(
    (
        "offering_tile",
        "servant_tile",
        "ring_tile",
        "servant_bonus",
        "ring_bonus",
        "track_top",
        "doctored",
    ),
    model.REWARD_SOURCE_COUNT,
    "from_{}",
)
EVENTS = _words("EVENT_", events)[: events.EVENT_KINDS]
"""The kinds of events."""
GOODS_REASONS = _words("FOR_", events)
CLIMBS = _words("BY_", events)
SPARED = _words("AS_", events)
ENDINGS = _words("AFTER_", events)
TRACKS = ("silver", "gold")
SLOTS = ("main", "extra")
