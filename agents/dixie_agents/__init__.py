"""Everything that can sit in a seat: bots, search, learned policies, language models, people."""

from dixie_agents.base import Agent, Decisions
from dixie_agents.deciding import decide, explain
from dixie_agents.match import Results, decision_key, play_matches
from dixie_agents.measuring import WinShare, win_share
from dixie_agents.registry import AgentError, make_agent, parse_agents

__all__ = [
    "Agent",
    "AgentError",
    "Decisions",
    "Results",
    "WinShare",
    "decide",
    "decision_key",
    "explain",
    "make_agent",
    "parse_agents",
    "play_matches",
    "win_share",
]
