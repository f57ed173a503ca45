"""The grammar of names, and how options reach an agent."""

from pathlib import Path

import pytest

from dixie_agents import AgentError, make_agent
from dixie_agents.names import AgentName, parse_name, split_names
from tests.agents.foreign import FirstOption


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("sane", AgentName("sane")),
        (" a = sane ", AgentName("sane", given_label="a")),
        ("bot-2.b_1=mcts:200:ppo:runs/3", AgentName("mcts", "200:ppo:runs/3", given_label="bot-2.b_1")),
        ("my_bot:Bot?path=runs/3", AgentName("my_bot", "Bot", {"path": "runs/3"})),
        ("x=my_bot:Bot?path=a=b&n=", AgentName("my_bot", "Bot", {"path": "a=b", "n": ""}, "x")),
        ("my-bot?k=v", AgentName("my-bot", None, {"k": "v"})),
        ("ppo:a=b/c", AgentName("ppo", "a=b/c")),
        ("mcts:", AgentName("mcts", "")),
        ("größe=sane", AgentName("sane", given_label="größe")),
    ],
)
def test_parts(text: str, name: AgentName) -> None:
    assert parse_name(text) == name
    assert parse_name(name.bare).bare == name.bare
    assert name.label == (name.given_label or name.bare)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has no name"),
        ("=sane", "a label is made of one or more letters, digits"),
        ("a b=sane", "a label is made of one or more letters, digits"),
        ("a/b=sane", "not 'a/b'"),
        ("\udcff=sane", "a label is made of one or more letters, digits"),
        ("a=", "has no name"),
        (":Bot", "has no name"),
        ("bot:Bot?", "KEY=VALUE"),
        ("bot:Bot?depth", "not 'depth'"),
        ("bot:Bot?2x=3", "not '2x=3'"),
        ("bot:Bot?x=3&x=4", "'x' is given twice"),
    ],
)
def test_what_does_not_follow_the_grammar(text: str, words: str) -> None:
    with pytest.raises(AgentError, match=words) as found:
        parse_name(text)
    str(found.value).encode()  # it can be printed


def test_lists() -> None:
    assert split_names("a=sane, my_bot:Bot?path=runs/3 ") == ["a=sane", "my_bot:Bot?path=runs/3"]
    with pytest.raises(AgentError, match="empty name"):
        split_names("a,,b")


class Configured(FirstOption):
    def __init__(
        self,
        path: Path,
        depth: int = 1,
        rate: "float | None" = None,
        loud: bool = False,
        *,
        words: str = "",
        anything=None,
    ) -> None:
        self.given = (path, depth, rate, loud, words, anything)


def test_options_become_arguments() -> None:
    agent = make_agent(f"x={__name__}:Configured?path=runs/3&depth=4&rate=0.5&loud=true&words=1&anything=2")
    assert isinstance(agent, Configured)
    assert agent.given == (Path("runs/3"), 4, 0.5, True, "1", "2")
    assert agent.name.startswith("x=")


@pytest.mark.parametrize("option", ["depth=1.5", "rate=fast", "loud=2"])
def test_options_of_the_wrong_kind(option: str) -> None:
    with pytest.raises(AgentError, match=f"{option.split('=')[0]} must be"):
        make_agent(f"{__name__}:Configured?path=x&{option}")
