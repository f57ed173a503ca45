"""Golden records: one plain record for each number of players and edition, and a hash of the full one.

    python -m tests.golden.regenerate       # or: make golden

writes them anew. A difference means that the rules, the chance of a seed, or the format have changed: look at
it before it is committed.

Uniformly random players soon fall into the pit. So that games reach later rounds and the final scoring, an
option that wastes something (see `is_wasteful`) is drawn again, up to `ATTEMPTS` draws in all; the last draw
counts, whatever it is.
"""

import hashlib
import json
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from dixie_env import Game, make_rules
from dixie_env.engine import CompiledRules, model
from dixie_env.narrator import narrate
from dixie_env.records import Recorder, read_events, read_header, write_whole

FOLDER = Path(__file__).parent
HASHES = "hashes.json"
EDITIONS = ("de", "proto", "fr", "en", "pl")
DRAFTS = ("choose", "random", "fixed")
ROUNDS = (7, 7, 4, 7, 1, 7, 6)
"""The numbers of rounds, dealt out in turn: most games are whole ones."""
FIXED = (8, 5, 9, 6, 7)
"""The abilities of draft `fixed`, for seat 0, 1, ...: those that change the course of a game the most."""
ATTEMPTS = 4
NARRATED = "3-de"
"""The game that is also written down in words."""


@dataclass(frozen=True)
class GoldenGame:
    """What one golden game is set up with."""

    players: int
    edition: str
    seed: int
    draft: str
    rounds: int

    @property
    def name(self) -> str:
        """The name of its file, without the ending."""
        return f"{self.players}-{self.edition}"

    def rules(self) -> CompiledRules:
        """Return the rules that it is played by."""
        abilities = FIXED[: self.players] if self.draft == "fixed" else None
        return make_rules(
            self.players, self.edition, draft=self.draft, abilities=abilities, rounds=self.rounds
        )


GAMES = [
    GoldenGame(players, edition, seed, DRAFTS[seed % len(DRAFTS)], ROUNDS[seed % len(ROUNDS)])
    for seed, (players, edition) in enumerate(product(range(2, 6), EDITIONS))
]


def is_wasteful(game: Game, option: int) -> bool:
    """Whether an option passes, offers nothing at all, or dumps goods."""
    if option == model.OPTION_STOP:
        return game.decision == "offer" and not game.state["offer"][game.seat].any()
    return option == model.OPTION_PASS or option >= model.OPTION_DUMP


def choose(game: Game, decisions: int) -> int:
    """Return the option to take after so many decisions: a function of the game, its seed and that number."""
    for attempt in range(ATTEMPTS):
        option: int = game.random_option(ATTEMPTS * decisions + attempt)
        if not is_wasteful(game, option):
            break
    return option


def play(golden: GoldenGame, *, full: bool = False) -> tuple[str, int]:
    """Play a golden game; returns the text of its record and the number of decisions."""
    recorder = Recorder(golden.rules(), golden.seed, ["random"] * golden.players, full=full)
    decisions = 0
    while not recorder.game.over:
        recorder.step(choose(recorder.game, decisions))
        decisions += 1
    return recorder.text(), decisions


def narration(path: Path) -> str:
    """Return a recorded game in words."""
    return "".join(f"{line.text}\n" for line in narrate(read_header(path), read_events(path)))


def regenerate(folder: Path) -> None:
    """Write all golden files into a folder, and remove records there that are none (any more)."""
    hashes = {}
    for golden in GAMES:
        text, decisions = play(golden)
        write_whole(folder / f"{golden.name}.jsonl", text)
        full, _ = play(golden, full=True)
        hashes[golden.name] = {"sha256": hashlib.sha256(full.encode()).hexdigest(), "decisions": decisions}
    write_whole(folder / HASHES, json.dumps(hashes, indent=2) + "\n")
    write_whole(folder / f"{NARRATED}.txt", narration(folder / f"{NARRATED}.jsonl"))
    for path in folder.glob("*.jsonl"):
        if path.stem not in hashes:
            path.unlink()


if __name__ == "__main__":
    regenerate(FOLDER)
    print(f"{len(GAMES)} golden records and {HASHES} written")
