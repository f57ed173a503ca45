# cython: language_level=3
"""Many games at once: one call steps them all and writes seats, masks and observations into preallocated arrays."""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from concurrent.futures import ThreadPoolExecutor, wait

import numpy as np

cimport numpy as cnp
from cpython.pythread cimport PyThread_get_thread_ident

from dixie_env.engine.game cimport CompiledRules, Game, vector_size, write_observation_under
from dixie_env.engine.model cimport *
from dixie_env.engine.observe cimport LAYOUT, write_mask
from dixie_env.engine.play cimport advance, is_option, new_game, random_option
from dixie_env.engine.table cimport RulesTable, board_of, rules_of, turn_to_next
from dixie_env.engine.validate cimport first_fault

from dixie_env.engine.errors import DixieError, IllegalChoice, StateError
from dixie_env.engine.game import check_seed
from dixie_env.engine.model import STATE_DTYPE
from dixie_env.engine.names import option_name
from dixie_env.engine.words import DECISIONS

include "source_hash.pxi"

cnp.import_array()


cdef enum:
    CACHE_LINE = 64


def _zeros(shape, dtype):
    """An array aligned to a cache line."""
    dtype = np.dtype(dtype)
    size = int(np.prod(shape)) * dtype.itemsize
    memory = np.zeros(size + CACHE_LINE, np.uint8)
    start = -memory.ctypes.data % CACHE_LINE
    return memory[start:start + size].view(dtype).reshape(shape)


