"""The documentation says what the code does: generated tables have not drifted."""

import pytest

from dixie_env import dixie_v0
from docs.generate import docstring_tables, pages


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)
def test_generated_text_is_up_to_date(path) -> None:
    assert path.read_text(encoding="utf-8") == pages()[path], "run `make docs`"


def test_the_docstring_has_the_tables() -> None:
    assert docstring_tables() in (dixie_v0.__doc__ or "")


def test_the_tables_name_every_argument_and_block() -> None:
    text = docstring_tables()
    for word in ("`players`", "`observe_board`", "`opponent_k.goods`", "`dump:apple`", "| v0 |"):
        assert word in text
