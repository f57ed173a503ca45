"""``dixie web``: play in a browser, on this machine only."""

import socket
from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.errors import UsageError
from dixie_env.cli.options import Board
from dixie_env.cli.panels import PLAY, panel
from dixie_env.extras import install_hint

HOST = "127.0.0.1"


@panel(PLAY)
def web(
    context: typer.Context,
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
    host: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Also let in other devices of your network, at this address of this machine: only with the "
            "link of a table, which contains its code. Without it, only this machine can connect.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Play in a browser, against agents or people. Only this machine can connect, unless you give --host."""
    from contextlib import ExitStack

    from dixie_agents.registry import AgentError
    from dixie_env.cli.output import make_console, show_text
    from dixie_env.folder_lock import own_folder

    try:
        import uvicorn

        from dixie_web.house import House
        from dixie_web.server import make_app
    except ImportError as error:
        raise UsageError(f'dixie web needs the extra "web": {install_hint("web")} ({error})') from error
    from dixie_web.limits import MOST_BYTES, Agents
    from dixie_web.network import Door, HostError

    if not 0 <= port <= 65535:
        raise UsageError(f"--port must be from 0 to 65535, not {port}")
    try:
        house = House(Agents(tuple(agent or ())), folder, board)
    except AgentError as error:
        raise UsageError(f"--agent: {error}") from error
    if folder is not None:
        context.with_resource(own_folder(folder, "dixie web"))
    console = make_console()
    bad = house.resume()
    if bad:
        show_text(console, f"tables that could not be restored: {bad}", "yellow")
    try:
        door = Door(host)
    except HostError as error:
        raise UsageError(f"--host: {error}") from error
    with ExitStack() as stack:
        listeners = [stack.enter_context(_listen(HOST, port, "--port"))]
        port = listeners[0].getsockname()[1]
        show_text(console, f"open http://{HOST}:{port}/ in a browser (Ctrl-C stops the server)")
        if door.address is not None and door.address != HOST:
            listeners.append(stack.enter_context(_listen(door.address, port, "--host")))
            house.network = f"http://{door.address}:{port}"
            show_text(console, f"other devices can open the links of tables at {house.network}", "yellow")
        config = uvicorn.Config(
            make_app(house, door), ws_max_size=MOST_BYTES, log_level="warning", server_header=False
        )
        uvicorn.Server(config).run(sockets=listeners)


def _listen(address: str, port: int, option: str) -> socket.socket:
    """Return a socket to which a browser can connect from now on."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen()
    except OSError as error:
        listener.close()
        help_ = "; 0 picks a free one" if option == "--port" else " at this address"
        raise UsageError(f"{option} {port} can't be used: {error.strerror}{help_}") from error
    return listener
