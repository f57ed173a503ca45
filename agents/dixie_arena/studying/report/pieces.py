"""What a report is made of: sections with sentences, plots and tables."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from matplotlib.figure import Figure

__all__ = ["Plot", "Section", "Table"]


@dataclass(frozen=True)
class Table:
    """A table; its caption names the estimand.

    Attributes:
        key: Its name, for links.
        caption: What it shows.
        heads: One for each column. The first column names the rows.
        rows: The cells, as they are printed.
        words: Numbers of the columns that hold words, which start at the left.
        note: What a reader must know beyond the caption.
    """

    key: str
    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: Sequence[int] = ()
    note: str = ""


@dataclass(frozen=True)
class Plot:
    """A figure; its caption names the estimand.

    Attributes:
        name: Its name, for files and links.
        caption: What it shows, and how to read it.
        description: What somebody who can't see it should know.
        figure: The drawing.
        numbers: The key of the table that has its numbers.
    """

    name: str
    caption: str
    description: str
    figure: Figure
    numbers: str


@dataclass(frozen=True)
class Section:
    """A section of the report.

    Attributes:
        key: Its name, for links.
        title: Its heading.
        words: Paragraphs, before the rest.
        pieces: Plots and tables.
    """

    key: str
    title: str
    words: Sequence[str] = ()
    pieces: Sequence[Plot | Table] = field(default_factory=tuple)
