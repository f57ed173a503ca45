"""Language models in a seat: a real HTTP server of the test's own answers, well or badly."""

import json
import pickle
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from dixie_agents import Agent, AgentError, decide, make_agent, play_matches
from dixie_agents.compiled.bots import choose_from_mask, decision_key
from dixie_agents.llm import chat
from dixie_agents.llm.agent import LlmAgent
from dixie_agents.llm.chat import LlmError
from dixie_agents.registry import is_foreign
from dixie_agents.tables import table_number
from dixie_env import Game, make_rules, observe_text, rules_primer, text_options
from tests.agents.llm_server import KEY, Raw, Server, first, options_in, refused, running, said


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server; retries don't wait long, and the key is set."""
    monkeypatch.setattr(chat, "FIRST_WAIT", 0.01)
    monkeypatch.setenv("DIXIE_LLM_KEY", KEY)
    with running() as found:
        yield found


def made(name: str) -> LlmAgent:
    agent = make_agent(name)
    assert isinstance(agent, LlmAgent)
    return agent


def game_to_decide() -> Game:
    """A draft: six abilities to choose from."""
    game = Game(make_rules(4), 7)
    assert game.decision == "draft" and len(game.options()) == 6
    return game


def replaced(game: Game) -> int:
    """What is chosen for an agent that fails at the first decision of a game."""
    assert game.seat is not None
    key = decision_key(0, game.seed, game.seat, 0)
    return choose_from_mask(game.mask().astype(np.uint8), key)


# --- what is asked and answered ---------------------------------------------------------------------------


def test_the_model_gets_rules_position_and_options(server: Server) -> None:
    game = game_to_decide()
    agent = made(f"{server.agent}?temperature=0.5&seed=3&max_tokens=99&top_p=0.9")
    assert decide(agent, game, 0) == text_options(game)[0].option
    (request,) = server.requests
    assert (request["model"], request["temperature"], request["seed"]) == ("test-model", 0.5, 3)
    assert (request["max_tokens"], request["top_p"]) == (99, 0.9)
    system, user = request["messages"]
    assert (system["role"], user["role"]) == ("system", "user")
    assert rules_primer(game.rules) in system["content"]
    assert observe_text(game) in user["content"] and '{"option": N}' in user["content"]
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"


def test_nothing_is_sent_that_was_not_given(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DIXIE_LLM_KEY")
    decide(made(server.agent), game_to_decide(), 0)
    assert set(server.requests[0]) == {"model", "messages"}
    assert "Authorization" not in server.headers[0]


def test_another_variable_can_hold_the_key(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_KEY", "another-key")
    decide(made(f"{server.agent}?key_variable=OTHER_KEY"), game_to_decide(), 0)
    assert server.headers[0]["Authorization"] == "Bearer another-key"


@pytest.mark.parametrize("form", ["number", "name", "words", "parts"])
def test_answers_by_number_and_name(server: Server, form: str) -> None:
    def say(request: dict[str, Any], number: int) -> "str | Raw":
        wanted = options_in(request)[2]
        if form == "parts":
            return said([{"type": "text", "text": '{"option": '}, {"type": "text", "text": "3}"}])
        return str(wanted[("number", "name", "words").index(form)])

    server.say = say
    game = game_to_decide()
    assert decide(made(server.agent), game, 0) == text_options(game)[2].option


def test_screened(server: Server) -> None:
    game = game_to_decide()
    decide(made(f"{server.agent}?mode=screened"), game, 0)
    assert observe_text(game, screened=True) in server.requests[0]["messages"][1]["content"]


def test_a_single_option_is_not_asked(server: Server) -> None:
    mask = np.zeros((1, 157), np.uint8)
    mask[0, 21] = 1
    agent = made(server.agent)
    game = game_to_decide()
    assert agent.act_one(game.observe(), mask[0], 1, game) == 21
    assert not server.requests and agent.take_counts() == {}


def test_without_games_it_says_what_is_missing(server: Server) -> None:
    game = game_to_decide()
    with pytest.raises(ValueError, match="needs the games"):
        made(server.agent).act_one(game.observe(), game.mask(), 1)


# --- bad answers ------------------------------------------------------------------------------------------


def test_an_illegal_answer_is_asked_for_once_more(server: Server) -> None:
    server.say = lambda request, number: '{"option": 99}' if number == 0 else '{"option": 2}'
    game, agent = game_to_decide(), made(server.agent)
    assert decide(agent, game, 0) == text_options(game)[1].option
    messages = server.requests[1]["messages"]
    assert [one["role"] for one in messages] == ["system", "user", "assistant", "user"]
    assert messages[2]["content"] == '{"option": 99}'
    assert "there is no option 99" in messages[3]["content"] and "1 to 6" in messages[3]["content"]
    counts = agent.take_counts()
    assert (counts["requests"], counts["unusable_answers"]) == (2, 1)
    assert agent.take_troubles() == {} and agent.take_substituted() == set()


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ('{"option": 99}', "there is no option 99"),
        ("I don't know this game.", "neither the number nor the name"),
        (said(None), "it is empty"),
        (said("", finish="length"), "cut off at the limit of tokens"),
    ],
)
def test_a_second_bad_answer_is_replaced_and_counted(
    server: Server, answer: "str | Raw", problem: str
) -> None:
    server.say = lambda request, number: answer
    game, agent = game_to_decide(), made(server.agent)
    assert decide(agent, game, 0) == replaced(game)
    assert len(server.requests) == 2
    troubles = agent.take_troubles()
    assert troubles["troubles"] == {"illegal": 1} and problem in troubles["trouble"]
    assert agent.take_substituted() == {decision_key(0, game.seed, game.seat or 0, 0)}
    assert agent.take_troubles() == {} and agent.take_substituted() == set()


