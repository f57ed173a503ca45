"""Text generated from the code: options, abilities and blocks in the docs, and enums in type stubs.

``make docs`` writes all of it: into the docstring of `dixie_v0`, into ``docs/``, and into the stubs of the
compiled modules that have enums. A test fails if the generated text is out of date.
"""

import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import groupby, zip_longest
from pathlib import Path
from types import ModuleType

from dixie_agents.compiled import bots
from dixie_env.engine import model, rewards
from dixie_env.engine.abilities import TABLE
from dixie_env.engine.event_kinds import KINDS
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.engine.names import RELATIVE_NAMES
from dixie_env.envs.arguments import Arguments
from dixie_env.infos import DECISIONS, PHASES
from dixie_env.layout import LAYOUT_VERSION, Layout, make_layout
from docs.tools import HEAD, tool_rows

ROOT = Path(__file__).parents[1]
MODULE = ROOT / "dixie_env" / "dixie_v0.py"
ENVIRONMENTS = ROOT / "docs" / "environments.md"
ECOSYSTEM = ROOT / "docs" / "ecosystem.md"
BEGIN, END = "<!-- made by docs/generate.py -->", "<!-- end -->"

FOLDERS: dict[str, tuple[str, ...]] = {"dixie_env": (), "dixie_agents": ("agents",)}
"""Where the packages are in a checkout."""

VERSIONS = (("v0", "first version: observation layout 2 (`layout=1` gives the first one), 157 options"),)
"""History of the environment: a change that breaks trained agents gets a new version."""


def _markdown(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [f"| {' | '.join(head)} |"]
    lines.append("|" + " --- |" * (lines[0].count("|") - 1))
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines)


def _attributes(owner: type) -> dict[str, str]:
    """What the docstring of a class says about its attributes."""
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
    """Ids and names of the options, grouped by kind."""
    for _, run in groupby(enumerate(RELATIVE_NAMES), key=lambda option: option[1].partition(":")[0]):
        ids, names = zip(*run, strict=True)
        where = f"{ids[0]}-{ids[-1]}" if len(ids) > 1 else str(ids[0])
        yield where, f"`{names[0]}` … `{names[-1]}`" if len(names) > 1 else f"`{names[0]}`"


def action_table() -> str:
    """Return the options by id."""
    return _markdown(("ids", "option"), _option_runs())


def _shape(layout: Layout) -> Iterator[tuple[str, str, str]]:
    """Blocks of the vector; the blocks of the five seats only once."""
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
    """Return the blocks of the observation vector, in brief."""
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
trained for one layout version; the changelog says when it changes. `layout=1` gives the first version: the
same numbers up to `opponent_4`, without `dummy_rocks` and what follows. Its numbers of the board have room
for 32 track spaces and mine symbols, and leave out the last two switches of the edition. A board with more
than 12 can be played, but not observed with layout 2.

`layout = env.layout` names every slice: `vector[layout["own.goods.silver"]]`. `layout.explain(vector)`
returns a vector as a table. Seats are relative to the observer: `own`, then `opponent_1` (the next seat
number) to `opponent_4`. `opponent_k` has the same blocks as `own`, {seats} * k numbers further on; absent
seats are all zero. Each entry of the vector is a number in the game times its scale.

For a seat that has nothing to decide, `decision`, `reason` and `pending` are all zero. With
`observation="screened"`, the opponents' `goods` and `rewards` are zero. `state()` has the same blocks for
absolute seats (`own` is player 0). It always has the current decision, includes offerings not yet shown, and
ends with the block `decider`.

{_markdown(head, rows)}
"""


def actions_page() -> str:
    """Return the page about the options."""
    rows = [(str(number), f"`{name}`") for number, name in enumerate(RELATIVE_NAMES)]
    abilities = [(str(number), f"`{tile.name}`", tile.effect) for number, tile in enumerate(TABLE, start=1)]
    return f"""# The {OPTION_COUNT} options

Seats are relative to the seat that decides: `seat:+1` is the next seat number. `docs/decisions.md` says which
options a decision has. Id {OPTION_COUNT} is `noop`, which only the parallel environment has.

{_markdown(("id", "option"), rows)}

## The {len(TABLE)} abilities

`ability:1` is the first. For the rules, see `docs/rules.md`, section 12.

