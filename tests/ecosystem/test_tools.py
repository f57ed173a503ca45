"""Versions, glue and the table fit the examples; two of them learn in the developer's environment."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest

from dixie_agents import win_share
from docs.tools import EXAMPLES, TOOLS, Tool, code_lines, glue_lines, measured, pinned, tool_rows
from tests.ecosystem import matrix
from tests.ecosystem.matrix import Outcome, read_outcome

each_tool = pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.folder)


def load(tool: Tool) -> Any:
    """Import the example."""
    spec = spec_from_file_location(f"example_{tool.folder}", tool.file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def named(folder: str) -> Tool:
    """Return the tool with that folder."""
    (found,) = [tool for tool in TOOLS if tool.folder == folder]
    return found


def test_every_folder_of_examples_is_a_tool() -> None:
    assert {tool.folder for tool in TOOLS} == {
        path.name for path in EXAMPLES.iterdir() if path.is_dir() and path.name != "__pycache__"
    }


@each_tool
def test_the_example_says_how_to_install_the_versions_it_was_measured_with(tool: Tool) -> None:
    text = tool.file.read_text(encoding="utf-8")
    assert f"pip install -c docs/examples/{tool.folder}/constraints.txt . torch" in text
    assert f"python docs/examples/{tool.folder}/{tool.script}" in text
    for requirement in tool.requirements:
        assert requirement in text
        assert pinned(tool, requirement.partition("[")[0])
    assert pinned(tool, "torch") == "2.13.0", "the version with a known build without CUDA"
    result = measured().get(tool.folder)
    if result:
        assert result["version"].partition("+")[0] == pinned(tool, tool.package)
        assert tool.least is None or result["share"] >= tool.least


@each_tool
def test_the_example_is_short(tool: Tool) -> None:
    text = tool.file.read_text(encoding="utf-8")
    assert len(code_lines(text)) <= 100
    assert glue_lines(text) <= 15


def test_code_is_counted_without_comments_and_docstrings() -> None:
    text = '"""A program.\n\nLong.\n"""\n\nimport os\n\n\ndef f():\n    """Do."""\n    # why\n    return 1\n'
    assert code_lines(text) == {6, 9, 12}


def test_glue_is_counted_between_its_marks() -> None:
    text = "a = 1\n# glue: names\nb = 2\n\n# why\nc = 3\n# end of glue\nd = 4\n"
    assert glue_lines(text) == 2
    for wrong in ("# glue\na = 1\n", "# end of glue\n", "# glue\n# glue\n# end of glue\n"):
        with pytest.raises(ValueError, match="glue"):
            glue_lines(wrong)


def test_the_table_has_a_row_for_each_tool() -> None:
    rows = tool_rows()
    assert len(rows) == len(TOOLS)
    for row, tool in zip(rows, TOOLS, strict=True):
        assert (row[-1] == "does not learn") == (tool.least is None)


def test_what_an_example_prints_can_be_read() -> None:
    printed = "noise\nlearned for 42 s\nwon 91.3% [89.4, 93.0] of 1,000 games against sane\n"
    assert read_outcome(printed) == Outcome(42, 0.913, 0.894, 0.93, 1000)
    with pytest.raises(AssertionError, match="printed no result: nothing"):
        read_outcome("nothing")


def test_results_of_other_tools_stay(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "measured.json"
    file.write_text('{"sb3": {"share": 0.9}}', encoding="utf-8")
    monkeypatch.setattr(matrix, "MEASURED", file)
    monkeypatch.setattr(matrix, "version_of", lambda place, package: f"{package} 1")
    outcome = Outcome(10, 0.8, 0.77, 0.82, 1000)
    matrix.write_measured(named("tianshou"), None, outcome)  # type: ignore[arg-type]
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["sb3"] == {"share": 0.9}
    assert found["tianshou"]["version"] == "tianshou 1" and found["tianshou"]["share"] == 0.8


def test_the_example_in_one_file_learns() -> None:
    torch = pytest.importorskip("torch", reason="needs the extra train")
    torch.set_num_threads(1)
    policy = load(named("cleanrl")).train(updates=6, opponent="sane", seed=1)
    assert win_share(policy.choose, "sane", games=300).share > 0.5


def test_the_example_of_stable_baselines_learns() -> None:
    pytest.importorskip("sb3_contrib", reason="needs the extra train")
    import torch

    torch.set_num_threads(1)
    model = load(named("sb3")).train(updates=4, opponent="random", seed=1)

    def choose(observations, masks):
        return model.predict(observations, action_masks=masks, deterministic=True)[0]

    assert win_share(choose, "random", games=300).share > 0.6