# --- bad servers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bad",
    [
        refused(429, "slow down"),
        refused(500, "oops"),
        refused(503, "loading the model"),
        Raw(502, "<html>bad gateway</html>"),
        Raw(200, "<html>hello</html>"),
        Raw(200, '{"choices": []}'),
        Raw(200, '{"choices": [{"message": null}]}'),
        Raw(200, "[1, 2"),
        Raw(0),
    ],
)
def test_what_may_pass_is_tried_again(server: Server, bad: Raw) -> None:
    server.say = lambda request, number: bad if number < 2 else '{"option": 4}'
    game, agent = game_to_decide(), made(server.agent)
    assert decide(agent, game, 0) == text_options(game)[3].option
    assert agent.take_counts()["requests"] == 3 == len(server.requests)
    assert agent.take_troubles() == {}


def test_the_server_says_when_to_try_again(server: Server) -> None:
    limited = Raw(429, "{}", {"Retry-After": "1"})
    server.say = lambda request, number: limited if number == 0 else '{"option": 1}'
    start = time.monotonic()
    decide(made(server.agent), game_to_decide(), 0)
    assert time.monotonic() - start >= 1


def test_waits_get_longer(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "FIRST_WAIT", 0.1)
    server.say = lambda request, number: refused(500, "oops")
    start = time.monotonic()
    decide(made(server.agent), game_to_decide(), 0)
    assert time.monotonic() - start >= 0.1 + 0.2 + 0.4
    assert len(server.requests) == 4


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        (refused(500, "oops"), "replied 500 Internal Server Error: oops"),
        (refused(200, "out of memory"), "not an answer of the chat API: out of memory"),
        (Raw(0), "RemoteDisconnected"),
    ],
)
def test_a_decision_without_an_answer_is_replaced(server: Server, bad: Raw, problem: str) -> None:
    server.say = lambda request, number: bad
    game, agent = game_to_decide(), made(f"{server.agent}?retries=1")
    assert decide(agent, game, 0) == replaced(game)
    troubles = agent.take_troubles()
    assert troubles["troubles"] == {"unanswered": 1} and problem in troubles["trouble"]
    assert agent.take_counts() == {"requests": 2}


@pytest.mark.parametrize("bad", [Raw(200, "{}", delay=30), Raw(200, "x" * 1000, drip=0.1)])
def test_a_decision_ends_at_its_time_limit(server: Server, bad: Raw) -> None:
    server.say = lambda request, number: bad
    game, agent = game_to_decide(), made(f"{server.agent}?seconds=0.5")
    start = time.monotonic()
    assert decide(agent, game, 0) == replaced(game)
    assert 0.4 < time.monotonic() - start < 5
    assert agent.take_troubles()["troubles"] == {"timeouts": 1}


def test_there_is_no_retry_after_the_time_limit(server: Server) -> None:
    server.say = lambda request, number: Raw(429, "{}", {"Retry-After": "60"})
    game, agent = game_to_decide(), made(f"{server.agent}?seconds=5")
    start = time.monotonic()
    assert decide(agent, game, 0) == replaced(game)
    assert time.monotonic() - start < 4
    assert "no time left" in agent.take_troubles()["trouble"]


