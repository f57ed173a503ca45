"""The web server: pages, tables by name, and one websocket for each visitor."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dixie_env import DixieError
from dixie_env.config import ConfigError
from dixie_env.drawing import HEIGHT, WIDTH, style_sheet
from dixie_env.drawing.symbols import SYMBOLS
from dixie_env.languages import LANGUAGES, words_of
from dixie_env.replay.page import POLICY as REPLAY_POLICY
from dixie_web.advice import advice
from dixie_web.board_pages import add_board_pages
from dixie_web.entering import board_of
from dixie_web.house import House, OpenTable, Visitor
from dixie_web.levels import name_of
from dixie_web.limits import MOST_BOARD_BYTES, MOST_BYTES, MOST_RECORD_BYTES
from dixie_web.loading import read_record
from dixie_web.network import Door
from dixie_web.pages import language_of, static_page
from dixie_web.requests import first_problem, read_body, static_text
from dixie_web.reviews import add_review_pages
from dixie_web.threads import in_thread

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
SECONDS_TO_SEND = 10
MOST_WAITING = 64
"""Messages that wait for a visitor who reads slowly. Who has more is dropped."""
REVIEW = "/api/tables/{name}/review"
"""Begins the review of a finished game, if the server has that: then pages show a button for it."""
_KINDS = {"css": "text/css", "js": "text/javascript"}
_STATIC = (
    *("table.css", "lobby.js", "enter.css", "enter.js"),
    *("play.css", "shapes.js", "motion.js", "log.js", "end.js", "table.js"),
)
_Word = Annotated[str, Field(max_length=60)]


class NewTable(BaseModel):
    """A request to open a table."""

    model_config = ConfigDict(extra="forbid", strict=True)
    seats: Annotated[list[_Word], Field(min_length=2, max_length=5)]
    edition: _Word = "de"
    rounds: Annotated[int, Field(ge=1, le=7)] = 7
    draft: _Word = "choose"
    closed: bool = False
    pace: _Word = "quick"
    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None
    board: Annotated[str, Field(max_length=MOST_BOARD_BYTES)] | None = None
    """The text of a board's file, never its path; None for the board of the server."""


class Choose(BaseModel):
    """A person's choice."""

    model_config = ConfigDict(extra="forbid", strict=True)
    option: _Word
    turn: int


class Hint(BaseModel):
    """A person's question to an agent."""

    model_config = ConfigDict(extra="forbid", strict=True)
    agent: _Word


