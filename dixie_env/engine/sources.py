"""One hash over all compiled sources, so that a stale build is detected and never used.

The compiled modules share a struct. A module built from older sources than the others would import without an
error and then read the wrong bytes, and file times don't reveal it. So the build passes one hash of all
sources to the compiler as the string macro ``DIXIE_SOURCE_HASH``, and every module keeps it::

    cdef extern from *:
        const char* DIXIE_SOURCE_HASH
    SOURCE_HASH = DIXIE_SOURCE_HASH.decode()

``check_build`` compares the hashes at import. The compiled agents use the engine's structs, so their hash
covers the engine's sources and their own. ``setup.py`` loads this file by its path, so it may use only the
standard library. Run as a script, it prints the extensions that need building, and fails if there are any.
"""

import sys
from collections.abc import Iterable
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType

ENGINE = Path(__file__).resolve().parent
AGENTS = ENGINE.parents[1] / "agents" / "dixie_agents" / "compiled"
SUFFIXES = (".pyx", ".pxd", ".pxi")
GENERATED = "telling"
"""The module that ``setup.py`` generates from the sources of others; only its ``.pxd`` is in the tree."""

REBUILD = "run `make build` in the checkout, or install the package again"

MISSING_EXTENSION = f"the compiled engine of dixie-env is missing or incomplete: {REBUILD}"
"""The message if a compiled module can't be imported."""


def compiled_modules(directory: Path = ENGINE) -> list[str]:
    """Return the names of a directory's compiled modules, from their sources or, in a wheel, their files."""
    names = {file.stem for pattern in ("*.pyx", f"{GENERATED}.pxd") for file in directory.glob(pattern)}
    if not names:
        names = {file.name.partition(".")[0] for file in directory.glob(f"*{EXTENSION_SUFFIXES[0]}")}
    return sorted(names)


def source_files(directory: Path = ENGINE) -> list[Path]:
    """Return all Cython sources below a directory, sorted by their names relative to it."""
    files = (file for file in directory.rglob("*") if file.suffix in SUFFIXES and file.is_file())
    return sorted(files, key=lambda file: file.relative_to(directory).as_posix())


def source_hash(directory: Path = ENGINE, *below: Path) -> str:
    """Return 16 hexadecimal digits that depend on the name and content of every source.

    Args:
        directory: Where the sources are.
        below: Where the sources that they depend on are.
    """
    digest = sha256()
    for folder in (directory, *below):
        for file in source_files(folder):
            name, content = file.relative_to(folder).as_posix().encode(), file.read_bytes()
            # The lengths separate the end of one part from the start of the next.
            digest.update(b"%d %d\n" % (len(name), len(content)) + name + content)
    return digest.hexdigest()[:16]


def stale_extensions(directory: Path = ENGINE, *below: Path) -> list[str]:
    """Return the names of the modules that are not compiled, or were compiled from different sources.

    This looks for the hash in the bytes of the compiled file, because a stale module should not be imported.
    """
    current = source_hash(directory, *below).encode()
    stale = []
    for name in compiled_modules(directory):
        built = directory / f"{name}{EXTENSION_SUFFIXES[0]}"
        if not built.is_file() or current not in built.read_bytes():
            stale.append(name)
    return stale


def check_build(modules: Iterable[ModuleType], directory: Path = ENGINE, *below: Path) -> None:
    """Check that the compiled modules match each other and the sources next to them.

    Args:
        modules: The imported extension modules, each with its ``SOURCE_HASH``.
        directory: Where the sources are, if any: a checkout has them, an installed wheel does not.
        below: Where the sources that they depend on are.

    Raises:
        ImportError: Modules were built from different sources, or the sources have changed since.
    """
    hashes = {module.__name__: str(getattr(module, "SOURCE_HASH", "none")) for module in modules}
    if len(set(hashes.values())) > 1:
        found = ", ".join(f"{name} has {value}" for name, value in hashes.items())
        raise ImportError(f"the modules of the engine were built from different sources ({found}): {REBUILD}")
    if not any(directory.glob("*.pyx")):
        return
    current = source_hash(directory, *below)
    for name, value in hashes.items():
        if value != current:
            raise ImportError(
                f"the build of the engine is stale: {name} was built from sources with the hash {value}, "
                f"but those in the checkout have {current}: {REBUILD}"
            )


if __name__ == "__main__":
    names = stale_extensions() + stale_extensions(AGENTS, ENGINE)
    if names:
        print(f"to build: {', '.join(names)}")
    sys.exit(1 if names else 0)