def test_a_game_has_a_time_limit_too(server: Server) -> None:
    server.say = lambda request, number: Raw(200, said('{"option": 1}').body, delay=0.4)
    agent = made(f"{server.agent}?game_seconds=1")
    game = game_to_decide()
    for number in range(4):
        decide(agent, game, number)
    assert agent.take_troubles()["troubles"].keys() <= {"unasked", "timeouts"}
    assert len(server.requests) <= 3
    asked = len(server.requests)
    decide(agent, Game(make_rules(4), 8), 0)  # another game has its own clock
    assert len(server.requests) == asked + 1 and agent.take_troubles() == {}


def test_a_server_that_stays_silent_ends_the_game(server: Server) -> None:
    server.say = lambda request, number: refused(500, "oops")
    game, agent = game_to_decide(), made(f"{server.agent}?retries=0&give_up=3")
    decide(agent, game, 0)
    decide(agent, game, 1)
    with pytest.raises(LlmError, match=r"3 decisions in a row got no answer.*oops"):
        decide(agent, game, 2)
    patient = made(f"{server.agent}?retries=0&give_up=0")
    for number in range(5):
        decide(patient, game, number)


def test_a_server_that_is_not_there() -> None:
    with running() as gone:
        pass
    agent = made(f"{gone.agent}?retries=0&give_up=1")
    with pytest.raises(LlmError, match="ConnectionRefusedError"):
        decide(agent, game_to_decide(), 0)


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (refused(401, "wrong key"), "401 Unauthorized: wrong key; the key comes from .* DIXIE_LLM_KEY"),
        (refused(404, "no such model"), "404 Not Found: no such model; is http.* and 'test-model' a model"),
        (refused(400, "no temperature"), "400 Bad Request: no temperature"),
        (Raw(302, "", {"Location": "http://example.org/"}), "redirects are not followed.*example.org"),
    ],
)
def test_a_refusal_for_good_is_an_error_at_once(server: Server, bad: Raw, words: str) -> None:
    server.say = lambda request, number: bad
    with pytest.raises(LlmError, match=words):
        decide(made(server.agent), game_to_decide(), 0)
    assert len(server.requests) == 1


# --- https ------------------------------------------------------------------------------------------------


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate that nobody trusts, with its private key in the same file."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is needed to make a certificate")
    file = tmp_path / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
            *("-nodes", "-days", "2", "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", str(file), "-out", str(tmp_path / "public.pem")),
        ],
        check=True,
        capture_output=True,
    )
    file.write_text(file.read_text() + (tmp_path / "public.pem").read_text())
    return file


def test_https_servers_must_be_trusted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIXIE_LLM_KEY", KEY)
    game = game_to_decide()
    with running(certificate=certificate) as server:
        with pytest.raises(LlmError, match="certificate verify failed"):
            decide(made(f"{server.agent}?retries=0&give_up=1"), game, 0)
        assert not server.requests  # the key was not sent
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate.with_name("public.pem")))
        assert decide(made(server.agent), game, 0) == text_options(game)[0].option
        server.say = lambda request, number: Raw(200, "x" * 1000, drip=0.1)
        agent = made(f"{server.agent}?seconds=0.5")
        start = time.monotonic()
        assert decide(agent, game, 0) == replaced(game)
        assert time.monotonic() - start < 5
        assert agent.take_troubles()["troubles"] == {"timeouts": 1}


# --- counts -----------------------------------------------------------------------------------------------


def test_tokens_and_cost_are_counted(server: Server) -> None:
    agent = made(f"{server.agent}?input_price=0.5&output_price=2")
    game = game_to_decide()
    for number in range(3):
        decide(agent, game, number)
    assert agent.take_counts() == {
        "requests": 3,
        "input_tokens": 3000,
        "output_tokens": 30,
        "cost": pytest.approx((3000 * 0.5 + 30 * 2) / 1e6),
    }
    assert agent.take_counts() == {}


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": "many", "completion_tokens": -1}, 5])
def test_missing_usage_is_counted_as_missing(server: Server, usage: Any) -> None:
    server.say = lambda request, number: said('{"option": 1}', usage)
    agent = made(server.agent)
    decide(agent, game_to_decide(), 0)
    counts = agent.take_counts()
    assert counts == {"requests": 1, "answers_without_usage": 1, "input_tokens": 0, "output_tokens": 0}


# --- the key ----------------------------------------------------------------------------------------------


def echo(request: dict[str, Any], number: int) -> "str | Raw":
    """A server that repeats the key wherever it can."""
    if number % 3 == 0:
        return f"Your key is {KEY}\n{KEY}"
    if number % 3 == 1:
        return refused(500, f"the key {KEY} is overloaded")
    return Raw(502, f"<p>Authorization: Bearer {KEY}</p>".replace("/1c", "\\/1c"))


