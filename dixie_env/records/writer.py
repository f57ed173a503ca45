"""Recording games as they are played."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dixie_env.engine import CompiledRules, Game, GameEvent, option_name
from dixie_env.engine.game import check_seed
from dixie_env.files import write_whole
from dixie_env.records.state_line import describe_result, describe_state

FORMAT = "dixie-record"
VERSION = 1


@dataclass(frozen=True)
class Mark:
    """A point in a record to go back to."""

    game: Game
    lines: int


class Recorder:
    """A game that records itself.

    Args:
        rules: From ``make_rules``.
        seed: Seed of the game.
        agents: A name for each seat.
        full: Also write the options of every decision and the state after it.
        chance: Where chance outcomes come from, as for ``Game``. None samples them. Outcomes from scripts and
            callables are recorded like sampled ones. To record a game from a real table, use a script and
            ``seed=None``.
        listener: Gets the events of every step, as for ``Game``, also after `go_back`.
    """

    def __init__(
        self,
        rules: CompiledRules,
        seed: int | None,
        agents: Sequence[str],
        *,
        full: bool = False,
        chance: Callable[[Game], Any] | list[tuple[str, Any]] | None = None,
        listener: Callable[[list[GameEvent]], object] | None = None,
    ) -> None:
        if len(agents) != rules.players:
            raise ValueError(
                f"{rules.players} seats need {rules.players} agents, not {len(agents)}: {', '.join(agents)}"
            )
        if not all(isinstance(agent, str) for agent in agents):
            raise TypeError(f"the name of an agent must be a string, but agents are {list(agents)}")
        if seed is None and chance is None:
            raise ValueError("a game without a seed needs scripted chance")
        setup = rules.config.header()
        self.full = full
        self.lines: list[dict[str, Any]] = [
            {
                "format": FORMAT,
                "version": VERSION,
                "rules": setup.pop("rules"),
                "edition": setup.pop("edition"),
                "board": setup.pop("board"),
                "players": setup.pop("players"),
                "seed": None if seed is None else check_seed(seed),
                "draft": setup.pop("draft"),
                **setup,
                "agents": list(agents),
            }
        ]
        self._source = chance
        self._outcomes: list[dict[str, Any]] = []
        self._listener = listener
        self.game = Game(rules, seed or 0, self._chance, listener)
        self._write_outcomes()

    def step(self, option: int, seat: int | None = None, *, analysis: Any = None) -> None:
        """Take an option, checked as in ``Game.step``, and record what happened.

        ``analysis`` is recorded with the decision; it can be anything that JSON can represent. If anything
        fails, nothing changes.
        """
        game = self.game
        option = game.check(option, seat)
        line: dict[str, Any] = {
            "type": "decision",
            "seat": game.seat,
            "kind": game.decision,
            "choice": option_name(option, game.seat, game.players),
        }
        if self.full:
            line["options"] = game.option_names()
        if analysis is not None:
            line["analysis"] = json.loads(json.dumps(analysis, allow_nan=False))
        script = list(self._source) if isinstance(self._source, list) else []
        try:
            game.step(option)
        except BaseException:
            self._outcomes.clear()
            if isinstance(self._source, list):
                self._source[:] = script
            raise
        self.lines.append(line)
        self._write_outcomes()
        if self.full:
            self.lines.append(describe_state(game))
        if game.over:
            self.lines.append(describe_result(game))

    def mark(self) -> Mark:
        """Return the current point, for `go_back`. Going back does not rewind a chance script."""
        return Mark(self.game.copy(), len(self.lines))

    def go_back(self, mark: Mark) -> None:
        """Undo everything since the mark; afterwards `game` is a different object."""
        self.game = mark.game.copy()
        self.game.listener = self._listener
        del self.lines[mark.lines :]

    def text(self) -> str:
        """Return the record so far, as JSON Lines."""
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in self.lines)

    def save(self, path: Path) -> None:
        """Write the finished game to a file."""
        if not self.game.over:
            raise ValueError("the game is not over: a record must end with the result")
        write_whole(path, self.text())

    def _write_outcomes(self) -> None:
        self.lines += self._outcomes
        self._outcomes.clear()

    def _chance(self, game: Game) -> Any:
        kind = game.awaited
        if self._source is None:
            value = game.sampled_outcome()
        elif callable(self._source):
            value = self._source(game)
        else:
            value = game.scripted_outcome(self._source)
        self._outcomes.append({"type": "chance", "kind": kind, "value": value})
        return value
