"""Who sits where, and how a recorded game is played."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from dixie_agents.opponents import Player
from dixie_agents.opponents import make_player as let_play
from dixie_env.cli.errors import UsageError
from dixie_env.engine import CompiledRules, Game, option_id
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
    from dixie_agents.registry import make_agent

    return let_play(make_agent(name))


def seat_agents(text: str, players: int) -> list[str]:
    """Return the name of an agent for each seat, from names with commas, or one name for all."""
    from dixie_agents.registry import AgentError, make_agent, split_names

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


Explainer: TypeAlias = Callable[[Game, int], list[list[Any]]]
"""Says what an agent thinks of the options of a decision: rows of option, visits, value, its choice first."""


def make_explainer(name: str) -> Explainer | None:
    """Return what explains the decisions of an agent, or None if it doesn't explain itself."""
    from dixie_agents.match import decision_key
    from dixie_agents.registry import make_agent

    explain = getattr(make_agent(name), "explain", None)
    if explain is None:
        return None

    def rows(game: Game, number: int) -> list[list[Any]]:
        assert game.seat is not None
        found = explain(game, decision_key(0, game.seed, game.seat, number))
        return [[option, visits, round(value, 4)] for option, visits, value in found]

    return rows


def play_game(
    rules: CompiledRules, seed: int, names: Sequence[str], *, full: bool = False, explain: bool = False
) -> Recorder:
    """Play one game to its end.

    Args:
        rules: What is played.
        seed: Seed of the game.
        names: An agent for each seat.
        full: Write options and states, too.
        explain: Also write what agents thought of their options, if they say it.
    """
    recorder = Recorder(rules, seed, names, full=full)
    players = {name: make_player(name) for name in set(names)}
    explainers = {name: make_explainer(name) if explain else None for name in set(names)}
    decisions = 0
    while (seat := recorder.game.seat) is not None:
        game, explainer = recorder.game, explainers[names[seat]]
        rows = None if explainer is None else explainer(game, decisions)
        option = option_id(rows[0][0], seat, game.players) if rows else players[names[seat]](game, decisions)
        recorder.step(option, analysis=rows or None)
        decisions += 1
    return recorder


def play(
    rules: CompiledRules, seed: int, names: Sequence[str], *, full: bool, path: Path, explain: bool = False
) -> int:
    """Play one game, write it to a file, and return how many decisions it had."""
    recorder = play_game(rules, seed, names, full=full, explain=explain)
    recorder.save(path)
    return sum(line.get("type") == "decision" for line in recorder.lines)
