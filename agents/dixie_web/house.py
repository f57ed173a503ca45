"""The house of all tables: opens them, lets agents play, and sends visitors what has changed."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from dixie_agents.registry import is_foreign
from dixie_env import DixieError, make_rules
from dixie_env.config import Board, Source, edition_names, load_board
from dixie_env.envs.seeds import next_seed
from dixie_env.files import write_whole
from dixie_env.languages import ENGLISH, Words
from dixie_web.levels import PERSON, levels
from dixie_web.limits import MOST_REPLAYS, MOST_TABLES, MOST_VISITORS, Agents
from dixie_web.loading import Loaded, continue_record, read_record
from dixie_web.table import FAILED, Table
from dixie_web.threads import in_thread

Send = Callable[[dict[str, Any]], Awaitable[None]]
LOG = logging.getLogger("dixie_web")
_UNSAVED = "This table can't be saved now: {}. The game goes on; it is lost if the server stops."
GUEST_SECONDS = 60.0
"""How long an external bot may take for a decision. It runs inside the server: it can only be left alone."""
PACES = {"at once": 0.0, "quick": 0.25, "slow": 1.0}


class Kept(BaseModel):
    """What the file of a table has."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: Annotated[str, Field(pattern=r"^[\w-]{1,60}$")]
    pace: Annotated[float, Field(ge=0, le=60, allow_inf_nan=False)]
    closed: bool
    secrets: Annotated[list[Annotated[str, Field(min_length=1, max_length=100)]], Field(max_length=5)]
    record: str


class HouseError(DixieError):
    """A request that can't be met. The message says why."""


class Visitor:
    """One connection to a table: a seat, or a spectator."""

    def __init__(self, seat: int | None, send: Send, words: Words = ENGLISH) -> None:
        self.seat = seat
        self.send = send
        self.words = words
        self.sent: dict[str, str] = {}
        self._lines: list[dict[str, Any]] = []
        self._heard: int | None = None

    def news(self, table: Table) -> dict[str, Any]:
        """Return what this visitor may see, without the parts and lines that it has."""
        view = table.view(self.seat, self.words)
        parts, lines = view["parts"], view["log"]
        changed = {name: content for name, content in parts.items() if self.sent.get(name) != content}
        gone = [name for name in self.sent if name not in parts]
        pairs = zip(self._lines, lines, strict=False)
        both = min(len(self._lines), len(lines))
        same = next((number for number, (old, new) in enumerate(pairs) if old != new), both)
        moves = [] if self._heard is None else table.moves(self._heard)
        self.sent, self._lines, self._heard = dict(parts), lines, table.heard
        log = {"from": same, "lines": lines[same:]}
        return {**view, "parts": changed, "gone": gone, "log": log, "moves": moves}


