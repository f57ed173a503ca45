"""The one reader of YAML and JSON: what it refuses, and that it does so at once."""

import time

import pytest

from dixie_env.yaml_file import DEEPEST, MOST_BYTES, ConfigError, read_mapping

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefghi", "bcdefghij", strict=True)
)


def write(folder, text, name="file.yaml"):
    file = folder / name
    file.write_text(text)
    return file


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, "line 2: aliases such as *a are not allowed: write the value again"),
        ("a: &x {b: 1}\nc: {<<: *x}", "line 2: aliases such as *x are not allowed"),
        ("a: &x [*x]", "aliases such as *x"),
        ("a: 1\nb: 2\na: 3", "line 3: the key 'a' is given twice"),
        ("a: {b: 1, b: 2}", "line 1: the key 'b' is given twice"),
        ("a: " + "[" * 60 + "]" * 60, "nested too deeply"),
        ("a: " + "x" * MOST_BYTES, "the file is longer than 131,072 bytes"),
        ("a: !!python/object/apply:os.system [ls]", "line 1: could not determine a constructor"),
        ("a: [1", "line 1: "),
        ("- 1", "the file must contain a mapping"),
        ("", "found nothing, but the file must contain a mapping"),
    ],
)
def test_what_is_refused(tmp_path, text, message):
    file = write(tmp_path, text)
    start = time.perf_counter()
    with pytest.raises(ConfigError) as caught:
        read_mapping(file)
    assert time.perf_counter() - start < 2
    assert str(caught.value).startswith(f"{file}: ")
    assert message in str(caught.value)


def test_json_is_read_by_the_same_rules(tmp_path):
    assert read_mapping(write(tmp_path, '{"a": [1]}', "file.json")) == {"a": [1]}
    with pytest.raises(ConfigError, match="'a' is given twice"):
        read_mapping(write(tmp_path, '{"a": 1, "a": 2}', "file.json"))


def test_what_is_near_the_limits_is_read(tmp_path):
    deep = DEEPEST - 2
    assert read_mapping(write(tmp_path, "a: " + "[" * deep + "]" * deep))["a"] is not None
    lines = "\n".join(f"key-{number}: {{value: {number}}}" for number in range(4000))
    assert len(lines) < MOST_BYTES
    assert read_mapping(write(tmp_path, lines))["key-7"] == {"value": 7}
