"""`dixie_arena.calibrate`: is a policy's prediction of who wins right?"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dixie_agents.measured import CALIBRATION, REVIEW, add_measured
from dixie_agents.names import AgentError, parse_name, split_names
from dixie_agents.policy import PolicyAgent
from dixie_agents.policy_file import read_card, reward_of
from dixie_agents.registry import make_agent
from dixie_arena.calibration import ENDINGS, FIRST_SEED, MIXED
from dixie_arena.calibration_measure import compiled, measure
from dixie_arena.calibration_review import measure_review
from dixie_arena.config import ArenaError
from dixie_arena.findings import Findings

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

__all__ = ["Calibration", "calibrate"]


@dataclass(frozen=True)
class Calibration(Findings):
    """How a policy's predictions compare with the results of its games.

    Its tables are ``rounds`` (a row for each round, among equals and among mixed opponents) and
    ``reliability`` (the points of the reliability diagram). ``endings`` is above 0 where playing on
    predicted. The figure is ``reliability``.

    Attributes:
        policy: The policy.
        games: Number of games of each measurement.
        seed: Seed of the first game.
        measured: Both measurements as plain data, as in ``measured.json``.
        path: None: nothing is kept but ``measured.json`` beside the policy.
    """

    policy: str
    games: int
    seed: int
    measured: list[dict[str, Any]] = field(repr=False)
    path: Path | None = None

    @property
    def sentences(self) -> list[str]:
        """A line for each measurement."""
        return [entry["line"] for entry in self.measured]

    def to_json(self) -> str:
        """Return everything as JSON."""
        about = {"policy": self.policy, "games": self.games, "seed": self.seed}
        return json.dumps({**about, "calibration": self.measured})

    def _rows(self) -> Mapping[str, Any]:
        rounds: list[dict[str, Any]] = []
        points: list[dict[str, Any]] = []
        for entry in self.measured:
            about = {"among": entry["among"], "players": entry["players"]}
            rows = [{"endings": 0, **row} for row in entry["rounds"]]
            if "by_endings" in entry:
                rows.append(entry["by_endings"])
            for row in rows:
                at = {**about, "round": row["round"], "endings": row["endings"]}
                rounds.append({**at, **{key: row[key] for key in row if key != "reliability"}})
                points += [{**at, **one} for one in row["reliability"]]
        return {"rounds": rounds, "reliability": points}

    def _shown(self) -> "list[Table]":
        from dixie_arena.cli.calibrate import calibration_table

        tables = []
        for entry in self.measured:
            table = calibration_table(entry)
            table.title = f"among {entry['among']}, {entry['players']} players"
            tables.append(table)
        return tables

    def _drawings(self) -> "Mapping[str, Callable[[], Figure]]":
        from dixie_arena.calibration_picture import reliability_diagram

        return {"reliability": partial(reliability_diagram, self.measured)}


def calibrate(
    policy: str,
    *,
    games: int = 1000,
    players: int = 4,
    opponents: str | Sequence[str] | None = None,
    seed: int = FIRST_SEED,
    picture: Path | str | None = None,
    ceiling: int = 0,
    endings: int = ENDINGS,
    review: bool = False,
    save: bool = True,
    progress: bool | Callable[[int], None] = True,
) -> Calibration:
    """Compare the win share that a policy predicts for its seat with how its games end.

    It does what ``dixie calibrate`` does.

    Example::

        from dixie_arena import calibrate

        found = calibrate("ppo:zoo/second", games=1000, save=False)
        found.to_frame()                 # by round
        found.figures["reliability"]

    Args:
        policy: The policy: ``ppo:PATH`` or ``ppo:zoo/NAME``.
        games: Games among equals, and as many among mixed opponents.
        players: Number of players, one of those that the policy was trained for.
        opponents: Names of the mixed opponents, compiled agents; by default bots and policies of the zoo.
        seed: Seed of the first game.
        picture: File for the reliability diagram.
        ceiling: Also measure the largest R² that is possible, from this many positions.
        endings: Also predict the start of the last round by playing on so often; 0 leaves that out.
        review: Judge the probabilities of ``dixie review`` instead: at four positions of each game, drawn at
            random, for all seats. The games have all numbers of players that the policy was trained for, and
            every seat draws an opponent or the policy.
        save: Whether to store the result in ``measured.json`` beside the policy.
        progress: Whether to show a bar on a terminal; or a function that gets the number of games just
            finished.

    Raises:
        AgentError: There is no such policy.
        ArenaError: An argument is wrong.
    """
    agent = make_agent(policy)
    if not isinstance(agent, PolicyAgent):
        raise AgentError(f"{policy!r} makes no predictions; give a policy: ppo:PATH or ppo:zoo/NAME")
    source = parse_name(policy).argument or ""
    card = read_card(source)
    setups = {setup.players: setup for setup in card.game}
    if games < 1:
        raise ArenaError(f"games must be 1 or more, not {games}")
    for name, number in (("ceiling", ceiling), ("endings", endings)):
        if number < 0:
            raise ArenaError(f"{name} must be 0 or more, not {number}")
    if players not in setups and not review:
        known = ", ".join(map(str, setups))
        raise ArenaError(f"players must be one of those the policy was trained for ({known}), not {players}")
    if review and ceiling:
        raise ArenaError("the ceiling is about the start of a round; leave it out with review")
    names = (
        MIXED if opponents is None else split_names(opponents) if isinstance(opponents, str) else opponents
    )
    with ExitStack() as stack:
        show = progress if callable(progress) else lambda done: None
        if progress is True:
            from dixie_env.cli.output import progress_bar

            bar = stack.enter_context(progress_bar(rate="games"))
            total = games if review else 2 * (games + ceiling)
            show = partial(bar.advance, bar.add_task("playing", total=total))
        if review:
            sitting = [*compiled(names), agent]
            found = [measure_review(agent, card.game, sitting, games, seed=seed, progress=show)]
        else:
            found = measure(
                agent,
                reward_of(card),
                setups[players],
                names,
                games,
                seed=seed,
                positions=ceiling,
                endings=endings,
                progress=show,
            )
    if save and "?" not in policy:
        add_measured(source, REVIEW if review else CALIBRATION, found, agent.policy.fingerprint)
    result = Calibration(policy, games, seed, found)
    if picture is not None:
        from dixie_arena.calibration_picture import draw_reliability

        draw_reliability(found, Path(picture))
    return result
