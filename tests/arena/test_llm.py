"""Language models in the arena, in records, at the terminal and at the web table."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dixie_agents import AgentError, make_agent
from dixie_agents.llm import chat
from dixie_agents.llm.chat import LlmError
from dixie_agents.person import TerminalGame
from dixie_arena.config import ArenaError
from dixie_arena.verify import NotVerified, verify_folder
from dixie_env import make_rules
from dixie_env.records import check_record
from dixie_web.house import House
from dixie_web.limits import Agents
from tests.agents.llm_server import KEY, Raw, Server, first, refused, running
from tests.agents.typist import Typist
from tests.arena.helpers import HOSTILE, play, small
from tests.cli.helpers import Ran


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(chat, "FIRST_WAIT", 0.01)
    monkeypatch.setenv("DIXIE_LLM_KEY", KEY)
    with running() as found:
        yield found


def every_fifth_bad(request: dict[str, Any], number: int) -> "str | Raw":
    """Illegal answers now and then, with the key in them."""
    return f"{KEY}?" if number % 5 in (3, 4) else first(request, number)


def files_with(folder: Path, text: str) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file() and text.encode() in file.read_bytes()]


def test_a_tournament_counts_tokens_cost_and_substitutions(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.say = every_fifth_bad
    name = f"{server.agent}?input_price=0.15&output_price=0.6&transcripts={tmp_path}/said&parallel=1"
    command = ("--players", 3, "--games", 3, "--rounds", 1, "--out", tmp_path / "run")
    ran = Ran("tournament", "--agents", f"model={name},sane", *command)
    assert ran.code == 0, ran.err
    timing = json.loads((tmp_path / "run/timing.json").read_text())
    summary = json.loads((tmp_path / "run/summary.json").read_text())
    counts, troubles = timing["model"]["counts"], timing["model"]["troubles"]
    asked = len(server.requests)
    assert counts["requests"] == asked and counts["input_tokens"] == 1000 * asked
    assert counts["cost"] == pytest.approx(asked * (1000 * 0.15 + 10 * 0.6) / 1e6)
    assert troubles["illegal"] > 0
    (row,) = (row for row in summary["agents"] if row["label"] == "model")
    assert row["substitutions"] == troubles["illegal"]
    assert "counts" not in timing["sane"]
    assert f"model: {asked:,} requests, {1000 * asked:,} input tokens" in ran.out
    assert "cost 0." in ran.out and "Random legal moves were played for model" in ran.out
    assert f"{asked:,} requests" in (tmp_path / "run/report.html").read_text()
    assert len(list((tmp_path / "said").iterdir())) >= 3
    card = json.loads((tmp_path / "run/card.json").read_text())
    (agent,) = (row for row in card["agents"] if row["label"] == "model")
    assert agent["repeatable"] is False and agent["name"] == name
    assert not files_with(tmp_path, KEY) and KEY not in ran.out + ran.err


def test_a_card_of_a_language_model_can_not_be_verified_by_replaying(server: Server, tmp_path: Path) -> None:
    play(small(f"model={server.agent},sane", 3, rounds=1), tmp_path / "run")
    with pytest.raises(NotVerified, match=r"model .* is not repeatable"):
        verify_folder(tmp_path / "run", 1, 1)


def test_records_of_a_tournament_are_refused_before_it_costs_anything(server: Server, tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"model is not repeatable.*dixie record"):
        play(small(f"model={server.agent},sane", 3), tmp_path / "run", records=1)
    assert not server.requests and not (tmp_path / "run").exists()


def test_a_tournament_goes_on_after_the_server_is_back(server: Server, tmp_path: Path) -> None:
    def breaks(request: dict[str, Any], number: int) -> "str | Raw":
        finished = list((tmp_path / "run/chunks").glob("*"))
        return refused(401, f"{KEY} has no credit") if finished else first(request, number)

    tournament = small(f"model={server.agent}?parallel=1,sane", 12, rounds=1, chunk_games=3)
    server.say = breaks
    with pytest.raises(LlmError, match=r"401 Unauthorized: \[key\] has no credit"):
        play(tournament, tmp_path / "run")
    kept = len(list((tmp_path / "run/chunks").iterdir()))
    assert 0 < kept < tournament.chunks
    server.say = first
    outcome = play(tournament, tmp_path / "run", resume=True)
    assert outcome.timing["model"]["counts"]["requests"] > 0
    assert not files_with(tmp_path, KEY)


def test_each_part_reports_its_own_share(server: Server, tmp_path: Path) -> None:
    """The agent is kept for all parts: nothing may be counted twice."""
    tournament = small(f"model={server.agent},sane", 9, rounds=1, chunk_games=3)
    assert tournament.chunks > 1
    outcome = play(tournament, tmp_path / "run")
    assert outcome.timing["model"]["counts"]["requests"] == len(server.requests)


def test_other_bots_do_not_get_the_key(server: Server, tmp_path: Path) -> None:
    outcome = play(small(f"bot={HOSTILE}:WantsTheKey,sane", 3, rounds=1, time_limit=20.0), tmp_path / "run")
    assert outcome.timing["bot"]["troubles"] == {}


def test_a_record(server: Server, tmp_path: Path) -> None:
    name = server.agent
    ran = Ran(
        *("record", "--out", tmp_path, "--players", 2, "--rounds", 1, "--games", 2),
        *("--agents", f"{name},sane"),
    )
    assert ran.code == 0, ran.err
    for seed in (0, 1):
        check_record(tmp_path / f"game-{seed}.jsonl")
    asked = len(server.requests)
    assert f"{name}: {asked} requests, {1000 * asked:,} input tokens" in ran.out
    server.say = lambda request, number: refused(404, "no such model")
    ran = Ran("record", "--out", tmp_path, "--agents", name)
    assert ran.code == 2 and "404 Not Found: no such model" in ran.error


def test_at_the_terminal(server: Server) -> None:
    typist = Typist()
    agents = [make_agent(server.agent), make_agent("sane")]
    game = TerminalGame(make_rules(3, rounds=1), 3, 0, agents, ask=typist.ask, tell=typist.tell)
    game.play()
    assert f"seat 1 ({server.agent}) is thinking ..." in typist.told
    assert not any(line.startswith("seat 2") and "thinking" in line for line in typist.told)


def test_at_the_web_table(server: Server) -> None:
    async def game() -> list[str]:
        house = House(Agents((server.agent,)))
        opened = house.open([server.agent, "sane", "sane"], rounds=1, pace="at once", seed=4)
        opened.wake()
        assert opened._running is not None
        await asyncio.wait_for(opened._running, 60)
        assert opened.table.game.over
        return [line["text"] for line in opened.table.view(None)["log"]]

    log = asyncio.run(game())
    assert server.requests and not any("random legal" in line for line in log)
    server.say = every_fifth_bad
    log = asyncio.run(game())
    assert any("did not decide; a random legal move was played" in line for line in log)


def test_visitors_can_not_name_a_server_of_their_own(server: Server) -> None:
    with pytest.raises(AgentError, match="there is no agent"):
        Agents().make(server.agent)
    assert not server.requests
