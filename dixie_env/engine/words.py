"""The words of the game, in the order of the engine's numbers for them."""

from types import ModuleType

from dixie_env.engine import events, model


def _words(prefix: str, module: ModuleType = model) -> tuple[str, ...]:
    """Return the names of an enumeration of a module, in its order, without their prefix."""
    values = sorted((value, name) for name, value in vars(module).items() if name.startswith(prefix))
    return tuple(name.removeprefix(prefix).lower() for _, name in values)


DECISIONS = _words("ASK_")
REASONS = _words("WHY_")
PHASES = _words("PHASE_")
CHANCES = _words("CHANCE_")[: model.CHANCE_AGENT]
DRAFTS = _words("DRAFT_")
CASINO_FACES = _words("FACE_")
GOODS = ("apple", "bread", "honey", "silver", "gold")
FOODS = GOODS[:3]
CUBES = ("silver", "gold", "rock")
ONE_OFFS = ("double", "peek", "mercy")
ROWS = ("offering", "servant", "ring")
ABILITIES = (
    "cheap_gold",
    "servant_bonus",
    "ring_bonus",
    "silver_income",
    "free_promotion",
    "free_demotion",
    "free_rocks",
    "extra_slot",
    "copy_unused",
    "light_mine",
)
PENALTY_SOURCES = ("pass", "copy", "whips", "empty_hand", "slaves", "tracks")
REWARD_SOURCES = (
    "offering_tile",
    "servant_tile",
    "ring_tile",
    "servant_bonus",
    "ring_bonus",
    "track_top",
    "doctored",
)
EVENTS = _words("EVENT_", events)[: events.EVENT_KINDS]
"""The kinds of events."""
GOODS_REASONS = _words("FOR_", events)
CLIMBS = _words("BY_", events)
SPARED = _words("AS_", events)
ENDINGS = _words("AFTER_", events)
TRACKS = ("silver", "gold")
SLOTS = ("main", "extra")
