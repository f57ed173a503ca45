"""Where the data files of the package are."""

from functools import cache
from pathlib import Path


@cache
def configs_dir() -> Path:
    """Return the directory of the shipped configuration files (``editions/``, ``boards/``, ...).

    In an installed wheel it is inside the package; in a checkout, and so in an editable install, it is next
    to the package.

    Raises:
        FileNotFoundError: It is in neither place: the installation is incomplete.
    """
    package = Path(__file__).resolve().parent
    candidates = (package / "configs", package.parent / "configs")
    for directory in candidates:
        if (directory / "editions").is_dir():
            return directory
    tried = " or ".join(str(directory) for directory in candidates)
    raise FileNotFoundError(
        f"the configuration files of dixie-env are missing: no directory 'editions' in {tried}; "
        "install the package again, or run from a complete checkout"
    )
