"""Opponents by level: what people choose from before they know our agents by name."""

from dixie_env.languages import Words

PERSON = "person"
"""What a seat is called where a person sits."""

LEVELS = {
    "easy": "sane",
    "medium": "balanced",
    "hard": "ppo:zoo/third",
    "expert": "mcts:256:ppo:zoo/third",
}
"""The agent of each level, from the weakest to the strongest."""
ADVISER = LEVELS["expert"]
"""Who gives hints."""


def level_of(agent: str) -> str | None:
    """Return the level whose agent this is, if it is one."""
    return next((level for level, name in LEVELS.items() if name == agent), None)


def name_of(agent: str, words: Words) -> str:
    """Return what a seat is called: the level of its agent, or the agent's own name."""
    if agent == PERSON:
        return words("page.person")
    level = level_of(agent)
    return agent if level is None else words(f"level.{level}")


def levels(words: Words) -> list[dict[str, str]]:
    """Return the levels for a page: the agent, the name, and what it can do."""
    return [
        {"agent": agent, "name": words(f"level.{level}"), "about": words(f"level.about_{level}")}
        for level, agent in LEVELS.items()
    ]
