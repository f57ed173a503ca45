"""Whole games at the web table, without a browser: secrets, reloads, saving, hints."""

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dixie_agents.base import Agent, Decisions
from dixie_agents.policy import Policy, PolicyAgent, weight_shapes
from dixie_agents.registry import make_agent
from dixie_env import DixieError, ObservationSpec, make_rules
from dixie_env.records import check_record
from dixie_web.loading import continue_record, read_record
from dixie_web.table import Table
from tests.web.serving import Guest, Site, serve


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serve() as running:
        yield running


def play_on(table: Table, luck: random.Random, stop_at: int = 10**6) -> None:
    """Let people choose at random and agents as they like, up to so many decisions."""
    made = 0
    while not table.game.over and made < stop_at:
        made += 1
        if (think := table.bot_to_move()) is not None:
            table.take_bot(think())
            continue
        seat = luck.choice([seat for seat in table.people if table.asks(seat) is not None])
        question = table.view(seat)["ask"]
        table.choose(seat, luck.choice(question["options"])["option"], question["turn"])


@pytest.mark.parametrize(
    "seats", [["person", "person"], ["person", "sane", "person"], ["sane"] * 2 + ["person"] * 3]
)
def test_people_and_agents_play_whole_games(seats: list[str], tmp_path: Path) -> None:
    for seed in range(6):
        table = Table(make_rules(len(seats), rounds=4), seed, seats, make_agent)
        play_on(table, random.Random(seed))
        table.recorder.save(tmp_path / "game.jsonl")
        assert check_record(tmp_path / "game.jsonl")["type"] == "result"
        assert table.view(None)["text"].endswith((".", "victory."))
        assert sum("rank" in line["text"] for line in table.view(None)["log"]) == len(seats)


def at_offerings(seed: int) -> Table:
    """A table with two people at which offerings are being chosen."""
    table = Table(make_rules(3), seed, ["person", "sane", "person"], make_agent)
    luck = random.Random(seed)
    while not table.choosing():
        play_on(table, luck, 1)
    while (think := table.bot_to_move()) is not None:
        table.take_bot(think())
    return table


def test_nothing_of_a_hidden_offering_reaches_another_seat() -> None:
    """Games that differ only in what seat 0 has chosen look the same to everybody else."""
    compared = 0
    for seed in range(6):
        options = [option["option"] for option in at_offerings(seed).view(0)["ask"]["options"]]
        seen: dict[int | None, set[str]] = {2: set(), None: set()}
        own = set()
        for option in options:
            table = at_offerings(seed)
            before = json.dumps(table.view(2))
            table.choose(0, option, table.turns[0])
            if table.is_half_chosen(0):
                assert json.dumps(table.view(2)) == before
                table.choose(0, table.view(0)["ask"]["options"][-1]["option"], table.turns[0])
            assert table.choosing() and not table.is_half_chosen(0)
            while (think := table.bot_to_move()) is not None:
                table.take_bot(think())
            for viewer, views in seen.items():
                views.add(json.dumps(table.view(viewer)))
            own.add(json.dumps(table.view(0)))
        compared += len(options) > 1
        assert all(len(views) == 1 for views in seen.values())
        assert len(own) == len(options)
    assert compared >= 4


def test_a_choice_is_taken_once(site: Site) -> None:
    with site.visit(site.open(["person", "sane"], seed=1)["seat 0"]) as guest:
        view = guest.turn()
        option = view["ask"]["options"][0]["option"]
        guest.choose(view, option)
        guest.choose(view, option)
        words = [message.get("words", "") for message in (guest.hear(), guest.hear())]
        assert any("already made" in text or "not your turn" in text or not text for text in words)


def finish(guest: Guest, view: Any, luck: random.Random) -> Any:
    while not view["over"]:
        guest.choose(view, luck.choice(view["ask"]["options"])["option"])
        view = guest.turn()
    return view


def test_a_lost_connection_loses_nothing(site: Site) -> None:
    links = site.open(["person", "sane", "sane"], seed=5, rounds=2)
    luck = random.Random(5)
    for _ in range(6):
        with site.visit(links["seat 0"]) as guest:
            view = guest.turn()
            guest.choose(view, luck.choice(view["ask"]["options"])["option"])
            asked = guest.turn()
        with site.visit(links["seat 0"]) as again:
            back = again.turn()
            assert back["ask"] == asked["ask"]
            assert set(back["parts"]) >= {"space-1", "head", "screen-2"}
    with site.visit(links["seat 0"]) as guest:
        assert finish(guest, guest.turn(), luck)["over"]


