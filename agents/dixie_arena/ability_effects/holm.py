"""Holm's correction for several comparisons."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return p-values corrected by Holm's method.

    Gives the same numbers as statsmodels, which runs the garbage collector at every call. With many modules
    loaded that takes a quarter of a second, and a study makes hundreds of calls.
    """
    values = np.asarray(p_values, np.float64)
    order = values.argsort()
    steps = values[order] * np.arange(len(values), 0, -1)
    corrected = np.empty_like(values)
    corrected[order] = np.minimum(np.maximum.accumulate(steps), 1)
    return corrected
