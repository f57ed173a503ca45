"""Policies that mix: temperature."""

import json
from typing import Any

import numpy as np
import pytest
from scipy import stats

from dixie_agents.base import Agent, Decisions
from dixie_agents.compiled.bots import BEST, SAMPLED, CompiledBot
from dixie_agents.deciding import decide
from dixie_agents.match import play_matches
from dixie_agents.measured import describe_policy
from dixie_agents.policy import OPTIONS, Policy, PolicyAgent
from dixie_agents.policy_file import Card, PolicyError, load_policy, save_policy
from dixie_agents.registry import AgentError
from dixie_agents.registry import make_agent as make_any
from dixie_env import make_rules
from tests.agents.test_guided import REWARD, positions, small_weights
from tests.agents.test_policy import HIDDEN, SIZE, rewrite_card, some_decisions, some_weights


def make_agent(name: str) -> Any:
    """An agent whose attributes are its own business."""
    return make_any(name)


LOGITS = {3: 0.0, 10: 1.0, 50: -1.5, 120: 0.4}
DRAWS = 20_000


def planted_policy():
    """A network whose logits are those above, whatever it observes, and 5 for all illegal options."""
    weights = {name: np.zeros_like(array) for name, array in some_weights().items()}
    weights["policy.bias"][:] = 5
    for option, logit in LOGITS.items():
        weights["policy.bias"][option] = logit
    return Policy(weights)


def planted_decisions(count=DRAWS):
    masks = np.zeros((count, OPTIONS), np.uint8)
    masks[:, list(LOGITS)] = 1
    keys = np.random.default_rng(5).integers(0, 2**64, count, np.uint64)
    return Decisions(np.zeros((count, SIZE), np.float32), masks, keys)


@pytest.fixture
def folder(tmp_path):
    save_policy(tmp_path / "policy", small_weights(), Card(HIDDEN))
    return tmp_path / "policy"


@pytest.mark.parametrize("temperature", [0.25, 0.5, 1.0, 3.0])
def test_frequencies_are_the_probabilities(temperature):
    chosen = PolicyAgent("p", planted_policy(), temperature).act(planted_decisions())
    chances = np.exp(np.array(list(LOGITS.values())) / temperature)
    expected = DRAWS * chances / chances.sum()
    found = [(chosen == option).sum() for option in LOGITS]
    assert sum(found) == DRAWS  # nothing illegal
    assert stats.chisquare(found, expected).pvalue > 1e-3


def test_the_chi_square_would_notice_a_wrong_temperature():
    chosen = PolicyAgent("p", planted_policy(), 0.9).act(planted_decisions())
    chances = np.exp(np.array(list(LOGITS.values())))
    found = [(chosen == option).sum() for option in LOGITS]
    assert stats.chisquare(found, DRAWS * chances / chances.sum()).pvalue < 1e-6


def test_compiled_games_have_these_frequencies_too():
    """Of one position, over many keys, against the probabilities computed with numpy."""
    (game,) = positions(1)
    policy, temperature = Policy(some_weights()), 8.0
    bot = PolicyAgent("p", policy, temperature).bot
    chosen = np.array([bot.choose(game, key * 0x9E3779B97F4A7C15 % 2**64) for key in range(4000)])
    legal = np.flatnonzero(game.mask())
    logits = policy.evaluate(game.observe()[None])[0][0, legal].astype(float)
    chances = np.exp((logits - logits.max()) / temperature)
    expected = 4000 * chances / chances.sum()
    often = expected >= 5
    assert often.sum() > 2
    found = np.array([(chosen == option).sum() for option in legal])
    found = np.append(found[often], found[~often].sum())
    expected = np.append(expected[often], max(expected[~often].sum(), 1e-9))
    keep = expected > 1
    assert (
        stats.chisquare(found[keep], expected[keep] * found[keep].sum() / expected[keep].sum()).pvalue > 1e-3
    )


