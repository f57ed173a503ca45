"""What several parts of the server need to read a request."""

from importlib.resources import files

from fastapi import HTTPException, Request
from pydantic import ValidationError
from starlette.requests import ClientDisconnect


def static_text(name: str) -> str:
    """Return the text of one of our own files."""
    return (files("dixie_web") / "static" / name).read_text(encoding="utf-8")


async def read_body(request: Request, most: int) -> bytes:
    """Read what was sent. Stop if it is too much."""
    data = bytearray()
    try:
        async for piece in request.stream():
            data += piece
            if len(data) > most:
                raise HTTPException(413, f"a file can have at most {most} bytes")
    except ClientDisconnect:  # nobody will read this answer
        raise HTTPException(400, "the file was not sent to its end") from None
    return bytes(data)


def first_problem(error: ValidationError) -> str:
    """Return what is wrong with a message, in one line."""
    problem = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, problem["loc"])) or "message"
    return f"{where}: {problem['msg']}"
