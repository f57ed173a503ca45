"""What identifies an agent: a checksum of everything that decides how it plays.

- A trained policy: the checksum of its card, which covers card and weights.
- A built-in bot or search: its name, the code of this package, and the policy that guides it.
- Your own class: its code, and its arguments with the files and folders they name.

The code of a class consists of the files of its module and its base classes, the modules that these import
from the same folder or package, and, for a module in a package, all Python files in its folder and below.
Imported packages that are installed do not count, nor does code that a function imports later.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from hashlib import file_digest, sha256
from importlib.machinery import ModuleSpec
from inspect import getsource
from pathlib import Path
from types import ModuleType

from dixie_agents.compiled import bots as compiled_bots
from dixie_agents.names import AgentError

_OWN = ("dixie_agents", "dixie_arena", "dixie_env", "dixie_training", "dixie_web")
_INSTALLED = ("site-packages", "dist-packages")
MOST_FILES = 10_000
"""The limit for a folder that an argument names."""


def digest(*parts: str | bytes) -> str:
    """Return a checksum of parts that depends on where each part ends."""
    total = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        total.update(b"%d\n" % len(data) + data)
    return total.hexdigest()


@cache
def fingerprint_package() -> str:
    """Return a checksum of the code of this package. A checkout and a wheel have the same one.

    The hash of their sources, including the engine's, represents the compiled modules.
    """
    folder = Path(__file__).resolve().parent
    return digest(compiled_bots.SOURCE_HASH, *_contents(folder, folder.rglob("*.py")))


def fingerprint_built_in(name: str, *parts: str) -> str:
    """Return the fingerprint of a bot of this package.

    Args:
        name: Its name, with its argument.
        parts: What else decides how it plays.
    """
    return digest("built-in", fingerprint_package(), name, *parts)


def fingerprint_class(
    *kinds: Callable[..., object], arguments: Iterable[str] = (), options: Mapping[str, str] | None = None
) -> str:
    """Return the fingerprint of agents of a class.

    Args:
        kinds: The class, and the function that creates it if there is one.
        arguments: Its positional arguments.
        options: Its keyword arguments.

    Raises:
        AgentError: An argument names a folder with too many files.
    """
    given = [*arguments, *(part for pair in (options or {}).items() for part in pair)]
    names = [f"{kind.__module__}:{kind.__qualname__}" for kind in kinds]
    code = sorted(_code_of(_modules_of(kinds)).items())
    parts = [part for pair in code for part in pair] or [_source_of(kind) for kind in kinds]
    named = [part for text in given for part in _named(text)]
    return digest("class", *names, *parts, "made with", *given, *named)


def _contents(folder: Path, files: Iterable[Path]) -> Iterator[str]:
    """Yield names below a folder and checksums of contents, in the order of the names."""
    named = sorted((file.relative_to(folder).as_posix(), file) for file in files)
    for name, file in named:
        yield name
        yield _sha256(file)


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return file_digest(opened, "sha256").hexdigest()


# --- files that arguments name ----------------------------------------------------------------------------


def _named(text: str) -> Iterator[str]:
    """Yield checksums of the file or the folder that an argument names, if it names one."""
    try:
        path = Path(text)
        if text and path.is_file():
            yield _sha256(path)
        elif text and path.is_dir():
            yield from _contents(path, _files_in(path))
    except AgentError:
        raise
    except (OSError, ValueError):  # too long for a path, or not readable: treat it as plain text
        return


def _files_in(folder: Path) -> list[Path]:
    files = []
    for file in folder.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            files.append(file)
        if len(files) > MOST_FILES:
            raise AgentError(
                f"an argument names the folder {folder}, which has more than {MOST_FILES} files; all of them "
                "would become part of the agent; name a folder that holds only what the agent reads"
            )
    return files


# --- the code of a class ----------------------------------------------------------------------------------

_read: dict[str, tuple[ModuleSpec | None, dict[str, str]]] = {}
"""The code of modules as first seen. Python does not read a module again when its file changes, so it is not
read again here either. A reloaded module has another spec."""


def _modules_of(kinds: Iterable[Callable[..., object]]) -> list[str]:
    """Return the modules of the classes, and of their base classes that are not installed packages."""
    names = []
    for kind in kinds:
        names.append(kind.__module__)
        for base in kind.__mro__ if isinstance(kind, type) else ():
            module = sys.modules.get(base.__module__)
            if module is not None and not _is_installed(module):
                names.append(base.__module__)
    return names


def _code_of(names: Iterable[str]) -> dict[str, str]:
    """Return checksums of the files of modules, under names that are the same on every machine."""
    code: dict[str, str] = {}
    waiting, seen = list(names), set()
    while waiting:
        name = waiting.pop()
        module = sys.modules.get(name)
        if name in seen or module is None or _is_known(module):
            continue
        seen.add(name)
        code |= _files_of(module)
        waiting += _imports(module)
    return code


def _files_of(module: ModuleType) -> dict[str, str]:
    spec = module.__spec__
    kept = _read.get(module.__name__)
    if kept is None or kept[0] is not spec or spec is None:
        kept = _read[module.__name__] = (spec, _read_files(module))
    return kept[1]


def _read_files(module: ModuleType) -> dict[str, str]:
    """Return the file of a module; for a module in a package, all Python files in its folder."""
    file = _file_of(module)
    if file is None:
        return {}
    if not module.__package__:
        return {file.name: _sha256(file)}
    files = {file, *(source for source in file.parent.rglob("*.py") if source.is_file())}
    return {
        f"{module.__package__}/{source.relative_to(file.parent).as_posix()}": _sha256(source)
        for source in files
    }


def _imports(module: ModuleType) -> Iterator[str]:
    """Yield the modules that a module imports from, if they are in its package or folder."""
    own = _file_of(module)
    if own is None:
        return
    for value in list(vars(module).values()):
        name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
        other = sys.modules.get(name) if isinstance(name, str) else None
        if other is None or (file := _file_of(other)) is None:
            continue
        if _top(other) == _top(module) or (own.parent in file.parents and not _is_installed(other)):
            yield other.__name__


def _is_known(module: ModuleType) -> bool:
    """Is this a module of Dixie or of Python itself?"""
    return _file_of(module) is None or _top(module) in _OWN or _top(module) in sys.stdlib_module_names


def _is_installed(module: ModuleType) -> bool:
    file = _file_of(module)
    return file is None or any(part in _INSTALLED for part in file.parts)


def _top(module: ModuleType) -> str:
    return module.__name__.partition(".")[0]


def _file_of(module: ModuleType) -> Path | None:
    file = getattr(module, "__file__", None)
    return Path(file) if isinstance(file, str) and Path(file).is_file() else None


def _source_of(kind: Callable[..., object]) -> str:
    """Return the source of a class without a file, as in a notebook; empty if there is none."""
    try:
        return getsource(kind)
    except (OSError, TypeError):
        return ""
