"""Text that follows from the code: options, abilities and blocks in the docs, and enums in type stubs.

``make docs`` writes all of it: into the docstring of `dixie_v0`, into ``docs/``, and into the stubs of the
compiled modules that have enums. A test fails when what stands there is not what the code says.
"""

import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import groupby
from pathlib import Path
from types import ModuleType

from dixie_agents.compiled import bots
from dixie_env.engine import model, rewards
from dixie_env.engine.abilities import TABLE
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.engine.names import RELATIVE_NAMES
from dixie_env.envs.arguments import Arguments
from dixie_env.layout import LAYOUT_VERSION, Layout, make_layout

ROOT = Path(__file__).parents[1]
MODULE = ROOT / "dixie_env" / "dixie_v0.py"
BEGIN, END = "<!-- made by docs/generate.py -->", "<!-- end -->"

FOLDERS: dict[str, tuple[str, ...]] = {"dixie_env": (), "dixie_agents": ("agents",)}
"""Where the packages lie in a checkout."""

VERSIONS = (("v0", "first version: observation layout 1, 157 options"),)
"""History of the environment: a change that makes trained agents useless gets a new version."""


def _markdown(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [f"| {' | '.join(head)} |"]
    lines.append("|" + " --- |" * (lines[0].count("|") - 1))
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines)


def _attributes(owner: type) -> dict[str, str]:
    """What the docstring of a class says of its attributes."""
    text = inspect.getdoc(owner) or ""
    section = text.partition("Attributes:\n")[2]
    found = re.findall(r"^ {4}(\w+): (.+(?:\n {8}.+)*)", section, re.MULTILINE)
    return {name: " ".join(words.split()) for name, words in found}


def argument_table() -> str:
    """Return the arguments of the environments."""
    meanings = _attributes(Arguments)
    rows = [(f"`{field.name}`", f"`{field.default!r}`", meanings[field.name]) for field in fields(Arguments)]
    return _markdown(("argument", "default", "meaning"), rows)


def _option_runs() -> Iterator[tuple[str, str]]:
    """Ids and names of the options, runs of one kind together."""
    for _, run in groupby(enumerate(RELATIVE_NAMES), key=lambda option: option[1].partition(":")[0]):
        ids, names = zip(*run, strict=True)
        where = f"{ids[0]}-{ids[-1]}" if len(ids) > 1 else str(ids[0])
        yield where, f"`{names[0]}` … `{names[-1]}`" if len(names) > 1 else f"`{names[0]}`"


def action_table() -> str:
    """Return the options by id."""
    return _markdown(("ids", "option"), _option_runs())


def _shape(layout: Layout) -> Iterator[tuple[str, str, str]]:
    """Blocks of the vector; those of the five seats once."""
    for block in layout:
        group, _, rest = block.name.partition(".")
        if group.startswith("opponent_"):
            continue
        if group == "own":
            step = layout["opponent_1"].start - layout["own"].start
            starts = f"{block.start} + {step} k"
            yield starts, f"`own.{rest}`, `opponent_k.{rest}`", f"{block.size}"
        else:
            yield str(block.start), f"`{block.name}`", f"{block.size}"


def observation_table() -> str:
    """Return the blocks of the observation vector, in short."""
    layout = make_layout(board=True)
    return _markdown(("from", "block", "size"), _shape(layout))


def version_table() -> str:
    """Return the history of the environment."""
    return _markdown(("version", "what changed"), VERSIONS)


def layout_page() -> str:
    """Return the page about the observation, with every block and the names of its numbers."""
    layout = make_layout(board=True)
    rows = []
    for block in layout:
        if block.name.startswith("opponent_"):
            continue
        entries = ", ".join(block.entries)
        if len(block.entries) > 24:
            entries = f"{', '.join(block.entries[:3])}, … {block.entries[-1]}"
        scale = f"{block.scale:.4g}" if block.scale else "see meaning"
        rows.append(
            (
                f"`{block.name}`",
                str(block.start),
                str(block.size),
                scale,
                f"{block.high:g}",
                block.meaning,
                entries,
            )
        )
    head = ("block", "from", "size", "scale", "largest", "meaning", "entries")
    seats = layout["opponent_1"].start - layout["own"].start
    plain = make_layout()
    return f"""# The observation

Layout version {LAYOUT_VERSION}: {len(plain)} numbers, {len(layout)} with `observe_board=True`. A policy is
trained for one layout version; the changelog says when it changes.

`layout = env.layout` names every slice: `vector[layout["own.goods.silver"]]`, `layout.explain(vector)`
prints a vector as a table. Seats are relative to the one who looks: `own`, then `opponent_1` (the next seat
number) to `opponent_4`. The blocks of `opponent_k` are those of `own`, {seats} numbers further on for each
k; absent seats are all zero. A number of the table times its scale is the entry of the vector.

A seat that is not asked sees `decision`, `reason` and `pending` empty. With `observation="screened"`,
`goods` and `rewards` of the opponents are zero. `state()` has the same blocks for absolute seats (`own` is
player 0), filled whoever is asked, with offerings not yet shown, and a last block `decider`.

{_markdown(head, rows)}
"""


def actions_page() -> str:
    """Return the page about the options."""
    rows = [(str(number), f"`{name}`") for number, name in enumerate(RELATIVE_NAMES)]
    abilities = [(str(number), f"`{tile.name}`", tile.effect) for number, tile in enumerate(TABLE, start=1)]
    return f"""# The {OPTION_COUNT} options

Seats are relative to the one who decides: `seat:1` is the next seat number. `docs/decisions.md` says which
options a decision has. Id {OPTION_COUNT} is `noop`, which only the parallel environment has.

{_markdown(("id", "option"), rows)}

## The {len(TABLE)} abilities

`ability:1` is the first; `docs/rules.md`, section 12, has the rules.

{_markdown(("number", "ability", "effect"), abilities)}
"""


def stub(module: ModuleType) -> tuple[Path, str]:
    """Return path and text of the type stub of a compiled module, with the members that its enums have now.

    They stand where lines such as ``SEATS: int`` stand; all other lines stay as they are.
    """
    path = ROOT.joinpath(*FOLDERS[module.__name__.partition(".")[0]], *module.__name__.split("."))
    path = path.with_suffix(".pyi")
    inherited = {} if module is model else vars(model)  # what a module cimports shows up in it, too
    members = [
        f"{name}: int\n"
        for name, value in sorted(vars(module).items())
        if name.isupper() and type(value) is int and name not in inherited
    ]
    before, *rest = re.split(
        r"((?:^[A-Z0-9_]+: int\n)+)", path.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    return path, "".join((before, *members, *rest[1::2]))


def docstring_tables() -> str:
    """Return all tables of the docstring of `dixie_v0`."""
    parts = (
        ("Arguments", argument_table()),
        ("Observation", observation_table()),
        ("Options", action_table()),
        ("Versions", version_table()),
    )
    return "\n\n".join(f"{title}\n\n{table}" for title, table in parts)


def with_tables(source: str) -> str:
    """Return the source of `dixie_v0` with its tables as they should be."""
    before, _, rest = source.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{docstring_tables()}\n\n{END}{after}"


def pages() -> dict[Path, str]:
    """Return what every generated file should hold."""
    return {
        MODULE: with_tables(MODULE.read_text(encoding="utf-8")),
        ROOT / "docs" / "observation.md": layout_page(),
        ROOT / "docs" / "actions.md": actions_page(),
        **dict(stub(module) for module in (model, rewards, bots)),
    }


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
