"""What builds wheels elsewhere, as far as it can be checked here: which ones, and valid workflows."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.packaging.building import ROOT

pytest.importorskip("cibuildwheel", reason="needs the extra dist")

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    "linux": {"x86_64": "manylinux_x86_64", "aarch64": "manylinux_aarch64"},
    "macos": {"x86_64": "macosx_x86_64", "arm64": "macosx_arm64"},
}


@pytest.mark.parametrize(
    ("system", "processor"), [(name, each) for name in SYSTEMS for each in SYSTEMS[name]]
)
def test_these_wheels_are_built(system: str, processor: str) -> None:
    command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers"]
    command += ["--platform", system, "--archs", processor, str(ROOT)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert listed == [f"cp{version.replace('.', '')}-{SYSTEMS[system][processor]}" for version in VERSIONS]


def test_the_versions_of_python_are_the_declared_ones() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert tuple(declared) == VERSIONS
    assert project["requires-python"] == f">={VERSIONS[0]}"


def test_the_workflows_follow_their_schema() -> None:
    assert [file.name for file in WORKFLOWS] == ["tests.yml", "wheels.yml"]
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    done = subprocess.run([*command, *map(str, WORKFLOWS)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def steps(file: Path) -> list[dict[str, Any]]:
    workflow = yaml.safe_load(file.read_text("utf-8"))
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def test_what_the_workflows_run_is_there() -> None:
    commands = " ".join(step["run"] for file in WORKFLOWS for step in steps(file) if "run" in step)
    for path in re.findall(r"(?:tests/\w+|\.ci/\w+|constraints\.txt)", commands):
        assert (ROOT / path).exists(), path
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for names in re.findall(r'"\.\[(.+?)\]"', commands):
        assert set(names.split(",")) <= set(extras)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["cibuildwheel"]
    assert all((ROOT / name).is_file() for name in settings["test-sources"])
    assert settings["test-command"].endswith(settings["test-sources"][0])
    assert set(settings["test-extras"]) <= set(extras)
