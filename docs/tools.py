"""The libraries with an example in ``docs/examples``: what to install, and what the matrix test measured.

``tests/ecosystem/test_matrix.py`` runs every example in an environment of its own and writes what came out
to ``docs/examples/measured.json``. ``make docs`` makes the table of ``docs/ecosystem.md`` from it.
"""

import io
import json
import re
import tokenize
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parent / "examples"
MEASURED = EXAMPLES / "measured.json"


@dataclass(frozen=True)
class Tool:
    """A library and its example.

    Attributes:
        name: What people call it.
        folder: The folder of the example.
        package: The package whose version counts.
        interface: The environment of Dixie that the example uses.
        requirements: What to install beside Dixie, with the constraints of the example.
        alone: What to install after that, without what it asks for.
        script: The file of the example.
        least: The share of games against `sane` that the example must win; None if it does not learn.
    """

    name: str
    folder: str
    package: str
    interface: str
    requirements: tuple[str, ...]
    alone: tuple[str, ...] = ()
    script: str = "train.py"
    least: float | None = 0.8

    @property
    def file(self) -> Path:
        """The example."""
        return EXAMPLES / self.folder / self.script

    @property
    def constraints(self) -> Path:
        """The versions it was tested with."""
        return EXAMPLES / self.folder / "constraints.txt"


VECTOR, SINGLE = "`make_vec`", "`gymnasium.make`"
TOOLS = (
    Tool("CleanRL's way (PyTorch)", "cleanrl", "torch", VECTOR, ("torch",)),
    Tool("Stable-Baselines3", "sb3", "sb3-contrib", SINGLE, ("torch", "sb3-contrib")),
    Tool("Tianshou", "tianshou", "tianshou", SINGLE, ("torch", "tianshou")),
    Tool("TorchRL", "torchrl", "torchrl", VECTOR, ("torch", "torchrl")),
    Tool("AgileRL", "agilerl", "agilerl", VECTOR, ("torch", "agilerl", "peft", "transformers")),
    Tool("RLlib", "rllib", "ray", SINGLE, ("torch", "ray[rllib]")),
    Tool(
        "PufferLib 1",
        "pufferlib",
        "pufferlib",
        f"{SINGLE}, `parallel_env`",
        ("torch", "gym", "psutil", "filelock", "cython", "setuptools", "wheel"),
        alone=("pufferlib",),
        script="emulate.py",
        least=None,
    ),
)


def pinned(tool: Tool, package: str) -> str:
    """Return the version of a package in the constraints of an example."""
    found = _pins(tool.constraints).get(package.lower())
    if found is None:
        raise ValueError(f"{tool.constraints} does not name the version of {package}")
    return found


def _pins(file: Path) -> dict[str, str]:
    pins: dict[str, str] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("-c "):
            pins |= _pins(file.parent / line[3:].strip())
        elif pin := re.match(r"([\w.-]+)==([^\s;]+)", line):
            pins[pin[1].lower()] = pin[2]
    return pins


def code_lines(text: str) -> set[int]:
    """Return the numbers of the lines of a program that are code: no comments, docstrings or blank lines."""
    quiet = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    lines: set[int] = set()
    start = True  # of a statement: a string that stands there is a docstring
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in quiet or token.type == tokenize.ENDMARKER:
            start = start or token.type == tokenize.NEWLINE
            continue
        if not (start and token.type == tokenize.STRING):
            lines.update(range(token.start[0], token.end[0] + 1))
        start = False
    return lines


def glue_lines(text: str) -> int:
    """Count the lines of code between the comments ``# glue`` and ``# end of glue``."""
    code, inside, count = code_lines(text), False, 0
    for number, line in enumerate(text.splitlines(), start=1):
        mark = line.strip()
        if mark.startswith("# glue") or mark == "# end of glue":
            if inside == mark.startswith("# glue"):
                raise ValueError(f"line {number}: {mark!r} does not fit the mark before it")
            inside = not inside
        elif inside and number in code:
            count += 1
    if inside:
        raise ValueError("the last '# glue' has no '# end of glue'")
    return count


def measured() -> dict[str, dict[str, Any]]:
    """Return what the matrix test measured, by folder."""
    found: dict[str, dict[str, Any]] = json.loads(MEASURED.read_text(encoding="utf-8"))
    return found


def tool_rows() -> list[tuple[str, ...]]:
    """Return the rows of the table; a tool that has not been measured says so."""
    results = measured()
    rows: list[tuple[str, ...]] = []
    for tool in TOOLS:
        text = tool.file.read_text(encoding="utf-8")
        result = results.get(tool.folder)
        learned = "does not learn" if tool.least is None else "not measured"
        if result and tool.least is not None:
            low, high = 100 * result["low"], 100 * result["high"]
            learned = f"{result['share']:.1%} [{low:.1f}, {high:.1f}] in {result['seconds']} s"
        rows.append(
            (
                f"[{tool.name}](examples/{tool.folder}/{tool.script})",
                pinned(tool, tool.package),
                tool.interface,
                str(len(code_lines(text))),
                str(glue_lines(text)),
                learned,
            )
        )
    return rows


HEAD = ("tool", "version", "environment", "lines of code", "of these glue", "share won against `sane`")
"""The head of the table."""
