"""The version of the package and, in a checkout of this project, its commit."""

import os
import subprocess
import tomllib
from functools import cache
from pathlib import Path

__version__ = "0.1.0"

PROJECT = "dixie-env"
ROOT = Path(__file__).resolve().parents[1]


@cache
def commit() -> str | None:
    """Return the commit of the checkout this code runs from, with ``+changes`` if files were edited since.

    None for an installed package, and wherever else there is no checkout of this project: the user's own
    repository, or the one that contains the virtual environment, says nothing about this code.
    """
    return commit_of(ROOT)


def commit_of(root: Path) -> str | None:
    """Return the commit of a folder if it is the root of a checkout of this project, else None."""
    if not (root / ".git").exists() or not _is_this_project(root):
        return None
    try:
        head = _git(root, "rev-parse", "HEAD")
        changed = _git(root, "status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.SubprocessError):
        return None
    return f"{head}+changes" if changed else head


def _is_this_project(root: Path) -> bool:
    try:
        project = tomllib.loads((root / "pyproject.toml").read_text("utf-8")).get("project", {})
    except (OSError, ValueError):
        return False
    return isinstance(project, dict) and project.get("name") == PROJECT


def _git(root: Path, *arguments: str) -> str:
    # Inside a git hook, GIT_DIR and similar variables point to another repository.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    ran = subprocess.run(
        ["git", "-C", str(root), *arguments],
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
        env=environment,
    )
    return ran.stdout.strip()
