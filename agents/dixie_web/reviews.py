"""Reviews of finished games: one at a time, in the background, with a page that says how far it is."""

import asyncio
import json
import secrets
import tempfile
from collections import OrderedDict
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import HTMLResponse

from dixie_agents.registry import make_agent
from dixie_agents.reviewing.analysis import BY, analyse
from dixie_agents.reviewing.page import SERVED, review_page
from dixie_agents.reviewing.trust import calibration_of
from dixie_agents.reviewing.walk import walk
from dixie_env import DixieError
from dixie_web.house import House
from dixie_web.limits import MOST_RECORD_BYTES
from dixie_web.loading import read_record
from dixie_web.requests import read_body

MOST_REVIEWS = 8
"""Reviews that are kept."""
MOST_WAITING = 3
"""Reviews that are not ready."""
AGAIN = "/api/records"
"""Where the page sends the beginning of a record, to play on from there."""
_SECONDS = 2


@dataclass
class _Job:
    """A review that is being made, or is ready."""

    state: str = "waiting for another review"
    page: str = ""
    failed: bool = False


class Reviews:
    """The reviews of a server. They are made one after the other, so that games go on beside them.

    Args:
        by: Who reviews.
    """

    def __init__(self, by: str = BY) -> None:
        self.by = by
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    def begin(self, record: bytes) -> str:
        """Begin to review a record that has been verified. Return the name of the review.

        Raises:
            DixieError: Too many reviews are waiting.
        """
        if len(self._tasks) >= MOST_WAITING:
            raise DixieError(f"{MOST_WAITING} games are being reviewed already: try again in a minute")
        name, job = secrets.token_urlsafe(9), _Job()
        self._jobs[name] = job
        while len(self._jobs) > MOST_REVIEWS:
            self._jobs.popitem(last=False)
        task = asyncio.create_task(self._make(record, job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return name

    async def _make(self, record: bytes, job: _Job) -> None:
        async with self._turn:
            try:
                job.page = await asyncio.to_thread(self._review, record, job)
            except DixieError as error:
                job.state, job.failed = str(error), True

    def _review(self, record: bytes, job: _Job) -> str:
        def show(what: str, done: int, total: int) -> None:
            job.state = f"{what}: {done} of {total}"

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.jsonl"
            path.write_bytes(record)
            agent = make_agent(self.by)
            found = analyse(walk(path), agent, workers=1, progress=show)  # games go on beside it
            return review_page(path, found, calibration=calibration_of(agent), again=AGAIN)

    def page(self, name: str) -> str | None:
        """Return the page of a review, or one that says how far it is; None if there is no such review."""
        job = self._jobs.get(name)
        if job is None:
            return None
        if job.page:
            return job.page
        again = "" if job.failed else f'<meta http-equiv="refresh" content="{_SECONDS}">'
        head = "The game could not be reviewed" if job.failed else "The game is being reviewed"
        return _WAITING.format(again=again, head=head, state=escape(job.state))


def add_review_pages(app: FastAPI, house: House) -> None:
    """Add what begins a review, of a finished table or of a record, and its page."""
    reviews = Reviews()

    @app.post("/api/tables/{name}/review")
    async def review_table(name: str) -> dict[str, str]:
        if name not in house.tables:
            raise HTTPException(404, "there is no such table")
        table = house.tables[name].table
        if not table.game.over:
            raise HTTPException(409, "the game is not over: its review would reveal hidden information")
        return _link(reviews.begin(table.recorder.text().encode()))

    @app.post("/api/reviews")
    async def review_record(request: Request) -> Any:
        data = await read_body(request, MOST_RECORD_BYTES)
        await asyncio.to_thread(read_record, data, page=False)
        if json.loads(data.splitlines()[-1]).get("type") != "result":
            raise DixieError("the game is not over: only a finished game can be reviewed")
        return _link(reviews.begin(data))

    @app.get("/review/{name}", response_class=HTMLResponse)
    async def review_page_of(name: str) -> HTMLResponse:
        page = reviews.page(name)
        if page is None:
            raise HTTPException(404, "there is no such review: only the last ones are kept")
        return HTMLResponse(page, headers={"Content-Security-Policy": SERVED})


def _link(name: str) -> dict[str, str]:
    return {"review": f"/review/{name}"}


_WAITING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">{again}<link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>{head}</title>
<style>:root {{ color-scheme: light dark; }} body {{ font: 16px/1.5 sans-serif; margin: 3em; }}</style></head>
<body><main><h1>{head}</h1><p role="status">{state}</p></main></body></html>
"""
