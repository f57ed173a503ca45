"""How much the web table takes from anybody, and who may ask it for anything."""

import re

from dixie_agents.base import Agent
from dixie_agents.names import AgentName, parse_name
from dixie_agents.registry import ENTRIES, AgentError, make_agent

MOST_TABLES = 64
MOST_REPLAYS = 8
MOST_VISITORS = 24
"""Connections to one table."""
MOST_BYTES = 16 * 1024
"""Of one message of a visitor."""
MOST_RECORD_BYTES = 4 * 1024 * 1024
MOST_ITERATIONS = 5000
MOST_SECONDS = 10.0

PERSON = "person"
_LOCAL = re.compile(r"^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$")


def is_local_host(host: str | None) -> bool:
    """Is this the `Host` of a request for this machine? Any other name is somebody else's, pointed here."""
    return host is not None and _LOCAL.match(host) is not None


def is_own_origin(origin: str | None, host: str | None) -> bool:
    """Does a request come from a page that this server has served?"""
    return is_local_host(host) and origin == f"http://{host}"


class Agents:
    """Which agents may be seated by visitors.

    Those of the registry without a path or a module of their own: a name from a page must not make the server
    open files or import code. Others are allowed one by one when the server is started.

    Args:
        more: Names allowed in addition.
    """

    def __init__(self, more: tuple[str, ...] = ()) -> None:
        for name in more:
            make_agent(name)
        self.more = more

    @property
    def names(self) -> list[str]:
        """Names to choose from."""
        plain = [name for name, entry in ENTRIES.items() if not entry.argument]
        return [*plain, "mcts:200", *self.more]

    def make(self, name: str) -> Agent:
        """Make the agent of a name.

        Raises:
            AgentError: There is no such agent, or it is not allowed here.
        """
        if name in self.names:
            return make_agent(name)
        parsed = parse_name(name)
        if parsed == AgentName("mcts", parsed.argument) and _is_modest(parsed.argument or ""):
            return make_agent(name)
        raise AgentError(f"there is no agent {name[:40]!r} at this table; there is: {', '.join(self.names)}")


def _is_modest(argument: str) -> bool:
    """Is this a search that nobody has to wait for?"""
    if re.fullmatch(r"\d{1,6}", argument):
        return 1 <= int(argument) <= MOST_ITERATIONS
    if re.fullmatch(r"\d{1,2}(\.\d{1,3})?s", argument):
        return 0 < float(argument[:-1]) <= MOST_SECONDS
    return False