class OpenTable:
    """A table with its visitors, and the task that lets its agents play."""

    def __init__(self, name: str, table: Table, pace: float, save: Callable[["OpenTable"], None]) -> None:
        self.name = name
        self.table = table
        self.pace = pace
        self.visitors: set[Visitor] = set()
        self.unsaved = False
        """Whether the last try to save it failed."""
        self.rematch: OpenTable | None = None
        self._save = save
        self._running: asyncio.Task[None] | None = None
        self._silent: set[int] = set()

    async def tell(self, seat: int | None = None) -> None:
        """Send all visitors, or only those of a seat, what has changed for them."""
        for visitor in list(self.visitors):
            if seat is not None and visitor.seat != seat:
                continue
            try:
                await visitor.send(visitor.news(self.table))
            except Exception:  # the connection is gone, for whatever reason; the game continues
                self.visitors.discard(visitor)

    async def warn(self, words: str) -> None:
        """Say to all visitors what is wrong with this table."""
        for visitor in list(self.visitors):
            with suppress(Exception):  # it is gone
                await visitor.send({"type": "error", "words": words})

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
                option = await self._decide(think)
            except Exception:  # an agent that fails must not stop the game
                seat = self.table.game.seat
                agent = "?" if seat is None else self.table.seats[seat]
                LOG.exception("table %s: agent %r in seat %s failed", self.name, agent, seat)
                option = FAILED
            self.table.take_bot(option)
            if self.pace or self.table.bot_to_move() is None:
                await self.tell()
        self._save(self)

    async def _decide(self, think: Callable[[], int]) -> int:
        """Let an agent decide. A guest has a time limit; who exceeds it isn't asked again at this table."""
        seat = self.table.game.seat
        name = "" if seat is None else self.table.seats[seat]
        if seat in self._silent:
            return FAILED
        try:
            return await asyncio.wait_for(in_thread(think), GUEST_SECONDS if is_foreign(name) else None)
        except TimeoutError:
            if seat is not None:
                self._silent.add(seat)
            raise TimeoutError(f"it did not decide in {GUEST_SECONDS:g} s and isn't asked again") from None

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
        self.network: str | None = None
        """Where other machines find the tables: an address with its port, None if they can't."""
        self.tables: OrderedDict[str, OpenTable] = OrderedDict()
        self.replays: OrderedDict[str, str] = OrderedDict()
        self._saved: dict[str, int] = {}
        self._telling: set[asyncio.Future[None]] = set()

    # --- opening ----------------------------------------------------------------------------------------

    def choices(self, words: Words = ENGLISH) -> dict[str, Any]:
        """Return the options for a new table."""
        return {
            "agents": self.agents.names,
            "levels": levels(words),
            "editions": edition_names(),
            "paces": list(PACES),
            "person": PERSON,
            "person_name": words("level.person"),
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

    def rematch(self, opened: OpenTable) -> OpenTable:
        """Open the table for another game of the same players, once.

        Raises:
            HouseError: The game is not over.
        """
        table = opened.table
        if not table.game.over:
            raise HouseError("a rematch begins when the game is over")
        if opened.rematch is None or opened.rematch.name not in self.tables:
            again = Table(
                table.game.rules, next_seed(None), table.seats, self.agents.make, closed=table.closed
            )
            opened.rematch = self._add(again, opened.pace)
        return opened.rematch

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

    def link(self, opened: OpenTable, seat: int | None) -> str:
        """Return the address of a seat, or of the spectators."""
        address = f"/table/{opened.name}"
        return address if seat is None else f"{address}#{opened.table.secrets[seat]}"

    def links(self, opened: OpenTable) -> dict[str, str]:
        """Return the address of each person's seat and of the spectators."""
        seats = {f"seat {seat}": self.link(opened, seat) for seat in opened.table.people}
        return {**seats, "watch": self.link(opened, None)}

    def listed(self, words: Words = ENGLISH) -> list[dict[str, Any]]:
        """Return what everybody may know about the tables."""
        return [
            {
                "name": name,
                "seats": opened.table.seats,
                "names": opened.table.names(None, words),
                "round": opened.table.game.round,
                "over": opened.table.game.over,
            }
            for name, opened in self.tables.items()
        ]

    # --- visitors ---------------------------------------------------------------------------------------

    def enter(self, opened: OpenTable, secret: str | None, send: Send, words: Words = ENGLISH) -> Visitor:
        """Let a visitor in: to the seat of its secret, or as a spectator if it has none.

        Raises:
            HouseError: The secret does not open a seat here, or there is no room.
        """
        if len(opened.visitors) >= MOST_VISITORS:
            raise HouseError(f"a table can have at most {MOST_VISITORS} visitors")
        seat = None if secret is None else opened.table.seat_of(secret)
        if secret is not None and seat is None:
            raise HouseError("this secret does not open a seat at this table")
        visitor = Visitor(seat, send, words)
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
        kept = Kept(
            name=opened.name,
            pace=opened.pace,
            closed=table.closed,
            secrets=table.secrets,
            record=table.recorder.text(),
        )
        try:
            write_whole(self._file(opened.name), kept.model_dump_json(), 0o600)
        except OSError as error:  # the game goes on, and the next change is saved if there is room again
            LOG.error("table %s can't be saved: %s", opened.name, error)
            if not opened.unsaved:
                self._telling.add(task := asyncio.ensure_future(opened.warn(_UNSAVED.format(error.strerror))))
                task.add_done_callback(self._telling.discard)
            opened.unsaved = True
            return
        opened.unsaved = False
        self._saved[opened.name] = table.version

    def resume(self) -> int:
        """Restore the tables of the folder. Return how many could not be restored."""
        bad = 0
        files = [] if self.folder is None else sorted(self.folder.glob("*.table.json"))
        for file in files[-MOST_TABLES:]:
            try:
                kept = Kept.model_validate_json(file.read_bytes())
                record = read_record(kept.record.encode(), page=False)
                if len(kept.secrets) != record.rules.players:
                    raise HouseError(f"{file.name} must have a secret for each seat")
                table = continue_record(
                    record, self.agents.make, closed=kept.closed, seat_secrets=kept.secrets
                )
                self._add(table, kept.pace, kept.name)
            except (DixieError, OSError, ValueError) as error:
                LOG.warning("%s can't be restored: %s", file, " ".join(str(error).split()))
                bad += 1
        return bad
