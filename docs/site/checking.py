"""Looks for what a reader would stumble over in the built pages, raw HTML included."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img": "src", "script": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src"}
"""Elements that load a file when the page is shown, and the attribute that names it."""
STYLES = ("stylesheet", "icon", "preload", "modulepreload", "preconnect", "dns-prefetch")


@dataclass
class _Page(HTMLParser):
    """What a page links to and loads."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loaded: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.ids |= {values[key] for key in ("id", "name") if values.get(key)}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "link" and any(word in STYLES for word in values.get("rel", "").split()):
            self.loaded.append((tag, values.get("href", "")))
        elif tag in LOADED and LOADED[tag] in values:
            self.loaded.append((tag, values[LOADED[tag]]))


def find_faults(folder: Path) -> list[str]:
    """Return what is wrong with the pages of a site, one line for each fault.

    Faults are links to pages or anchors that don't exist, pictures and other files that are missing, and
    files from other hosts: the site must work offline, from ``file://`` too.

    Args:
        folder: The built site.
    """
    pages: dict[Path, _Page] = {}
    for file in sorted(folder.rglob("*.html")):
        pages[file] = page = _Page()
        page.feed(file.read_text(encoding="utf-8"))
    faults = []
    for file, page in pages.items():
        name = file.relative_to(folder)
        for link in page.links:
            if fault := _fault_of_link(link, file, pages):
                faults.append(f"{name}: {fault}")
        for tag, source in page.loaded:
            if fault := _fault_of_file(source, file):
                faults.append(f"{name}: <{tag}> {fault}")
    return faults


def _fault_of_link(link: str, file: Path, pages: dict[Path, _Page]) -> str:
    parts = urlsplit(link)
    if parts.scheme in ("http", "https", "mailto"):
        return ""
    if parts.scheme or parts.netloc:
        return f"the link {link} has the scheme {parts.scheme!r}; use a relative path or https"
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return f"the link {link} leads to no file"
    anchor = unquote(parts.fragment)
    if anchor and target in pages and anchor not in pages[target].ids:
        return f"the link {link} leads to no anchor on {target.name}"
    return ""


def _fault_of_file(source: str, file: Path) -> str:
    parts = urlsplit(source)
    if parts.scheme == "data":
        return ""
    if parts.scheme or parts.netloc:
        return f"loads {source} from another place; keep a copy in docs/"
    if not parts.path:
        return "names no file"
    if not (file.parent / unquote(parts.path)).is_file():
        return f"shows {source}, which is missing"
    return ""
