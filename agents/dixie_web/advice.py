"""Hints: what an agent would do, as sentences, with the chance to win after each of the best options."""

from collections.abc import Mapping, Sequence
from typing import Any

from dixie_agents.base import Agent
from dixie_agents.deciding import decide, explain
from dixie_agents.guided import GuidedSearch
from dixie_env.engine import Game, option_id, option_name
from dixie_env.languages import Words

HINTS = 1
"""The random stream for hints. The agents at the table use another one."""
BEST = 3
SAMPLES = 12
"""How often the game is continued after an option, with everything unknown drawn anew each time."""
MOST_STEPS = 400
"""A continuation that gets this far without another decision of the seat is stopped; none does."""


def rate(agent: Agent, game: Game, number: int) -> list[list[Any]]:
    """Return rows of option, visits and value, best first, for the seat that decides.

    A search guided by a policy says for its best options how often the seat wins after them, by playing on to
    the seat's next decision; other searches give the values that they found. An agent that doesn't explain
    itself gives one row without numbers. Nobody gets to see the true game.
    """
    seat = game.seat
    assert seat is not None
    rows = explain(agent, game, number, stream=HINTS)
    if not rows:
        return [[option_name(decide(agent, game, number, stream=HINTS), seat, game.players), None, None]]
    if not isinstance(agent, GuidedSearch):
        return [[name, visits, value if visits else None] for name, visits, value in rows]
    adviser = agent.rating()
    for row in rows[:BEST]:
        option = option_id(row[0], seat, game.players)
        assert option is not None
        row[2] = round(chance_after(adviser, game, option, number), 4)
    return [*rows[:BEST], *([*row[:2], None] for row in rows[BEST:])]


def chance_after(agent: GuidedSearch, game: Game, option: int, number: int) -> float:
    """Estimate how often the seat that decides wins after an option: a tie counts as a part of a win."""
    seat = game.seat
    assert seat is not None
    return sum(_continue(agent, game, seat, option, number, sample) for sample in range(SAMPLES)) / SAMPLES


def _continue(agent: GuidedSearch, game: Game, seat: int, option: int, number: int, sample: int) -> float:
    copy = game.resample(seat, sample)  # the same unknowns after each option
    copy.step(option)
    for step in range(MOST_STEPS):
        if copy.over:
            break
        if copy.seat == seat:
            rows = explain(agent, copy, number + step, stream=HINTS)
            tries = sum(row[1] for row in rows)
            if tries:
                return float(sum(row[1] * row[2] for row in rows) / tries)
        copy.step(decide(agent, copy, number + step, stream=HINTS))
    if not copy.over:
        return 1 / copy.players
    ranks = copy.state["ranks"][: copy.players].tolist()
    return 1.0 / int(ranks.count(1)) if ranks[seat] == 1 else 0.0


def advice(rows: Sequence[Sequence[Any]], adviser: str, names: Mapping[str, str], words: Words) -> str:
    """Return a hint as sentences: the best option, then the next two, with the chance to win after each.

    Args:
        rows: From `rate`.
        adviser: The name of the agent.
        names: What the options are called.
        words: The language.
    """
    (best, _, value), *more = rows
    if value is None:
        return words("hint.best_plain", level=adviser, option=names[best])
    percent = round(100 * value)
    others = [
        words("hint.other", option=names[option], percent=round(100 * share))
        for option, _, share in more[: BEST - 1]
        if share is not None
    ]
    if not others:
        return words("hint.only", level=adviser, option=names[best], percent=percent)
    sentence = words("hint.best", level=adviser, option=names[best], percent=percent)
    return f"{sentence} {words('hint.others', options=words('language.comma').join(others))}"
