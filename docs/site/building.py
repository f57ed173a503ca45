"""Builds the site. A warning of Sphinx or a fault in the built pages is an error."""

import hashlib
import shutil
import sys
from pathlib import Path

from docs.site.checking import find_faults
from docs.site.staging import READY_FOLDER, stage

ROOT = Path(__file__).parents[2]


class SiteError(Exception):
    """The site has faults; the message lists them."""


def build(out: Path, root: Path = ROOT) -> Path:
    """Build the site and return its folder.

    Args:
        out: Where to build: ``out/source`` gets the sources, ``out/html`` the site.
        root: The repository.

    Raises:
        SiteError: There is a broken link, a missing picture, a name in the API that does not exist, or
            anything else that Sphinx warns about.
        NotVerified: A result card of the leaderboard is wrong.
    """
    from sphinx.cmd.build import main as sphinx

    source, site = out / "source", out / "html"
    stage(root, source)
    _forget_other_builders(out)
    arguments = ["-q", "-W", "--keep-going", "-c", str(Path(__file__).parent), "-d", str(out / "pages")]
    ready = f"html_extra_path={source.resolve() / READY_FOLDER}"
    code = sphinx([*arguments, "-b", "html", "-D", ready, str(source), str(site)])
    faults = find_faults(site)
    if code:
        faults.insert(0, "Sphinx warned (see above)")
    if faults:
        # Sphinx warns about a page only when it reads it: next time it must read all of them.
        shutil.rmtree(out / "pages", ignore_errors=True)
        raise SiteError("\n".join(faults))
    return site


def _forget_other_builders(out: Path) -> None:
    """Let Sphinx read all pages again if the code that makes them has changed, which it would not notice."""
    here = Path(__file__).parent
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(here.glob("*.py")))).hexdigest()
    note = out / "builder.txt"
    if not note.exists() or note.read_text(encoding="utf-8") != digest:
        shutil.rmtree(out / "pages", ignore_errors=True)
        note.write_text(digest, encoding="utf-8")


def main() -> None:
    """Build the site: ``python -m docs.site [OUT [ROOT]]``."""
    out, root = ([Path(argument) for argument in sys.argv[1:]] + [ROOT / ".site", ROOT][len(sys.argv) - 1 :])[
        :2
    ]
    try:
        site = build(out, root)
    except SiteError as error:
        sys.exit(f"the site has faults:\n{error}")
    print(f"open {site / 'index.html'}")
