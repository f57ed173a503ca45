"""``dixie web``: play in a browser, on this machine only."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import UsageError
from dixie_env.cli.options import Board
from dixie_env.cli.panels import PLAY, panel

HOST = "127.0.0.1"


@panel(PLAY)
def web(
    port: Annotated[int, typer.Option(help="Port of the server. 0 picks a free one.")] = 8484,
    folder: Annotated[
        Path | None,
        typer.Option(
            help="Folder that keeps tables when the server stops. Without it, tables are lost.",
            show_default=False,
        ),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(help="Also offer this agent: MODULE:CLASS, ppo:PATH or llm:MODEL@URL. Can be repeated."),
    ] = None,
    board: Board = "standard",
) -> None:
    """Play in a browser, against agents or people at this computer. Only this machine can connect."""
    import socket

    from dixie_agents.registry import AgentError
    from dixie_env.cli.output import make_console, show_text

    try:
        import uvicorn

        from dixie_web.house import House
        from dixie_web.server import make_app
    except ImportError as error:
        raise UsageError(
            f'dixie web needs the extra "web": pip install "dixie-env[web]" ({error})'
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
        show_text(console, f"tables that could not be restored: {bad}", "yellow")
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
            listener.listen()  # from now on a browser can connect
        except OSError as error:
            raise UsageError(f"--port {port} can't be used: {error.strerror}; 0 picks a free one") from error
        show_text(
            console, f"open http://{HOST}:{listener.getsockname()[1]}/ in a browser (Ctrl-C stops the server)"
        )
        config = uvicorn.Config(
            make_app(house), ws_max_size=MOST_BYTES, log_level="warning", server_header=False
        )
        uvicorn.Server(config).run(sockets=[listener])
