"""A stored notebook as a Markdown page. Nothing is run: the page shows the outputs that were stored."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PICTURES = {"image/svg+xml": "svg", "image/png": "png"}


def notebook_page(notebook: dict[str, Any], stem: str) -> tuple[str, dict[str, bytes]]:
    """Return the page of a notebook, and its pictures by file name.

    Args:
        notebook: The notebook's JSON.
        stem: How the names of its pictures begin.
    """
    pictures: dict[str, bytes] = {}
    blocks: list[str] = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"]).strip("\n")
        if cell["cell_type"] == "markdown":
            blocks.append(source)
        elif source:
            blocks.append(_fence("python", source))
            blocks += (block for output in cell["outputs"] for block in _output(output, stem, pictures))
    return "\n\n".join(blocks) + "\n", pictures


def read_notebook(file: Path) -> dict[str, Any]:
    """Read a notebook."""
    notebook: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return notebook


def _output(output: dict[str, Any], stem: str, pictures: dict[str, bytes]) -> Iterator[str]:
    """Yield the blocks of one output: its richest form only."""
    if output["output_type"] == "stream":
        yield _fence("text", "".join(output["text"]).rstrip(), "output")
        return
    data = output.get("data", {})
    for kind, suffix in PICTURES.items():
        if kind in data:
            content = "".join(data[kind])
            name = f"{stem}-{len(pictures) + 1}.{suffix}"
            pictures[name] = base64.b64decode(content) if suffix == "png" else content.encode()
            yield f"![Output of the cell above]({name})"
            return
    if "text/html" in data:
        # A blank line would end the HTML block in Markdown.
        lines = "".join(data["text/html"]).splitlines()
        html = "\n".join(line for line in lines if line.strip())
        yield f'<div class="output">\n{html}\n</div>'
    elif "text/plain" in data:
        yield _fence("text", "".join(data["text/plain"]).rstrip(), "output")


def _fence(language: str, text: str, kind: str = "") -> str:
    marks = "```"
    while marks in text:
        marks += "`"
    if kind:
        return f"{marks}{{code-block}} {language}\n:class: {kind}\n\n{text}\n{marks}"
    return f"{marks}{language}\n{text}\n{marks}"
