"""What goes over the wire: a secret changes no byte for anybody else until it is shown."""

import random
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from dixie_web.table import Table
from tests.web.serving import Guest, Site, serve


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serve() as running:
        yield running


def settle(chooser: Guest, others: list[Guest]) -> None:
    """Read everything that the server has sent because of the chooser's last message."""
    for guest in (chooser, *others):
        guest.send(type="nonsense")  # the answer comes after everything else
        while guest.hear()["type"] != "error":
            pass


class Party:
    """Three people and a watcher at one table."""

    def __init__(self, site: Site, stack: ExitStack, seed: int) -> None:
        links = site.open(["person"] * 3, seed=seed, draft="random")
        self.table: Table = site.house.tables[links["watch"].rpartition("/")[2]].table
        self.guests = [
            stack.enter_context(site.visit(links[who])) for who in ("seat 0", "seat 1", "seat 2", "watch")
        ]
        for guest in self.guests:
            guest.view()

    def choose(self, seat: int, option: str) -> None:
        turn = self.table.turns[seat]
        self.guests[seat].send(type="choose", option=option, turn=turn)
        settle(self.guests[seat], [guest for guest in self.guests if guest is not self.guests[seat]])

    def to_offerings(self, luck: random.Random) -> None:
        while not self.table.choosing():
            seat = self.table.game.seat
            assert seat is not None
            names = [name for name in self.table.game.option_names() if name != "pass"]
            self.choose(seat, luck.choice(names or ["pass"]))

    def offer(self, seat: int, good: str, amount: int) -> None:
        """Offer one kind; other questions about the offering get a no."""
        for wanted in ("no", f"good:{good}", f"amount:{amount}", "stop"):
            asked = self.table.asks(seat)
            if asked is not None and self.table.choosing() and wanted in asked.option_names():
                self.choose(seat, wanted)


def test_secret_offerings_change_no_byte_for_the_others(site: Site) -> None:
    compared = 0
    for seed in (3, 11):
        raws: list[list[list[str]]] = []
        shown: list[list[str]] = []
        for good, amount in (("silver", 1), ("gold", 1), ("silver", 2)):
            with ExitStack() as stack:
                party = Party(site, stack, seed)
                party.to_offerings(random.Random(seed))
                if party.table.game.state["goods"][0][3] < 2 or party.table.game.state["goods"][0][4] < 1:
                    continue
                before = len(party.guests[1].raw)
                party.offer(0, good, amount)
                assert party.table.asks(0) is None  # the offering is complete
                party.offer(2, "gold", 1)
                if not party.table.choosing():
                    continue
                assert party.table.choosing()
                assert all(len(guest.raw) > before for guest in party.guests[1:2])
                raws.append([list(guest.raw) for guest in party.guests])
                for seat in (0, 1, 2):  # the others finish, and everything is shown
                    while party.table.choosing() and (asked := party.table.asks(seat)) is not None:
                        party.choose(seat, asked.option_names()[0])
                shown.append(party.guests[3].raw[len(raws[-1][3]) :])
        if len(raws) < 2:
            continue
        own, *others = zip(*raws, strict=True)
        for other in others:
            assert all(messages == other[0] for messages in other)
        assert len({tuple(messages) for messages in own}) == len(raws)
        assert len({tuple(messages) for messages in shown}) == len(raws)  # then everybody sees it
        compared += 1
    assert compared


def test_the_log_arrives_whole_and_in_pieces(site: Site) -> None:
    """The lines that a page collects are those of the table, also after taking back and coming back."""
    with ExitStack() as stack:
        party = Party(site, stack, 5)
        luck = random.Random(5)
        for _ in range(60):
            if party.table.game.over:
                break
            seat = next(seat for seat in range(3) if party.table.asks(seat) is not None)
            asked = party.table.asks(seat)
            assert asked is not None
            party.choose(seat, luck.choice(asked.option_names()))
            if party.table.can_take_back(seat) and luck.random() < 0.3:
                party.guests[seat].send(type="back")
                settle(
                    party.guests[seat], [guest for guest in party.guests if guest is not party.guests[seat]]
                )
            for reader, guest in zip((0, 1, 2, None), party.guests, strict=True):
                assert guest.log == party.table.view(reader)["log"]
        assert len(party.guests[0].log) > 40


def test_a_rematch_takes_everybody_along(site: Site) -> None:
    links = site.open(["person", "person"], seed=4, rounds=1)
    luck = random.Random(1)
    table = site.house.tables[links["watch"].rpartition("/")[2]].table
    with site.visit(links["seat 0"]) as one, site.visit(links["seat 1"]) as two:
        guests = [one, two]
        one.view(), two.view()
        one.send(type="rematch")
        assert "when the game is over" in one.hear()["words"]
        while not table.game.over:
            seat = next(seat for seat in (0, 1) if table.asks(seat) is not None)
            asked = table.asks(seat)
            assert asked is not None
            guests[seat].send(type="choose", option=luck.choice(asked.option_names()), turn=table.turns[seat])
            settle(guests[seat], [guests[1 - seat]])
        one.send(type="rematch")
        found = []
        for guest in guests:
            while (message := guest.hear())["type"] != "rematch":
                pass
            found.append(message["link"])
        assert found[0].partition("#")[0] == found[1].partition("#")[0] != links["seat 0"].partition("#")[0]
        for seat, link in enumerate(found):
            with site.visit(link) as again:
                view = again.view()
                assert view["seat"] == seat and not view["over"] and view["seats"] == ["person", "person"]