def make_app(house: House, door: Door | None = None) -> FastAPI:
    """Return the application for a house of tables; without a door only this machine is let in."""
    door = door or Door()

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        for opened in house.tables.values():
            opened.wake()
        yield
        for opened in house.tables.values():
            house.save(opened)
            opened.close()

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)

    @app.middleware("http")
    async def guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        host = request.headers.get("host")
        client = None if request.client is None else request.client.host
        if not door.lets_in(host, client, request.url.path, house.tables):
            return PlainTextResponse("only this machine can connect, or who has the link of a table", 403)
        origin = request.headers.get("origin")
        if request.method not in ("GET", "HEAD") and not door.is_own_origin(origin, host):
            return PlainTextResponse("only pages from this server can send this request", 403)
        response = await go_on(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
        return response

    @app.exception_handler(DixieError)
    async def say(_request: Request, error: DixieError) -> Response:
        return JSONResponse({"error": str(error)}, 400)

    _add_pages(app, house)
    _add_tables(app, house)
    add_board_pages(app)
    add_review_pages(app, house)

    @app.websocket("/ws/{name}")
    async def visit(websocket: WebSocket, name: str) -> None:
        host, origin = websocket.headers.get("host"), websocket.headers.get("origin")
        client = None if websocket.client is None else websocket.client.host
        inside = door.lets_in(host, client, websocket.url.path, house.tables)
        if not (inside and door.is_own_origin(origin, host)):
            await websocket.close(4403)
            return
        await websocket.accept()
        await _Visit(house, websocket, name).run()

    return app


# --- pages -------------------------------------------------------------------------------------------------


def _add_pages(app: FastAPI, house: House) -> None:
    @app.get("/", response_class=HTMLResponse)
    async def lobby(request: Request) -> str:
        return static_page("lobby.html", language_of(request), "lobby")

    @app.get("/table/{name}", response_class=HTMLResponse)
    async def table(request: Request, name: str) -> str:
        _find(house, name)
        page = static_page("table.html", language_of(request), "page").replace("<!--symbols-->", SYMBOLS)
        return page.replace("<!--size-->", f"0 0 {WIDTH} {HEIGHT}")

    @app.get("/static/board.css")
    async def board_style() -> Response:
        return Response(style_sheet("auto"), media_type="text/css")

    @app.get("/static/{name}")
    async def static(name: str) -> Response:
        kind = _KINDS.get(name.rpartition(".")[2])
        if kind is None or name not in _STATIC:
            raise HTTPException(404)
        return Response(static_text(name), media_type=kind)

    @app.get("/replay/{name}", response_class=HTMLResponse)
    async def replay(name: str) -> HTMLResponse:
        if name not in house.replays:
            raise HTTPException(404)
        return _replay(house.replays[name])


def _replay(page: str) -> HTMLResponse:
    return HTMLResponse(page, headers={"Content-Security-Policy": REPLAY_POLICY})


def _find(house: House, name: str) -> OpenTable:
    if name not in house.tables:
        raise HTTPException(404, "there is no such table")
    return house.tables[name]


# --- tables ------------------------------------------------------------------------------------------------


def _add_tables(app: FastAPI, house: House) -> None:
    @app.get("/api/choices")
    async def choices(request: Request) -> dict[str, Any]:
        paths = {getattr(route, "path", "") for route in app.routes}
        found = {"network": house.network, "review": REVIEW in paths}
        return {**house.choices(language_of(request)), **found}

    @app.get("/api/tables")
    async def tables(request: Request) -> list[dict[str, Any]]:
        return house.listed(language_of(request))

    @app.post("/api/tables")
    async def open_table(request: Request) -> Any:
        try:
            wanted = NewTable.model_validate_json(await read_body(request, MOST_BOARD_BYTES))
            board = None if wanted.board is None else await asyncio.to_thread(board_of, wanted.board)
            opened = house.open(**wanted.model_dump(exclude={"board"}), board=board)
        except ValidationError as error:
            return JSONResponse({"error": first_problem(error)}, 400)
        except ConfigError as error:
            return JSONResponse({"error": str(error)}, 400)
        opened.wake()
        return house.links(opened)

    @app.post("/api/records")
    async def load(request: Request) -> Any:
        data = await read_body(request, MOST_RECORD_BYTES)
        return house.take(await asyncio.to_thread(read_record, data))

    @app.get("/api/tables/{name}/record")
    async def record(name: str) -> Response:
        text = _finished(_find(house, name))
        headers = {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}
        return Response(text, media_type="application/jsonl", headers=headers)

    @app.get("/table/{name}/replay")
    async def table_replay(name: str) -> HTMLResponse:
        text = _finished(_find(house, name))
        return _replay(await asyncio.to_thread(_page_of, text))


def _finished(opened: OpenTable) -> str:
    """Return the record of a finished game. During the game it would reveal what is hidden."""
    if not opened.table.game.over:
        raise HTTPException(409, "the game is not over: its record would reveal hidden information")
    return opened.table.recorder.text()


def _page_of(text: str) -> str:
    page = read_record(text.encode()).page
    assert page is not None
    return page


# --- one visitor -------------------------------------------------------------------------------------------


_GONE = (WebSocketDisconnect, RuntimeError, TimeoutError, OSError)
"""What is raised when a visitor is gone, or is dropped."""


class _Visit:
    """The conversation with one visitor. No message can break the table or affect other visitors."""

    def __init__(self, house: House, websocket: WebSocket, name: str) -> None:
        self.house = house
        self.websocket = websocket
        self.opened = house.tables.get(name)
        self.visitor: Visitor | None = None
        self.thinking = False
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self.sender: asyncio.Task[None] | None = None

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message when the visitor is ready for it. Nobody else waits for that.

        Raises:
            TimeoutError: Too many messages wait already. The visitor is dropped.
        """
        try:
            self.waiting.put_nowait(json.dumps(message))
        except asyncio.QueueFull:
            if self.sender is not None:
                self.sender.cancel()  # this ends the visit; a browser comes back and gets everything anew
            raise TimeoutError("the visitor does not follow") from None

    async def deliver(self) -> None:
        """Send what waits, until None comes."""
        while (text := await self.waiting.get()) is not None:
            await asyncio.wait_for(self.websocket.send_text(text), SECONDS_TO_SEND)

    async def complain(self, words: str) -> None:
        await self.send({"type": "error", "words": words})

    async def run(self) -> None:
        sender = self.sender = asyncio.create_task(self.deliver())
        listener = asyncio.create_task(self.listen())
        try:
            await asyncio.wait({sender, listener}, return_when=asyncio.FIRST_COMPLETED)
            if not sender.done() and not self.waiting.full():  # the last words
                self.waiting.put_nowait(None)
                await asyncio.wait({sender}, timeout=SECONDS_TO_SEND)
        finally:
            if self.opened is not None and self.visitor is not None:
                self.opened.visitors.discard(self.visitor)
            for task in (sender, listener):
                task.cancel()
            for result in await asyncio.gather(sender, listener, return_exceptions=True):
                if isinstance(result, Exception) and not isinstance(result, _GONE):
                    raise result

    async def listen(self) -> None:
        """Answer the visitor until it is gone; the game waits then."""
        if self.opened is None:
            await self.complain("there is no such table")
            return
        while True:
            await self.hear(await self.websocket.receive())

    async def hear(self, event: Any) -> None:
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1000))
        text = event.get("text")
        if text is None:
            await self.complain("a message must be text")
        elif len(text) > MOST_BYTES:
            await self.complain(f"a message can have at most {MOST_BYTES} characters")
        else:
            try:
                await self.answer(_message(text))
            except ValidationError as error:
                await self.complain(first_problem(error))
            except DixieError as error:
                await self.complain(str(error))

    async def answer(self, message: dict[str, Any]) -> None:
        assert self.opened is not None
        kind = message.pop("type", None)
        if kind == "hello":
            await self.hello(message)
        elif self.visitor is None:
            raise DixieError("say hello first")
        elif kind == "choose":
            wanted = Choose.model_validate(message)
            seat, table = self.seat(), self.opened.table
            secret = (
                table.choosing()
            )  # asked before: the choice may begin the offerings, which everybody sees
            table.choose(seat, wanted.option, wanted.turn)
            await self.opened.tell(seat if secret and table.is_half_chosen(seat) else None)
            self.opened.wake()
        elif kind == "back":
            seat, table = self.seat(), self.opened.table
            table.take_back(seat)
            await self.opened.tell(seat if table.is_half_chosen(seat) else None)
        elif kind == "hint":
            await self.hint(Hint.model_validate(message).agent)
        elif kind == "rematch":
            self.seat()
            await self.rematch(self.opened)
        else:
            raise DixieError("the type of a message must be hello, choose, back, hint or rematch")

    def seat(self) -> int:
        seat = None if self.visitor is None else self.visitor.seat
        if seat is None:
            raise DixieError("spectators can't play")
        return seat

    async def hello(self, message: dict[str, Any]) -> None:
        assert self.opened is not None
        secret, language = message.get("secret"), message.get("language", LANGUAGES[0])
        if self.visitor is not None:
            raise DixieError("you have already said hello")
        if secret is not None and (not isinstance(secret, str) or len(secret) > 100):
            raise DixieError("a secret must be a short text, or null to watch")
        if language not in LANGUAGES:
            raise DixieError(f"language must be one of {', '.join(LANGUAGES)}")
        self.visitor = self.house.enter(self.opened, secret, self.send, words_of(language))
        await self.send(self.visitor.news(self.opened.table))

    async def rematch(self, opened: OpenTable) -> None:
        """Open another table, and send everybody there."""
        new = self.house.rematch(opened)
        new.wake()
        for visitor in list(opened.visitors):
            await visitor.send({"type": "rematch", "link": self.house.link(new, visitor.seat)})

    async def hint(self, name: str) -> None:
        assert self.opened is not None
        if self.thinking:
            raise DixieError("the last hint is not ready yet")
        assert self.visitor is not None
        seat, table, words = self.seat(), self.opened.table, self.visitor.words
        turn = table.turns[seat]
        think = table.hint(seat, self.house.agents.make(name))
        names = table.option_names(seat, words)
        self.thinking = True
        try:
            rows = await in_thread(think)
        finally:
            self.thinking = False
        text = advice(rows, name_of(name, words), names, words)
        await self.send({"type": "hint", "turn": turn, "agent": name, "rows": rows, "text": text})


def _message(text: str) -> dict[str, Any]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise DixieError("a message is a JSON object") from None
    if not isinstance(message, dict):
        raise DixieError("a message is a JSON object")
    return message
