"""All attacks: what they try, and how often in `make test` and in `make attack`."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.attacks import command_lines, files, guests, messages
from tests.attacks.report import Report


@dataclass(frozen=True)
class Attack:
    """An attack.

    Attributes:
        about: What is tried.
        run: Tries it so many times.
        few: How often in `make test`.
        many: How often in `make attack`.
    """

    about: str
    run: Callable[[int], Report]
    few: int
    many: int


ATTACKS = {
    "command lines": Attack("every command with up to three odd arguments", command_lines.attack, 6, 2000),
    "training files": Attack("shipped files with values and bytes changed", files.training_files, 60, 20_000),
    "records": Attack("golden records with lines, values and bytes changed", files.records, 60, 20_000),
    "state bytes": Attack("saved states with bytes changed, played on", files.states, 2000, 200_000),
    "written states": Attack(
        "nonsense in `game.state`, then `refresh()`", files.written_states, 2000, 200_000
    ),
    "policies": Attack(
        "cards with values changed and sealed again, weights with bytes changed", files.policies, 40, 5000
    ),
    "web messages": Attack("groups of up to six messages to a table", messages.attack, 15, 3000),
    "hostile bots": Attack(
        "bots that raise, exit, crash, lie or kill, in the commands that play", guests.attack, 4, 1000
    ),
}
