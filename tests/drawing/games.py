"""Positions to draw: whole games of agents that play at random, in every number of players and edition."""

from collections.abc import Iterator

from dixie_env import Game, make_rules


def positions(players: int, seed: int, edition: str = "de", every: int = 1) -> Iterator[Game]:
    """Yield a game at its decisions, and at its end."""
    game = Game(make_rules(players, edition), seed)
    count = 0
    while not game.over:
        if count % every == 0:
            yield game
        game.step(game.random_option(count))
        count += 1
    yield game