def test_several_games_go_on_at_once(site: Site) -> None:
    links = [site.open(["person", "sane"], seed=seed, rounds=1) for seed in range(4)]
    luck = random.Random(1)
    with (
        site.visit(links[0]["seat 0"]) as one,
        site.visit(links[1]["seat 0"]) as two,
        site.visit(links[2]["seat 0"]) as three,
    ):
        views = [(guest, guest.turn()) for guest in (one, two, three)]
        while views:
            guest, view = views.pop(0)
            if not view["over"]:
                guest.choose(view, luck.choice(view["ask"]["options"])["option"])
                views.append((guest, guest.turn()))


def test_hints_come_from_the_chosen_agent(site: Site) -> None:
    with site.visit(site.open(["person", "sane"], seed=3)["seat 0"]) as guest:
        view = guest.turn()
        guest.send(type="hint", agent="sane")
        hint = guest.hear()
        assert hint["type"] == "hint"
        assert hint["rows"][0][0] in [option["option"] for option in view["ask"]["options"]]
        guest.send(type="hint", agent="mcts:30")
        rows = guest.hear()["rows"]
        assert [row[1] for row in rows] == sorted((row[1] for row in rows), reverse=True)
        assert all(0 <= row[2] <= 1 for row in rows if row[1])
        guest.send(type="hint", agent="os:path")
        assert "there is no agent" in guest.hear()["words"]


