"""The house of all tables: opens them, lets agents play, and sends visitors what has changed."""

import asyncio
import json
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from dixie_agents.registry import AgentError
from dixie_env import DixieError, make_rules
from dixie_env.config import Board, Source, edition_names, load_board
from dixie_env.envs.seeds import next_seed
from dixie_env.files import write_whole
from dixie_web.limits import MOST_REPLAYS, MOST_TABLES, MOST_VISITORS, PERSON, Agents
from dixie_web.loading import Loaded, continue_record, read_record
from dixie_web.table import Table

Send = Callable[[dict[str, Any]], Awaitable[None]]
PACES = {"at once": 0.0, "quick": 0.25, "slow": 1.0}


class HouseError(DixieError):
    """A request that can't be met. The message says why."""


class Visitor:
    """One connection to a table: a seat, or a spectator."""

    def __init__(self, seat: int | None, send: Send) -> None:
        self.seat = seat
        self.send = send
        self.sent: dict[str, str] = {}

    def news(self, view: dict[str, Any]) -> dict[str, Any]:
        """Return a view with only the parts of the drawing that this visitor doesn't have yet."""
        parts = view["parts"]
        changed = {name: content for name, content in parts.items() if self.sent.get(name) != content}
        gone = [name for name in self.sent if name not in parts]
        self.sent = dict(parts)
        return {**view, "parts": changed, "gone": gone}


class OpenTable:
    """A table with its visitors, and the task that lets its agents play."""

    def __init__(self, name: str, table: Table, pace: float, save: Callable[["OpenTable"], None]) -> None:
        self.name = name
        self.table = table
        self.pace = pace
        self.visitors: set[Visitor] = set()
        self._save = save
        self._running: asyncio.Task[None] | None = None

    async def tell(self, seat: int | None = None) -> None:
        """Send all visitors, or only those of a seat, what has changed for them."""
        for visitor in list(self.visitors):
            if seat is not None and visitor.seat != seat:
                continue
            try:
                await visitor.send(visitor.news(self.table.view(visitor.seat)))
            except Exception:  # the connection is gone, for whatever reason; the game continues
                self.visitors.discard(visitor)

    def wake(self) -> None:
        """Let the agents play if it is the turn of one of them."""
        self._save(self)
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while (think := self.table.bot_to_move()) is not None:
            if self.pace:
                await asyncio.sleep(self.pace)
            try:
                option = await asyncio.to_thread(think)
            except Exception:  # an agent that fails must not stop the game
                option = -1
            self.table.take_bot(option)
            if self.pace or self.table.bot_to_move() is None:
                await self.tell()
        self._save(self)

    def close(self) -> None:
        """Stop the agents."""
        if self._running is not None:
            self._running.cancel()


