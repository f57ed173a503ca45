"""How to install what an optional part of Dixie needs."""


class MissingExtra(ImportError):
    """A package of an extra is not installed. The message says what to install."""


def install_hint(*extras: str) -> str:
    """Return the command that installs extras. It names no package index, because Dixie is on none.

    Args:
        extras: Names of extras, as in ``pyproject.toml``.
    """
    names = ",".join(extras)
    return f'pip install ".[{names}]" in a clone of Dixie, or pip install "FILE.whl[{names}]" with its wheel'