def test_a_policy_gives_hints_from_the_observation_that_it_needs() -> None:
    spec = ObservationSpec("screened", True)
    rng = np.random.default_rng(1)
    shapes = weight_shapes(spec.size, (8,))
    weights = {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    table = Table(make_rules(2), 6, ["person", "person"], make_agent)
    seat = table.recorder.game.seat
    assert seat is not None
    rows = table.hint(seat, PolicyAgent("policy", Policy(weights, spec)))()
    assert rows[0][0] in table.recorder.game.option_names()


def test_finished_games_are_saved_and_replayed(site: Site, tmp_path: Path) -> None:
    import httpx

    links = site.open(["person", "sane"], seed=8, rounds=1)
    name = links["watch"].rpartition("/")[2]
    record, replay = f"{site.origin}/api/tables/{name}/record", f"{site.origin}/table/{name}/replay"
    assert httpx.get(record).status_code == httpx.get(replay).status_code == 409
    with site.visit(links["seat 0"]) as guest:
        finish(guest, guest.turn(), random.Random(8))
    (tmp_path / "game.jsonl").write_bytes(httpx.get(record).content)
    check_record(tmp_path / "game.jsonl")
    assert "<!doctype html>" in httpx.get(replay).text
    loaded = site.post("/api/records", (tmp_path / "game.jsonl").read_bytes()).json()
    assert httpx.get(site.origin + loaded["replay"]).status_code == 200


def test_unfinished_records_go_on(site: Site) -> None:
    table = Table(make_rules(3, rounds=2), 4, ["person", "sane", "sane"], make_agent)
    play_on(table, random.Random(1), 30)
    assert not table.game.over
    links = site.post("/api/records", table.recorder.text().encode()).json()
    with site.visit(links["seat 0"]) as guest:
        assert finish(guest, guest.turn(), random.Random(2))["over"]


def test_every_place_of_a_game_can_be_continued() -> None:
    """Wherever a record breaks off, the game stands there again, or where its offerings began."""
    table = Table(make_rules(2, rounds=1), 6, ["person", "sane"], make_agent)
    luck = random.Random(6)
    while not table.game.over:
        again = continue_record(read_record(table.recorder.text().encode()), make_agent)
        if not table.choosing():
            assert again.game.hash() == table.game.hash()
        else:
            assert again.choosing() and again.asks(0) is not None
        play_on(table, luck, 1)


@pytest.mark.parametrize(
    "text", ["", "{}", "nonsense", '{"format": "dixie-record", "version": 1}', "[" * 9000]
)
def test_what_is_no_record_is_refused(site: Site, text: str) -> None:
    answer = site.post("/api/records", text.encode())
    assert answer.status_code == 400
    assert "not valid" in answer.json()["error"]


def test_records_from_elsewhere_are_not_continued() -> None:
    table = Table(make_rules(2), 6, ["person", "sane"], make_agent)
    play_on(table, random.Random(6), 20)
    for change in ({"seed": None}, {"seed": 7}):
        lines = table.recorder.text().splitlines()
        lines[0] = json.dumps({**json.loads(lines[0]), **change})
        with pytest.raises(DixieError, match="not continued"):
            continue_record(read_record("\n".join(lines).encode()), make_agent)


def test_tables_outlive_the_server(tmp_path: Path) -> None:
    with serve(tmp_path) as first:
        links = first.open(["person", "sane", "person"], seed=2, rounds=1, closed=True)
        with first.visit(links["seat 0"]) as guest, first.visit(links["seat 2"]) as other:
            for visitor in (guest, other):
                view = visitor.view()
                if view["ask"]:
                    visitor.choose(view, view["ask"]["options"][0]["option"])
                    visitor.view()
    with serve(tmp_path) as second:
        with second.visit(links["seat 0"]) as guest:
            view = guest.view()
            assert view["seats"] == ["person", "sane", "person"]
        (opened,) = second.house.tables.values()
        assert opened.table.closed and opened.table.turns


def test_points_are_told_to_everybody() -> None:
    table = Table(make_rules(3, rounds=2), 3, ["sane"] * 3, make_agent)
    play_on(table, random.Random(3))
    state = table.game.state
    for seat in range(3):
        if state["in_play"][seat]:
            words = " ".join(line["text"] for line in table.view(None)["log"] if line["seat"] == seat).split()
            numbers = [int(word) for word, kind in pairwise(words) if kind == "penalty"]
            assert sum(numbers) == state["penalties"][seat]


def test_a_choice_can_be_taken_back_until_something_is_seen() -> None:
    table = Table(make_rules(3, draft="random"), 5, ["person", "sane", "sane"], make_agent)
    luck = random.Random(5)
    taken_back = 0
    while not table.game.over:
        if (think := table.bot_to_move()) is not None:
            table.take_bot(think())
            assert not table.can_take_back(0)
            continue
        before = (
            table.game.hash(),
            table.view(0)["log"],
            list(table.recorder.lines),
            table.view(0)["ask"]["options"],
        )
        question = table.view(0)["ask"]
        table.choose(0, luck.choice(question["options"])["option"], question["turn"])
        if not table.can_take_back(0):
            with pytest.raises(DixieError, match="taken back"):
                table.take_back(0)
            continue
        assert table.view(0)["ask"]["back"]
        turn = table.turns[0]
        table.take_back(0)
        taken_back += 1
        after = table.game.hash(), table.view(0)["log"], table.recorder.lines, table.view(0)["ask"]["options"]
        assert after == before
        assert table.turns[0] > turn  # a late click on what was taken back is stale
        play_on(table, luck, 1)
    assert taken_back > 5


def test_a_kind_can_be_taken_back_before_the_amount() -> None:
    """In every place of the large order: first, last, with and without people before."""
    taken_back = 0
    for seed in range(8):
        table = at_offerings(seed)
        for seat in (0, 2):
            question = table.view(seat)["ask"]
            views = [json.dumps({**table.view(viewer), "ask": None}) for viewer in (0, 2, None)]
            game = table.game.hash()
            for option in question["options"]:
                table.choose(seat, option["option"], table.turns[seat])
                if not table.is_half_chosen(seat):
                    assert not table.can_take_back(seat)
                    break
                assert table.view(seat)["ask"]["back"]
                turn = table.turns[seat]
                table.take_back(seat)
                taken_back += 1
                assert table.turns[seat] == turn + 1
                assert table.view(seat)["ask"]["options"] == question["options"]
                assert not table.view(seat)["ask"]["back"]
                assert [json.dumps({**table.view(viewer), "ask": None}) for viewer in (0, 2, None)] == views
                assert table.game.hash() == game
        play_on(table, random.Random(seed))
        assert table.game.over
    assert taken_back > 8


def test_everybody_sees_that_offerings_begin(site: Site) -> None:
    """The last action of one person tells the other that it is time to offer."""
    links = site.open(["person", "person"], seed=4)
    luck = random.Random(1)
    table = site.house.tables[links["watch"].rpartition("/")[2]].table
    with site.visit(links["seat 0"]) as one, site.visit(links["seat 1"]) as two:
        seen = {0: one.view(), 1: two.view()}
        guests = {0: one, 1: two}
        for _ in range(2000):
            seat = table.game.seat
            assert seat is not None
            ask = seen[seat]["ask"]
            guests[seat].send(type="choose", option=luck.choice(ask["options"])["option"], turn=ask["turn"])
            seen = {number: guest.view() for number, guest in guests.items()}
            if table.choosing():
                break
        assert all(view["phase"] == "offerings" and view["ask"] is not None for view in seen.values())


class Failing(Agent):
    """An agent that always fails."""

    def act(self, decisions: Decisions) -> NDArray[np.integer]:
        raise RuntimeError("I have no idea")


def test_an_agent_that_fails_is_logged_and_replaced(caplog: pytest.LogCaptureFixture) -> None:
    name = f"{__name__}:Failing"
    with serve(None, name) as site:
        links = site.open(["person", name], rounds=1, seed=2)
        with site.visit(links["seat 0"]) as guest:
            view = guest.turn()
            while not view["over"]:
                guest.choose(view, view["ask"]["options"][0]["option"])
                view = guest.turn()
    assert any("failed; a random legal move was played" in line["text"] for line in guest.log)
    errors = [record for record in caplog.records if record.name == "dixie_web"]
    assert errors and "Failing" in errors[0].getMessage() and "I have no idea" in (errors[0].exc_text or "")
