"""The build: fresh or refused, quick to start, and one way of imports."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dixie_env.engine import sources

ROOT = Path(__file__).parents[2]
ROOMS = {
    "dixie_env.engine": 0,
    "dixie_env": 1,
    "dixie_agents": 2,
    "dixie_arena": 3,
    "dixie_web": 3,
    "dixie_training": 4,
}


def python(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run Python with only this folder's package."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(cwd), str(cwd / "agents"))),
        "PYTHONSAFEPATH": "1",
    }
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=environment, capture_output=True, text=True
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the package as it is here, compiled modules and all."""
    for name in ("dixie_env", "configs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_a_fresh_build_imports(checkout: Path) -> None:
    done = python("-c", "import dixie_env; print(dixie_env.__file__)", cwd=checkout)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(checkout))


@pytest.mark.parametrize("name", ["points.pyx", "model.pxd", "source_hash.pxi"])
def test_a_stale_build_is_refused(checkout: Path, name: str) -> None:
    source = checkout / "dixie_env" / "engine" / name
    times = source.stat()
    source.write_text(source.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    os.utime(source, (times.st_atime, times.st_mtime))  # file times don't tell
    done = python("-c", "import dixie_env", cwd=checkout)
    assert done.returncode != 0
    assert "the build of the engine is stale" in done.stderr
    assert "make build" in done.stderr


def test_modules_of_two_builds_are_refused(checkout: Path) -> None:
    """Even where no sources are beside them: one module has another idea of the struct."""
    engine = checkout / "dixie_env" / "engine"
    for source in [*engine.glob("*.pyx"), *engine.glob("*.pxd"), *engine.glob("*.pxi")]:
        source.unlink()
    module = next(engine.glob("points.*.so"))
    assert python("-c", "import dixie_env", cwd=checkout).returncode == 0
    current = sources.source_hash().encode()
    data = module.read_bytes()
    assert current in data
    module.unlink()
    module.write_bytes(data.replace(current, b"0" * len(current)))
    done = python("-c", "import dixie_env", cwd=checkout)
    assert done.returncode != 0
    assert "built from different sources" in done.stderr


def test_a_missing_module_is_said(checkout: Path) -> None:
    next((checkout / "dixie_env" / "engine").glob("points.*.so")).unlink()
    done = python("-c", "import dixie_env", cwd=checkout)
    assert done.returncode != 0
    assert "make build" in done.stderr


def test_starting_needs_no_heavy_packages() -> None:
    """What takes long to import stays out of the way to the first step."""
    code = (
        "import sys; from dixie_env import Game, make_rules;"
        "game = Game(make_rules(4)); game.step(game.options()[0]);"
        "heavy = {'torch', 'jax', 'pandas', 'matplotlib', 'pettingzoo', 'scipy', 'rich'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = python("-c", code, cwd=ROOT)
    assert done.stdout.strip() == "[]", done.stderr


def room(module: str) -> int | None:
    """The number of the room that a module lies in, the innermost first."""
    for name in sorted(ROOMS, key=len, reverse=True):
        if module == name or module.startswith(f"{name}."):
            return ROOMS[name]
    return None


def imports(file: Path) -> set[str]:
    """All modules that a file imports, at once or later, for types or to run."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            found.add(node.module or "")
    return found


def cimports(file: Path) -> set[str]:
    """All modules that a Cython file imports."""
    lines = file.read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if line.lstrip().startswith(("from ", "import ", "cimport "))]
    return {line[1] for line in words}


def test_imports_go_one_way() -> None:
    files = [
        (holder, file)
        for holder, name in ((ROOT, "dixie_env"), (ROOT / "agents", "."), (ROOT / "training", "."))
        for pattern in ("*.py", "*.pyi", "*.pyx", "*.pxd")
        for file in (holder / name).rglob(pattern)
    ]
    assert len(files) > 10
    for holder, file in files:
        own = room(".".join(file.relative_to(holder).with_suffix("").parts))
        assert own is not None
        for module in (imports if file.suffix in (".py", ".pyi") else cimports)(file):
            other = room(module)
            beside = other == own and module.split(".")[0] != file.relative_to(holder).parts[0]
            assert other is None or (other <= own and not beside), (
                f"{file.relative_to(ROOT)} imports {module}, which does not lie below it"
            )


def test_engine_modules_do_not_import_each_other_in_a_circle() -> None:
    engine = ROOT / "dixie_env" / "engine"
    needs = {
        file.stem: {
            line.split()[1].rsplit(".", 1)[1]
            for part in (file, file.with_suffix(".pxd"))
            if part.exists()
            for line in part.read_text(encoding="utf-8").splitlines()
            if line.startswith("from dixie_env.engine.") and " cimport " in line
        }
        - {file.stem}
        for file in engine.glob("*.pyx")
    }
    while needs:
        free = [name for name, others in needs.items() if not others & needs.keys()]
        assert free, f"a circle among {sorted(needs)}"
        for name in free:
            del needs[name]
