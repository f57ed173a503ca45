"""``python -m dixie_env.cli``."""

from dixie_env.cli import main

if __name__ == "__main__":
    main()