class House:
    """All tables.

    Args:
        agents: Who may be seated.
        folder: Where tables are kept, so that they outlive the server; None keeps them in memory only.
        board: The board of new tables.
    """

    def __init__(
        self, agents: Agents, folder: Path | None = None, board: Source | Board = "standard"
    ) -> None:
        self.agents = agents
        self.board = load_board(board)
        self.folder = folder
        self.tables: OrderedDict[str, OpenTable] = OrderedDict()
        self.replays: OrderedDict[str, str] = OrderedDict()
        self._saved: dict[str, int] = {}

    # --- opening ----------------------------------------------------------------------------------------

    def choices(self) -> dict[str, Any]:
        """Return the options for a new table."""
        return {
            "agents": self.agents.names,
            "editions": edition_names(),
            "paces": list(PACES),
            "person": PERSON,
            "board": self.board.name or "the server's board",
        }

    def open(
        self,
        seats: list[str],
        *,
        edition: str = "de",
        rounds: int = 7,
        draft: str = "choose",
        closed: bool = False,
        pace: str = "quick",
        seed: int | None = None,
        board: Board | None = None,
    ) -> OpenTable:
        """Open a new table, on the board of the house unless there is another.

        Raises:
            DixieError: The arguments are not valid.
        """
        if edition not in edition_names():
            raise HouseError(f"edition must be one of {', '.join(edition_names())}, not {edition[:20]!r}")
        if draft not in ("choose", "random"):
            raise HouseError(f"draft must be choose or random, not {draft[:20]!r}")
        if pace not in PACES:
            raise HouseError(f"pace must be one of {', '.join(PACES)}, not {pace[:20]!r}")
        for name in seats:
            if name != PERSON:
                self.agents.make(name)
        rules = make_rules(len(seats), edition, board or self.board, draft=draft, rounds=rounds)
        number = next_seed(None) if seed is None else seed
        return self._add(Table(rules, number, seats, self.agents.make, closed=closed), PACES[pace])

    def take(self, record: Loaded) -> dict[str, str]:
        """Open a record: a finished game becomes a replay, an unfinished one a table where it continues.

        Raises:
            DixieError: It can't be continued.
        """
        if record.page is not None:
            name = secrets.token_urlsafe(9)
            self.replays[name] = record.page
            while len(self.replays) > MOST_REPLAYS:
                self.replays.popitem(last=False)
            return {"replay": f"/replay/{name}"}
        opened = self._add(continue_record(record, self.agents.make), PACES["quick"])
        opened.wake()
        return self.links(opened)

    def _add(self, table: Table, pace: float, name: str | None = None) -> OpenTable:
        while len(self.tables) >= MOST_TABLES:
            idle = [key for key, opened in self.tables.items() if not opened.visitors]
            if not idle:
                raise HouseError(f"all {MOST_TABLES} tables are in use: close the page of one first")
            over = [key for key in idle if self.tables[key].table.game.over]
            self._forget((over or idle)[0])
        opened = OpenTable(name or secrets.token_urlsafe(9), table, pace, self.save)
        self.tables[opened.name] = opened
        return opened

    def _forget(self, name: str) -> None:
        self.tables.pop(name).close()
        self._saved.pop(name, None)
        if self.folder is not None:
            self._file(name).unlink(missing_ok=True)

    def links(self, opened: OpenTable) -> dict[str, str]:
        """Return the address of each person's seat and of the spectators."""
        address = f"/table/{opened.name}"
        seats = {f"seat {seat}": f"{address}#{opened.table.secrets[seat]}" for seat in opened.table.people}
        return {**seats, "watch": address}

    def listed(self) -> list[dict[str, Any]]:
        """Return what everybody may know about the tables."""
        return [
            {
                "name": name,
                "seats": opened.table.seats,
                "round": opened.table.game.round,
                "over": opened.table.game.over,
            }
            for name, opened in self.tables.items()
        ]

    # --- visitors ---------------------------------------------------------------------------------------

    def enter(self, opened: OpenTable, secret: str | None, send: Send) -> Visitor:
        """Let a visitor in: to the seat of its secret, or as a spectator if it has none.

        Raises:
            HouseError: The secret does not open a seat here, or there is no room.
        """
        if len(opened.visitors) >= MOST_VISITORS:
            raise HouseError(f"a table can have at most {MOST_VISITORS} visitors")
        seat = None if secret is None else opened.table.seat_of(secret)
        if secret is not None and seat is None:
            raise HouseError("this secret does not open a seat at this table")
        visitor = Visitor(seat, send)
        opened.visitors.add(visitor)
        return visitor

    # --- keeping ----------------------------------------------------------------------------------------

    def _file(self, name: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{name}.table.json"

    def save(self, opened: OpenTable) -> None:
        """Write a table to its file, if it has changed."""
        table = opened.table
        if self.folder is None or self._saved.get(opened.name) == table.version:
            return
        self._saved[opened.name] = table.version
        kept = {
            "name": opened.name,
            "pace": opened.pace,
            "closed": table.closed,
            "secrets": table.secrets,
            "record": table.recorder.text(),
        }
        write_whole(self._file(opened.name), json.dumps(kept))
        self._file(opened.name).chmod(0o600)

    def resume(self) -> int:
        """Restore the tables of the folder. Return how many could not be restored."""
        bad = 0
        files = [] if self.folder is None else sorted(self.folder.glob("*.table.json"))
        for file in files[-MOST_TABLES:]:
            try:
                kept = json.loads(file.read_text(encoding="utf-8"))
                record = read_record(kept["record"].encode(), page=False)
                table = continue_record(
                    record, self.agents.make, closed=kept["closed"], seat_secrets=kept["secrets"]
                )
                self._add(table, float(kept["pace"]), str(kept["name"]))
            except (DixieError, AgentError, ValueError, KeyError, TypeError):
                bad += 1
        return bad
