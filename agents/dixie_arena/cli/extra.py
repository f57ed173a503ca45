"""What the commands of the arena need beyond the environment."""

from dixie_env.cli.errors import UsageError


def need_arena() -> None:
    """Raise an error that says what to install if packages of the arena are missing."""
    from importlib.util import find_spec

    missing = [
        name
        for name in ("jinja2", "matplotlib", "openskill", "pyarrow", "scipy", "statsmodels")
        if not find_spec(name)
    ]
    if missing:
        raise UsageError(f'this needs {", ".join(missing)}: pip install "dixie-env[arena]"')
