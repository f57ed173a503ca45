"""Builds the Cython engine and the compiled agents; all else about the package is in ``pyproject.toml``.

``DIXIE_DEBUG=1`` gives the debug build: assertions, bounds checks, address and undefined-behaviour
sanitizers. It plays the same games as the release build, more slowly.
"""

import importlib.util
import os
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
ENGINE = Path("dixie_env") / "engine"
AGENTS = Path("agents") / "dixie_agents" / "compiled"
DEBUG_CHECK = Path("tests") / "debug" / "debug_check.pyx"
"""A deliberate error that the debug build must notice; no other build has it."""
HOLDERS = ("agents", "training")
"""Folders that hold packages and are none themselves: their names belong to others in site-packages."""
RULES = ("promotion", "scoring", "points", "actions", "phases", "play")
"""The modules that are compiled twice: silent, and together as `telling`."""
TELLING = "dixie_env.engine.telling"
JOBS = 2
DEBUG = os.environ.get("DIXIE_DEBUG", "0") not in ("", "0")
MODE = "debug" if DEBUG else "release"

SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
# `-w`: warnings about C that Cython has generated help nobody.
# `-ffp-contract=off`: a multiplication and a sum may not become one operation with one rounding, as compilers
# do wherever the processor has it (always on ARM): sums would differ in the last bit from machine to machine.
COMMON_FLAGS = ["-w", "-ffp-contract=off"]
DEBUG_FLAGS = [*COMMON_FLAGS, "-O1", "-g", "-fno-omit-frame-pointer", *SANITIZE]
RELEASE_FLAGS = [*COMMON_FLAGS, "-O3", "-g0"]
if sys.platform == "win32":  # Microsoft's words for the same; never tried
    RELEASE_FLAGS = ["/w", "/O2", "/std:c11", "/fp:precise"]
DIRECTIVES = {
    "language_level": "3",
    "cdivision": True,  # in both builds: division must mean the same
    "boundscheck": DEBUG,
    "wraparound": False,  # in both builds: a negative index is an error, never the end of the array
    "initializedcheck": DEBUG,
}


def load_sources_module() -> ModuleType:
    """Load ``sources.py`` by its path: importing the package needs the extensions that are to be built."""
    spec = importlib.util.spec_from_file_location("dixie_sources", ROOT / ENGINE / "sources.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def extensions() -> list[Extension]:
    """Return one extension for each ``.pyx`` file of the engine and of the compiled agents."""
    source_hash = load_sources_module().source_hash
    return [
        *(extension(ENGINE / file.name, source_hash(ROOT / ENGINE)) for file in compiled_files(ENGINE)),
        telling_extension(source_hash(ROOT / ENGINE)),
        *(
            extension(AGENTS / file.name, source_hash(ROOT / AGENTS, ROOT / ENGINE))
            for file in compiled_files(AGENTS)
        ),
        *([extension(DEBUG_CHECK, "")] if DEBUG else []),
    ]


def write_telling() -> Path:
    """Write the module of the rules that tell what happens (events.pxd), and return its file.

    It is the text of the rule modules, one after the other, without what they import from each other.
    """
    own_import = re.compile(rf"from dixie_env\.engine\.({'|'.join(RULES)}) cimport ")
    parts = ["# cython: language_level=3\n", "from dixie_env.engine.promotion cimport SERVANT_TARGET\n"]
    for name in RULES:
        lines = (ROOT / ENGINE / f"{name}.pyx").read_text(encoding="utf-8").splitlines(keepends=True)
        parts += [line for line in lines if not own_import.match(line) and not line.startswith("include ")]
    parts.append('include "source_hash.pxi"\n')
    file = Path("build") / f"cython-{MODE}" / "telling.pyx"
    (ROOT / file).parent.mkdir(parents=True, exist_ok=True)
    (ROOT / file).write_text("".join(parts), encoding="utf-8")
    return file


def telling_extension(source_hash: str) -> Extension:
    """Return the extension of the rules that tell; its source is put together when it is built."""
    telling = extension(ENGINE / "telling.pyx", source_hash)
    telling.sources = [(ENGINE / f"{name}.pyx").as_posix() for name in RULES]
    telling.define_macros.append(("DIXIE_TELLING", "1"))
    return telling


def compiled_files(directory: Path) -> list[Path]:
    """Return the sources of the modules in a directory."""
    return sorted((ROOT / directory).glob("*.pyx"))


def module_name(source: Path) -> str:
    """Return the name under which a source is imported: without the folder that holds its package."""
    parts = source.with_suffix("").parts
    return ".".join(parts[1:] if parts[0] in HOLDERS else parts)


def extension(source: Path, source_hash: str) -> Extension:
    """Return the extension of one ``.pyx`` file."""
    macros: list[tuple[str, str | None]] = [
        ("DIXIE_SOURCE_HASH", f'"{source_hash}"'),
        ("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION"),
    ]
    return Extension(
        module_name(source),
        [source.as_posix()],
        language="c",
        define_macros=macros if DEBUG else [*macros, ("NDEBUG", None)],
        undef_macros=["NDEBUG"] if DEBUG else [],
        extra_compile_args=DEBUG_FLAGS if DEBUG else RELEASE_FLAGS,
        extra_link_args=SANITIZE if DEBUG else [],
    )


class BuildEngine(build_ext):
    """Translates and compiles all extensions, always: they share a struct and one hash of all sources."""

    def finalize_options(self) -> None:
        """Force the build, two modules at a time."""
        super().finalize_options()
        self.force = True
        self.parallel = self.parallel or JOBS

    def run(self) -> None:
        """Translate to C here, not earlier: an sdist or the metadata alone need no compiler."""
        if self.extensions:
            import numpy
            from Cython.Build import cythonize

            print(f"translating {len(self.extensions)} modules to C ({MODE} build)", flush=True)
            for extension in self.extensions:
                if extension.name == TELLING:
                    extension.sources = [write_telling().as_posix()]
            translated = cythonize(
                self.extensions,
                nthreads=JOBS,
                force=True,
                quiet=True,
                include_path=[".", *HOLDERS, ENGINE.as_posix()],
                build_dir=f"build/cython-{MODE}",
                compiler_directives=DIRECTIVES,
            )
            sources = {extension.name: extension.sources for extension in translated}
            for extension in self.extensions:
                extension.sources = sources[extension.name]
                extension.include_dirs.append(numpy.get_include())
        super().run()

    def build_extension(self, ext: Any) -> None:
        """Compile one module."""
        print(f"compiling {ext.name}\n", end="", flush=True)  # one write: two threads do this
        super().build_extension(ext)


def package_dirs() -> dict[str, str]:
    """Return where the packages are, by name; ``configs/`` counts as a package of data in ``dixie_env``."""
    held = {
        name: f"{holder}/{name}"
        for holder in HOLDERS
        for name in find_packages(str(ROOT / holder))
        if "." not in name
    }
    return {"dixie_env": "dixie_env", **held, "dixie_env.configs": "configs"}


def packages() -> list[str]:
    """Return the names of all packages."""
    code = find_packages(str(ROOT), include=["dixie_env", "dixie_env.*"])
    return [
        *code,
        *(name for holder in HOLDERS for name in find_packages(str(ROOT / holder))),
        "dixie_env.configs",
    ]


if __name__ == "__main__":
    setup(
        packages=packages(),
        package_dir=package_dirs(),
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildEngine},
    )
