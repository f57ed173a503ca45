"""A person plays agents in a terminal: a readable overview, numbered options, undo, a record at the end."""

import re
from collections.abc import Callable, Sequence
from itertools import count

from dixie_agents.base import Agent
from dixie_agents.deciding import decide
from dixie_agents.guests import AgentFailed
from dixie_env.drawing.terminal import draw_text
from dixie_env.engine import CompiledRules, Game, GameEvent, IllegalChoice, option_name
from dixie_env.engine.model import ACTION_COUNT
from dixie_env.narrator import Narrator
from dixie_env.records import Recorder
from dixie_env.records.writer import Mark
from dixie_env.text import describe_choice, describe_position, describe_result

HELP = (
    "Type the number of an option; an action has its own number. u undoes your last choice, unless somebody "
    "else has acted or dice or cubes have been seen since; b shows the board; q leaves the game."
)
COLUMN = 39
"""Width of a column of options: two fit a terminal of 80 characters."""

FEW = 8
"""So many options stand one below the other, more of them in two columns."""

Ask = Callable[[], str]
"""Reads one line from the person. Raises EOFError at the end of the input."""
Tell = Callable[[str], None]
"""Shows some lines to the person."""


def option_numbers(names: Sequence[str]) -> list[int]:
    """Return the numbers that a person types for options.

    Actions and amounts have the number in their name. To pass or to stop is 0, and other options beside them
    come after the last action or amount. Where there are neither, options are counted from 1.
    """
    found = [re.fullmatch(r"(?:action|amount):(\d+)", name) for name in names]
    own = [int(match[1]) for match in found if match is not None]
    if not own:
        return list(range(1, len(names) + 1))
    free = count(max(*own, ACTION_COUNT) + 1)
    numbers = []
    for name, match in zip(names, found, strict=True):
        if match is not None:
            numbers.append(int(match[1]))
        else:
            numbers.append(0 if name in ("pass", "stop") and 0 not in own else next(free))
    return numbers


class GameLeft(Exception):
    """The person left before the end."""


class TerminalGame:
    """One game of a person against agents.

    Args:
        rules: The rules of the game.
        seed: Seed of the game.
        seat: Where the person sits.
        opponents: The agents in the other seats, in the order of seats.
        ask: Reads a line.
        tell: Shows lines.
    """

    def __init__(
        self,
        rules: CompiledRules,
        seed: int,
        seat: int,
        opponents: Sequence[Agent],
        *,
        ask: Ask,
        tell: Tell,
    ) -> None:
        names = [agent.name for agent in opponents]
        names.insert(seat, "person")
        self._narrator = Narrator(rules.config.rounds)
        self.recorder = Recorder(rules, seed, names, listener=self._hear)
        self.seat = seat
        self._names = names
        self._agents: list[Agent | None] = [*opponents]
        self._agents.insert(seat, None)
        self._ask = ask
        self._tell = tell
        self._marks: list[tuple[Mark, Narrator]] = []
        self._decisions = 0
        self._thinking: int | None = None  # the slow agent that was named last

    def play(self) -> Recorder:
        """Play to the end and return the record.

        Raises:
            GameLeft: The person left.
        """
        who = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(self._names))
        self._tell(f"You are seat {self.seat}: {who}.\n{HELP}\n")
        while (seat := self.recorder.game.seat) is not None:
            agent = self._agents[seat]
            if agent is None:
                self._let_person_decide()
            else:
                self._say_who_thinks(seat, agent)
                self._take(self._let_agent_decide(agent, seat))
        self._narrate()
        self._tell(f"\n{describe_result(self.recorder.game)}")
        return self.recorder

    def _let_agent_decide(self, agent: Agent, seat: int) -> int:
        """Let an agent decide; where it fails, it plays a random legal move."""
        game = self.recorder.game
        try:
            return decide(agent, game, self._decisions)
        except (AgentFailed, IllegalChoice) as error:
            self._tell(f"(seat {seat} failed, so a random legal move is played: {error})")
            return game.random_option(self._decisions)

    # --- the person -------------------------------------------------------------------------------------

    def _let_person_decide(self) -> None:
        game = self.recorder.game
        self._thinking = None
        if not self._marks:
            self._tell(f"\n{describe_position(game)}\n")
        self._narrate()  # below the position: at the bottom of a small terminal it is still in sight
        options = self._show_options(game)
        while True:
            answer = self._read()
            if answer == "b":
                self._tell(f"\n{draw_text(game, self.seat, colour=False)}\n")
            elif answer == "u":
                if self._take_back():
                    return
            elif answer.isdecimal() and int(answer) in options:
                self._marks.append((self.recorder.mark(), self._narrator.copy()))
                self._take(options[int(answer)])
                return
            else:
                numbers = ", ".join(map(str, options))
                self._tell(f"{answer!r} is not an option: type one of {numbers}. {HELP}")

    def _show_options(self, game: Game) -> dict[int, int]:
        """Show the options of the person, and return them by the number to type."""
        kind = game.decision or ""
        options = game.options()
        names = [option_name(option, self.seat, game.players) for option in options]
        numbers = option_numbers(names)
        self._tell(f"\nYou decide: {kind.replace('_', ' ')}")
        lines = []
        for number, name in zip(numbers, names, strict=True):
            words = describe_choice(kind, name, game).removesuffix(f" ({number})")
            lines.append(f"  {number:>2}  {words}")
        half = -(-len(lines) // 2)
        if len(lines) > FEW and max(map(len, lines[:half])) < COLUMN and max(map(len, lines)) <= 80 - COLUMN:
            right = [*lines[half:], *[""] * (2 * half - len(lines))]
            lines = [f"{one:<{COLUMN}}{two}".rstrip() for one, two in zip(lines[:half], right, strict=True)]
        self._tell("\n".join(lines))
        return dict(zip(numbers, options, strict=True))

    def _read(self) -> str:
        try:
            answer = self._ask().strip().lower()
        except EOFError:
            raise GameLeft from None
        if answer == "q":
            raise GameLeft
        return answer

    def _take_back(self) -> bool:
        """Undo the person's last choice, if nothing has been seen since."""
        if not self._marks:
            self._tell(
                "You can't undo now: since your last choice somebody has acted, or chance has decided."
            )
            return False
        mark, self._narrator = self._marks.pop()
        self.recorder.go_back(mark)
        self._decisions -= 1
        self._tell("Undone.")
        return True

    # --- what happens -----------------------------------------------------------------------------------

    def _hear(self, events: list[GameEvent]) -> None:
        self._narrator.hear(events)

    def _narrate(self) -> None:
        """Show what has happened since the last time."""
        for line in self._narrator.take():
            self._tell(f"\n{line.words}" if line.role == "round" else line.said(self._names))

    def _say_who_thinks(self, seat: int, agent: Agent) -> None:
        """Show what has happened and who is thinking, if that takes long enough to wonder."""
        if agent.slow and self._thinking != seat:
            self._narrate()
            self._tell(f"seat {seat} ({agent.name}) is thinking ...")
        self._thinking = seat if agent.slow else None

    def _take(self, option: int) -> None:
        """Choose an option for the seat that decides."""
        lines = len(self.recorder.lines)
        self.recorder.step(option)
        self._decisions += 1
        chance = any(line.get("type") == "chance" for line in self.recorder.lines[lines:])
        if chance or self.recorder.game.seat != self.seat:
            self._marks.clear()
