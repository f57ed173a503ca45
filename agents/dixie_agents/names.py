"""Names of agents, as every command reads them: ``[LABEL=]NAME[:ARG][?KEY=VALUE&...]``.

A label is what results call the agent: letters, digits, ``_``, ``.`` and ``-``. ``NAME`` is a built-in agent,
an installed one, or a module (then ``ARG`` is a class in it). Keys and values are options of the agent.
Commas separate the names of a list; spaces around a name are ignored.

Examples::

    greedy                              a built-in agent
    mcts:200                            a built-in agent with an argument
    a=sane,b=sane                       the same agent twice, under two labels
    my_bot:Bot?path=runs/3&depth=2      your own class, created as Bot(path="runs/3", depth=2)
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from dixie_env import DixieError

GRAMMAR = "[LABEL=]NAME[:ARG][?KEY=VALUE&...]"
_LABEL = re.compile(r"[\w.\-]+")
_BEFORE_EQUALS = re.compile(r"([^:?=]*)=(.*)", re.DOTALL)


class AgentError(DixieError):
    """An agent can't be created from a name. The message says what would be right."""


@dataclass(frozen=True)
class AgentName:
    """The parts of a name.

    Attributes:
        name: The part before the first colon: ``mcts``.
        argument: The part after it, ``200``; None if there is no colon.
        options: Keys and values, in the order they were written.
        given_label: The label, empty if there is none.
    """

    name: str
    argument: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    given_label: str = ""

    @property
    def bare(self) -> str:
        """The name without its label."""
        argument = "" if self.argument is None else f":{self.argument}"
        options = "&".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.name}{argument}{'?' if options else ''}{options}"

    @property
    def label(self) -> str:
        """What results call the agent: its label, or else its name."""
        return self.given_label or self.bare


def parse_name(text: str) -> AgentName:
    """Split a name into its parts. This does not check that such an agent exists.

    Raises:
        AgentError: It does not follow the grammar.
    """
    whole = text.strip()
    label, rest = "", whole
    if found := _BEFORE_EQUALS.fullmatch(whole):
        label, rest = found[1].strip(), found[2].strip()
        if not _LABEL.fullmatch(label):
            raise AgentError(
                f"{_shown(text)}: a label is made of one or more letters, digits, '_', '.' and '-', "
                f"not {_shown(label)}"
            )
    body, mark, query = rest.partition("?")
    name, colon, argument = body.partition(":")
    if not name:
        raise AgentError(f"{_shown(text)} has no name: write {GRAMMAR}, such as a=sane or mcts:200")
    options = _parse_options(text, query) if mark else {}
    return AgentName(name, argument if colon else None, options, label)


def split_names(text: str) -> list[str]:
    """Split a list of names at its commas.

    Raises:
        AgentError: A name is empty.
    """
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise AgentError(f"{_shown(text)} has an empty name: separate names with commas, such as random,sane")
    return names


def _parse_options(text: str, query: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in query.split("&"):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier():
            raise AgentError(
                f"{_shown(text)}: write options after '?' as KEY=VALUE, separated by '&', not {_shown(part)}"
            )
        if key in options:
            raise AgentError(f"{_shown(text)}: {key!r} is given twice")
        options[key] = value
    return options


def _shown(text: str) -> str:
    """Return a text in quotes. Escapes what is not UTF-8, which can't be printed."""
    return ascii(text) if any("\ud800" <= letter <= "\udfff" for letter in text) else repr(text)
