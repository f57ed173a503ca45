# cython: language_level=3
"""The rules of many games: a pool of records, and for each game an index into it.

Boards, editions and numbers of players can thus differ from game to game. The records lie side by side in memory, because a
game reads a few lines of its own in every step.
"""

from libc.stdint cimport int32_t, uintptr_t

import numpy as np

cimport numpy as cnp

from dixie_env.engine.game cimport CompiledRules
from dixie_env.engine.model cimport *

from dixie_env.engine.errors import DixieError, StateError
from dixie_env.engine.model import RULES_DTYPE

include "source_hash.pxi"

cnp.import_array()

cdef enum:
    LINE = 64    # bytes of a cache line

SAVED = ("rules_index", "next_rules_index", "rules")
"""The keys of `RulesTable.save`."""


def checked_rules(rules):
    """One `CompiledRules`, or a sequence of them, as a tuple."""
    if isinstance(rules, CompiledRules):
        rules = (rules,)
    if isinstance(rules, (str, bytes)) or not hasattr(rules, "__len__") or not hasattr(rules, "__getitem__"):
        raise TypeError(f"rules must be CompiledRules (see make_rules) or a sequence of them, not {rules!r}")
    records = tuple(rules)
    if not records:
        raise ValueError("rules must be CompiledRules or a sequence of at least one, not an empty sequence")
    for number, record in enumerate(records):
        if not isinstance(record, CompiledRules):
            raise TypeError(f"rules must be CompiledRules (see make_rules) or a sequence of them: "
                            f"number {number} is {record!r}")
        if record.array is None:
            raise DixieError(f"these rules were never set up: the __init__ of {type(record).__name__} must call "
                             "super().__init__(array, config)")
    return records


def checked_index(index, int size, int count):
    """Which of `count` rules each of `size` games has, as int32; by default they take turns."""
    if index is None:
        return np.arange(size, dtype=np.int32) % np.int32(count)
    array = np.asarray(index)
    if array.shape != (size,) or array.dtype.kind not in "iu":
        raise ValueError(f"index must be {size} integers, one for each game, not {array.dtype} of shape {array.shape}")
    if size and not (array.min() >= 0 and array.max() < count):
        raise ValueError(f"index must name rules 0 to {count - 1}, not {array.min()} to {array.max()}")
    return array.astype(np.int32)


cdef class RulesTable:
    """The rules of `size` games.

    Args:
        rules: One `CompiledRules`, or a sequence of them.
        size: Number of games.
        index: Which of the rules each game has; by default game i has number i % len(rules).
    """

    def __init__(self, rules, int size, index=None):
        cdef int slot
        records = checked_rules(rules)
        self.size = size
        self.index = checked_index(index, size, len(records))
        self.following = self.index.copy()
        self.index.flags.writeable = False    # from Python: a wrong index here would be a crash
        self.now = <int32_t*>cnp.PyArray_DATA(self.index)
        self.then = <int32_t*>cnp.PyArray_DATA(self.following)
        self.held = list(records)
        self.slots = {}
        self.free = set()
        self.allocate(len(records))
        for slot in range(len(records)):
            self.put(slot, records[slot])

    @property
    def records(self):
        """The rules that the indices refer to."""
        return tuple(self.held)

    @property
    def only(self):
        """The rules of all games, if there is one record; otherwise a ValueError."""
        if len(self.held) > 1:
            raise ValueError(f"these games have {len(self.held)} different rules: rules_of(row) has those of one game")
        return self.held[0]

    def of(self, int row):
        """The rules of the current game in a row."""
        self.check_row(row)
        return self.held[self.now[row]]

    def field(self, name):
        """A field of each game's rules record, for example `pit`."""
        return self.memory[name][self.index]

    def set(self, int row, CompiledRules rules not None):
        """Let the next game in a row play by these rules. A record that no game needs any more makes room for them."""
        self.check_row(row)
        self.then[row] = self.slot_for(rules)

    def check_layout(self, bint board, int layout):
        """Raise an `ObservationError` if one of the games can't be observed like this."""
        cdef CompiledRules rules
        for rules in self.held:
            rules.check_layout(board, layout)

    def check_row(self, int row):
        if not 0 <= row < self.size:
            raise IndexError(f"there is no game {row}: games are 0 to {self.size - 1}")

    def save(self):
        """The indices and the records, as a dictionary of arrays."""
        return {"rules_index": self.index.copy(), "next_rules_index": self.following.copy(),
                "rules": self.memory[:len(self.held)].copy()}

    def restored(self, saved, rules=None):
        """A table with saved indices. The rules are those of this table, unless others are given.

        Raises:
            StateError: The indices are not valid, or the games were saved under other rules.
        """
        records = self.records if rules is None else checked_rules(rules)
        if "rules_index" not in saved and len(records) > 1:
            raise StateError(f"saved games need rules_index, because there are {len(records)} rules")
        indices = []
        for name in SAVED[:2]:
            try:
                indices.append(checked_index(saved.get(name, np.zeros(self.size, np.int32)), self.size, len(records)))
            except ValueError as error:
                raise StateError(f"saved {name}: {error}") from None
        cdef RulesTable table = RulesTable(records, self.size, indices[0])
        table.following[:] = indices[1]
        if "rules" in saved:
            kept = np.asarray(saved["rules"])
            for slot in np.unique(indices).tolist():
                if slot >= len(kept) or kept[slot].tobytes() != records[slot].array.tobytes():
                    raise StateError(f"the saved games have other rules: number {slot} differs")
        return table

    # --- inside -----------------------------------------------------------------------------------------

    cdef void allocate(self, int capacity):
        """Room for this many records, from a cache line on; records that are there stay."""
        bytes_ = np.zeros(capacity * sizeof(Rules) + LINE, np.uint8)
        start = -bytes_.ctypes.data % LINE
        memory = bytes_[start:start + capacity * sizeof(Rules)].view(RULES_DTYPE)
        boards = np.zeros(capacity, np.uintp)
        if self.memory is not None:
            memory[:len(self.memory)] = self.memory
            boards[:len(self.boards)] = self.boards
        self.memory, self.boards = memory, boards
        self.record = <Rules*>cnp.PyArray_DATA(memory)
        self.board = <const float**>cnp.PyArray_DATA(boards)

    cdef void put(self, int slot, CompiledRules rules):
        self.held[slot] = rules
        self.slots[id(rules)] = slot
        self.record[slot] = rules.pointer[0]
        self.board[slot] = rules.board

    cdef int slot_for(self, CompiledRules rules) except -1:
        """The slot of these rules, which get one if they have none."""
        cdef int slot
        if id(rules) in self.slots:
            slot = self.slots[id(rules)]
            self.free.discard(slot)
            return slot
        if not self.free and len(self.held) == len(self.memory):
            used = np.zeros(len(self.held), np.bool_)
            used[self.index] = used[self.following] = True
            self.free = set(np.flatnonzero(~used).tolist())
            if 2 * len(self.free) < len(self.held):    # so that we look for room rarely
                self.allocate(2 * len(self.memory))
        if self.free:
            slot = self.free.pop()
            old = id(self.held[slot])
            if self.slots.get(old) == slot:
                del self.slots[old]
        else:
            slot = len(self.held)
            self.held.append(rules)
        self.put(slot, rules)
        return slot
