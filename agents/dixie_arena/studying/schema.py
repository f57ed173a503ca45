"""The base of the study's files: strict types, no unknown keys, and errors that say what would be right."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from dixie_arena.config import ArenaError
from dixie_env.config import ConfigError
from dixie_env.paths import configs_dir
from dixie_env.yaml_file import read_mapping

__all__ = ["Part", "find_file", "parse", "read"]

M = TypeVar("M", bound=BaseModel)
ENDINGS = (".yaml", ".yml", ".json")


class Part(BaseModel):
    """A part of a file."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


def find_file(source: str | Path, folder: str) -> Path:
    """Return the file of a shipped name or of a path.

    Args:
        source: A name such as ``study-4p``, or a path that ends in .yaml, .yml or .json.
        folder: Where the shipped files are, in ``configs``.

    Raises:
        ArenaError: There is no such name or file.
    """
    shipped = {file.stem: file for file in sorted((configs_dir() / folder).glob("*.yaml"))}
    if str(source) in shipped:
        return shipped[str(source)]
    file = Path(source)
    if file.suffix.lower() not in ENDINGS:
        raise ArenaError(
            f"there is no {source} in configs/{folder}; give {', '.join(shipped)}, or a file that ends in "
            f"{', '.join(ENDINGS)}"
        )
    return file


def read(model: type[M], file: Path) -> M:
    """Read and check a file.

    Raises:
        ArenaError: It can't be read, or something in it is wrong; the message has a line for each problem.
    """
    try:
        return parse(model, read_mapping(file), str(file))
    except ConfigError as error:
        raise ArenaError(str(error)) from None


def parse(model: type[M], data: Mapping[Any, Any], source: str) -> M:
    """Check plain data.

    Raises:
        ArenaError: Something is wrong; the message has a line for each problem, with its key.
    """
    try:
        return model.model_validate(dict(data))
    except ValidationError as error:
        problems = [
            f"{source}: {'.'.join(map(str, one['loc'])) or 'the file'}: {_words(one)}"
            for one in error.errors(include_url=False)
        ]
        raise ArenaError("\n".join(problems)) from None


def _words(problem: Mapping[str, Any]) -> str:
    kind, message = problem["type"], str(problem["msg"])
    if kind == "extra_forbidden":
        return "unknown key"
    if kind == "missing":
        return "this key is missing"
    found = "" if kind == "value_error" else f"; found {problem['input']!r}"
    return message.removeprefix("Value error, ") + found
