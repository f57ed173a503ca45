"""The single reader of YAML and JSON files that users write: editions, boards, training, benchmarks.

Nothing in a file is executed. Aliases are rejected, because a few lines of them can expand to millions of
values. Duplicate keys are rejected, because one of the two would be ignored.
"""

import json
import re
import reprlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import yaml

MOST_BYTES = 1 << 17
"""The size limit: no file written by hand is longer than this."""
DEEPEST = 50
_EXPONENT = re.compile(r"[+-]?\d+(\.\d*)?[eE][+-]?\d+")


class ConfigError(ValueError):
    """A file or object is not valid.

    Attributes:
        source: Where it came from: a file, a shipped name, or a word such as ``header``.
        problems: One sentence for each problem: the key, what was found, what is right.
    """

    def __init__(self, source: str, *problems: str) -> None:
        """Collect the problems of one source."""
        super().__init__(source, *problems)
        self.source = source
        self.problems = problems

    def __str__(self) -> str:
        """Return one line for each problem, each with the source."""
        return "\n".join(f"{self.source}: {problem}" for problem in self.problems)


def read_mapping(file: Path) -> dict[Any, Any]:
    """Return the mapping in a YAML or JSON file.

    Raises:
        ConfigError: The file can't be read, is too long, or does not contain a mapping; the message names the
            file and the line.
    """
    return parse_mapping(_read_text(file), str(file), as_json=file.suffix.lower() == ".json")


def parse_mapping(text: str, source: str, *, as_json: bool = False) -> dict[Any, Any]:
    """Return the mapping in the text of a YAML or JSON file.

    Args:
        text: The content of the file. Whoever takes it from outside limits its size.
        source: What an error calls the file.
        as_json: Whether it is JSON, not YAML.

    Raises:
        ConfigError: It is not valid, or not a mapping; the message names the source and the line.
    """
    try:
        data = _parse_json(text) if as_json else _parse_yaml(text)
    except yaml.YAMLError as error:
        raise ConfigError(source, _yaml_problem(error)) from None
    except json.JSONDecodeError as error:
        raise ConfigError(source, f"line {error.lineno}: not valid JSON: {error.msg}") from None
    except RecursionError:
        raise ConfigError(source, "the file is nested too deeply") from None
    except (ValueError, TypeError, AttributeError, LookupError) as error:  # PyYAML, of an odd `!!tag`
        raise ConfigError(source, f"the file has a value that cannot be read: {error}") from None
    if not isinstance(data, dict):
        found = "nothing" if data is None else show(data)
        raise ConfigError(source, f"found {found}, but the file must contain a mapping of keys to values")
    return data


def read_value(text: str, source: str) -> object:
    """Return a single YAML value, such as one from the command line.

    A number such as ``1e-4``, which YAML takes for a word because it has no point, is read as a number.

    Raises:
        ConfigError: It is not valid YAML; the message names the source.
    """
    try:
        value = _parse_yaml(text)
    except yaml.YAMLError as error:
        raise ConfigError(source, f"found {show(text)}: {_yaml_problem(error)}") from None
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
        raise ConfigError(source, f"found {show(text)}, which cannot be read: {error}") from None
    return float(value) if isinstance(value, str) and _EXPONENT.fullmatch(value) else value


def _read_text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)  # of an endless device too
    except FileNotFoundError:
        raise ConfigError(str(file), "there is no such file") from None
    except IsADirectoryError:
        raise ConfigError(str(file), "this is a directory; give a YAML or JSON file") from None
    except (OSError, ValueError) as error:
        raise ConfigError(str(file), f"the file cannot be read: {error}") from None
    if len(data) > MOST_BYTES:
        raise ConfigError(str(file), f"the file is longer than {MOST_BYTES:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"found the byte 0x{error.object[error.start]:02x} at position {error.start}"
        raise ConfigError(str(file), f"{found}, but the file must be text in UTF-8") from None


class _Loader(yaml.SafeLoader):
    """Plain YAML without aliases, duplicate keys or deep nesting."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """Compose a node, unless it is an alias or nested too deeply."""
        if self.check_event(yaml.events.AliasEvent):
            event = self.peek_event()  # type: ignore[no-untyped-call]
            _refuse(f"aliases such as *{event.anchor} are not allowed: write the value again", event)
        if self.depth >= DEEPEST:
            _refuse("the file is nested too deeply", self.peek_event())  # type: ignore[no-untyped-call]
        self.depth += 1
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Build a mapping from a node."""
        seen = set()
        for key_node, _ in node.value:
            if not isinstance(key_node, yaml.ScalarNode) or key_node.tag == "tag:yaml.org,2002:merge":
                continue
            key = self.construct_object(key_node)
            if key in seen:
                _refuse(f"the key {show(key)} is given twice", key_node)
            seen.add(key)
        return super().construct_mapping(node, deep)


def _refuse(problem: str, place: Any) -> NoReturn:
    raise yaml.constructor.ConstructorError(None, None, problem, place.start_mark)


def _parse_yaml(text: str) -> object:
    return yaml.load(text, _Loader)


def _parse_json(text: str) -> object:
    def unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise ValueError(f"the key {show(key)} is given twice")
            found[key] = value
        return found

    return json.loads(text, object_pairs_hook=unique)


def _yaml_problem(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or " ".join(str(error).split())
    return f"line {mark.line + 1}: {problem}" if mark else f"not valid YAML: {problem}"


class _Short(reprlib.Repr):
    """Shows a value of any size in a readable length."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxdict, self.maxlist, self.maxtuple = 3, 20, 40, 40
        self.maxstring = self.maxother = self.maxlong = 60

    def repr_tuple(self, x: tuple[Any, ...], level: int) -> str:
        """Show a tuple as a list, as in a file."""
        return self.repr_list(list(x), level)

    def repr_int(self, x: int, level: int) -> str:
        """Show a number; Python refuses to print one with thousands of digits."""
        return repr(x) if abs(x) < 10**30 else f"a number of {x.bit_length()} bits"


show = _Short().repr
"""Returns a value of any size in a readable length, for error messages."""
