"""External bots inside a command never end it: they become one line."""

import threading
from pathlib import Path

import pytest

from dixie_agents.deciding import decide
from dixie_agents.guests import AgentFailed, Guest, invite, invite_all
from dixie_agents.person import TerminalGame
from dixie_agents.registry import make_agent
from dixie_env import Game, make_rules
from tests.agents.typist import Typist
from tests.cli.helpers import Ran

HOSTILE = "tests.arena.hostile.bots"


@pytest.mark.parametrize("bot", ["Exits", "ExitsWell", "Raises"])
@pytest.mark.parametrize("command", ["record", "dataset"])
def test_a_bot_that_fails_is_one_line_and_leaves_nothing(tmp_path: Path, command: str, bot: str) -> None:
    out: list[object] = ["--out", tmp_path / "new"] if command == "record" else [tmp_path / "new"]
    ran = Ran(command, *out, "--players", 2, "--rounds", 1, "--agents", f"{HOSTILE}:{bot},sane", "--games", 1)
    assert ran.code == 2
    assert f"the agent {HOSTILE}:{bot} failed: " in ran.error
    assert "bots.py:" in ran.error
    assert not list(tmp_path.glob("new/*"))


@pytest.mark.parametrize("command", ["record", "dataset", "play"])
def test_a_bot_that_can_not_be_created(tmp_path: Path, command: str) -> None:
    name = f"{HOSTILE}:RaisesNow"
    arguments: dict[str, list[object]] = {
        "record": ["--out", tmp_path / "new", "--agents", name],
        "dataset": [tmp_path / "new", "--agents", name],
        "play": ["--opponents", name],
    }
    ran = Ran(command, *arguments[command])
    assert ran.code == 2
    assert "can't be created: ValueError: can't be made" in ran.error


def test_an_interrupt_in_another_thread_is_the_bot_s() -> None:
    game, agent = Game(make_rules(2), 1), invite(f"{HOSTILE}:Interrupts")
    with pytest.raises(KeyboardInterrupt):  # in the main thread it is most likely Ctrl-C
        decide(agent, game, 0)
    raised = []

    def run() -> None:
        try:
            decide(agent, game, 0)
        except AgentFailed as error:
            raised.append(str(error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert "KeyboardInterrupt" in raised[0]


def test_a_guest_is_the_bot_otherwise() -> None:
    name = f"{HOSTILE}:First"
    bot, guest = make_agent(name), invite(name)
    assert isinstance(guest, Guest)
    assert guest.fingerprint() == bot.fingerprint()
    assert (guest.name, guest.searches, guest.observation) == (bot.name, bot.searches, bot.observation)
    assert getattr(guest, "explain", None) is None
    game = Game(make_rules(3), 1)
    assert decide(guest, game, 0) == decide(bot, game, 0)
    assert not isinstance(invite("sane"), Guest)


@pytest.mark.parametrize("bot", ["Exits", "Raises", "Illegal"])
def test_in_play_a_random_move_is_played_for_a_bot_that_fails(bot: str) -> None:
    typist = Typist()
    bots = invite_all(f"{HOSTILE}:{bot}")
    game = TerminalGame(make_rules(2, rounds=1), 1, 0, bots, ask=typist.ask, tell=typist.tell)
    recorder = game.play()
    assert recorder.game.over
    assert any("failed, so a random legal move is played" in line for line in typist.told)
