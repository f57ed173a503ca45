"""How ``--help`` reads: paragraphs fill the terminal, and square brackets stay."""

import inspect
from typing import Any

from typer.core import TyperCommand

__all__ = ["Command", "fill_paragraphs", "keep_brackets"]


class Command(TyperCommand):
    """A command whose help is plain text."""

    def __init__(self, *args: Any, **extra: Any) -> None:
        super().__init__(*args, **extra)
        self.help = keep_brackets(fill_paragraphs(self.help))
        for parameter in self.params:
            if text := getattr(parameter, "help", None):
                parameter.help = keep_brackets(text)  # type: ignore[attr-defined]


def fill_paragraphs(text: str | None) -> str:
    """Join the lines of each paragraph of a docstring, so that they are broken where the terminal ends.

    A paragraph with indented lines stays as it is: it is a list or an example.
    """
    paragraphs = inspect.cleandoc(text or "").split("\n\n")
    return "\n\n".join(part if "\n " in part else part.replace("\n", " ") for part in paragraphs)


def keep_brackets(text: str) -> str:
    """Return text in which ``[sane]`` is shown and not taken for markup."""
    if "[" not in text:
        return text
    from rich.markup import escape

    return escape(text)
