"""``dixie web``: the web table, on this machine only."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import UsageError
from dixie_env.cli.options import Board
from dixie_env.cli.panels import PLAY, panel

HOST = "127.0.0.1"


@panel(PLAY)
def web(
    port: Annotated[int, typer.Option(help="Port; 0 takes a free one.")] = 8484,
    folder: Annotated[
        Path | None,
        typer.Option(help="Keep tables here, so that they outlive the server.", show_default=False),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(help="Let this agent be seated too: MODULE:CLASS or ppo:PATH. Can be repeated."),
    ] = None,
    board: Board = "standard",
) -> None:
    """Play in a browser: a table for people and agents, served to this machine only."""
    import socket

    from dixie_agents.registry import AgentError
    from dixie_env.cli.output import make_console, show_text

    try:
        import uvicorn

        from dixie_web.house import House
        from dixie_web.server import make_app
    except ImportError as error:
        raise UsageError(
            f'the web table needs the extra "web": pip install "dixie-env[web]" ({error})'
        ) from error
    from dixie_web.limits import MOST_BYTES, Agents

    if not 0 <= port <= 65535:
        raise UsageError(f"--port must be from 0 to 65535, not {port}")
    try:
        house = House(Agents(tuple(agent or ())), folder, board)
    except AgentError as error:
        raise UsageError(f"--agent: {error}") from error
    console = make_console()
    bad = house.resume()
    if bad:
        show_text(console, f"{bad} kept tables could not be opened again", "yellow")
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
            listener.listen()  # who reads the address can come at once
        except OSError as error:
            raise UsageError(f"--port {port} can't be used: {error.strerror}; 0 takes a free one") from error
        show_text(console, f"the table is at http://{HOST}:{listener.getsockname()[1]}/ (Ctrl-C ends it)")
        config = uvicorn.Config(
            make_app(house), ws_max_size=MOST_BYTES, log_level="warning", server_header=False
        )
        uvicorn.Server(config).run(sockets=[listener])
