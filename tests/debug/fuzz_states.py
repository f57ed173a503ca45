"""Bytes from outside: random and mutated ones, far more than a test could list. Run by tests in both builds.

python -m tests.debug.fuzz_states 100000
"""

import sys
from random import Random

from dixie_env import Game, StateError, make_rules
from tests.properties.invariants import check_position
from tests.properties.play import play

HEADER = 12  # magic and shape: without them bytes are refused at once


def seeds(random: Random) -> list[Game]:
    """Positions from all over the game to mutate, with several rules."""
    games = []
    for players in (2, 3, 4, 5):
        for edition in ("de", "proto", "fr", "en"):
            game = Game(make_rules(players, edition), random.randrange(2**32))
            for _ in play(game, random):
                if random.random() < 0.1:
                    games.append(game.copy())
            games.append(game)
    return games


def mutate(data: bytes, random: Random) -> bytes:
    """One to three bytes changed to small or any values, a piece of random bytes, or all of them random."""
    changed = bytearray(data)
    way = random.random()
    if way < 0.05:
        changed[HEADER:] = random.randbytes(len(data) - HEADER)
    elif way < 0.1:
        start = random.randrange(HEADER, len(data) - 16)
        changed[start : start + 16] = random.randbytes(16)
    else:
        for _ in range(random.randint(1, 3)):
            place = random.randrange(HEADER, len(data))
            changed[place] = random.choice(
                (0, 1, 2, 3, 255, random.randrange(256), (changed[place] + 1) % 256)
            )
    return bytes(changed)


def play_on(game: Game, random: Random) -> None:
    """A state that was accepted has to behave like any other."""
    for count, _ in enumerate(play(game, random, sense=0.8)):
        check_position(game)
        game.validate()
        game.observe()
        if count == 12:
            break


def fuzz(count: int, seed: int) -> tuple[int, int]:
    """Return how many were refused and how many accepted."""
    random = Random(seed)
    games = seeds(random)
    refused = 0
    for _ in range(count):
        game = random.choice(games)
        try:
            other = Game.from_bytes(game.rules, mutate(game.to_bytes(), random))
        except StateError:
            refused += 1
            continue
        if random.random() < 0.1:
            play_on(other, random)
        else:
            check_position(other)
            if not other.over:
                other.step(random.choice(other.options()))
                other.validate()
    return refused, count - refused


if __name__ == "__main__":
    refused, accepted = fuzz(int(sys.argv[1]), seed=1)
    print(f"refused {refused}, accepted {accepted}")
