"""Who can sit in a seat, and how a recorded game is played."""

from collections.abc import Callable, Sequence
from pathlib import Path

from dixie_env.cli.errors import UsageError
from dixie_env.engine import CompiledRules, Game
from dixie_env.records import Recorder

Agent = Callable[[Game, int], int]
"""Chooses an option of the game it is shown; the number says how many decisions were made before."""


def choose_at_random(game: Game, number: int) -> int:
    """Take any option, each as likely as the others; the same game always gets the same choices."""
    return int(game.random_option(number))


AGENTS: dict[str, Agent] = {"random": choose_at_random}


def seat_agents(text: str, players: int) -> list[str]:
    """Return the name of an agent for each seat, from names with commas, or one name for all."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in AGENTS:
            raise UsageError(f"--agents: there is no agent {name!r}; there is: {', '.join(AGENTS)}")
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise UsageError(f"--agents must be 1 name or {players} for {players} players, not {len(names)}")
    return names


def play_game(rules: CompiledRules, seed: int, names: Sequence[str], *, full: bool = False) -> Recorder:
    """Play one game to its end."""
    recorder = Recorder(rules, seed, names, full=full)
    agents = [AGENTS[name] for name in names]
    decisions = 0
    while (seat := recorder.game.seat) is not None:
        recorder.step(agents[seat](recorder.game, decisions))
        decisions += 1
    return recorder


def play(rules: CompiledRules, seed: int, names: Sequence[str], *, full: bool, path: Path) -> int:
    """Play one game, write it to a file, and return how many decisions it had."""
    recorder = play_game(rules, seed, names, full=full)
    recorder.save(path)
    return sum(line.get("type") == "decision" for line in recorder.lines)
