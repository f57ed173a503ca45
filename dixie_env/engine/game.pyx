# cython: language_level=3
"""One game, from Python: the engine's checked interface."""

from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

import operator

import numpy as np

cimport numpy as cnp

from dixie_env.engine cimport telling
from dixie_env.engine.chance cimport possible, sample
from dixie_env.engine.describe cimport FIRST_BOARD_SIZE, OBSERVED_MAX, board_numbers, board_size, describe_board
from dixie_env.engine.events cimport begin_telling, end_telling, EVENT_VALUES, EventLog, EventRecord
from dixie_env.engine.model cimport *
from dixie_env.engine.moves cimport offering_is_secret, offerings_shown
from dixie_env.engine.observe cimport LAYOUT, observation_size, observe, observe_all, write_mask
from dixie_env.engine.phases cimport apply_chance, set_up
from dixie_env.engine.play cimport advance, choose, is_option, new_game, offer_alone, random_option, resample, run
from dixie_env.engine.validate cimport fault_in_written, first_fault

from dixie_env.engine.errors import ChanceError, DixieError, IllegalChoice, ObservationError, StateError
from dixie_env.engine import words
from dixie_env.engine.event_kinds import make_event
from dixie_env.engine.model import RULES_DTYPE, STATE_DTYPE, STATE_SHAPE
from dixie_env.engine.names import option_name

include "source_hash.pxi"

cnp.import_array()

MAX_SEED = 2**64 - 1
_MAGIC = b"DXQ1" + STATE_SHAPE
_draw = None


def set_drawing(draw):
    """Set how notebooks draw a game: a function from a game to SVG. The engine itself can't import the drawing."""
    global _draw
    _draw = draw


# What an object has that was never set up, so that nothing it does reads memory that isn't there.
cdef Rules _NO_RULES
_NO_RULES.players = 2
_NO_RULES.pit = 1
_NO_RULES.track_length = 1
_NO_RULES.whip_faces = 1
_NO_RULES.casino_faces = 1


cdef class CompiledRules:
    """The rules record that the engine reads, with the configuration it was made from.

    Use `dixie_env.rules.make_rules` to make one: it validates. `array` is one read-only record of `RULES_DTYPE`.
    """

    def __cinit__(self, *arguments, **named):
        self.pointer = &_NO_RULES                # for a subclass that forgets super().__init__()

    def __init__(self, array, config):
        if array.dtype != RULES_DTYPE or array.shape != (1,):
            raise TypeError(f"rules must be one record of RULES_DTYPE, not {array.dtype} {array.shape}")
        self.array = array.copy()
        self.array.flags.writeable = False
        self.config = config
        self.pointer = <Rules*>cnp.PyArray_DATA(self.array)
        describe_board(self.pointer, 1, self.board)
        describe_board(self.pointer, 2, self.board + FIRST_BOARD_SIZE)

    @property
    def players(self):
        """Number of players."""
        return self.pointer.players

    cdef int check_layout(self, bint board, int layout) except -1:
        """Raise an error if the game can't be observed like this."""
        if not 1 <= layout <= LAYOUT:
            raise ObservationError(f"the layout of an observation must be 1 or {LAYOUT}, not {layout}")
        if board and layout > 1 and (self.pointer.track_length > OBSERVED_MAX
                                     or self.pointer.mine_symbol_count > OBSERVED_MAX):
            raise ObservationError(
                f"an observation with the board's numbers has room for {OBSERVED_MAX} track spaces and {OBSERVED_MAX} mine "
                f"symbols, but this board has {self.pointer.track_length} and {self.pointer.mine_symbol_count}; "
                "observe without the board, or with layout 1")
        return 0

    def check_observation(self, bint board, int layout=LAYOUT):
        """Raise an `ObservationError` if this game has no observation with the board's numbers, or no such layout."""
        self.check_layout(board, layout)

    def __eq__(self, other):
        return isinstance(other, CompiledRules) and self.array.tobytes() == other.array.tobytes()

    def __hash__(self):
        return hash(self.array.tobytes())

    def __reduce__(self):
        return _restore_rules, (self.array.tobytes(), self.config)

    def __repr__(self):
        return f"CompiledRules({self.config})"


