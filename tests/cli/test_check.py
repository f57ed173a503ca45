"""`dixie check`: good records, bad ones, and both together."""

from pathlib import Path

import pytest

from tests.cli.helpers import Ran, lines_of, record, write_lines


@pytest.fixture(scope="module", params=["plain", "full"])
def good(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = ["--full"] if request.param == "full" else []
    (file,) = record(tmp_path_factory.mktemp("good"), "--players", 3, "--seed", 11, *options)
    return file


def test_good_records(tmp_path: Path) -> None:
    files = record(tmp_path, "--games", 3)
    ran = Ran("check", *files)
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.splitlines() == [f"ok {file}" for file in files]


def test_a_long_name_stays_on_its_line(tmp_path: Path) -> None:
    (file,) = record(tmp_path / ("long" * 40))
    assert Ran("check", file).out.splitlines() == [f"ok {file}"]


def refused(file: Path) -> tuple[int, str]:
    """Check that a file is refused, and return the line and the reason."""
    ran = Ran("check", file)
    assert ran.code == 1
    assert ran.out == ""
    start = f"{file}, line "
    assert ran.error.startswith(start)
    number, _, reason = ran.error.removeprefix(start).partition(": ")
    return int(number), reason


def test_a_record_without_its_last_line(good: Path, tmp_path: Path) -> None:
    lines = lines_of(good)
    write_lines(tmp_path / "cut.jsonl", lines[:-1])
    number, reason = refused(tmp_path / "cut.jsonl")
    assert number == len(lines)
    assert "cut off" in reason


def test_a_record_that_ends_within_a_line(good: Path, tmp_path: Path) -> None:
    text = good.read_text()
    (tmp_path / "cut.jsonl").write_text(text[: len(text) // 2])
    number, reason = refused(tmp_path / "cut.jsonl")
    assert number == len(text[: len(text) // 2].splitlines())
    assert "cut off" in reason


def test_a_changed_choice(good: Path, tmp_path: Path) -> None:
    lines = lines_of(good)
    place = next(i for i, line in enumerate(lines) if line.get("kind") == "act")
    lines[place]["choice"] = "ability:3"
    write_lines(tmp_path / "changed.jsonl", lines)
    number, reason = refused(tmp_path / "changed.jsonl")
    assert number == place + 1
    assert "ability:3" in reason


def test_a_changed_outcome(good: Path, tmp_path: Path) -> None:
    lines = lines_of(good)
    place = next(i for i, line in enumerate(lines) if line.get("kind") == "demand")
    lines[place]["value"] = "gold"
    write_lines(tmp_path / "changed.jsonl", lines)
    number, reason = refused(tmp_path / "changed.jsonl")
    assert number == place + 1
    assert "gold" in reason


def test_a_changed_result(good: Path, tmp_path: Path) -> None:
    lines = lines_of(good)
    lines[-1]["scores"][0] += 1
    write_lines(tmp_path / "changed.jsonl", lines)
    number, reason = refused(tmp_path / "changed.jsonl")
    assert number == len(lines)
    assert "scores.0" in reason


def test_an_unknown_version_and_other_files(good: Path, tmp_path: Path) -> None:
    lines = lines_of(good)
    lines[0]["version"] = 2
    write_lines(tmp_path / "new.jsonl", lines)
    number, reason = refused(tmp_path / "new.jsonl")
    assert (number, "version" in reason) == (1, True)
    (tmp_path / "empty.jsonl").touch()
    assert refused(tmp_path / "empty.jsonl") == (1, "the file is empty")
    (tmp_path / "binary.jsonl").write_bytes(bytes(range(256)))
    assert refused(tmp_path / "binary.jsonl")[0] == 1


def test_bad_ones_do_not_keep_from_checking_the_rest(good: Path, tmp_path: Path) -> None:
    bad, missing = tmp_path / "bad.jsonl", tmp_path / "missing.jsonl"
    bad.write_text("{}\n")
    ran = Ran("check", bad, good, missing, tmp_path, good)
    assert ran.code == 1
    assert ran.out.splitlines() == [f"ok {good}"] * 2
    first, second, third = ran.err.splitlines()
    assert first.startswith(f"error: {bad}, line 1: ")
    assert second == f"error: {missing}: No such file or directory"
    assert third == f"error: {tmp_path}: Is a directory"


def test_files_are_needed() -> None:
    ran = Ran("check")
    assert ran.code == 2
    assert "files" in ran.error.lower()
