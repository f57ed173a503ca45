"""What the functions of the arena return: tables, figures and files, and a short view in a notebook."""

import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar

from dixie_env.folder_lock import own_folder

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure
    from rich.table import Table

__all__ = ["Figures", "Findings", "drawn", "flat", "in_folder", "to_html"]

_CAPTION = 'style="text-align: left; white-space: nowrap; font-weight: bold"'
MOST_SENTENCES = 12
"""A notebook shows no more than these."""
Found = TypeVar("Found", bound="Findings")


class Findings(ABC):
    """The results of a command, as an object.

    Tables and figures are made when you ask for them. Their numbers are those of the files in the folder.

    Attributes:
        path: The folder with all files; None if nothing is kept.
    """

    path: Path | None

    @property
    @abstractmethod
    def sentences(self) -> list[str]:
        """What was found, in words."""

    @abstractmethod
    def _rows(self) -> "Mapping[str, Sequence[Mapping[str, Any]] | pd.DataFrame]":
        """Return the tables as plain rows or frames, the most important one first."""

    @abstractmethod
    def _shown(self) -> "list[Table]":
        """Return what a notebook shows: the tables that the command prints."""

    def _drawings(self) -> "Mapping[str, Callable[[], Figure]]":
        """Return what draws each figure."""
        return {}

    @cached_property
    def tables(self) -> "dict[str, pd.DataFrame]":
        """All tables as pandas DataFrames, by name. The first one is the main table."""
        import pandas as pd

        return {
            name: rows if isinstance(rows, pd.DataFrame) else pd.DataFrame([flat(row) for row in rows])
            for name, rows in self._rows().items()
        }

    def to_frame(self) -> "pd.DataFrame":
        """Return the main table as a pandas DataFrame."""
        return next(iter(self.tables.values()))

    @cached_property
    def figures(self) -> "Figures":
        """All figures by name, as matplotlib figures. Each is drawn when you ask for it."""
        return Figures(self._drawings())

    @property
    def paths(self) -> dict[str, Path]:
        """All files in the folder, by name: ``summary.json``, ``figures/effects.png``."""
        if self.path is None:
            return {}
        files = (file for file in sorted(self.path.rglob("*")) if file.is_file())
        found = {file.relative_to(self.path).as_posix(): file for file in files}
        return {name: file for name, file in found.items() if not name.rpartition("/")[2].startswith(".")}

    def _repr_html_(self) -> str:
        parts = [to_html(table) for table in self._shown()]
        sentences = self.sentences
        lines = [escape(sentence) for sentence in sentences[:MOST_SENTENCES]]
        if left := len(sentences) - len(lines):
            lines.append(f"… and {left} more in <code>sentences</code>")
        parts.append(f"<p>{'<br>'.join(lines)}</p>")
        if self.path is not None:
            parts.append(f"<p><small>Everything is in {escape(str(self.path))}</small></p>")
        return "\n".join(parts)


class Figures(Mapping[str, "Figure"]):
    """Figures by name, each drawn when it is first used."""

    def __init__(self, drawings: "Mapping[str, Callable[[], Figure]]") -> None:
        self._drawings = drawings
        self._drawn: dict[str, Figure] = {}

    def __getitem__(self, name: str) -> "Figure":
        if name not in self._drawings:
            known = ", ".join(self._drawings) or "none"
            raise KeyError(f"there is no figure {name!r}; available: {known}")
        if name not in self._drawn:
            self._drawn[name] = self._drawings[name]()
        return self._drawn[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._drawings)

    def __len__(self) -> int:
        return len(self._drawings)

    def __repr__(self) -> str:
        return f"Figures({', '.join(self)})"


def drawn(figures: "Mapping[str, Figure]") -> "Mapping[str, Callable[[], Figure]]":
    """Return figures that are already drawn in the form of `Findings._drawings`."""
    return {name: partial(_same, figure) for name, figure in figures.items()}


def _same(figure: "Figure") -> "Figure":
    return figure


def in_folder(out: Path | str | None, doing: str, make: Callable[[Path], Found]) -> Found:
    """Make findings in a folder. Without one, it is temporary and removed together with the findings.

    Args:
        out: The folder.
        doing: The command, which others are told who want to write to the folder, too.
        make: Makes the findings.

    Raises:
        FolderInUse: Somebody else writes to the folder.
    """
    if out is not None:
        with own_folder(Path(out), doing):
            return make(Path(out))
    folder = TemporaryDirectory(prefix="dixie-")
    try:
        found = make(Path(folder.name) / "run")
    except BaseException:
        folder.cleanup()
        raise
    weakref.finalize(found, folder.cleanup)
    return found


def flat(row: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Return a row without mappings in it.

    The ends of an interval become columns: ``{"score": {"value": 3, "low": 1}}`` becomes
    ``{"score": 3, "score_low": 1}``.
    """
    found: dict[str, Any] = {}
    for key, value in row.items():
        name = before if before and key == "value" else f"{before}_{key}" if before else str(key)
        if isinstance(value, Mapping):
            found |= flat(value, name)
        else:
            found[name] = value
    return found


def to_html(table: "Table") -> str:
    """Return a table for a terminal as HTML."""
    sides = ["right" if column.justify == "right" else "left" for column in table.columns]
    heads = [_cell("th", side, column.header) for side, column in zip(sides, table.columns, strict=True)]
    rows = zip(*(list(column.cells) for column in table.columns), strict=True)
    lines = [
        "<tr>" + "".join(_cell("td", side, cell) for side, cell in zip(sides, row, strict=True)) + "</tr>"
        for row in rows
    ]
    title = f"<caption {_CAPTION}>{escape(str(table.title))}</caption>" if table.title else ""
    return f"<table>{title}<thead><tr>{''.join(heads)}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _cell(tag: str, side: str, content: object) -> str:
    text = escape(str(content)).replace("\n", "<br>")
    return f'<{tag} style="text-align: {side}">{text}</{tag}>'
