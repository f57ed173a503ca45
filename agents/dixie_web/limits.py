"""Limits of the web server, and who may send requests."""

import re

from dixie_agents.base import Agent
from dixie_agents.guests import invite
from dixie_agents.names import AgentName, parse_name
from dixie_agents.registry import ENTRIES, AgentError, make_agent
from dixie_web.levels import LEVELS

MOST_TABLES = 64
MOST_REPLAYS = 8
MOST_VISITORS = 24
"""Connections to one table."""
MOST_BYTES = 16 * 1024
"""Size of one message from a visitor."""
MOST_RECORD_BYTES = 4 * 1024 * 1024
MOST_BOARD_BYTES = 64 * 1024
"""Size of a request with the file of a board. Our own files have about 4 KB."""
MOST_BOXES = 64
"""Entries of one answer about a board; the longest row has 32."""
MOST_ITERATIONS = 5000
MOST_SECONDS = 10.0

_LOCAL = re.compile(r"^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$")


def is_local_host(host: str | None) -> bool:
    """Is this the `Host` of a request for this machine? Any other name is a foreign name that points here."""
    return host is not None and _LOCAL.match(host) is not None


class Agents:
    """The agents that visitors may choose.

    These are the built-in agents that need no path or module: a name from a page must not make the server
    open files or import code. Other agents are allowed one by one when the server starts.

    Args:
        more: Additional names.
    """

    def __init__(self, more: tuple[str, ...] = ()) -> None:
        for name in more:
            invite(name)
        self.more = more

    @property
    def names(self) -> list[str]:
        """Names to choose from."""
        plain = [name for name, entry in ENTRIES.items() if not entry.argument]
        return list(dict.fromkeys([*LEVELS.values(), *plain, "mcts:200", *self.more]))

    def make(self, name: str) -> Agent:
        """Create an agent from its name.

        Raises:
            AgentError: There is no such agent, or it is not allowed here.
        """
        if name in self.names:
            return invite(name)
        parsed = parse_name(name)
        if parsed == AgentName("mcts", parsed.argument) and _is_modest(parsed.argument or ""):
            return make_agent(name)
        raise AgentError(f"there is no agent {name[:40]!r} at this table; available: {', '.join(self.names)}")


def _is_modest(argument: str) -> bool:
    """Is this search short enough?"""
    if re.fullmatch(r"\d{1,6}", argument):
        return 1 <= int(argument) <= MOST_ITERATIONS
    if re.fullmatch(r"\d{1,2}(\.\d{1,3})?s", argument):
        return 0 < float(argument[:-1]) <= MOST_SECONDS
    return False