{_markdown(("number", "ability", "effect"), abilities)}
"""


def stub(module: ModuleType) -> tuple[Path, str]:
    """Return path and text of the type stub of a compiled module, with the current members of its enums.

    They replace lines such as ``SEATS: int``; all other lines stay as they are.
    """
    path = ROOT.joinpath(*FOLDERS[module.__name__.partition(".")[0]], *module.__name__.split("."))
    path = path.with_suffix(".pyi")
    inherited = {} if module is model else vars(model)  # what a module cimports also shows up in it
    members = [
        f"{name}: int\n"
        for name, value in sorted(vars(module).items())
        if name.isupper() and type(value) is int and name not in inherited
    ]
    before, *rest = re.split(
        r"((?:^[A-Z0-9_]+: int\n)+)", path.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    return path, "".join((before, *members, *rest[1::2]))


def events_page() -> str:
    """Return the page about the events."""
    rows = [
        (
            f"`{name}`",
            kind.meaning,
            kind.seat or "None",
            "; ".join(f"`{field.name}`: {field.type}" for field in kind.fields) or "none",
        )
        for name, kind in KINDS.items()
    ]
    return f"""# The events

The engine reports what happens in each step to a listener:

```python
from dixie_env import Game, make_rules

events = []
game = Game(make_rules(3), seed=1, listener=events.extend)
while not game.over:
    game.step(game.options()[0])
penalties = sum(event["points"] for event in events if event.kind == "penalty_given" and event.seat == 0)
```

The engine calls the listener once after each step, with a list of the step's `GameEvent`s in the order in
which they happened. The first call has the events of the setup. An event has a `kind`, a `seat`, and fields
that you read as `event["points"]`. `forced` is True if the event came from a decision with only one option,
which the engine made without asking (R10.1). `event.as_dict()` returns a dictionary that JSON can write.

- Sampled, scripted and replayed chance produce the same events. You can set or remove `game.listener` at any
  time.
- `read_events(path)` of `dixie_env.records` gives the events of each line of a record in `happened`.
  `Recorder` takes a `listener`, too.
- In the AEC environment, `env.unwrapped.listen(events.extend)` listens to this game and all that follow.
- Copies of a game, `Batch` and search have no listener. They run code that was compiled without events.
- Events are public. No event mentions an offering before all are shown (R3.13), and `forced` does not reveal
  how it was chosen.
- If a listener raises an exception, the step is undone.
- The events include every change of goods, tiles, rocks, pixies, tracks, orders and points. A test plays
  random games and reconstructs the table from the events alone.

To narrate a game in a terminal or a notebook:

```python
from dixie_env.narrator import Narrator

narrator = Narrator()
game = Game(make_rules(3), seed=1, listener=narrator.hear)
game.step(game.options()[0])
for line in narrator.take():
    print(line.text)
```

Seats are absolute, 0 to 4; 5 is the dummy of a 2-player game. Goods are `apple`, `bread`, `honey`, `silver`
and `gold`.

{_markdown(("kind", "what happened", "`seat`", "fields"), rows)}
"""


def docstring_tables() -> str:
    """Return all tables of the docstring of `dixie_v0`."""
    parts = (
        ("Arguments", argument_table()),
        ("Observation", observation_table()),
        ("Options", action_table()),
        ("Versions", version_table()),
    )
    return "\n\n".join(f"{title}\n\n{table}" for title, table in parts)


def info_table() -> str:
    """Return the words for the numbers in the infos."""
    rows = [
        (str(number), f"`{decision}`", f"`{phase}`" if phase else "")
        for number, (decision, phase) in enumerate(zip_longest(DECISIONS, PHASES))
    ]
    return _markdown(("number", "`decision`", "`phase`"), rows)


def tool_table() -> str:
    """Return the libraries with an example, and what the matrix test measured."""
    return _markdown(HEAD, tool_rows())


def with_tables(path: Path, tables: str) -> str:
    """Return the text of a file with up-to-date tables."""
    before, _, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}"


def pages() -> dict[Path, str]:
    """Return the text that every generated file should contain."""
    return {
        MODULE: with_tables(MODULE, docstring_tables()),
        ENVIRONMENTS: with_tables(ENVIRONMENTS, info_table()),
        ECOSYSTEM: with_tables(ECOSYSTEM, tool_table()),
        ROOT / "docs" / "observation.md": layout_page(),
        ROOT / "docs" / "actions.md": actions_page(),
        **dict(stub(module) for module in (model, rewards, bots)),
        ROOT / "docs" / "events.md": events_page(),
    }


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