def test_the_key_is_nowhere(
    server: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    server.say = echo
    agent = made(f"{server.agent}?transcripts={tmp_path}/said&retries=1&give_up=0")
    game = game_to_decide()
    for number in range(4):
        decide(agent, game, number)
    texts = [repr(agent), str(vars(agent)), str(vars(agent.chat)), agent.fingerprint(), agent.name]
    texts += [str(agent.take_troubles()), pickle.dumps(agent).decode("latin-1")]
    server.say = lambda request, number: refused(401, f"{KEY} is wrong: {'x' * 290} {KEY}")
    with pytest.raises(LlmError) as error:
        decide(agent, game, 5)
    texts += [str(error.value), repr(error.value), str(error.value.__cause__), str(error.value.__context__)]
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert files
    texts += [file.read_text(encoding="utf-8") for file in files]
    captured = capfd.readouterr()
    for text in [*texts, captured.out, captured.err, caplog.text]:
        assert KEY not in text and KEY[8:] not in text and KEY.replace("/", "\\/") not in text
    assert any("[key]" in text for text in texts)


def test_the_key_does_not_change_the_agent(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    one = made(server.agent)
    monkeypatch.setenv("DIXIE_LLM_KEY", "something-else")
    assert made(server.agent).fingerprint() == one.fingerprint()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("llm", "needs a model and the address of its server: write llm:MODEL@URL"),
        ("llm:model", "needs a model and an http or https address"),
        ("llm:@http://x", "needs a model"),
        ("llm:model@ftp://host/v1", "http or https"),
        ("llm:model@file:///etc/passwd", "http or https"),
        ("llm:model@http://", "no host"),
        ("llm:model@http://host:port/v1", "not an address"),
        ("llm:model@http://a b/v1", "a space"),
        ("llm:model@http://host/v1?seconds=0", "seconds must be from 0.001 to 3600, not 0"),
        ("llm:model@http://host/v1?temperature=nan", "temperature must be from 0 to 10"),
        ("llm:model@http://host/v1?temperature=warm", "temperature must be a number, not 'warm'"),
        ("llm:model@http://host/v1?parallel=0", "parallel must be from 1"),
        ("llm:model@http://host/v1?input_price=1", "give both, or neither"),
        ("llm:model@http://host/v1?mode=all", "mode must be one of tracked, screened"),
        ("llm:model@http://host/v1?key_variable=NO_SUCH_VARIABLE_HERE", "no environment variable NO_SUCH"),
        ("llm:model@http://host/v1?colour=red", "has no option 'colour'; available: temperature, top_p"),
    ],
)
def test_names_that_are_wrong(name: str, words: str) -> None:
    with pytest.raises(AgentError, match=words):
        make_agent(name)


@pytest.mark.parametrize(
    "name",
    [
        f"llm:model@http://user:{KEY}@host/v1",
        f"llm:model@http://host/v1?api_key={KEY}",
        f"llm:model@http://host/v1?key_variable={KEY}",
    ],
)
def test_a_key_in_the_name_is_refused_and_not_repeated(name: str) -> None:
    with pytest.raises(AgentError) as error:
        make_agent(name)
    assert KEY not in str(error.value)


