"""What every agent keeps: legal choices, everywhere, and no knowledge of what its seat can't know."""

from collections.abc import Iterator

import numpy as np
import pytest

from dixie_agents import Agent, decision_key, make_agent, play_matches
from dixie_agents.registry import ENTRIES
from dixie_env import Game, make_rules
from dixie_env.engine import option_name

AGENTS = [
    *(name if name != "mcts" else "mcts:8" for name in ENTRIES if name not in ("ppo", "sb3", "llm")),
    "ppo:zoo/first",
    "mcts:4:ppo:zoo/first",
]
EDITIONS = ("de", "proto", "fr", "en", "pl")


def choose(agent: Agent, game: Game, key: int) -> int:
    """Ask with the true game: what an agent does with more than it should have is the question."""
    return agent.act_one(agent.observation.observe(game), game.mask(), key, game)


def positions(players: int, edition: str, agent: Agent, seed: int = 1) -> Iterator[Game]:
    """All decisions of a game, each before it is made."""
    game, number = Game(make_rules(players, edition), seed), 0
    while (seat := game.seat) is not None:
        yield game
        game.step(choose(agent, game, decision_key(0, seed, seat, number)))
        number += 1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", AGENTS)
def test_choices_are_legal_everywhere(name: str, players: int, edition: str) -> None:
    agent = make_agent(name)
    count = 0
    for game in positions(players, edition, agent):  # `step` raises at an illegal choice
        game.validate()
        count += 1
    assert count > 20


@pytest.mark.parametrize("name", AGENTS)
def test_options_that_are_forbidden_are_no_trouble(name: str) -> None:
    rules = make_rules(4, forbidden=[["action:15", "action:17", "stop"], ["pass"], [], ["good:silver"]])
    results = play_matches(rules, [make_agent(name)], [[0, 0, 0, 0]] * 4, range(4))
    assert (results.states["actions_taken"][:, 0, [15, 17]] == 0).all()


@pytest.mark.parametrize("name", AGENTS)
def test_the_same_key_gives_the_same_choice(name: str) -> None:
    agent = make_agent(name)
    for number, game in enumerate(positions(4, "de", make_agent("sane"))):
        if number % 9 == 0:
            before = game.to_bytes()
            assert choose(agent, game, number) == choose(agent, game, number)
            assert game.to_bytes() == before


def twins(game: Game) -> Iterator[Game]:
    """True games that differ from this one only in what the seat that decides can't know."""
    for seed in (5, 6):
        twin = game.copy()
        twin.state["seed"] = seed
        yield twin
    if game.reason == "offering" and game.decision in ("offer", "amount"):
        offered = [seat for seat in range(game.players) if seat != game.seat and game.state["offered"][seat]]
        for seat in offered:
            twin = game.copy()
            good = int(np.argmax(twin.state["offer"][seat] == 0))
            twin.state["offer"][seat] = 0
            twin.state["offer"][seat, good] = min(1, twin.state["goods"][seat, good])
            yield twin


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", AGENTS)
def test_nobody_sees_what_the_seat_cannot_know(name: str, players: int) -> None:
    """The cheating detector: dice to come and hidden offerings change, the choice does not."""
    agent = make_agent(name)
    hidden = 0
    for seed in (1, 2):
        for number, game in enumerate(positions(players, "de", make_agent("sane"), seed)):
            secret = game.reason == "offering" and bool(game.state["offered"].any())
            if number % 6 and not secret:
                continue
            hidden += secret
            choice = choose(agent, game, number)
            for twin in twins(game):
                assert choose(agent, twin, number) == choice, f"{name} knows too much at {game!r}"
    assert hidden > 10


def test_the_detector_catches_a_cheat() -> None:
    """An agent that plays a lookahead in the true game is found out."""

    def peek(game: Game) -> int:
        def worth(option: int) -> int:
            copy = game.copy()
            copy.step(option)
            return int(copy.state["goods"][game.seat].sum())

        return max(game.options(), key=worth)

    found = 0
    for game in positions(4, "de", make_agent("sane")):
        if game.decision == "act":
            found += any(peek(twin) != peek(game) for twin in twins(game))
    assert found > 0


def test_sane_avoids_folly_where_it_can() -> None:
    agent = make_agent("sane")
    seen = set()
    for seed in range(30):
        for game in positions(4, "en", agent, seed):
            names = game.option_names()
            choice = choose(agent, game, seed)
            name = option_name(choice, game.seat, game.players)
            others = {option for option in names if option != "pass" and not option.startswith("dump:")}
            if name == "pass" or name.startswith("dump:"):
                assert not others - {"action:17"}, names
            if game.decision == "offer" and not game.state["offer"][game.seat].any() and name == "stop":
                assert names == ["stop"]
            seen.add(game.decision)
    assert {"act", "offer", "odd_job"} <= seen
