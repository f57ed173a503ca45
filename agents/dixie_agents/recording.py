"""Playing and recording games."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from dixie_agents.base import Agent
from dixie_agents.deciding import decide
from dixie_agents.deciding import explain as explain_decision
from dixie_agents.guests import invite
from dixie_agents.registry import AgentError, split_names
from dixie_env.cli.errors import UsageError
from dixie_env.engine import CompiledRules, option_id
from dixie_env.records import Recorder


def seat_agents(text: str, players: int) -> list[str]:
    """Return an agent name for each seat, from names separated by commas or one name for all."""
    try:
        names = split_names(text)
        for name in dict.fromkeys(names):
            invite(name)
    except AgentError as error:
        raise UsageError(f"--agents: {error}") from error
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise UsageError(f"--agents needs 1 name or {players} for {players} players, not {len(names)}")
    return names


def play_game(
    rules: CompiledRules,
    seed: int,
    names: Sequence[str],
    *,
    full: bool = False,
    explain: bool = False,
    agents: Mapping[str, Agent] | None = None,
    progress: Callable[[int, int], None] = lambda round_, decisions: None,
) -> Recorder:
    """Play one game to its end.

    Args:
        rules: The rules of the game.
        seed: Seed of the game.
        names: An agent for each seat.
        full: Also write options and states.
        explain: Also write how agents rate their options, for agents that explain their choices.
        agents: The agents by name; by default they are created for this game.
        progress: Called before each decision with the round and the number of decisions so far.
    """
    recorder = Recorder(rules, seed, names, full=full)
    agents = agents or {name: invite(name) for name in set(names)}
    decisions = 0
    while (seat := recorder.game.seat) is not None:
        game, agent = recorder.game, agents[names[seat]]
        progress(game.round, decisions)
        rows = explain_decision(agent, game, decisions) if explain else []
        option = option_id(rows[0][0], seat, game.players) if rows else decide(agent, game, decisions)
        recorder.step(option, analysis=rows or None)
        decisions += 1
    return recorder


def play(
    rules: CompiledRules,
    seed: int,
    names: Sequence[str],
    *,
    full: bool,
    path: Path,
    explain: bool = False,
    agents: Mapping[str, Agent] | None = None,
    progress: Callable[[int, int], None] = lambda round_, decisions: None,
) -> int:
    """Play one game, write it to a file, and return its number of decisions. See `play_game`."""
    recorder = play_game(rules, seed, names, full=full, explain=explain, agents=agents, progress=progress)
    recorder.save(path)
    return sum(line.get("type") == "decision" for line in recorder.lines)
