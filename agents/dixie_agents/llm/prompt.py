"""What a language model is asked: the rules once, then a position, its options and how to answer."""

from functools import lru_cache

from dixie_agents.llm.chat import Message
from dixie_env import Game, observe_text, rules_primer
from dixie_env.engine import CompiledRules

_ROLE = """\
You play one seat of a board game against other players. Play to win: end with the highest score. Each message
shows you the position and one decision with numbered options. All options are legal.

"""

_FORMAT = """\
Choose one of your options. You may think first. End your answer with one line of JSON, where N is the number
of the option:
{"option": N}"""


@lru_cache(maxsize=64)
def system_prompt(rules: CompiledRules) -> str:
    """Return the first message of every conversation: the task and the rules of this game."""
    return _ROLE + rules_primer(rules)


def first_messages(game: Game, *, screened: bool) -> list[Message]:
    """Return the messages that ask for a decision.

    Args:
        game: The game as the seat that decides knows it.
        screened: Hide the goods and reward points of others.
    """
    question = f"{observe_text(game, screened=screened)}\n\n{_FORMAT}"
    return [
        {"role": "system", "content": system_prompt(game.rules)},
        {"role": "user", "content": question},
    ]


def again(answer: str, reason: str, options: int) -> list[Message]:
    """Return the messages that ask once more after an answer that can't be used."""
    return [
        {"role": "assistant", "content": answer},
        {
            "role": "user",
            "content": f"This answer can't be used: {reason}. Answer only with one line of JSON, where N is "
            f'a number from 1 to {options}: {{"option": N}}',
        },
    ]
