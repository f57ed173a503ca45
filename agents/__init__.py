"""Everything that can sit in a seat: bots, search, learned policies, people."""

from agents.base import Agent, Decisions

__all__ = ["Agent", "Decisions"]