def test_a_key_that_no_header_can_carry(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = made(server.agent)
    monkeypatch.setenv("DIXIE_LLM_KEY", "two\nlines")
    with pytest.raises(AgentError, match="DIXIE_LLM_KEY has characters") as error:
        make_agent(server.agent)
    assert "two" not in str(error.value)
    with pytest.raises(AgentError, match="DIXIE_LLM_KEY has characters"):
        decide(agent, game_to_decide(), 0)


# --- who it is --------------------------------------------------------------------------------------------


def test_what_identifies_it(server: Server, tmp_path: Path) -> None:
    agent: Agent = made(server.agent)
    assert agent.name == server.agent and not is_foreign(server.agent)
    assert agent.searches and agent.slow and not agent.repeatable
    fingerprint = agent.fingerprint()
    same = (f"?transcripts={tmp_path}", "?parallel=2", "?retries=9", "?input_price=1&output_price=2")
    assert {made(server.agent + options).fingerprint() for options in same} == {fingerprint}
    other = ("?temperature=0", "?seed=1", "?mode=screened", "?seconds=5", "?max_tokens=5")
    assert len({fingerprint, *(made(server.agent + options).fingerprint() for options in other)}) == 6
    assert made(server.agent.replace("test-model", "big/model:8b")).fingerprint() != fingerprint
    assert made(f"{server.agent}/chat/completions").fingerprint() == fingerprint


def test_it_can_be_sent_to_another_process(server: Server) -> None:
    agent = pickle.loads(pickle.dumps(made(server.agent)))
    game = game_to_decide()
    assert decide(agent, game, 0) == text_options(game)[0].option


# --- transcripts and matches ------------------------------------------------------------------------------


def test_transcripts_have_everything_that_was_said(server: Server, tmp_path: Path) -> None:
    answers = ['{"option": 77}', "pardon?", '{"option": 2}']
    server.say = lambda request, number: answers[number]
    agent = made(f"{server.agent}?transcripts={tmp_path}/runs/said")
    game = game_to_decide()
    decide(agent, game, 0)
    decide(agent, game, 1)
    file = tmp_path / "runs/said" / f"{table_number(0, game.seed):016x}-seat-{game.seat}.jsonl"
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["type"] for line in lines] == ["game", "request", "request", "replaced", "request"]
    assert lines[0]["model"] == "test-model" and rules_primer(game.rules) in lines[0]["system"]
    assert [line["answer"] for line in lines if line["type"] == "request"] == answers
    assert lines[1]["prompt"] == server.requests[0]["messages"][1]["content"]
    assert lines[1]["problem"].startswith("there is no option 77") and "option" not in lines[1]
    assert lines[3]["kind"] == "illegal" and lines[3]["option"].startswith("ability:")
    assert lines[4]["option"] == text_options(game)[1].name
    assert (lines[4]["input_tokens"], lines[4]["output_tokens"], lines[4]["attempt"]) == (1000, 10, 1)


def test_many_games_at_once(server: Server) -> None:
    server.say = lambda request, number: Raw(200, said('{"option": 1}').body, delay=0.01)
    agent = made(f"{server.agent}?parallel=3")
    rules = make_rules(3, rounds=1)
    results = play_matches(rules, [agent, make_agent("sane")], [[0, 1, 1]] * 6, range(6))
    assert 1 < server.most <= 3
    # every decision that was not forced was asked for, with a text of the seat's own
    assert 0 < len(server.requests) <= results.agent_decisions[0]
    for request in server.requests:
        assert request["messages"][1]["content"].startswith("You are seat 0 of 3")


@pytest.mark.parametrize(("players", "edition"), [(2, "fr"), (3, "pl"), (4, "proto"), (5, "en")])
def test_whole_games_by_number_name_and_words(server: Server, players: int, edition: str) -> None:
    """Every option of a game can be chosen in each way, and none is misread."""
    random = Random(players)
    chosen: list[int] = []

    def say(request: dict[str, Any], number: int) -> str:
        option = random.choice(options_in(request))
        chosen.append(option[0])
        words = sum(one[2] == option[2] for one in options_in(request)) == 1  # places of rocks sound alike
        return str(option[number % 3 if words else number % 2])

    server.say = say
    agent = made(f"{server.agent}?parallel=1")
    game, number = Game(make_rules(players, edition, rounds=3), 2), 0
    while game.seat is not None:
        options = text_options(game)
        taken = decide(agent, game, number)
        if len(options) > 1:
            assert taken == options[chosen[-1] - 1].option
        game.step(taken)
        number += 1
    assert agent.take_troubles() == {} and len(chosen) == len(server.requests) > 30


def test_a_match_is_the_same_as_single_games(server: Server) -> None:
    """The model that always takes the same option plays the same game either way."""
    rules = make_rules(3, rounds=2)
    agents = [made(server.agent), make_agent("sane")]
    (match,) = play_matches(rules, agents, [[1, 0, 1]], [5]).scores.tolist()
    game, number = Game(rules, 5), 0
    while game.seat is not None:
        game.step(decide(agents[0 if game.seat == 1 else 1], game, number))
        number += 1
    assert game.state["scores"][:3].tolist() == match


def test_an_error_in_one_of_many_games_ends_all(server: Server) -> None:
    def say(request: dict[str, Any], number: int) -> "str | Raw":
        return refused(401, "no") if number else Raw(200, "{}", delay=20)

    server.say = say
    agent = made(f"{server.agent}?parallel=4&retries=0")
    start = time.monotonic()
    with pytest.raises(LlmError, match="401"):
        play_matches(make_rules(3, rounds=1), [agent], [[0, 0, 0]] * 4, range(4))
    assert time.monotonic() - start < 10
    server.say = first
    assert decide(agent, game_to_decide(), 0) in game_to_decide().options()
