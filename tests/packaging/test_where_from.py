"""Dixie is on no package index, so nothing may tell people to install it from one."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.packaging.building import ROOT

FROM_AN_INDEX = re.compile(
    r"\b(?:pip3?|uv)\b[^\n`]*\b(?:install|add)\b[^\n`]*(?<![\w/.])dixie[-_]env(?![\w.]*-[\d.]+-\S*\.whl)"
)
FROM_HERE = re.compile(r"pip install (?:[^\n`]*\s)?[\"']?\.(?:\[|\s|$|`)", re.MULTILINE)
READ = {".md", ".py", ".ipynb", ".toml", ".txt", ".html", ".j2", ".js", ".yml", ".yaml", ".cff", ".pyx"}


def files() -> list[Path]:
    """Return what people read: everything that is tracked, except tests."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    names = [name for name in listed.decode().split("\0") if name and not name.startswith("tests/")]
    return [ROOT / name for name in names if Path(name).suffix in READ and (ROOT / name).is_file()]


def test_nothing_says_to_install_it_from_an_index() -> None:
    found = {
        str(file.relative_to(ROOT)): said[0]
        for file in files()
        if (said := FROM_AN_INDEX.search(file.read_text("utf-8")))
    }
    assert not found


def test_a_command_in_a_clone_says_so() -> None:
    silent = [
        str(file.relative_to(ROOT))
        for file in files()
        if file.suffix in (".md", ".ipynb")
        and FROM_HERE.search(text := file.read_text("utf-8"))
        and "clone" not in text
    ]
    assert not silent


@pytest.mark.parametrize(
    "wrong",
    [
        "pip install dixie-env",
        "pip install 'dixie-env[train]'",
        'python -m pip install -c constraints.txt "dixie_env[arena]"',
        "pip install --upgrade dixie-env==0.1.0",
        "uv pip install dixie-env",
        "uv add dixie-env",
    ],
)
def test_it_would_be_noticed(wrong: str) -> None:
    assert FROM_AN_INDEX.search(f"First:\n{wrong}\n")


@pytest.mark.parametrize(
    "right",
    [
        "pip install .",
        'pip install -c constraints.txt ".[train]"',
        'pip install "dist/dixie_env-0.1.0-cp311-cp311-manylinux_2_17_x86_64.whl[arena]"',
        "pip install dixie_env-0.1.0-cp311-cp311-manylinux_2_17_x86_64.whl",
    ],
)
def test_other_sources_are_fine(right: str) -> None:
    assert not FROM_AN_INDEX.search(right)
    assert bool(FROM_HERE.search(right)) == (".whl" not in right)
