"""Which code this is: never the repository of somebody who merely uses it."""

import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest

from dixie_env.version import PROJECT, ROOT, __version__, commit, commit_of


def repository(folder: Path, name: str) -> str:
    """Make a git repository with one commit, and return that."""
    folder.mkdir(exist_ok=True)
    (folder / "pyproject.toml").write_text(f'[project]\nname = "{name}"\n', encoding="utf-8")
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    for arguments in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "first"]):
        subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True)
    return git(folder, "rev-parse", "HEAD")


def git(folder: Path, *arguments: str) -> str:
    ran = subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True)
    return ran.stdout.strip()


def test_the_version_is_that_of_the_package() -> None:
    assert version(PROJECT) == __version__


def test_a_checkout_of_this_project(tmp_path: Path) -> None:
    head = repository(tmp_path / "here", PROJECT)
    assert commit_of(tmp_path / "here") == head
    (tmp_path / "here" / "pyproject.toml").write_text(f'[project]\nname = "{PROJECT}"\n# edited\n')
    assert commit_of(tmp_path / "here") == f"{head}+changes"


def test_a_repository_of_a_user(tmp_path: Path) -> None:
    repository(tmp_path / "thesis", "my-thesis")
    assert commit_of(tmp_path / "thesis") is None
    (tmp_path / "thesis" / "site-packages").mkdir()  # a virtual environment inside it
    assert commit_of(tmp_path / "thesis" / "site-packages") is None
    (tmp_path / "thesis" / "pyproject.toml").write_text("not toml", encoding="utf-8")
    assert commit_of(tmp_path / "thesis") is None


def test_the_variables_of_git_name_no_other_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = repository(tmp_path / "here", PROJECT)
    repository(tmp_path / "other", "other")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other" / ".git"))
    assert commit_of(tmp_path / "here") == head


def test_this_code() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    found = commit()
    assert found is not None and found.removesuffix("+changes") == git(ROOT, "rev-parse", "HEAD")