def test_zero_takes_the_best_option(folder):
    decisions = some_decisions(100)
    plain, zero = (make_agent(f"ppo:{folder}{end}") for end in ("", "?temperature=0"))
    assert np.array_equal(plain.act(decisions), zero.act(decisions))
    for game in positions(5):
        assert (
            decide(plain, game, 3)
            == decide(zero, game, 3)
            == CompiledBot(BEST, net=plain.policy.net).choose(game, 1)
        )


def test_towards_zero_it_becomes_the_best_option(folder):
    decisions = some_decisions(300)
    best = make_agent(f"ppo:{folder}").act(decisions)
    cold, warm = (make_agent(f"ppo:{folder}?temperature={t}").act(decisions) for t in ("1e-7", "1"))
    assert np.array_equal(cold, best)
    assert not np.array_equal(warm, best)


def test_one_is_what_snapshots_in_training_play(folder):
    agent = make_agent(f"ppo:{folder}?temperature=1")
    sampled = CompiledBot(SAMPLED, net=agent.policy.net)
    for game in positions(10):
        for key in range(5):
            assert agent.bot.choose(game, key) == sampled.choose(game, key)


def test_games_depend_neither_on_batches_nor_on_threads(folder):
    class Plain(Agent):
        """The same agent without compiled games."""

        def act(self, decisions):
            return agent.act(decisions)

    agent = make_agent(f"ppo:{folder}?temperature=0.7")
    lineups, seeds = [[0, 1, 0], [1, 0, 0]] * 10, np.arange(20)
    rules, sane = make_rules(3), make_agent("sane")
    found = [
        play_matches(rules, [agent, sane], lineups, seeds),
        play_matches(rules, [agent, sane], lineups, seeds, threads=3),
        play_matches(rules, [Plain(), sane], lineups, seeds),
    ]
    assert len({one.states.tobytes() for one in found}) == 1
    alone = play_matches(rules, [agent, sane], lineups[7:8], seeds[7:8])
    assert alone.states.tobytes() == found[0].states[7:8].tobytes()
    best = play_matches(rules, [make_agent(f"ppo:{folder}"), sane], lineups, seeds)
    assert best.states.tobytes() != found[0].states.tobytes()


def test_another_stream_draws_otherwise(folder):
    agent, (game,) = make_agent(f"ppo:{folder}?temperature=1"), positions(1)
    assert len({decide(agent, game, 3, stream=stream) for stream in range(30)}) > 1
    assert len({decide(agent, game, number) for number in range(30)}) > 1


# --- in a search --------------------------------------------------------------------------------------------


def test_a_search_chooses_in_proportion_to_its_visits():
    from dixie_agents.guided import GuidedSearch

    (game,) = positions(1)
    search = GuidedSearch("s", Policy(small_weights()), REWARD, 12, temperature=0.5)
    plain = GuidedSearch("s", Policy(small_weights()), REWARD, 12)
    expected: dict[int, float] = {}
    found: dict[int, int] = {}
    keys = [key * 0x9E3779B97F4A7C15 % 2**64 for key in range(3000)]
    for key in keys:
        rows = search.bot.findings(game, key)
        assert plain.bot.choose(game, key) == rows[0][0]
        total = sum(visits**2 for _, visits, _, _ in rows)
        for option, visits, _, _ in rows:
            expected[option] = expected.get(option, 0) + visits**2 / total
        option = search.bot.choose(game, key)
        found[option] = found.get(option, 0) + 1
    often = [option for option, number in expected.items() if number >= 5]
    assert len(often) > 2
    spread = sum((found.get(o, 0) - expected[o]) ** 2 / expected[o] for o in often)
    assert stats.chi2.sf(spread, len(often)) > 1e-3  # the mix of many multinomials spreads less, if at all


def test_a_search_that_is_sure_plays_the_policy():
    """No search, no visits: the policy's own temperature decides, and it stays legal."""
    from dixie_agents.guided import GuidedSearch

    (game,) = positions(1)
    weights = {name: np.zeros_like(array) for name, array in some_weights().items()}
    legal = np.flatnonzero(game.mask())
    weights["policy.bias"][legal[1]] = 30
    search = GuidedSearch("s", Policy(weights), REWARD, 12, temperature=1.0)
    assert {search.bot.choose(game, key) for key in range(20)} == {legal[1]}


