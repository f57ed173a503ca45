"""Who sits where, and how a recorded game is played."""

from collections.abc import Sequence
from pathlib import Path

from dixie_env.cli.errors import UsageError
from dixie_env.engine import CompiledRules, Game
from dixie_env.envs.opponents import Player
from dixie_env.envs.opponents import make_player as let_play
from dixie_env.records import Recorder


def choose_at_random(game: Game, number: int) -> int:
    """Take any option, each as likely as the others; the same game always gets the same choices."""
    return int(game.random_option(number))


def make_player(name: str) -> Player:
    """Return the player of a name.

    `random` draws from the game's own stream for agents, as it did before there were others: its records stay
    the same.
    """
    if name == "random":
        return choose_at_random
    from agents.registry import make_agent

    return let_play(make_agent(name))


def seat_agents(text: str, players: int) -> list[str]:
    """Return the name of an agent for each seat, from names with commas, or one name for all."""
    from agents.registry import AgentError, make_agent, split_names

    try:
        names = split_names(text)
        for name in names:
            make_agent(name)
    except AgentError as error:
        raise UsageError(f"--agents: {error}") from error
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise UsageError(f"--agents must be 1 name or {players} for {players} players, not {len(names)}")
    return names


def play_game(rules: CompiledRules, seed: int, names: Sequence[str], *, full: bool = False) -> Recorder:
    """Play one game to its end."""
    recorder = Recorder(rules, seed, names, full=full)
    players = {name: make_player(name) for name in set(names)}
    decisions = 0
    while (seat := recorder.game.seat) is not None:
        recorder.step(players[names[seat]](recorder.game, decisions))
        decisions += 1
    return recorder


def play(rules: CompiledRules, seed: int, names: Sequence[str], *, full: bool, path: Path) -> int:
    """Play one game, write it to a file, and return how many decisions it had."""
    recorder = play_game(rules, seed, names, full=full)
    recorder.save(path)
    return sum(line.get("type") == "decision" for line in recorder.lines)