cdef CompiledRules _UNSET = CompiledRules.__new__(CompiledRules)
_SUPER = "the __init__ of {} must call super().__init__({})"


def _restore_rules(data, config):
    return CompiledRules(np.frombuffer(data, RULES_DTYPE), config)


def check_seed(seed):
    """Return a seed as an int, or raise an error."""
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if isinstance(seed, bool) or not 0 <= number <= MAX_SEED:
        raise DixieError(f"a seed must be a whole number from 0 to {MAX_SEED}, not {seed!r}")
    return number


cdef class Game:
    """One game of Dixie Queen.

    `rules` comes from `make_rules`. `chance` is the source of chance outcomes: None samples them from the seed, a list of
    `(kind, value)` pairs scripts them, and a callable is called as `chance(game)` for each value. Between two calls a game
    is always at a decision, or over. `state` is the live record: tests and tools may read and write its fields, and must
    call `refresh()` afterwards.

    `listener` receives what happens: it is called once after each step, with a list of the step's `GameEvent`s
    (docs/events.md). `events = []; Game(rules, seed, listener=events.extend)` collects the events of a whole game, from the
    setup on. You can set and remove it at any time; copies, saved and pickled games have none. A listener never changes a
    game. If it raises an exception, the step is undone.
    """

    def __cinit__(self, *arguments, **named):
        self.rules = _UNSET
        self.allocate()
        end_of_all(self.pointer, _NO_RULES.players)

    def __init__(self, CompiledRules rules not None, seed=0, chance=None, listener=None):
        if rules.array is None:
            raise DixieError(f"these rules were never set up: {_SUPER.format(type(rules).__name__, 'array, config')}")
        self.rules = rules
        self.chance = chance
        self.listener = listener
        number = check_seed(seed)
        if chance is None and listener is None:
            new_game(rules.pointer, self.pointer, number)
        else:
            set_up(rules.pointer, self.pointer, number)
            self.run_with_chance(-1)

    def __dealloc__(self):
        free(self.log)

    cdef void allocate(self):
        """Memory for the state, as plain bytes: numpy is slow with arrays of records."""
        cdef cnp.npy_intp size = sizeof(State)
        self.array = cnp.PyArray_EMPTY(1, &size, cnp.NPY_UINT8, 0)
        self.pointer = <State*>cnp.PyArray_DATA(self.array)

    # --- looking ----------------------------------------------------------------------------------------

    @property
    def state(self):
        """The live record of `STATE_DTYPE`: a view, not a copy."""
        return self.array.view(STATE_DTYPE)[0]

    @property
    def seed(self):
        """The seed of the game's chance."""
        return self.pointer.seed

    @property
    def players(self):
        """Number of players the game was set up for."""
        return self.pointer.players

    @property
    def over(self):
        """Whether the game is over."""
        return self.pointer.phase == PHASE_OVER

    @property
    def seat(self):
        """The seat that decides, or None when the game is over."""
        return None if self.pointer.seat < 0 else self.pointer.seat

    @property
    def decision(self):
        """The kind of the current decision, or None when the game is over."""
        return words.DECISIONS[self.pointer.decision] if self.pointer.decision else None

    @property
    def reason(self):
        """The reason for the current decision, or None when the game is over."""
        return words.REASONS[self.pointer.reason] if self.pointer.decision else None

    @property
    def offering_is_secret(self):
        """Whether a seat is choosing its offering. Until all are shown, only the owner may know its choice."""
        return offering_is_secret(self.pointer)

    @property
    def offerings_shown(self):
        """Whether the offerings of this round have been shown to everybody."""
        return offerings_shown(self.pointer)

    @property
    def phase(self):
        """The phase of the round, as named in records."""
        return words.PHASES[self.pointer.phase]

    @property
    def round(self):
        """The round, 0 in the draft."""
        return self.pointer.round

    def options(self):
        """The ids of the legal options, ascending (not in the order of `option_names`)."""
        cdef int option
        return [option for option in range(OPTION_COUNT) if is_option(self.pointer, option)]

    def option_names(self):
        """The legal options as written in records, sorted as strings."""
        return sorted(option_name(option, self.pointer.seat, self.pointer.players) for option in self.options())

    def mask(self):
        """The legal options of the seat that decides: 0 or 1 for each option (int8)."""
        cdef cnp.npy_intp size = OPTION_COUNT
        cdef cnp.ndarray out = cnp.PyArray_EMPTY(1, &size, cnp.NPY_INT8, 0)
        write_mask(self.pointer, <uint8_t*>cnp.PyArray_DATA(out))
        return out

    def observe(self, seat=None, *, bint screened=False, bint board=False, int layout=LAYOUT):
        """What a seat knows (by default the seat that decides) as a vector of floats.

        `screened` hides what is behind the other players' screens; `board` adds the numbers of the board and the edition.
        `layout` is the version of the vector's layout.
        """
        self.rules.check_layout(board, layout)
        cdef int viewer = max(self.pointer.seat, 0) if seat is None else self._seat(seat)
        cdef cnp.npy_intp size = vector_size(board, layout)
        cdef cnp.ndarray out = cnp.PyArray_EMPTY(1, &size, cnp.NPY_FLOAT32, 0)
        write_observation(self.rules, self.pointer, viewer, screened, board, layout, <float*>cnp.PyArray_DATA(out))
        return out

    def look(self, int seat, bint screened, bint board, int layout=LAYOUT):
        """A seat's observation and mask in PettingZoo's form; the mask is all zero if the seat does not decide."""
        self.rules.check_layout(board, layout)
        if not 0 <= seat < self.pointer.players:
            self._seat(seat)
        cdef cnp.npy_intp size = vector_size(board, layout)
        cdef cnp.npy_intp count = OPTION_COUNT
        cdef cnp.ndarray vector = cnp.PyArray_EMPTY(1, &size, cnp.NPY_FLOAT32, 0)
        cdef cnp.ndarray mask = cnp.PyArray_EMPTY(1, &count, cnp.NPY_INT8, 0)
        write_observation(self.rules, self.pointer, seat, screened, board, layout, <float*>cnp.PyArray_DATA(vector))
        if seat == self.pointer.seat:
            write_mask(self.pointer, <uint8_t*>cnp.PyArray_DATA(mask))
        else:
            memset(cnp.PyArray_DATA(mask), 0, OPTION_COUNT)
        return {"observation": vector, "action_mask": mask}

    def observe_all(self, int layout=LAYOUT):
        """The whole state as a vector of floats: seats are absolute, and only future chance is hidden."""
        self.rules.check_layout(False, layout)
        cdef cnp.npy_intp size = observation_size(layout) + SEATS
        cdef cnp.ndarray out = cnp.PyArray_EMPTY(1, &size, cnp.NPY_FLOAT32, 0)
        observe_all(self.rules.pointer, self.pointer, layout, <float*>cnp.PyArray_DATA(out))
        return out

    def _seat(self, seat):
        number = operator.index(seat)
        if not 0 <= number < self.pointer.players:
            raise IllegalChoice(f"there is no seat {seat!r}: seats are 0 to {self.pointer.players - 1}")
        return number

    # --- playing ----------------------------------------------------------------------------------------

    def step(self, option, seat=None):
        """Take an option, by its id, and run the game to the next decision or the end.

        An illegal option, or a seat that does not decide now, raises `IllegalChoice` and changes nothing.
        """
        cdef int number = self.check(option, seat)
        cdef State before
        if self.chance is None and self.listener is None:
            advance(self.rules.pointer, self.pointer, number)
            return
        memcpy(&before, self.pointer, sizeof(State))
        script = list(self.chance) if isinstance(self.chance, list) else None
        try:
            self.run_with_chance(number)
        except BaseException:
            memcpy(self.pointer, &before, sizeof(State))
            if script is not None:
                self.chance[:] = script
            raise

    def check(self, option, seat=None):
        """Return the option's id if it is legal (for this seat), or raise `IllegalChoice`."""
        cdef long number = -1
        if self.pointer.phase == PHASE_OVER:
            raise IllegalChoice(self._why_over())
        if seat is not None and self._seat(seat) != self.pointer.seat:
            raise IllegalChoice(f"it is not the turn of seat {seat}: seat {self.pointer.seat} decides ({self.decision})")
        try:
            value = operator.index(option)
        except TypeError:
            value = -1
        if 0 <= value < OPTION_COUNT and not isinstance(option, bool):
            number = value
        if number < 0 or not is_option(self.pointer, <int>number):
            raise IllegalChoice(self._illegal(option, number))
        return number

    def _why_over(self):
        if self.rules.array is None:
            return f"this game was never set up: {_SUPER.format(type(self).__name__, 'rules, seed')}"
        return "the game is over: there is nothing to decide; start a new game"

    def _illegal(self, option, number):
        what = repr(option) if number < 0 else f"{number} ({option_name(number, self.pointer.seat, self.pointer.players)})"
        legal = ", ".join(f"{o} ({option_name(o, self.pointer.seat, self.pointer.players)})" for o in self.options())
        return f"seat {self.pointer.seat} can't choose {what} at '{self.decision}'; legal options: {legal}"

    def random_option(self, counter, seed=None):
        """A uniform random option, a function of seed and counter. It does not use the game's random stream."""
        cdef uint64_t stream = self.pointer.seed if seed is None else seed
        if self.pointer.phase == PHASE_OVER:
            raise IllegalChoice(self._why_over())
        return random_option(self.pointer, stream, counter)

    # --- chance -----------------------------------------------------------------------------------------

    @property
    def awaited(self):
        """The kind of chance outcome that the game awaits while it calls `chance(game)`, else None."""
        return words.CHANCES[self.pointer.chance] if self.pointer.chance else None

    def sampled_outcome(self):
        """The outcome that the seed gives for the awaited chance."""
        cdef Outcome outcome
        if self.pointer.chance == CHANCE_NONE:
            raise ChanceError("the game does not await a chance outcome now")
        sample(self.rules.pointer, self.pointer, &outcome)
        return _decode(&outcome)

    cdef void run_on(self, int option, const Outcome* outcome):
        """Take an option (-1 for none), apply an outcome (NULL for none), and run until the next one is needed.

        With a listener this uses the rules with events. Nothing in between releases the interpreter's lock.
        """
        if self.log is not NULL and self.listener is not None:
            begin_telling(self.log)
            if option >= 0:
                telling.choose(self.rules.pointer, self.pointer, option)
            if outcome is not NULL:
                telling.apply_chance(self.rules.pointer, self.pointer, outcome)
            telling.run(self.rules.pointer, self.pointer)
            end_telling()
        else:
            if option >= 0:
                choose(self.rules.pointer, self.pointer, option)
            if outcome is not NULL:
                apply_chance(self.rules.pointer, self.pointer, outcome)
            run(self.rules.pointer, self.pointer)

    cdef object hand_out(self):
        """Pass the events of the step to the listener."""
        cdef EventRecord* record
        cdef int i, v
        if self.log is NULL:                     # the listener was set in the middle of a step
            return
        if self.log.full:
            raise AssertionError("a step had more events than the log can hold")
        events = []
        for i in range(self.log.count):
            record = &self.log.records[i]
            events.append(make_event(record.kind, record.seat, bool(record.forced), [record.values[v] for v in range(EVENT_VALUES)]))
        if events:
            self.listener(events)

    cdef object run_with_chance(self, int option):
        cdef Outcome outcome
        if self.listener is not None:
            if self.log is NULL:
                self.log = <EventLog*>calloc(1, sizeof(EventLog))
                if self.log is NULL:
                    raise MemoryError("not enough memory for the events of a game")
            self.log.count = 0
            self.log.full = False
        self.run_on(option, NULL)
        while self.pointer.chance != CHANCE_NONE:
            if self.chance is None:
                sample(self.rules.pointer, self.pointer, &outcome)
            else:
                kind = words.CHANCES[self.pointer.chance]
                value = self.chance(self) if callable(self.chance) else self.scripted_outcome(self.chance)
                if not _encode(self.pointer.chance, value, &outcome) or not possible(
                        self.rules.pointer, self.pointer, &outcome):
                    raise ChanceError(f"{kind} can't be {value!r} here; expected {self.expected()}")
            self.run_on(-1, &outcome)
        if self.listener is not None:
            self.hand_out()

    def scripted_outcome(self, script):
        """Take the next outcome from a script, a list of `(kind, value)`; it must be of the awaited kind."""
        kind = self.awaited
        if not script:
            raise ChanceError(f"the chance script has run out: the game awaits {kind}")
        scripted, value = script.pop(0)
        if scripted != kind:
            raise ChanceError(f"the game awaits {kind}, but the script has {scripted} ({value!r})")
        return value

    cdef object expected(self):
        """What would be right for the awaited chance."""
        cdef State* state = self.pointer
        if state.chance == CHANCE_ORDER:
            return f"every seat from 0 to {state.players - 1}, once each"
        if state.chance == CHANCE_ABILITIES:
            return (f"{DISPLAY_COUNT} different abilities from 1 to {ABILITY_COUNT}, ascending, "
                    "including all abilities of a fixed list")
        if state.chance == CHANCE_DEAL:
            shown = [ability for ability in range(1, ABILITY_END) if state.display[ability]]
            return f"a different one of {shown} for each of {state.players} seats, as in the fixed list if there is one"
        if state.chance == CHANCE_DEMAND:
            return f"one of {[words.GOODS[food] for food in range(FOOD_COUNT) if state.demanded[food] < ROUND_TILES]}"
        if state.chance == CHANCE_WHIP_DIE:
            faces = self.rules.pointer.whip_die[:self.rules.pointer.whip_faces]
            return f"one of {sorted(set(faces))}"
        if state.chance == CHANCE_CASINO_DIE:
            faces = self.rules.pointer.casino_die[:self.rules.pointer.casino_faces]
            return f"one of {sorted({words.CASINO_FACES[face] for face in faces})}"
        bag = {words.CUBES[cube]: state.bag[cube] for cube in range(CUBE_COUNT)}
        return f"a list of {state.blind} cubes from the bag, which has {bag}"

    # --- copying, comparing, saving ---------------------------------------------------------------------

    def copy(self):
        """An independent game in the same position, with the same future chance outcomes."""
        cdef Game other = Game.__new__(Game)
        other.rules = self.rules
        other.chance = list(self.chance) if isinstance(self.chance, list) else self.chance
        memcpy(other.pointer, self.pointer, sizeof(State))
        return other

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def resample(self, seat, seed):
        """A copy that keeps everything the seat knows and resamples the rest from the new seed.

        Offerings that others have chosen but not shown are dropped; those seats must choose again.
        """
        cdef Game other = self.copy()
        other.chance = None
        resample(other.rules.pointer, other.pointer, self._seat(seat), check_seed(seed))
        return other

    def offering_of(self, seat):
        """A copy in which this seat chooses its offering now, without knowing the others'; None if it has no choice.

        For interfaces in which all seats choose together. Only the seat's own decisions are meaningful in the copy: it is
        done when its next decision no longer has the reason `offering`.
        """
        cdef Game other
        cdef int number = self._seat(seat)
        if not offering_is_secret(self.pointer):
            raise IllegalChoice("no offerings are being chosen now")
        if not self.pointer.in_play[number]:
            return None
        other = self.copy()
        other.chance = None
        offer_alone(other.rules.pointer, other.pointer, number)
        if other.pointer.seat != number or other.pointer.reason != WHY_OFFERING:
            return None
        return other

    def refresh(self):
        """Call this after writing fields of `state`: it lists the options again and runs to the next real decision.

        A state that the game can't be in raises `StateError`. What was written is lost then: the game is over, without a
        result, so that nothing can go on from it. Write to a copy if you want to try.
        """
        fault = fault_in_written(self.rules.pointer, self.pointer)
        if fault is NULL:
            self.run_with_chance(-1)
            fault = first_fault(self.rules.pointer, self.pointer)
        if fault is not NULL:
            end_of_all(self.pointer, self.rules.pointer.players)
            raise StateError(f"what was written is not a valid state of this game: {fault.decode()}")
        return self

    def __eq__(self, other):
        return (isinstance(other, Game) and self.rules == (<Game>other).rules
                and self.array.tobytes() == (<Game>other).array.tobytes())

    __hash__ = None

    def hash(self):
        """A 64-bit hash of the whole state, including future chance."""
        return _hash_bytes(<const uint8_t*>self.pointer, sizeof(State))

    def known_hash(self, seat=None):
        """A 64-bit hash of what one seat knows, or of what everybody knows.

        It excludes the seed and all offerings that are not shown yet (except the seat's own).
        """
        cdef State known
        memcpy(&known, self.pointer, sizeof(State))
        hide(&known, -1 if seat is None else self._seat(seat))
        return _hash_bytes(<const uint8_t*>&known, sizeof(State))

    def to_bytes(self):
        """The state as bytes, for `from_bytes` with the same rules."""
        return _MAGIC + self.array.tobytes()

    @staticmethod
    def from_bytes(CompiledRules rules not None, data):
        """A game from the bytes of `to_bytes`; anything else raises `StateError`."""
        cdef Game game
        size = STATE_DTYPE.itemsize + len(_MAGIC)
        if len(data) != size:
            raise StateError(f"a saved state must have {size} bytes, not {len(data)}")
        if bytes(data[:4]) != _MAGIC[:4]:
            raise StateError(f"a saved state must begin with {_MAGIC[:4]!r}, not {bytes(data[:4])!r}")
        if bytes(data[:len(_MAGIC)]) != _MAGIC:
            raise StateError("this state was saved by a different version of dixie_env, whose state has another shape")
        game = Game.__new__(Game)
        game.rules = rules
        body = bytes(data[len(_MAGIC):])
        memcpy(game.pointer, <const char*>body, sizeof(State))
        fault = first_fault(rules.pointer, game.pointer)
        if fault is not NULL:
            raise StateError(f"these bytes are not a valid state of this game: {fault.decode()}")
        return game

    def validate(self):
        """Raise `StateError` if the state breaks a range or an invariant."""
        fault = first_fault(self.rules.pointer, self.pointer)
        if fault is not NULL:
            raise StateError(f"not a valid state of this game: {fault.decode()}")

    def __reduce__(self):
        if callable(self.chance):
            raise TypeError("a game whose chance comes from a callable can't be pickled")
        return _restore, (self.rules, self.to_bytes(), self.chance)

    def __repr__(self):
        if self.over:
            scores = [self.pointer.scores[seat] for seat in range(self.pointer.players)]
            return f"<Game of {self.players}, over, scores {scores}>"
        return (f"<Game of {self.players}, round {self.round}, {self.phase}: seat {self.seat} decides "
                f"{self.decision}, {len(self.options())} options>")

    def _repr_svg_(self):
        """The board as SVG, for notebooks."""
        return None if _draw is None else _draw(self)


