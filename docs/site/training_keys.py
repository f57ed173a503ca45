"""The keys of training files as tables, from the schema that reads them."""

import ast
import inspect
from collections.abc import Iterator
from copy import deepcopy
from functools import cache

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from dixie_training import schema

MARK = "<!-- the keys of training files -->"
LEARNERS = (schema.FastPPOConfig, schema.ExpertConfig, schema.SB3Config, schema.RLlibConfig)


def key_tables() -> str:
    """Return the tables: what all learners have, what each adds, and parts that have keys of their own."""
    common = set(schema.Config.model_fields)
    parts: list[tuple[str, type[BaseModel], list[str]]] = [
        ("All learners", schema.Config, list(schema.Config.model_fields))
    ]
    for learner in LEARNERS:
        added = [name for name in learner.model_fields if name not in common]
        parts.append((f"`learner: {learner.model_fields['learner'].default}` adds", learner, added))
    for part in _inner(LEARNERS):
        parts.append((f"`{part.__name__}`", part, list(part.model_fields)))
    return "\n\n".join(f"### {title}\n\n{_table(model, names)}" for title, model, names in parts)


def _inner(models: tuple[type[BaseModel], ...]) -> list[type[BaseModel]]:
    """Return the models that are values of keys, each once."""
    found: dict[str, type[BaseModel]] = {}
    for model in models:
        for name in model.model_fields:
            for word in ast.walk(_fields(model)[name][0]):
                value = getattr(schema, word.id, None) if isinstance(word, ast.Name) else None
                if isinstance(value, type) and issubclass(value, schema.Part):
                    found[value.__name__] = value
    return list(found.values())


def _table(model: type[BaseModel], names: list[str]) -> str:
    lines = ["| key | type | default | meaning |", "| --- | --- | --- | --- |"]
    for name in names:
        annotation, meaning = _fields(model)[name]
        default = model.model_fields[name].default
        if default is PydanticUndefined:
            shown = "needed"
        elif isinstance(default, BaseModel) or name == "game":
            shown = "see below" if isinstance(default, BaseModel) else "4 players"
        else:
            shown = f"`{default!r}`"
        cells = (f"`{name}`", f"`{_short(annotation)}`", shown, meaning)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def _short(annotation: ast.expr) -> str:
    """Return a type as it stands in the source, without limits."""
    return ast.unparse(_WithoutLimits().visit(deepcopy(annotation)))


class _WithoutLimits(ast.NodeTransformer):
    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if ast.unparse(node.value) == "Annotated" and isinstance(node.slice, ast.Tuple):
            return node.slice.elts[0]
        return node


@cache
def _fields(model: type[BaseModel]) -> dict[str, tuple[ast.expr, str]]:
    """Return the annotation and the words of each field, those of the base classes included."""
    found: dict[str, tuple[ast.expr, str]] = {}
    for base in reversed(model.__mro__):
        if base.__module__ == schema.__name__:
            for name, annotation, words in _own_fields(base):
                found[name] = annotation, words or found.get(name, (annotation, ""))[1]
    return found


def _own_fields(model: type) -> Iterator[tuple[str, ast.expr, str]]:
    body = ast.parse(inspect.getsource(model)).body[0]
    assert isinstance(body, ast.ClassDef)
    for line, after in zip(body.body, [*body.body[1:], None], strict=True):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            words = ""
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                words = " ".join(str(after.value.value).split()).replace("``", "`")
            yield line.target.id, line.annotation, words
