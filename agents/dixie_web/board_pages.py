"""The addresses of the page on which an owner enters a real board."""

import asyncio
from typing import Annotated, Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dixie_env.boards.answers import AnswerError, NoRoomError
from dixie_env.boards.questions import QUESTIONS
from dixie_env.config import ConfigError
from dixie_env.drawing.symbols import SYMBOLS
from dixie_web.entering import screen
from dixie_web.limits import MOST_BOARD_BYTES, MOST_BOXES
from dixie_web.requests import first_problem, read_body, static_text

_Box = Annotated[str, Field(max_length=60)]


class Step(BaseModel):
    """What the page sends: the file so far, and an answer or only the number of a question to show."""

    model_config = ConfigDict(extra="forbid", strict=True)
    file: Annotated[str, Field(max_length=MOST_BOARD_BYTES)] | None = None
    number: Annotated[int, Field(ge=0, le=len(QUESTIONS))] | None = None
    boxes: Annotated[list[_Box], Field(max_length=MOST_BOXES)] | None = None
    force: bool = False


def add_board_pages(app: FastAPI) -> None:
    """Add the page and its only request. The server keeps nothing of it."""

    @app.get("/board", response_class=HTMLResponse)
    async def page() -> str:
        text = static_text("enter.html").replace("<!--symbols-->", SYMBOLS)
        return text.replace("<!--steps-->", str(len(QUESTIONS)))

    @app.post("/api/board")
    async def step(request: Request) -> Any:
        body = await read_body(request, MOST_BOARD_BYTES)
        try:
            wanted = Step.model_validate_json(body)
            return await asyncio.to_thread(
                screen, wanted.file, wanted.number, wanted.boxes, force=wanted.force
            )
        except NoRoomError as error:
            return JSONResponse({"error": error.problem, "force": True}, 400)
        except AnswerError as error:
            return JSONResponse({"error": str(error)}, 400)
        except ConfigError as error:
            return JSONResponse({"error": str(error), "file": True}, 400)
        except ValidationError as error:
            return JSONResponse({"error": first_problem(error)}, 400)