def test_a_search_takes_a_temperature_by_name(folder):
    (game,) = positions(1)
    mixing = make_agent(f"mcts:6:ppo:{folder}?temperature=1")
    plain = make_agent(f"mcts:6:ppo:{folder}")
    zero = make_agent(f"mcts:6:ppo:{folder}?temperature=0")
    choices = [[decide(agent, game, n) for n in range(40)] for agent in (mixing, plain, zero)]
    assert choices[1] == choices[2] != choices[0]
    assert plain.fingerprint() == zero.fingerprint() != mixing.fingerprint()


# --- names, cards and fingerprints --------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["-1", "nan", "inf", "", "hot", "101", "1_0", "0x1", "1 0"])
def test_nonsense_is_refused(folder, text):
    for name in (f"ppo:{folder}", f"mcts:5:ppo:{folder}"):
        with pytest.raises(AgentError, match=r"temperature must be a number from 0 .* to 100"):
            make_agent(f"{name}?temperature={text}")


def test_only_policies_have_a_temperature(folder):
    with pytest.raises(AgentError, match="only a search guided by a policy"):
        make_agent("mcts:5?temperature=1")
    with pytest.raises(AgentError, match="has no option 'temperature'"):
        make_agent("balanced?temperature=1")
    with pytest.raises(AgentError, match="has no option 'heat'; available: temperature"):
        make_agent(f"ppo:{folder}?heat=1")


@pytest.mark.parametrize("text, value", [("0.5", 0.5), (".5", 0.5), ("1", 1), ("5e-1", 0.5), ("100", 100)])
def test_temperatures_are_read(folder, text, value):
    agent = make_agent(f"ppo:{folder}?temperature={text}")
    assert agent.temperature == value
    assert agent.name == f"ppo:{folder}?temperature={text}"


def test_the_card_has_a_default(tmp_path, folder):
    mixed = tmp_path / "mixed"
    save_policy(mixed, small_weights(), Card(HIDDEN, temperature=0.3))
    assert json.loads((mixed / "card.json").read_text())["play"] == {"temperature": 0.3}
    assert "play" not in json.loads((folder / "card.json").read_text())
    assert load_policy(mixed)[1].temperature == 0.3
    assert make_agent(f"ppo:{mixed}").temperature == 0.3
    assert make_agent(f"ppo:{mixed}?temperature=0").temperature == 0
    assert make_agent(f"ppo:{folder}").temperature == 0
    assert "temperature 0.3" in describe_policy(mixed)
    decisions = some_decisions(200)
    asked = make_agent(f"ppo:{folder}?temperature=0.3").act(decisions)
    assert np.array_equal(make_agent(f"ppo:{mixed}").act(decisions), asked)


def test_fingerprints_tell_temperatures_apart(tmp_path, folder):
    mixed = tmp_path / "mixed"
    checksum = save_policy(mixed, small_weights(), Card(HIDDEN, temperature=0.3))
    names = [f"ppo:{mixed}{end}" for end in ("", "?temperature=0", "?temperature=0.5", "?temperature=1")]
    found = [make_agent(name).fingerprint() for name in names]
    assert found[0] == checksum == make_agent(f"ppo:{mixed}?temperature=0.30").fingerprint()
    assert len(set(found)) == 4
    assert make_agent(f"ppo:{folder}?temperature=0").fingerprint() == load_policy(folder)[1].checksum


@pytest.mark.parametrize("play", [{"temperature": -1}, {"temperature": "hot"}, 7, {"temperature": 1e9}])
def test_a_card_with_a_wrong_temperature_is_refused(folder, play):
    rewrite_card(folder, play=play)
    with pytest.raises(PolicyError, match=r"card\.json: .*(malformed|temperature)"):
        load_policy(folder)
