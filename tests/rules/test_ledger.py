"""Every rule has a test that names it."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOT_TESTED = {"R10.21"}  # a remark on where the pyramid comes from


def rules_in_the_book() -> set[str]:
    """Numbers that rules.md defines: at the start of a list item or of a table row."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    return set(re.findall(r"^(?:- |\| )(R\d+\.\d+)", text, re.MULTILINE))


def rules_named_by_tests() -> dict[str, list[str]]:
    """Numbers in `@rule(...)` on test functions, with the names of these tests."""
    named: dict[str, list[str]] = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for decorator in node.decorator_list:
                    if (
                        isinstance(decorator, ast.Call)
                        and isinstance(decorator.func, ast.Name)
                        and decorator.func.id == "rule"
                    ):
                        for argument in decorator.args:
                            named.setdefault(ast.literal_eval(argument), []).append(
                                f"{file.name}::{node.name}"
                            )
    return named


def test_the_book_has_all_its_sections() -> None:
    sections = {number.split(".")[0] for number in rules_in_the_book()}
    assert sections == {f"R{section}" for section in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)}
    assert len(rules_in_the_book()) == 124


def test_every_rule_has_a_test() -> None:
    missing = rules_in_the_book() - rules_named_by_tests().keys() - NOT_TESTED
    assert not missing, f"no test names {sorted(missing)}"


def test_tests_name_only_rules_of_the_book() -> None:
    unknown = rules_named_by_tests().keys() - rules_in_the_book()
    assert not unknown, {number: rules_named_by_tests()[number] for number in unknown}