def _restore(rules, data, chance):
    game = Game.from_bytes(rules, data)
    game.chance = chance
    return game


cdef void write_observation(CompiledRules rules, const State* state, int viewer, bint screened, bint board,
                            int layout, float* out) noexcept nogil:
    """The vector of one seat, followed by the numbers of the board if `board` is set."""
    write_observation_under(rules.pointer, rules.board, state, viewer, screened, board, layout, out)


cdef void write_observation_under(const Rules* rules, const float* numbers, const State* state, int viewer, bint screened,
                                  bint board, int layout, float* out) noexcept nogil:
    """The same, where the rules and the numbers of their board are in a table."""
    observe(rules, state, viewer, screened, layout, out)
    if board:
        memcpy(out + observation_size(layout), board_numbers(numbers, layout), board_size(layout) * sizeof(float))


# --- helpers --------------------------------------------------------------------------------------------

cdef uint64_t _hash_bytes(const uint8_t* data, size_t size) noexcept nogil:
    """FNV-1a over 64-bit words with a final mix; sizeof(State) is a multiple of 8."""
    cdef uint64_t result = <uint64_t>0xCBF29CE484222325
    cdef uint64_t word
    cdef size_t i
    for i in range(0, size, 8):
        memcpy(&word, data + i, 8)
        result = (result ^ word) * <uint64_t>0x100000001B3
        result ^= result >> 29
    return result ^ (result >> 32)


