"""Events leave nothing out, change nothing, and give nothing away."""

import pickle
from random import Random
from threading import Thread
from typing import Any

import pytest

from dixie_env import Batch, Game, GameEvent, make_rules
from dixie_env.config import edition_names
from dixie_env.engine.words import EVENTS
from tests.properties.play import choose
from tests.properties.retold import RetoldTable

DRAFTS: dict[str, dict[str, Any]] = {
    "choose": {},
    "random": {"draft": "random"},
    "fixed": {"draft": "fixed"},
}


def rules_of(players: int, edition: str, draft: str) -> Any:
    arguments = dict(DRAFTS[draft])
    if draft == "fixed":
        arguments["abilities"] = [8, 9, 5, 7, 4][:players]
    return make_rules(players, edition, **arguments)


@pytest.mark.parametrize("edition", edition_names())
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("draft", DRAFTS)
def test_the_events_account_for_every_change(players: int, edition: str, draft: str) -> None:
    rules = rules_of(players, edition, draft)
    for seed in range(3):
        table = RetoldTable(players)
        game = Game(rules, seed, listener=table.hear)
        silent = Game(rules, seed)
        random = Random(seed)
        table.compare(game)
        while not game.over:
            option = choose(game, random, (0.97, 0.99, 0.5)[seed])
            game.step(option)
            silent.step(option)
            table.compare(game)
            assert game == silent, "a listener must not change the game"


def test_every_kind_of_event_happens() -> None:
    seen: set[str] = set()
    rare = {"nothing_to_copy", "rocks_discarded", "markers_missing"}  # tests/test_narrator.py sets them up
    for seed in range(100):
        table = RetoldTable(2 + seed % 4)
        game = Game(rules_of(table.players, edition_names()[seed % 5], "fixed"), seed, listener=table.hear)
        random = Random(seed)
        while not game.over:
            game.step(choose(game, random, 0.97 if seed % 3 else 0.6))
        seen |= table.kinds
        if seen | rare == set(EVENTS):
            return
    raise AssertionError(f"never heard: {set(EVENTS) - seen - rare}")


def play_heard(rules: Any, seed: int, **arguments: Any) -> tuple[list[GameEvent], list[int]]:
    events: list[GameEvent] = []
    game = Game(rules, seed, listener=events.extend, **arguments)
    random, options = Random(seed), []
    while not game.over:
        options.append(choose(game, random, 0.97))
        game.step(options[-1])
    return events, options


def test_scripted_chance_gives_the_same_events() -> None:
    rules = make_rules(4)
    for seed in range(5):
        script: list[tuple[str, Any]] = []

        def write_down(game: Game, script: list[tuple[str, Any]] = script) -> Any:
            script.append((str(game.awaited), game.sampled_outcome()))
            return script[-1][1]

        sampled = play_heard(rules, seed)
        assert play_heard(rules, seed, chance=write_down) == sampled
        assert play_heard(rules, seed, chance=list(script)) == sampled


def test_nothing_is_said_of_an_offering_before_all_are_shown() -> None:
    """While offerings are chosen there are no events at all, whatever is chosen, forced or not."""
    chosen = shown = 0
    for seed in range(40):
        events: list[GameEvent] = []
        rules = make_rules(2 + seed % 4, edition_names()[seed % 5])
        game = Game(rules, seed, listener=events.extend)
        random = Random(seed)
        while not game.over:
            secret = game.reason == "offering" and game.decision in ("offer", "amount")
            option = choose(game, random, 0.9)
            events.clear()
            game.step(option)
            kinds = [event.kind for event in events]
            if secret and game.reason == "offering" and game.decision in ("offer", "amount"):
                assert not events
                chosen += 1
            elif "offering_shown" in kinds:
                first = kinds.index("offering_shown")
                offerings = [event for event in events if event.kind == "offering_shown"]
                assert kinds[first : first + len(offerings)] == ["offering_shown"] * len(offerings)
                assert not any(event.forced for event in offerings)
                shown += 1
    assert chosen > 100 and shown > 100


def test_a_listener_can_come_and_go() -> None:
    events: list[GameEvent] = []
    game = Game(make_rules(3), 1)
    game.step(game.options()[0])
    game.listener = events.extend
    game.step(game.options()[0])
    assert [event.kind for event in events][:1] == ["ability_taken"]
    heard = len(events)
    assert game.copy().listener is None
    assert pickle.loads(pickle.dumps(game)).listener is None
    assert game.resample(0, 5).listener is None
    game.copy().step(game.options()[0])
    game.listener = None
    game.step(game.options()[0])
    assert len(events) == heard


def test_a_listener_that_fails_undoes_the_step() -> None:
    def fail(events: list[GameEvent]) -> None:
        raise RuntimeError("no")

    for chance in (None, lambda game: game.sampled_outcome()):
        game = Game(make_rules(3), 1, chance)
        before = game.hash()
        game.listener = fail
        with pytest.raises(RuntimeError, match="no"):
            game.step(game.options()[0])
        assert game.hash() == before
        game.listener = None
        game.step(game.options()[0])


def test_a_step_that_is_refused_has_no_events() -> None:
    events: list[GameEvent] = []
    game = Game(make_rules(3), 1, listener=events.extend)
    events.clear()
    with pytest.raises(Exception, match="can't choose"):
        game.step(156)
    assert events == []


def test_two_games_with_listeners_do_not_mix() -> None:
    """Chance of one game may come from a function that steps another one."""
    inner_events: list[GameEvent] = []
    inner = Game(make_rules(2), 9, listener=inner_events.extend)

    def chance(game: Game) -> Any:
        if not inner.over:
            inner.step(inner.random_option(0))
        return game.sampled_outcome()

    assert play_heard(make_rules(3), 4, chance=chance) == play_heard(make_rules(3), 4)
    assert len(inner_events) > 20


def test_other_threads_are_not_heard() -> None:
    """A batch plays in other threads, without the interpreter's lock, while somebody listens to one game."""
    rules = make_rules(4)
    alone = [play_heard(rules, seed) for seed in range(6)]
    batch = Batch(rules, 64, 1, threads=2, observations=False)
    stop: list[bool] = []

    def crowd() -> None:
        while not stop:
            batch.play_random(50)

    thread = Thread(target=crowd)
    thread.start()
    try:
        assert [play_heard(rules, seed) for seed in range(6)] == alone
    finally:
        stop.append(True)
        thread.join()


def test_an_event_is_a_value() -> None:
    events, _ = play_heard(make_rules(3), 2)
    assert pickle.loads(pickle.dumps(events)) == events
    assert len(set(events)) <= len(events)
    event = next(event for event in events if event.kind == "penalty_given")
    assert event["points"] > 0
    assert set(event.as_dict()) == {"kind", "seat", "forced", "points", "source", "total"}
    with pytest.raises(KeyError, match="its fields are: points, source, total"):
        event["gold"]
    with pytest.raises(AttributeError):
        event.kind = "other"  # type: ignore[misc]
