"""Lets ``python -m dixie_env.cli`` do what ``dixie`` does."""

from dixie_env.cli import main

if __name__ == "__main__":
    main()
