"""The replay page: one file that contains its style, script and data."""

import json
from html import escape
from importlib.resources import files
from typing import Any

from dixie_env.drawing import HEIGHT, WIDTH, style_sheet
from dixie_env.drawing.palette import SEAT_COLOURS, SEAT_INKS
from dixie_env.drawing.symbols import SYMBOLS
from dixie_env.engine.words import GOODS
from dixie_env.replay.collect import Replay

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""The page can't load anything from other addresses."""


def replay_page(replay: Replay) -> str:
    """Return the page as HTML."""
    header = replay.header
    title = f"Dixie Queen, {header['players']} players"
    data = page_data(replay)
    return _PAGE.format(
        policy=POLICY,
        title=escape(title),
        style=read_text("replay.css") + style_sheet("auto"),
        symbols=SYMBOLS,
        width=WIDTH,
        height=HEIGHT,
        data=embedded(data),
        script=read_text("board.js") + read_text("replay.js"),
    )


def page_data(replay: Replay) -> dict[str, Any]:
    """Return what the script of a page needs to draw the board (`board.js`)."""
    return {
        "players": replay.header["players"],
        "names": replay.names,
        "goods": GOODS,
        "colours": SEAT_COLOURS,
        "inks": SEAT_INKS,
        "strings": replay.strings,
        "positions": replay.positions,
        "about": _about(replay.header),
    }


def _about(header: Any) -> str:
    parts = [
        f"{key} {header[key]}" if isinstance(header[key], str) else f"custom {key}"
        for key in ("edition", "board")
    ]
    parts.append("no seed" if header.get("seed") is None else f"seed {header['seed']}")
    return ", ".join(parts)


def embedded(data: Any) -> str:
    """Return JSON that is safe inside a script element, whatever strings it contains."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def read_text(name: str) -> str:
    """Return the style or script of a replay page."""
    return (files("dixie_env.replay") / name).read_text(encoding="utf-8")


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header>
<h1>{title}</h1><p id="about"></p>
</header>
<main>
<section id="left">
<svg id="board" class="dixie dixie-auto" viewBox="0 0 {width} {height}" role="img" aria-label="The board">
<defs>{symbols}</defs><rect width="{width}" height="{height}" class="paper"/><g id="parts"></g></svg>
<nav id="controls" aria-label="Playback controls">
<button id="first" title="First decision (Home)">&#8676;<span class="hidden"> first</span></button>
<button id="round-back" title="Previous round (Page Up)">&#8606;
<span class="hidden"> previous round</span></button>
<button id="back" title="Previous decision (Left)">&#8592;
<span class="hidden"> previous decision</span></button>
<button id="play" title="Play or pause (Space)" aria-pressed="false">play</button>
<button id="on" title="Next decision (Right)">&#8594;<span class="hidden"> next decision</span></button>
<button id="round-on" title="Next round (Page Down)">&#8608;<span class="hidden"> next round</span></button>
<button id="last" title="End of the game (End)">&#8677;<span class="hidden"> end</span></button>
<label>speed <select id="speed"><option value="1600">slow</option><option value="700" selected>normal</option>
<option value="150">fast</option></select></label>
<label>decision <input id="number" type="number" min="0" step="1"></label>
<output id="where"></output>
</nav>
<input id="slider" type="range" min="0" step="1" aria-label="Decision">
<div id="timeline" role="list" aria-label="Rounds and phases"></div>
</section>
<aside>
<section id="decision" aria-live="polite">
<h2 id="asked"></h2><p id="chosen"></p><div id="happened"></div>
</section>
<section><h2>Options</h2>
<div class="scroll" tabindex="0"><table id="options"><thead></thead><tbody></tbody></table></div></section>
<section><h2>Scores</h2>
<svg id="scores" class="chart" role="img" aria-label="Scores over the game"></svg></section>
<section><h2><label>Goods: <select id="good"><option value="-1">all</option></select></label></h2>
<svg id="goods" class="chart" role="img" aria-label="Goods over the game"></svg></section>
<div id="legend"></div>
<div id="tools"><button id="save-board">Save board (SVG)</button>
<button id="save-scores">Save scores (SVG)</button> <button id="print">Print or PDF</button></div>
</aside>
</main>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
"""
