"""Play games of all kinds and print a hash of everything that happened: the same in every build."""

import hashlib
import sys

import numpy as np

from dixie_env import Batch, Game, make_rules
from dixie_env.config import edition_names


def play(games: int) -> None:
    """Batches of all player counts and editions; every observation, mask and state goes into the hash."""
    for players in (2, 3, 4, 5):
        for edition in edition_names():
            rules = make_rules(players, edition, draft=("choose", "random")[players % 2])
            digest = hashlib.sha256()
            batch = Batch(rules, max(1, games // 20), seed=players)
            while batch.finished.min() < 1:
                batch.step(batch.random_options(seed=1))
                digest.update(batch.states.tobytes() + batch.masks.tobytes() + batch.observations.tobytes())
            print(players, edition, digest.hexdigest())
            restore_and_resample(batch, players)
            listen(Game(rules, players), players)


def restore_and_resample(batch: Batch, players: int) -> None:
    """States from bytes, resampled from every seat, played on."""
    digest = hashlib.sha256()
    for index in range(min(batch.size, 8)):
        game = batch.game(index)
        for seat in range(players):
            other = Game.from_bytes(game.rules, game.to_bytes()).resample(seat, seed=index)
            for counter in range(40):
                if other.over:
                    break
                other.step(other.random_option(counter, seed=3))
            digest.update(np.uint64(other.hash()).tobytes())
    print(players, digest.hexdigest())


def listen(game: Game, players: int) -> None:
    """A game with a listener, which runs in a module of its own."""
    digest = hashlib.sha256()
    game.listener = lambda events: digest.update("\n".join(map(str, events)).encode())
    counter = 0
    while not game.over:
        game.step(game.random_option(counter))
        counter += 1
    print(players, digest.hexdigest())


if __name__ == "__main__":
    play(int(sys.argv[1]))
