"""The programs in docs/agents.md run as they stand, and its bots play."""

import re
from pathlib import Path

import numpy as np
import pytest

from dixie_agents import Agent, make_agent, play_matches
from dixie_agents.llm.settings import OPTIONS
from dixie_env import ObservationSpec, make_rules

PAGE = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.+?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_page_has_its_programs() -> None:
    assert len(PROGRAMS) == 3


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_programs_run(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"__name__": "page"}
    exec(compile(program, "agents.md", "exec"), names)
    bots = [kind for kind in names.values() if isinstance(kind, type) and issubclass(kind, Agent)]
    for bot in bots:
        if bot is not Agent:
            play_matches(make_rules(3, rounds=1), [bot(), make_agent("sane")], [[0, 1, 1]], [1])
    if "observe_text" in program:
        assert "Your options (number, name, meaning):" in capsys.readouterr().out


def test_the_page_lists_every_option_of_language_models() -> None:
    table = PAGE[PAGE.index("## LLM players") : PAGE.index("**What goes wrong is counted.**")]
    assert [name for name in OPTIONS if f"`{name}`" not in table] == []


class OtherView(Agent):
    observation = ObservationSpec("screened", board=True)

    def __init__(self) -> None:
        self.place = self.make_layout()["board.pit"]
        self.seen: set[float] = set()

    def act(self, decisions):
        self.seen |= set(np.rint(decisions.observations[:, self.place] * 60).ravel().tolist())
        return decisions.masks.argmax(axis=1)


def test_a_bot_has_its_layout_without_an_environment() -> None:
    bot = OtherView()
    assert len(bot.make_layout()) == bot.observation.size != ObservationSpec().size
    play_matches(make_rules(3, rounds=1), [bot, make_agent("sane")], [[0, 1, 1]], [1])
    assert bot.seen == {60.0}
