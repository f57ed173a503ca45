"""Where a recorded game was won and lost."""
