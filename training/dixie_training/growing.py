"""Arrays on disk that grow row by row, so that a dataset never has to fit into memory."""

import hashlib
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray


class GrowingArray:
    """A ``.npy`` file to which rows are appended. Use it in a ``with`` statement.

    numpy leaves room in the header for the number of rows to grow; it is written at the end. Until then
    the file is an array without rows.
    """

    def __init__(self, path: Path) -> None:
        self.rows = 0
        self._file = path.open("wb+")
        self._dtype: np.dtype[Any] | None = None
        self._shape: tuple[int, ...] = ()
        self._start = 0

    def append(self, rows: NDArray[Any]) -> None:
        """Write rows behind the last one. The type and the shape of a row are those of the first call."""
        if self._dtype is None:
            self._dtype, self._shape = rows.dtype, rows.shape[1:]
            self._write_header()
            self._start = self._file.tell()
        if rows.dtype != self._dtype or rows.shape[1:] != self._shape:
            raise ValueError(
                f"rows must be {self._dtype} with the shape {self._shape}, "
                f"not {rows.dtype} with {rows.shape[1:]}"
            )
        self._file.write(np.ascontiguousarray(rows).data)
        self.rows += len(rows)

    def _write_header(self) -> None:
        assert self._dtype is not None
        header = {
            "descr": np.lib.format.dtype_to_descr(self._dtype),
            "fortran_order": False,
            "shape": (self.rows, *self._shape),
        }
        np.lib.format.write_array_header_1_0(self._file, header)

    def close(self) -> None:
        """Write the number of rows and close the file."""
        if self._file.closed:
            return
        if self._dtype is not None:
            self._file.seek(0)
            self._write_header()
            assert self._file.tell() == self._start, "the header of the array has outgrown its place"
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Checksum:
    """SHA-256 of named columns that arrive in parts; it does not depend on where the parts begin."""

    def __init__(self) -> None:
        self._columns: dict[str, Any] = {}

    def add(self, name: str, rows: NDArray[Any]) -> None:
        """Append rows to a column."""
        column = self._columns.setdefault(name, hashlib.sha256(f"{name} {rows.dtype.str}\n".encode()))
        column.update(np.ascontiguousarray(rows).data)

    def hex(self) -> str:
        """Return the checksum of all columns."""
        whole = hashlib.sha256()
        for name in sorted(self._columns):
            whole.update(self._columns[name].digest())
        return whole.hexdigest()