cdef void end_of_all(State* state, int players) noexcept nogil:
    """A game that is over and has no result: nothing that is done with it can go wrong."""
    memset(state, 0, sizeof(State))
    state.players = <int8_t>players
    state.phase = PHASE_OVER
    state.step = STEP_OVER
    state.seat = -1


cdef void hide(State* state, int viewer) noexcept nogil:
    """Keep only what the viewer knows; -1 stands for public knowledge."""
    cdef int seat
    state.seed = 0
    if not offering_is_secret(state):
        return
    for seat in range(SEATS):
        if seat != viewer:
            memset(state.offer[seat], 0, sizeof(state.offer[seat]))
            state.offered[seat] = 0
    if state.seat != viewer:
        state.seat = -1
        state.decision = ASK_OFFER
        state.good = -1
        state.left = 0
        memset(state.options, 0, sizeof(state.options))


cdef object _decode(const Outcome* outcome):
    """An outcome in the form of a record."""
    values = [outcome.values[i] for i in range(outcome.count)]
    if outcome.kind == CHANCE_DEMAND:
        return words.GOODS[values[0]]
    if outcome.kind == CHANCE_WHIP_DIE:
        return values[0]
    if outcome.kind == CHANCE_CASINO_DIE:
        return words.CASINO_FACES[values[0]]
    if outcome.kind == CHANCE_DRAW:
        return [words.CUBES[cube] for cube in values]
    return values


cdef bint _encode(int kind, value, Outcome* outcome) except -1:
    """The inverse; False if the value does not have the right form."""
    if kind in (CHANCE_DEMAND, CHANCE_WHIP_DIE, CHANCE_CASINO_DIE):
        value = [value]
    if not isinstance(value, (list, tuple)) or len(value) > OUTCOME_MAX:
        return False
    known = {CHANCE_DEMAND: words.GOODS, CHANCE_CASINO_DIE: words.CASINO_FACES, CHANCE_DRAW: words.CUBES}.get(kind)
    outcome.kind = <int8_t>kind
    outcome.count = <int8_t>len(value)
    for i, item in enumerate(value):
        if known is not None:
            if item not in known:
                return False
            item = known.index(item)
        elif type(item) is not int or not -128 <= item <= 127:
            return False
        outcome.values[i] = item
    return True
