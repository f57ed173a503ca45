"""What a seat knows, as text: for language models, and for anybody who builds prompts.

`observe_text` says in words what the observation vector says in numbers: everything the seat knows and
nothing it must not know. `text_options` lists the options of the current decision by number and name.
`dixie_env.primer.rules_primer` explains the game.

    from dixie_env import Game, make_rules, observe_text, rules_primer

    game = Game(make_rules(4), seed=7)
    print(rules_primer(game.rules))
    print(observe_text(game))
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dixie_env.engine import DixieError, Game
from dixie_env.engine.model import OPTION_PASS, OPTION_STOP
from dixie_env.engine.names import option_name
from dixie_env.engine.words import FOODS, GOODS, OWN_TILES, PENALTY_SOURCES
from dixie_env.records import describe_state
from dixie_env.text import (
    ACTION_NAMES,
    PENALTY_WORDS,
    count,
    describe_choice,
    describe_position,
    describe_result,
    listed,
)

__all__ = ["QUESTIONS", "REASON_WORDS", "TextOption", "observe_text", "text_options"]

QUESTIONS = {
    "draft": "Which ability do you take?",
    "take_food": "Which food do you take?",
    "act": "Which action do you take? Removing a rock comes before the action.",
    "promote_from": "Which pixie do you move one step up?",
    "promote_to": "Where does the pixie go?",
    "trade_give": "Which good do you give?",
    "trade_get": "Which good do you want?",
    "amount": "How many?",
    "whip": "Who gets the next penalty point of the whips?",
    "track": "On which track do you move up?",
    "rob": "Which pixie do you rob?",
    "use_peek": "Do you give back the tile peek to choose cubes from the bag?",
    "pick_cube": "Which cube do you pick from the bag?",
    "place_rock": "Beside whose slave do you place the next rock?",
    "swap_own": "Which of your tiles do you swap?",
    "swap_with": "For which tile do you swap it?",
    "odd_job": "Do you take a food, or begin to remove goods from the game?",
    "dump_more": "Which good do you remove from the game next?",
    "copy": "Which action do you copy?",
    "add_offering": "Which good do you add to the special-offering track?",
    "announce_double": "Do you announce the tile double, which lets you offer one more kind?",
    "offer": "Which good do you offer to the queen? The offering stays secret until all are shown.",
    "demote": "Which pixie do you demote to your mine?",
}
"""What each kind of decision asks, by its name."""

REASON_WORDS = {
    "draft": "the draft of abilities",
    "stealing": "food from your food tiles",
    "turn": "your turn in the action phase",
    "action": "the action you are carrying out",
    "offering": "your secret offering",
    "steps": "promotion steps for the food you offered",
    "free_step": "the free step of your ability",
    "dummy": "as the favourite you move the dummy",
    "mine_symbol": "your penalty points reached a mine symbol",
    "angry_queen": "nobody offered the food that the queen demands",
}
"""Why a seat must decide, by the name of the reason."""

_LAST = (OPTION_PASS, OPTION_STOP)


@dataclass(frozen=True)
class TextOption:
    """An option of a decision.

    Attributes:
        number: Its number in the list, from 1.
        option: Its id, for `Game.step` and the environments.
        name: Its name in records, such as `action:13`.
        words: What it does, as a phrase: `forges a ring (13)`.
    """

    number: int
    option: int
    name: str
    words: str


def text_options(game: Game) -> list[TextOption]:
    """Return the legal options of the seat that decides, in the order in which `observe_text` lists them.

    The list is empty when the game is over.
    """
    if game.seat is None:
        return []
    kind, seat = game.decision or "", game.seat
    ordered = sorted(game.options(), key=lambda option: option in _LAST)
    names = [option_name(option, seat, game.players) for option in ordered]
    return [
        TextOption(number, option, name, describe_choice(kind, name, game))
        for number, (option, name) in enumerate(zip(ordered, names, strict=True), start=1)
    ]


def observe_text(game: Game, seat: int | None = None, *, screened: bool = False) -> str:
    """Return what a seat knows as text: the position, the question it must answer, and its options.

    Args:
        game: The game.
        seat: The seat that observes; by default the one that decides. A seat that waits gets no question.
        screened: Hide the goods and reward points of the other seats, as `observation="screened"` does. By
            default the text has them: a player with a perfect memory knows them.

    Raises:
        DixieError: There is no such seat, or the game is over and no seat was given.
    """
    viewer = game.seat if seat is None else seat
    if viewer is None or not 0 <= viewer < game.players:
        raise DixieError(
            f"seat must be 0 to {game.players - 1}, not {seat!r}"
            + ("; the game is over, so no seat decides" if seat is None else "")
        )
    if game.over:
        return f"You are seat {viewer}. {describe_result(game)}"
    state = describe_state(game)
    if screened:
        for other, facts in enumerate(state["seats"]):
            if other != viewer and facts["in_play"]:
                facts["goods"] = facts["rewards"] = None
    when = f"round {state['round']} of {game.rules.config.rounds}" if state["round"] else "before round 1"
    head = f"You are seat {viewer} of {game.players} (seats 0 to {game.players - 1}). It is {when}, phase: "
    position = describe_position(game, state=state).split("\n")[1:]  # the first line says who decides
    lines = [f"{head}{state['phase']}.", *position, *_more_facts(game, state)]
    return "\n".join([*lines, "", *_question(game, viewer)])


def _more_facts(game: Game, state: dict[str, Any]) -> Iterator[str]:
    """Yield what `describe_position` leaves out, because a person sees it happen."""
    raw, seats = game.state, range(game.players)
    past = dict(zip(FOODS, raw["demanded"].tolist(), strict=True))
    yield f"Demands  so far {_counted(past)} (of 3 round tiles each)"
    if state["phase"] == "actions":
        order = [int(seat) for seat in raw["turn_order"] if seat >= 0]
        yield f"Turns    {' '.join(map(str, order))}; now seat {order[int(raw['turn'])]}"
    if state["priority"]:
        yield f"Priority action 21 was used by {_seats(state['priority'])}"
    used = [
        f"seat {seat}: {' '.join(map(str, facts['used']))}"
        for seat, facts in enumerate(state["seats"])
        if facts["used"]
    ]
    if used:
        yield f"Used     own spaces used in this round, {'; '.join(used)}"
    if any(raw["announced"][: game.players]):
        yield f"Double   announced by {_seats([seat for seat in seats if raw['announced'][seat]])}"
    if game.offerings_shown and raw["demand"] >= 0:
        shown = [f"seat {seat} {_goods(raw['offer'][seat])}" for seat in seats if raw["offer"][seat].any()]
        yield f"Offered  {'; '.join(shown) or 'nothing'}"
    due = [f"seat {seat} {int(raw['due'][seat])}" for seat in seats if raw["due"][seat]]
    if due:
        yield f"Due      penalty points about to be given: {'; '.join(due)}"
    firsts = [
        f"seat {seat} in round {int(raw['first_servant'][seat])}" for seat in seats if raw["servants"][seat]
    ]
    if firsts:
        yield f"Servants first loyal servant of {'; '.join(firsts)}"
    fallen = sorted((int(raw["fallen"][seat]), seat) for seat in seats if not raw["in_play"][seat])
    if fallen:
        yield f"Pit      fell in this order: {_seats([seat for _, seat in fallen])}"


def _question(game: Game, viewer: int) -> list[str]:
    if game.seat != viewer:
        return ["You have nothing to decide now."]
    assert game.decision is not None and game.reason is not None
    pending = list(_pending(game))
    return [
        f"Decision ({game.decision}): {QUESTIONS[game.decision]}",
        f"Reason: {REASON_WORDS[game.reason]}.{' So far: ' if pending else ''}{'; '.join(pending)}",
        "Your options (number, name, meaning):",
        *(f"{one.number}. {one.name} - {one.words}" for one in text_options(game)),
    ]


def _pending(game: Game) -> Iterator[str]:
    """Yield what the seat has chosen in the decisions before, and what is still to come."""
    raw = game.state
    action, good, wanted, own = (int(raw[name]) for name in ("action", "good", "wanted", "own"))
    if action > 0:
        copied = "a copy of " if raw["copying"] else ""
        yield f"you carry out {copied}action {action} ({ACTION_NAMES[action]})"
    if raw["left"]:
        yield f"left to choose: {int(raw['left'])}"
    if raw["blind"]:
        yield f"{count(int(raw['blind']), 'cube')} will be drawn blind"
    if game.decision == "promote_to":
        source = int(raw["source"])
        yield f"the pixie comes from {f'space {source}' if source else 'the mine'}"
    if good >= 0:
        yield f"the good is {GOODS[good]}"
    if wanted >= 0:
        yield f"you want {GOODS[wanted]}"
    if own >= 0:
        yield f"you swap your tile {OWN_TILES[own].replace('_', '-')}"
    if raw["demotions"]:
        yield f"demotions due: {int(raw['demotions'])}"
    if game.reason == "mine_symbol":
        yield f"the points are for {PENALTY_WORDS[PENALTY_SOURCES[int(raw['due_source'])]]}"
    if raw["rocks_in_hand"]:
        yield f"{count(int(raw['rocks_in_hand']), 'rock')} in hand"
    if game.reason == "offering" and raw["offer"][game.seat].any():
        yield f"you offer {_goods(raw['offer'][game.seat])}"


def _goods(numbers: Any) -> str:
    return _counted(dict(zip(GOODS, numbers.tolist(), strict=True)))


def _counted(goods: dict[str, int]) -> str:
    return ", ".join(count(number, good) for good, number in goods.items() if number) or "none"


def _seats(seats: list[int]) -> str:
    return listed(f"seat {seat}" for seat in seats)