cdef class Batch:
    """N games that step together.

    Game `i` starts with seed `seed + i`. A game that ends leaves its result in `scores` and `ranks`, sets `done` and, with
    `restart`, starts again at once: its k-th restart has the seed `seed + i + k * size`. So every game of a batch is the
    same as `Game(rules, seed)` with its seed. `seeds` has the seed of the current game in each row.

    Games can have different rules, so that boards, editions and numbers of players mix in one batch: give a sequence of
    `CompiledRules`, and with `index` say which of them each game has. A game restarts with the same rules, unless
    `set_rules` has given its row others. `rules_index` and `players` tell what each row plays now; the columns of absent seats
    in `scores` and `ranks` are 0.

    All arrays are allocated once and written in place by `reset`, `step`, `advance` and `play_random`: copy what you keep.
    With two `buffers`, `step`, `reset` and `load` alternate between two pairs of arrays for `masks` and `observations`, so
    the previous step's arrays stay unchanged until the next step.

    A batch belongs to one thread at a time: a call from another thread while one is under way raises a `DixieError`.
    Use `with batch:` to keep other threads out for several calls. (`threads` is something else: the batch's own threads
    share the work of one call.)

    Args:
        rules: From `make_rules`: one for all games, or a sequence.
        size: Number of games.
        seed: Seed of the first game.
        threads: Number of threads that share the work; it does not affect the games.
        observations: Also write `observations`; without them stepping is faster.
        restart: Start a new game when one ends. Otherwise a finished game stays as it is, and its action is ignored.
        screened: Hide what is behind the other players' screens in the observations.
        board: Add the numbers of the board and the edition to the observations.
        buffers: 1, or 2 to keep masks and observations for one more step.
        index: Which of the rules each game has, one integer for each; by default game i has rules number i % len(rules).
    """

    cdef readonly int size
    cdef readonly int threads
    cdef readonly bint restart
    cdef readonly object states
    """The live records of `STATE_DTYPE`."""
    cdef readonly object masks
    """uint8, size x options: the options of the seat that decides."""
    cdef readonly object observations
    """float32, size x observation: what that seat knows; None without observations."""
    cdef readonly object seats
    """int8: the seat that decides, -1 in a finished game."""
    cdef readonly object done
    """uint8: whether this game ended in the last step."""
    cdef readonly object scores
    """int16, size x 5: final scores of the last game that ended here."""
    cdef readonly object ranks
    """int8, size x 5: its ranks."""
    cdef readonly object seeds
    """uint64: seed of the current game."""
    cdef readonly object finished
    """int64: number of games that have ended here."""
    cdef readonly object decisions
    """int64: number of decisions made in the current game."""
    cdef readonly object lengths
    """int64: number of decisions in the last game that ended here."""
    cdef readonly object players
    """int8: number of players of the current game."""
    cdef readonly bint screened
    cdef readonly bint board
    cdef readonly int layout
    cdef readonly int buffers
    cdef RulesTable table
    cdef object pool
    cdef object all_masks
    cdef object all_observations
    cdef int current
    cdef size_t width
    cdef State* state
    cdef uint8_t* mask
    cdef float* observation
    cdef int8_t* seat
    cdef uint8_t* ended
    cdef int16_t* score
    cdef int8_t* rank
    cdef uint64_t* seed
    cdef int64_t* count
    cdef int64_t* counter
    cdef int64_t* length
    cdef unsigned long owner                     # the thread that is using the batch
    cdef int depth                               # how many of its calls are under way, one within the other

    def __init__(self, rules, int size, seed=0, int threads=1, bint observations=True,
                 bint restart=True, bint screened=False, bint board=False, int buffers=1, index=None,
                 int layout=LAYOUT):
        if size < 1:
            raise ValueError(f"a batch needs 1 game or more, not {size}")
        if threads < 1:
            raise ValueError(f"a batch needs 1 thread or more, not {threads}")
        if buffers not in (1, 2):
            raise ValueError(f"a batch needs 1 or 2 buffers, not {buffers}")
        self.table = RulesTable(rules, size, index)
        self.size = size
        self.threads = min(threads, size)
        self.restart = restart
        self.pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self.states = _zeros(size, STATE_DTYPE)
        self.players = self.states["players"]    # a view
        self.screened = screened
        self.board = board
        self.buffers = buffers
        self.layout = layout
        self.table.check_layout(board, layout)
        self.width = vector_size(board, layout)
        self.all_masks = [_zeros((size, OPTION_COUNT), np.uint8) for _ in range(buffers)]
        self.all_observations = [
            _zeros((size, self.width), np.float32) if observations else None for _ in range(buffers)
        ]
        self.seats = _zeros(size, np.int8)
        self.done = _zeros(size, np.uint8)
        self.scores = _zeros((size, SEATS), np.int16)
        self.ranks = _zeros((size, SEATS), np.int8)
        self.seeds = _zeros(size, np.uint64)
        self.finished = _zeros(size, np.int64)
        self.decisions = _zeros(size, np.int64)
        self.lengths = _zeros(size, np.int64)
        self.state = <State*>cnp.PyArray_DATA(self.states)
        self._use(0)
        self.seat = <int8_t*>cnp.PyArray_DATA(self.seats)
        self.ended = <uint8_t*>cnp.PyArray_DATA(self.done)
        self.score = <int16_t*>cnp.PyArray_DATA(self.scores)
        self.rank = <int8_t*>cnp.PyArray_DATA(self.ranks)
        self.seed = <uint64_t*>cnp.PyArray_DATA(self.seeds)
        self.count = <int64_t*>cnp.PyArray_DATA(self.finished)
        self.counter = <int64_t*>cnp.PyArray_DATA(self.decisions)
        self.length = <int64_t*>cnp.PyArray_DATA(self.lengths)
        self.reset(seed)

    @property
    def rules(self):
        """The rules of all games. If there are several, this raises a ValueError: see `records` and `rules_of`."""
        return self.table.only

    @property
    def records(self):
        """The rules that `rules_index` refers to, as a tuple of `CompiledRules`."""
        return self.table.records

    @property
    def rules_index(self):
        """int32: which of the `records` each current game is played by. Read-only: use `set_rules`."""
        return self.table.index

    def rules_of(self, int row):
        """The `CompiledRules` of the current game in a row."""
        return self.table.of(row)

    def rules_field(self, name):
        """A field of the rules record of each current game, for example `pit`."""
        return self.table.field(name)

    def set_rules(self, int row, CompiledRules rules not None):
        """Play the next game of a row, and those after it, by these rules. The current game goes on as it is.

        They take effect at the row's next restart or at `reset`. You can do this for every game, as for a new board each time:
        records that no game needs any more are replaced. So read `records` again when you have set rules.
        """
        self.enter()
        try:
            rules.check_layout(self.board, self.layout)
            self.table.set(row, rules)
        finally:
            self.leave()

    def reset(self, seed):
        """Restart all games, game i with seed + i."""
        cdef uint64_t first = check_seed(seed)
        cdef int i
        self.enter()
        try:
            for i in range(self.size):
                self.seed[i] = first + <uint64_t>i
                self.ended[i] = 0
                self.count[i] = 0
                self.counter[i] = 0
            self.scores[:] = 0
            self.ranks[:] = 0
            self.lengths[:] = 0
            self._turn_over()
            self._share(self._begin_slice)
        finally:
            self.leave()

    def step(self, actions):
        """Take one option in every game. An illegal option raises `IllegalChoice` and leaves all games unchanged."""
        options = np.ascontiguousarray(actions)
        if options.shape != (self.size,) or options.dtype.kind not in "iu":
            raise IllegalChoice(f"expected {self.size} option ids as an array of integers, "
                                f"not {options.dtype} of shape {options.shape}")
        options = options.astype(np.int64, copy=False)
        cdef int64_t[::1] view = options
        cdef int bad
        self.enter()
        try:
            with nogil:
                bad = self.first_illegal(&view[0])
            if bad >= 0:
                self._complain(bad, options[bad])
            self._turn_over()
            self._share(self._step_slice, options)
        finally:
            self.leave()

    def advance(self, int index, int option):
        """Take one option in one game: the fastest way to step a single game."""
        if not 0 <= index < self.size:
            raise IndexError(f"there is no game {index}: games are 0 to {self.size - 1}")
        self.enter()
        try:
            if self.state[index].phase == PHASE_OVER or not is_option(&self.state[index], option):
                self._complain(index, option)
            self.step_one(index, option)
        finally:
            self.leave()

    def random_options(self, seed=0):
        """One uniform random option for each game (0 in a finished one). They don't use the games' random streams."""
        out = np.zeros(self.size, np.int64)
        cdef int64_t[::1] view = out
        cdef uint64_t stream = check_seed(seed)
        cdef int i
        self.enter()
        for i in range(self.size):
            if self.seat[i] >= 0:
                view[i] = self.random_one(i, stream)
        self.leave()
        return out

    def play_random(self, int steps, seed=0):
        """Let random players make this many decisions in every game, without returning to Python.

        Everything that `step` writes is written for every decision. The choices are those of `random_options` with
        the same seed.
        """
        self.enter()
        try:
            self._share(self._random_slice, steps, check_seed(seed))
        finally:
            self.leave()

    def game(self, int index):
        """A copy of one of the games."""
        cdef Game game = Game.__new__(Game)
        if not 0 <= index < self.size:
            raise IndexError(f"there is no game {index}: games are 0 to {self.size - 1}")
        self.enter()
        game.rules = self.table.of(index)
        memcpy(game.pointer, &self.state[index], sizeof(State))
        self.leave()
        return game

    def __reduce__(self):
        return _restore, ((self.records, self.size, 0, self.threads, self.observations is not None, self.restart,
                           self.screened, self.board, self.buffers, self.rules_index.copy(), self.layout), self.save())

    def save(self):
        """Everything needed to resume later, as a dictionary of arrays for `load`."""
        self.enter()
        try:
            return {**{name: getattr(self, name).copy() for name in _SAVED}, **self.table.save()}
        finally:
            self.leave()

    def load(self, saved, rules=None):
        """Resume from the result of `save`, in a batch of the same size and rules. Invalid states raise `StateError`.

        After `set_rules` the rules are others than those the batch was made with: pass the `records` that it had
        when it was saved as `rules`. Pickling a batch takes care of that.
        """
        self.enter()
        try:
            self._load(saved, rules)
        finally:
            self.leave()

    # --- one thread at a time ---------------------------------------------------------------------------

    def __enter__(self):
        """Keep other threads out until `with` ends."""
        self.enter()
        return self

    def __exit__(self, *error):
        self.leave()

    cdef int enter(self) except -1:
        """Begin a call. Nothing here gives up the interpreter's lock, so no other thread can come between."""
        cdef unsigned long me = PyThread_get_thread_ident()
        if self.table is None:
            raise DixieError(f"this batch was never set up: the __init__ of {type(self).__name__} must call "
                             "super().__init__(rules, size)")
        if self.depth and self.owner != me:
            raise DixieError("another thread is using this batch now: give each thread a batch of its own, or let them "
                             "take turns with a lock")
        self.owner = me
        self.depth += 1
        return 0

    cdef void leave(self) noexcept:
        self.depth -= 1

    # --- inside -----------------------------------------------------------------------------------------

    def _load(self, saved, rules):
        for name in _SAVED:
            array = np.asarray(saved[name])
            kept = getattr(self, name)
            if array.dtype != kept.dtype or array.shape != kept.shape:
                raise StateError(f"saved {name} must be {kept.dtype} of shape {kept.shape}, "
                                 f"not {array.dtype} of shape {array.shape}")
        states = saved["states"].copy()
        table = self.table.restored(saved, rules)
        for i in range(self.size):
            _validate(table, states, i)
        self.table = table
        for name in _SAVED:
            getattr(self, name)[:] = saved[name]
        cdef int row
        self._turn_over()
        for row in range(self.size):
            self.write(row)

    cdef void _use(self, int buffer):
        """Write masks and observations to these arrays from now on."""
        self.current = buffer
        self.masks = self.all_masks[buffer]
        self.observations = self.all_observations[buffer]
        self.mask = <uint8_t*>cnp.PyArray_DATA(self.masks)
        self.observation = <float*>cnp.PyArray_DATA(self.observations) if self.observations is not None else NULL

    cdef void _turn_over(self):
        """With two buffers, keep the current one and switch to the other."""
        if self.buffers == 2:
            self._use(1 - self.current)

    def _share(self, work, *arguments):
        """Let the threads do the work on slices of the batch."""
        if self.pool is None:
            work(0, self.size, *arguments)
            return
        # whole cache lines for each thread if the batch is large enough
        unit = CACHE_LINE if self.size >= 2 * CACHE_LINE * self.threads else 1
        bounds = [self.size * thread // self.threads // unit * unit for thread in range(self.threads)] + [self.size]
        futures = [self.pool.submit(work, low, high, *arguments) for low, high in zip(bounds[1:], bounds[2:])]
        try:
            work(0, bounds[1], *arguments)       # the calling thread works too: one less to wake
        finally:
            wait(futures)                        # also after Ctrl-C: the arrays are theirs until they are done
        for future in futures:
            future.result()

    def _begin_slice(self, int low, int high):
        cdef int i
        with nogil:
            for i in range(low, high):
                turn_to_next(self.table, i)
                new_game(rules_of(self.table, i), &self.state[i], self.seed[i])
                self.write(i)

    def _step_slice(self, int low, int high, const int64_t[::1] options):
        cdef int i
        with nogil:
            for i in range(low, high):
                self.ended[i] = 0
                if self.seat[i] >= 0:
                    self.step_one(i, <int>options[i])
                elif self.buffers == 2:
                    self.write(i)

    def _random_slice(self, int low, int high, int steps, uint64_t seed):
        cdef int i, done
        with nogil:
            for done in range(steps):
                for i in range(low, high):
                    self.ended[i] = 0
                    if self.seat[i] >= 0:
                        self.step_one(i, self.random_one(i, seed))

    def _complain(self, int index, option):
        state = self.states[index]
        if state["phase"] == PHASE_OVER:
            raise IllegalChoice(f"game {index} is over: there is nothing to decide")
        seat, players = int(state["seat"]), int(state["players"])
        legal = ", ".join(f"{o} ({option_name(o, seat, players)})" for o in np.flatnonzero(self.masks[index]).tolist())
        raise IllegalChoice(f"game {index}: seat {state['seat']} can't choose {option} at "
                            f"'{DECISIONS[state['decision']]}'; legal options: {legal}; no game has changed")

    cdef int first_illegal(self, const int64_t* options) noexcept nogil:
        cdef int i
        for i in range(self.size):
            if self.seat[i] >= 0 and (options[i] < 0 or options[i] >= OPTION_COUNT
                                      or not is_option(&self.state[i], <int>options[i])):
                return i
        return -1

    cdef int random_one(self, int i, uint64_t seed) noexcept nogil:
        return random_option(&self.state[i], seed + self.seed[i], <uint64_t>self.counter[i])

    cdef void step_one(self, int i, int option) noexcept nogil:
        advance(rules_of(self.table, i), &self.state[i], option)
        self.counter[i] += 1
        if self.state[i].phase == PHASE_OVER:
            self.ended[i] = 1
            self.count[i] += 1
            self.length[i] = self.counter[i]
            memcpy(&self.score[i * SEATS], self.state[i].scores, sizeof(self.state[i].scores))
            memcpy(&self.rank[i * SEATS], self.state[i].ranks, sizeof(self.state[i].ranks))
            if self.restart:
                self.seed[i] += <uint64_t>self.size
                self.counter[i] = 0
                turn_to_next(self.table, i)
                new_game(rules_of(self.table, i), &self.state[i], self.seed[i])
        self.write(i)

    cdef void write(self, int i) noexcept nogil:
        cdef State* state = &self.state[i]
        self.seat[i] = state.seat
        write_mask(state, &self.mask[<size_t>i * OPTION_COUNT])
        if self.observation is not NULL:
            write_observation_under(rules_of(self.table, i), board_of(self.table, i), state,
                                    state.seat if state.seat >= 0 else 0, self.screened, self.board, self.layout,
                                    &self.observation[<size_t>i * self.width])


_SAVED = ("states", "seeds", "finished", "done", "scores", "ranks", "decisions", "lengths")


def _validate(RulesTable table, states, int index):
    cdef State* first = <State*>cnp.PyArray_DATA(states)
    fault = first_fault(rules_of(table, index), &first[index])
    if fault is not NULL:
        raise StateError(f"saved state {index} is not a valid state of this game: {fault.decode()}")


def _restore(arguments, saved):
    batch = Batch(*arguments)
    batch.load(saved)
    return batch
