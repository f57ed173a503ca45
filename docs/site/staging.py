"""The sources of the site in one folder: pages, pictures, notebooks, changelog, made pages.

In the repository, pages link to each other in a way that works there (``../configs/boards/standard.yaml``,
``../notebooks/own_bot.ipynb``). Here everything has its place on the site, and links are changed to fit.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from docs.site import rule_numbers, training_keys
from docs.site.citation import citation_page
from docs.site.leaderboard import MARK, leaderboard_tables
from docs.site.notebook import notebook_page, read_notebook

ROOT_PAGES = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
"""Pages at the top of the repository. The site has an introduction of its own in place of the README."""
COPIED = (".png", ".gif", ".svg", ".jsonl", ".py", ".txt")
"""Files in ``docs`` that pages show, or offer as a download."""
READY = ".html"
"""Pages that are ready, such as a replay. They keep their place and their text."""
READY_FOLDER = "files"
_LINK = re.compile(
    r"^(?P<fence>`{3,}).*?^(?P=fence)`*$|\[(?P<text>[^\]\n]*)\]\((?P<target>[^)\s]+)\)|`[^`\n]+`",
    re.MULTILINE | re.DOTALL,
)
"""A link, or code, where nothing is one."""


def stage(root: Path, out: Path) -> None:
    """Write the sources of the site.

    Files that have not changed are not written again, so Sphinx reads only what is new. Files that are no
    longer part of the site are removed.

    Args:
        root: The repository.
        out: The folder for the sources.

    Raises:
        NotVerified: A result card of the leaderboard is wrong.
    """
    wanted = {}
    for name, content in _files(root):
        wanted[out / name] = content
    for file, content in wanted.items():
        if not file.exists() or file.read_bytes() != content:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    for file in out.rglob("*"):
        if file.is_file() and file not in wanted:
            file.unlink()


def _files(root: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the site, each with its content."""
    places = _places(root)
    for source, place in places.items():
        file = root / source
        if source.endswith(".ipynb"):
            text, pictures = notebook_page(read_notebook(file), PurePosixPath(place).stem)
            yield place, _fit_links(text, source, places).encode()
            for name, content in pictures.items():
                yield str(PurePosixPath(place).parent / name), content
        elif source.endswith(".md"):
            if source == "README.md":
                continue
            yield place, _page(file.read_text(encoding="utf-8"), root, source, places).encode()
        else:
            yield (f"{READY_FOLDER}/{place}" if source.endswith(READY) else place), file.read_bytes()
    yield "citation.md", citation_page((root / "CITATION.cff").read_text(encoding="utf-8")).encode()


def _page(text: str, root: Path, source: str, places: dict[str, str]) -> str:
    if source == "docs/leaderboard.md":
        text = text.replace(MARK, leaderboard_tables(root / "docs" / "leaderboard"))
    if source == "docs/api/dixie_training.md":
        text = text.replace(training_keys.MARK, training_keys.key_tables())
    if source == f"docs/{rule_numbers.PAGE}.md":
        text = rule_numbers.define(text)
    return rule_numbers.link(_fit_links(text, source, places))


def _places(root: Path) -> dict[str, str]:
    """Return where each file of the repository that belongs to the site stands there."""
    places = dict(ROOT_PAGES)
    for file in sorted((root / "docs").rglob("*")):
        name = file.relative_to(root / "docs").as_posix()
        top = name.partition("/")[0]
        if top in ("site", "__pycache__", "generate.py", "tools.py") or "__pycache__" in name:
            continue
        if file.suffix in (".md", *COPIED, READY):
            places[f"docs/{name}"] = name
    for file in sorted((root / "notebooks").glob("*.ipynb")):
        places[f"notebooks/{file.name}"] = f"notebooks/{file.stem}.md"
    for file in sorted((root / "configs").rglob("*.yaml")):
        name = file.relative_to(root).as_posix()
        places[name] = name
    return places


def _fit_links(text: str, source: str, places: dict[str, str]) -> str:
    """Change the links of a page to what they are on the site. Code stays as it is."""
    here = os.path.dirname(places[source])  # noqa: PTH120 (a path on the site, not a file)

    def fit(found: re.Match[str]) -> str:
        target, mark, anchor = (found["target"] or "").partition("#")
        if not target or ":" in target:
            return found[0]
        path = os.path.normpath(os.path.join(os.path.dirname(source), target))  # noqa: PTH118, PTH120
        if path not in places:
            return found[0]
        place = os.path.relpath(places[path], here or ".")
        if path.endswith(READY):  # Sphinx would offer it as a download
            return f'<a href="{place}">{found["text"]}</a>'
        return f"[{found['text']}]({place}{mark}{anchor})"

    return _LINK.sub(fit, text)
