"""Holm's correction for several comparisons."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return p-values corrected by Holm's method.

    The same numbers as those of statsmodels, which collects garbage at every call: a quarter of a second each
    where many modules are loaded, and a study makes hundreds.
    """
    values = np.asarray(p_values, np.float64)
    order = values.argsort()
    steps = values[order] * np.arange(len(values), 0, -1)
    corrected = np.empty_like(values)
    corrected[order] = np.minimum(np.maximum.accumulate(steps), 1)
    return corrected
