"""A review as one page that needs only a browser."""

from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

from dixie_agents.registry import ENTRIES
from dixie_agents.reviewing.results import MARKS, Analysis, Step, Turn
from dixie_env.drawing import HEIGHT, WIDTH, style_sheet
from dixie_env.drawing.symbols import SYMBOLS
from dixie_env.records import read_events
from dixie_env.replay import collect
from dixie_env.replay.page import POLICY, embedded, page_data, read_text
from dixie_env.text import describe_choice, describe_choices

CHANCES = {
    "whip_die": "the whip die",
    "casino_die": "the casino die",
    "draw": "cubes from the bag",
    "demand": "the queen's demand",
    "order": "the order",
    "abilities": "the abilities on display",
    "deal": "the abilities dealt",
}
"""Kinds of chance, in words."""
SIGNS = {"blunder": "??", "mistake": "?", "inaccuracy": "?!"}
AMOUNT = "amount"
GOODS_FIRST = ("offer", "trade_give", "trade_get")
"""Decisions before an amount, about its goods."""
SHOWN = 8
"""Options listed for a decision."""
COMPANY = "balanced"
"""Takes the seats of people, and of agents that need a file, when somebody tries again."""
SERVED = POLICY + "; connect-src 'self'"
"""What the page may do when the web table serves it: ask its own server for a table."""


def review_page(path: Path | str, found: Analysis, *, calibration: str = "", again: str = "") -> str:
    """Return the page as HTML.

    Args:
        path: The record.
        found: Its review.
        calibration: How well the probabilities agree with results, in a sentence.
        again: The address that opens a table at a position, if a web table serves the page. Without it the
            page saves the position as a file.
    """
    replay = collect(found.walk.header, read_events(path))
    title = f"Review of a game of {found.walk.end.players}"
    data = page_data(replay) | {
        "review": review_data(found),
        "calibration": calibration,
        "again": again,
        "company": company(found.walk.header),
        "lines": Path(path).read_text(encoding="utf-8").splitlines() if _continues(found) else [],
    }
    for position in data["positions"]:
        position.pop("analysis", None)  # the review has its own
    return _text("review.html").format(
        policy=SERVED if again else POLICY,
        title=escape(title),
        style=read_text("replay.css") + _text("review.css") + style_sheet("auto"),
        symbols=SYMBOLS,
        width=WIDTH,
        height=HEIGHT,
        data=embedded(data),
        script=read_text("board.js") + _text("chart.js") + _text("review.js"),
    )


def _continues(found: Analysis) -> bool:
    """Can a table continue this game? It needs a seed and names of agents."""
    return isinstance(found.walk.header.get("seed"), int) and bool(found.walk.header.get("agents"))


def company(header: Mapping[str, Any]) -> list[str]:
    """Return who plays the other seats when somebody tries again: agents that every web table has."""
    known = [name for name, entry in ENTRIES.items() if not entry.argument]
    return [name if name in known else COMPANY for name in header.get("agents", ())]


def _text(name: str) -> str:
    return (files("dixie_agents.reviewing") / name).read_text(encoding="utf-8")


# --- data ---------------------------------------------------------------------------------------------------


def review_data(found: Analysis) -> dict[str, Any]:
    """Return a review as plain data, as the page has it."""
    return {
        "by": found.by,
        "marks": [{"name": name, "least": least, "sign": SIGNS[name]} for name, least in MARKS],
        "shares": _rounded(found.shares.tolist()),
        "setup": _rounded(found.setup.tolist()),
        "turns": [turn_data(turn) for turn in found.turns],
        "players": [
            {
                "start": round(player.start, 4),
                "end": round(player.end, 4),
                "luck": round(player.luck, 4),
                "own": round(player.own, 4),
                "others": round(player.others, 4),
                "turns": player.turns,
                "accuracy": round(player.accuracy, 4),
                "lost": round(player.lost, 4),
                "marks": player.marks,
                "turning": list(player.turning),
            }
            for player in found.players
        ],
    }


def turn_data(turn: Turn) -> dict[str, Any]:
    """Return a turn as plain data."""
    first = turn.steps[0].moment
    worst = max((step for step in turn.steps if step.mark), key=lambda step: step.lost, default=None)
    data: dict[str, Any] = {
        "first": first.number,
        "count": len(turn.steps),
        "seat": turn.seat,
        "round": first.game.round,
        "phase": first.game.phase,
        "words": words_of(turn.steps),
        "choice": _rounded(turn.choice.tolist()),
        "luck": _rounded(turn.luck.tolist()),
        "chance": [CHANCES[kind] for kind in dict.fromkeys(_drawn(turn.steps))],
        "lost": round(turn.lost, 4),
        "mark": turn.mark,
        "thoughts": {
            str(step.moment.number): [
                [thought.option, thought.visits, None if thought.value is None else round(thought.value, 3)]
                for thought in step.thoughts[:SHOWN]
            ]
            for step in turn.steps
            if any(thought.visits for thought in step.thoughts)
        },
    }
    if worst is not None:
        data["worst"] = {
            "step": worst.moment.number,
            "chosen": said(worst, worst.moment.choice),
            "best": said(worst, worst.best),
            "option": worst.best,
            "lost": round(worst.lost, 4),
            "margin": round(worst.margin, 4),
            "because": worst.because,
            "line": list(worst.line),
        }
    return data


def words_of(steps: Iterable[Step]) -> str:
    """Return the choices of a turn as a phrase: ``makes a special offering (19), adds 1 honey to it``."""
    phrases: list[str] = []
    kinds: list[str] = []
    for kind, some in groupby(steps, key=lambda step: step.moment.game.decision):
        same = list(some)
        assert kind is not None
        try:
            new = [describe_choices(kind, [step.moment.choice for step in same], same[0].moment.game)]
        except ValueError:  # this kind has no words for several choices
            new = [said(step, step.moment.choice) for step in same]
        while kind == AMOUNT and kinds and kinds[-1] in GOODS_FIRST:
            phrases.pop()  # the amount names the goods again
            kinds.pop()
        phrases += new
        kinds += [kind] * len(new)
    return ", ".join(phrases)


def said(step: Step, choice: str) -> str:
    """Return an option of a decision in words."""
    game = step.moment.game
    assert game.decision is not None
    return describe_choice(game.decision, choice, game)


def _drawn(steps: Iterable[Step]) -> Iterable[str]:
    return (kind for step in steps for kind, _ in step.moment.chance)


def _rounded(values: Any) -> Any:
    if isinstance(values, float):
        return round(values, 4)
    return [_rounded(value) for value in values]
