"""Estimates with their intervals, in words for a terminal."""

Estimate = dict[str, float | None]


def percent(estimate: Estimate) -> str:
    """Return an estimate in percent with its interval."""
    scaled = {key: None if value is None else 100 * value for key, value in estimate.items()}
    return number(scaled, 1, "%")


def plus_minus(estimate: Estimate, digits: int) -> str:
    """Return an estimate with half the width of its interval."""
    value, low, high = (estimate[key] for key in ("value", "low", "high"))
    if low is not None and high is not None:
        return f"{value:.{digits}f} ±{(high - low) / 2:.{digits}f}"
    if low is None and high is None:
        return f"{value:.{digits}f}"
    return f"below {high:.{digits}f}" if low is None else f"above {low:.{digits}f}"


def number(estimate: Estimate, digits: int, unit: str = "") -> str:
    """Return an estimate with its interval."""
    value, low, high = (estimate[key] for key in ("value", "low", "high"))
    text = f"{value:.{digits}f}{unit}"
    return text if low is None or high is None else f"{text} [{low:.{digits}f}, {high:.{digits}f}]"
