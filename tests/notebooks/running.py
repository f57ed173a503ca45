"""Running notebooks, and storing them with their pictures.

``python -m tests.notebooks.running quickstart own_bot`` stores two.
"""

import os
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "notebooks"
PICTURES = ("image/png", "image/svg+xml")


def run(file: Path) -> Any:
    """Run a notebook in a process of its own, and return it with its outputs."""
    notebook = nbformat.read(file, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    resources = {"metadata": {"path": FOLDER}}
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources=resources).execute()
    return notebook


def pictures(notebook: Any) -> list[str]:
    """Return the kinds of the pictures in a notebook's outputs."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    return [kind for output in outputs for kind in PICTURES if kind in output.get("data", {})]


def store(file: Path) -> None:
    """Run a notebook and write it back with its outputs, without anything that changes from run to run."""
    notebook = run(file)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    notebook.metadata["language_info"] = {"name": "python"}
    nbformat.write(notebook, file)
    print(f"stored {file.name}, {file.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    os.environ["PYTHONPATH"] = str(FOLDER.parent)
    for name in sys.argv[1:]:
        store(FOLDER / f"{name}.ipynb")
