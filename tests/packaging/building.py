"""Builds the distributions from what git would commit, and puts them into environments of their own."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONSTRAINTS = ROOT / "constraints.txt"


def copy_tree(target: Path) -> Path:
    """Copy the files that git tracks or would add: no builds, no caches."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)
    return target


def build(folder: Path, python: str = sys.executable) -> tuple[Path, Path]:
    """Build sdist and wheel in a folder; return both."""
    tree = copy_tree(folder / "tree")
    command = [python, "-m", "build", "--no-isolation", "--outdir", str(folder / "dist")]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    (wheel,) = (folder / "dist").glob("*.whl")
    return sdist, wheel


class Installed:
    """A virtual environment with the wheel in it, and a folder elsewhere to work in.

    Args:
        folder: Where to put it.
        python: Which Python makes the environment.
    """

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        self.venv, self.home = folder / "venv", folder / "home"
        self.home.mkdir(parents=True)
        self.path = "/usr/bin:/bin"
        subprocess.run([python, "-m", "venv", str(self.venv)], check=True)
        (self.site,) = self.venv.glob("lib/python3*/site-packages")

    def borrow(self) -> None:
        """Let it use the third-party packages of this environment, without installing them again."""
        (self.site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def hide_compilers(self) -> None:
        """Let programs find those of the environment only, and so no compiler."""
        self.path = str(self.venv / "bin")
        assert not any(shutil.which(name, path=self.path) for name in ("cc", "gcc", "clang", "cl", "make"))

    def pip(self, *arguments: str, timeout: float = 3600) -> None:
        """Run pip, or fail with what it said."""
        command = ("-m", "pip", "--disable-pip-version-check", "-q", *arguments)
        done = self.run("python", *command, timeout=timeout)
        assert done.returncode == 0, done.stderr[-4000:]

    def run(self, name: str, *arguments: str, timeout: float = 600) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment in the folder elsewhere."""
        return subprocess.run(
            [str(self.venv / "bin" / name), *arguments],
            cwd=self.home,
            capture_output=True,
            text=True,
            timeout=timeout,
            env={"PATH": self.path, "HOME": str(self.home), "OMP_NUM_THREADS": "1"},
        )

    def ok(self, name: str, *arguments: str, timeout: float = 600) -> str:
        """Run a program that must succeed; return what it printed."""
        done = self.run(name, *arguments, timeout=timeout)
        assert done.returncode == 0, (
            f"{name} {' '.join(arguments)}: {done.stdout[-1000:]}{done.stderr[-3000:]}"
        )
        return done.stdout


def put_foreign_agents(site: Path) -> None:
    """Install a package of somebody else's called ``agents``, as pip would."""
    (site / "agents").mkdir()
    (site / "agents" / "__init__.py").write_text("MARK = 'somebody else'\n")
    info = site / "other_agents-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-agents\nVersion: 1.0\n")
    (info / "RECORD").write_text("agents/__init__.py,,\nother_agents-1.0.dist-info/METADATA,,\n")
