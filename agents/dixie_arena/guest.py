"""The process in which an external bot runs: ``python -m dixie_arena.guest module:Class PARENT HANDLE``.

It gets observations, masks and keys through a channel and sends answers through it, and ends with the process
of the id PARENT. First of all it sends the bot's identity. The game is not in this process.
"""

import json
import sys
from dataclasses import asdict

from dixie_agents.base import Agent
from dixie_agents.registry import AgentError, make_agent
from dixie_arena.channel import (
    MISSING,
    RAISED,
    READY,
    WRONG,
    Closed,
    channel_of_guest,
    pack_answers,
    unpack_decisions,
)
from dixie_arena.guard import Trouble, checked_answers, describe
from dixie_arena.identity import Identity
from dixie_arena.processes import die_with_parent


def main(name: str, parent: int, handle: str) -> None:
    """Create the bot, then answer until the arena has no more decisions."""
    if sys.platform != "linux":  # there the sandbox, which starts this process, has seen to it
        die_with_parent(parent)
    channel = channel_of_guest(handle)
    try:
        agent = make_agent(name)
        identity = Identity.of(agent)
    except AgentError as error:
        channel.send(MISSING + str(error).encode())
        return
    except BaseException as error:
        channel.send(RAISED + f"can't be created: {describe(error)}".encode())
        return
    if agent.searches:
        text = f"{name!r} searches, but an isolated bot gets no games to search: use --no-isolate"
        channel.send(MISSING + text.encode())
        return
    about = {**asdict(identity), "observation": agent.observation.as_object()}
    channel.send(READY + json.dumps(about).encode())
    while True:
        try:
            request = channel.receive()
        except Closed:
            return
        channel.send(_reply(agent, request))


def _reply(agent: Agent, request: bytes) -> bytes:
    decisions = unpack_decisions(request)
    count = len(decisions)
    try:
        return pack_answers(checked_answers(agent.act(decisions), count))
    except Trouble as trouble:
        return WRONG + str(trouble).encode()
    except Exception as error:
        return RAISED + describe(error).encode()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
