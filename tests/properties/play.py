"""Random games for properties: uniform ones end early in the pit, so most are played with some sense."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from dixie_env import Game, make_rules
from dixie_env.config import edition_names
from dixie_env.engine import model

FOOLISH = {model.OPTION_PASS, model.OPTION_STOP, *range(model.OPTION_DUMP, model.OPTION_COUNT)}


def choose(game: Game, random: Random, sense: float) -> int:
    """A random option; with the probability `sense` none that passes, stops or dumps, if there is another."""
    options = game.options()
    sensible = [option for option in options if option not in FOOLISH]
    return random.choice(sensible if sensible and random.random() < sense else options)


def play(game: Game, random: Random, sense: float = 0.97, limit: int = 5000) -> Iterator[int]:
    """Play to the end; yields the option that is about to be taken. No game takes longer than the limit."""
    for _ in range(limit):
        if game.over:
            return
        option = choose(game, random, sense)
        yield option
        game.step(option)
    raise AssertionError(f"no end after {limit} decisions")


@st.composite
def games(draw: st.DrawFn) -> tuple[Game, Random]:
    """A game somewhere on its way, and a random generator to go on with."""
    players = draw(st.integers(2, 5))
    rules = make_rules(
        players,
        draw(st.sampled_from(edition_names())),
        draft=draw(st.sampled_from(["choose", "random"])),
        rounds=draw(st.integers(1, 7)),
        rules=draw(st.sampled_from([1, 2])),
    )
    game = Game(rules, draw(st.integers(0, 2**64 - 1)))
    random = Random(draw(st.integers(0, 2**32)))
    for _ in zip(range(draw(st.integers(0, 400))), play(game, random), strict=False):
        pass
    return game, random
