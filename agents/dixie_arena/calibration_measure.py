"""Measures the calibration of a policy among equals and among mixed opponents."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from dixie_agents.bots import CompiledAgent
from dixie_agents.policy import PolicyAgent
from dixie_agents.registry import make_agent
from dixie_arena.calibration import FIRST_SEED, MIXED, calibration, calibration_by_endings, collect
from dixie_arena.calibration_ceiling import ceiling
from dixie_env import DixieError, Setup, compile_rules
from dixie_env.rewards import Reward


def measure(
    agent: PolicyAgent,
    reward: Reward,
    setup: Setup,
    opponents: Sequence[str] = MIXED,
    games: int = 1000,
    *,
    seed: int = FIRST_SEED,
    positions: int = 0,
    endings: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> list[dict[str, Any]]:
    """Return two measurements as plain data, for ``measured.json``: among equals and among mixed opponents.

    The arguments are those of `collect`; opponents are names of compiled agents. With `positions` above 0 the
    ceiling of R² in the last round is measured from as many positions. With `endings` above 0 the last round
    is also predicted by playing on so often.

    Raises:
        DixieError: An opponent is not compiled, or the policy makes no such predictions.
    """
    others = compiled(opponents)
    rules = compile_rules(setup)
    found = []
    for among, sitting in (("equals", []), ("mixed opponents", others)):
        samples = collect(agent, reward, rules, sitting, games, seed=seed, endings=endings, progress=progress)
        rows, by_endings = calibration(samples), calibration_by_endings(samples)
        entry = {
            "among": among,
            "players": setup.players,
            "games": games,
            "seed": seed,
            "opponents": [other.name for other in sitting],
            "source": "winner" if agent.policy.net.has_winner else "value",
            "line": _line(among, setup.players, rows, by_endings, endings),
            "rounds": [rounded(row) for row in rows],
        }
        if by_endings is not None:
            entry["by_endings"] = {"endings": endings, **rounded(by_endings)}
        if positions:
            top = ceiling(
                agent, rules, sitting, round=setup.rounds, positions=positions, seed=seed, progress=progress
            )
            entry["ceiling"] = rounded(asdict(top))
        found.append(entry)
    return found


def compiled(names: Sequence[str]) -> list[CompiledAgent]:
    """Create opponents from their names.

    Raises:
        DixieError: One of them is not compiled, or there is none.
    """
    others = []
    for name in names:
        other = make_agent(name)
        if not isinstance(other, CompiledAgent):
            raise DixieError(f"{name!r} can't be an opponent here; use compiled agents, such as balanced")
        others.append(other)
    if not others:
        raise DixieError("there must be at least one opponent")
    return others


def _line(
    among: str,
    players: int,
    rows: list[dict[str, Any]],
    by_endings: dict[str, Any] | None,
    endings: int,
) -> str:
    """Return the result in a sentence."""
    by_round = rows[:-1]
    worst = max(by_round, key=lambda row: abs(row["bias"]))
    last = by_round[-1]
    skill = "no result to explain" if last["r2"] is None else f"R² {last['r2']:.2f}"
    more = ""
    if by_endings is not None and by_endings["r2"] is not None:
        more = f" ({by_endings['r2']:.2f} by playing on, {endings} endings)"
    return (
        f"among {among}, {players} players: largest bias {worst['bias']:+.3f} (round {worst['round']}), "
        f"{skill} at the start of round {last['round']}{more}"
    )


def rounded(row: Any) -> Any:
    """Return plain data with five decimals."""
    if isinstance(row, float):
        return round(row, 5)
    if isinstance(row, dict):
        return {key: rounded(value) for key, value in row.items()}
    return [rounded(value) for value in row] if isinstance(row, list) else row
