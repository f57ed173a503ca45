"""A person at the terminal who types by a list."""

from collections.abc import Iterator


class Typist:
    """Answers questions from a list, then always with the first option."""

    def __init__(self, *answers: str) -> None:
        self.answers: Iterator[str] = iter(answers)
        self.told: list[str] = []
        self.first = ""

    def ask(self) -> str:
        return next(self.answers, self.first)

    def tell(self, lines: str) -> None:
        if self.told and self.told[-1].startswith("You decide"):
            self.first = lines.split()[0]
        self.told += lines.split("\n")
