"""The documentation says what the code does: generated tables have not drifted."""

import pytest

from dixie_env import dixie_v0
from docs.generate import ENVIRONMENTS, docstring_tables, info_table, pages


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)
def test_generated_text_is_up_to_date(path) -> None:
    assert path.read_text(encoding="utf-8") == pages()[path], "run `make docs`"


def test_the_docstring_has_the_tables() -> None:
    assert docstring_tables() in (dixie_v0.__doc__ or "")


def test_the_words_of_the_infos_are_in_the_docs() -> None:
    text = info_table()
    assert "| 0 | `nothing` | `setup` |" in text and "| 22 | `offer` |  |" in text
    assert text in ENVIRONMENTS.read_text(encoding="utf-8")


def test_the_tables_name_every_argument_and_block() -> None:
    text = docstring_tables()
    for word in ("`players`", "`observe_board`", "`opponent_k.goods`", "`dump:apple`", "| v0 |"):
        assert word in text
