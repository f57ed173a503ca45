# cython: language_level=3
"""One game, from Python: the checked entry to the engine."""

from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

import operator

import numpy as np

cimport numpy as cnp

from dixie_env.engine.chance cimport possible, sample
from dixie_env.engine.describe cimport BOARD_SIZE, describe_board
from dixie_env.engine.model cimport *
from dixie_env.engine.moves cimport offering_is_secret, offerings_shown
from dixie_env.engine.observe cimport OBSERVATION_SIZE, STATE_SIZE, observe, observe_all, write_mask
from dixie_env.engine.phases cimport apply_chance, set_up
from dixie_env.engine.play cimport advance, choose, is_option, new_game, offer_alone, random_option, resample, run
from dixie_env.engine.validate cimport first_fault

from dixie_env.engine.errors import ChanceError, DixieError, IllegalChoice, StateError
from dixie_env.engine import words
from dixie_env.engine.model import RULES_DTYPE, STATE_DTYPE, STATE_SHAPE
from dixie_env.engine.names import option_name

include "source_hash.pxi"

cnp.import_array()

MAX_SEED = 2**64 - 1
_MAGIC = b"DXQ1" + STATE_SHAPE
_draw = None


def set_drawing(draw):
    """Say how notebooks draw a game: a function from a game to SVG. The drawing lies above the engine."""
    global _draw
    _draw = draw


cdef class CompiledRules:
    """The rules record that the engine reads, with the configuration it was made from.

    Made by `dixie_env.rules.make_rules`, which validates; `array` is one record of `RULES_DTYPE`, read-only.
    """

    def __init__(self, array, config):
        if array.dtype != RULES_DTYPE or array.shape != (1,):
            raise TypeError(f"rules must be one record of RULES_DTYPE, not {array.dtype} {array.shape}")
        self.array = array.copy()
        self.array.flags.writeable = False
        self.config = config
        self.pointer = <Rules*>cnp.PyArray_DATA(self.array)
        describe_board(self.pointer, self.board)

    @property
    def players(self):
        """Number of players."""
        return self.pointer.players

    def __eq__(self, other):
        return isinstance(other, CompiledRules) and self.array.tobytes() == other.array.tobytes()

    def __hash__(self):
        return hash(self.array.tobytes())

    def __reduce__(self):
        return _restore_rules, (self.array.tobytes(), self.config)

    def __repr__(self):
        return f"CompiledRules({self.config})"


def _restore_rules(data, config):
    return CompiledRules(np.frombuffer(data, RULES_DTYPE), config)


def check_seed(seed):
    """Return a seed as an int, or say what is wrong with it."""
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if isinstance(seed, bool) or not 0 <= number <= MAX_SEED:
        raise DixieError(f"a seed is a whole number from 0 to {MAX_SEED}, not {seed!r}")
    return number


cdef class Game:
    """One game of Dixie Queen.

    `rules` comes from `make_rules`. `chance` says where outcomes come from: None samples them from the seed, a list of
    `(kind, value)` pairs scripts them, a callable is asked as `chance(game)` for each value. Between two calls a game
    always stands at a decision, or is over. `state` is the live record: tests and tools may read and write its fields, and
    call `refresh()` afterwards.
    """

    def __init__(self, CompiledRules rules not None, seed=0, chance=None):
        self.rules = rules
        self.allocate()
        self.chance = chance
        number = check_seed(seed)
        if chance is None:
            new_game(rules.pointer, self.pointer, number)
        else:
            set_up(rules.pointer, self.pointer, number)
            self.run_with_chance()

    cdef void allocate(self):
        """Memory for the state, as plain bytes: numpy takes long over arrays of records."""
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
        """Has the game ended?"""
        return self.pointer.phase == PHASE_OVER

    @property
    def seat(self):
        """The seat that decides, or None when the game is over."""
        return None if self.pointer.seat < 0 else self.pointer.seat

    @property
    def decision(self):
        """The kind of decision that is asked, or None when the game is over."""
        return words.DECISIONS[self.pointer.decision] if self.pointer.decision else None

    @property
    def reason(self):
        """Why it is asked, or None when the game is over."""
        return words.REASONS[self.pointer.reason] if self.pointer.decision else None

    @property
    def offering_is_secret(self):
        """Is a seat choosing its offering? Until all are shown, only its owner may know what was chosen."""
        return offering_is_secret(self.pointer)

    @property
    def offerings_shown(self):
        """Are the offerings of this round open to everybody?"""
        return offerings_shown(self.pointer)

    @property
    def phase(self):
        """The phase of the round as records name it."""
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
        """The legal options as records write them, sorted as strings."""
        return sorted(option_name(option, self.pointer.seat, self.pointer.players) for option in self.options())

    def mask(self):
        """The legal options of the seat that decides: a zero or one for each option (int8)."""
        cdef cnp.npy_intp size = OPTION_COUNT
        cdef cnp.ndarray out = cnp.PyArray_EMPTY(1, &size, cnp.NPY_INT8, 0)
        write_mask(self.pointer, <uint8_t*>cnp.PyArray_DATA(out))
        return out

    def observe(self, seat=None, *, bint screened=False, bint board=False):
        """What a seat knows (by default the one that decides) as a vector of floats.

        `screened` hides what lies behind the other players' screens, `board` adds the numbers of board and edition.
        """
        cdef int viewer = max(self.pointer.seat, 0) if seat is None else self._seat(seat)
        cdef cnp.npy_intp size = FULL_SIZE if board else OBSERVATION_SIZE
        cdef cnp.ndarray out = cnp.PyArray_EMPTY(1, &size, cnp.NPY_FLOAT32, 0)
        write_observation(self.rules, self.pointer, viewer, screened, board, <float*>cnp.PyArray_DATA(out))
        return out

    def look(self, int seat, bint screened, bint board):
        """Observation and mask of a seat as PettingZoo wants them; the mask is all zero if the seat is not asked."""
        if not 0 <= seat < self.pointer.players:
            self._seat(seat)
        cdef cnp.npy_intp size = FULL_SIZE if board else OBSERVATION_SIZE
        cdef cnp.npy_intp count = OPTION_COUNT
        cdef cnp.ndarray vector = cnp.PyArray_EMPTY(1, &size, cnp.NPY_FLOAT32, 0)
        cdef cnp.ndarray mask = cnp.PyArray_EMPTY(1, &count, cnp.NPY_INT8, 0)
        write_observation(self.rules, self.pointer, seat, screened, board, <float*>cnp.PyArray_DATA(vector))
        if seat == self.pointer.seat:
            write_mask(self.pointer, <uint8_t*>cnp.PyArray_DATA(mask))
        else:
            memset(cnp.PyArray_DATA(mask), 0, OPTION_COUNT)
        return {"observation": vector, "action_mask": mask}

    def observe_all(self):
        """The whole state as a vector of floats: seats are absolute, nothing is hidden but the luck to come."""
        cdef cnp.npy_intp size = STATE_SIZE
        cdef cnp.ndarray out = cnp.PyArray_EMPTY(1, &size, cnp.NPY_FLOAT32, 0)
        observe_all(self.rules.pointer, self.pointer, <float*>cnp.PyArray_DATA(out))
        return out

    def _seat(self, seat):
        number = operator.index(seat)
        if not 0 <= number < self.pointer.players:
            raise IllegalChoice(f"there is no seat {seat!r}: seats are 0 to {self.pointer.players - 1}")
        return number

    # --- playing ----------------------------------------------------------------------------------------

    def step(self, option, seat=None):
        """Take an option of the decision, by its id, and run the game to the next decision or the end.

        An option that is not legal, or a seat that is not asked, raises `IllegalChoice` and changes nothing.
        """
        cdef int number = self.check(option, seat)
        cdef State before
        if self.chance is None:
            advance(self.rules.pointer, self.pointer, number)
            return
        memcpy(&before, self.pointer, sizeof(State))
        script = list(self.chance) if isinstance(self.chance, list) else None
        try:
            choose(self.rules.pointer, self.pointer, number)
            self.run_with_chance()
        except BaseException:
            memcpy(self.pointer, &before, sizeof(State))
            if script is not None:
                self.chance[:] = script
            raise

    def check(self, option, seat=None):
        """Return the option's id if it is legal (for that seat), or raise `IllegalChoice`."""
        cdef long number = -1
        if self.pointer.phase == PHASE_OVER:
            raise IllegalChoice("the game is over: no decision is asked; start a new game")
        if seat is not None and self._seat(seat) != self.pointer.seat:
            raise IllegalChoice(f"seat {seat} is not asked: seat {self.pointer.seat} decides ({self.decision})")
        try:
            value = operator.index(option)
        except TypeError:
            value = -1
        if 0 <= value < OPTION_COUNT and not isinstance(option, bool):
            number = value
        if number < 0 or not is_option(self.pointer, <int>number):
            raise IllegalChoice(self._illegal(option, number))
        return number

    def _illegal(self, option, number):
        what = repr(option) if number < 0 else f"{number} ({option_name(number, self.pointer.seat, self.pointer.players)})"
        legal = ", ".join(f"{o} ({option_name(o, self.pointer.seat, self.pointer.players)})" for o in self.options())
        return f"seat {self.pointer.seat} can't choose {what} at '{self.decision}': legal are {legal}"

    def random_option(self, counter, seed=None):
        """A uniform choice among the options, from a stream that is not the game's: a function of seed and counter."""
        cdef uint64_t stream = self.pointer.seed if seed is None else seed
        if self.pointer.phase == PHASE_OVER:
            raise IllegalChoice("the game is over: no decision is asked; start a new game")
        return random_option(self.pointer, stream, counter)

    # --- chance -----------------------------------------------------------------------------------------

    @property
    def awaited(self):
        """The kind of chance that is awaited while `chance(game)` is called, else None."""
        return words.CHANCES[self.pointer.chance] if self.pointer.chance else None

    def sampled_outcome(self):
        """What the seed has for the chance that is awaited."""
        cdef Outcome outcome
        if self.pointer.chance == CHANCE_NONE:
            raise ChanceError("no chance is awaited")
        sample(self.rules.pointer, self.pointer, &outcome)
        return _decode(&outcome)

    cdef object run_with_chance(self):
        cdef Outcome outcome
        run(self.rules.pointer, self.pointer)
        while self.pointer.chance != CHANCE_NONE:
            if self.chance is None:
                sample(self.rules.pointer, self.pointer, &outcome)
            else:
                kind = words.CHANCES[self.pointer.chance]
                value = self.chance(self) if callable(self.chance) else self.scripted_outcome(self.chance)
                if not _encode(self.pointer.chance, value, &outcome) or not possible(
                        self.rules.pointer, self.pointer, &outcome):
                    raise ChanceError(f"{kind} can't be {value!r} here: {self.expected()}")
            apply_chance(self.rules.pointer, self.pointer, &outcome)
            run(self.rules.pointer, self.pointer)

    def scripted_outcome(self, script):
        """Take the next outcome off a script, a list of `(kind, value)`, if it is of the kind that is awaited."""
        kind = self.awaited
        if not script:
            raise ChanceError(f"the script of chance has run out: {kind} is awaited")
        scripted, value = script.pop(0)
        if scripted != kind:
            raise ChanceError(f"{kind} is awaited, but the script says {scripted} ({value!r})")
        return value

    cdef object expected(self):
        """What would be right for the chance that is awaited."""
        cdef State* state = self.pointer
        if state.chance == CHANCE_ORDER:
            return f"every seat from 0 to {state.players - 1} once"
        if state.chance == CHANCE_ABILITIES:
            return (f"{DISPLAY_COUNT} different abilities from 1 to {ABILITY_COUNT}, ascending, "
                    "with all that are dealt by a fixed list")
        if state.chance == CHANCE_DEAL:
            shown = [ability for ability in range(1, ABILITY_END) if state.display[ability]]
            return f"a different one of {shown} for each of {state.players} seats, as the fixed list says if there is one"
        if state.chance == CHANCE_DEMAND:
            return f"one of {[words.GOODS[food] for food in range(FOOD_COUNT) if state.demanded[food] < ROUND_TILES]}"
        if state.chance == CHANCE_WHIP_DIE:
            faces = self.rules.pointer.whip_die[:self.rules.pointer.whip_faces]
            return f"one of {sorted(set(faces))}"
        if state.chance == CHANCE_CASINO_DIE:
            faces = self.rules.pointer.casino_die[:self.rules.pointer.casino_faces]
            return f"one of {sorted({words.CASINO_FACES[face] for face in faces})}"
        bag = {words.CUBES[cube]: state.bag[cube] for cube in range(CUBE_COUNT)}
        return f"a list of {state.blind} cubes, and the bag holds {bag}"

    # --- copying, comparing, saving ---------------------------------------------------------------------

    def copy(self):
        """An independent game in the same position, with the same luck to come."""
        cdef Game other = Game.__new__(Game)
        other.rules = self.rules
        other.chance = list(self.chance) if isinstance(self.chance, list) else self.chance
        other.allocate()
        memcpy(other.pointer, self.pointer, sizeof(State))
        return other

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def resample(self, seat, seed):
        """A copy that keeps all that the seat knows and draws the rest anew, from the new seed.

        Offerings that others have chosen and not shown are dropped; those seats are asked again.
        """
        cdef Game other = self.copy()
        other.chance = None
        resample(other.rules.pointer, other.pointer, self._seat(seat), check_seed(seed))
        return other

    def offering_of(self, seat):
        """A copy in which this seat chooses its offering at once, knowing nothing of the others'; None if it has no choice.

        For interfaces in which all seats choose together. Only the seat's own decisions mean anything in the copy: it has
        finished when the copy no longer asks it with the reason `offering`.
        """
        cdef Game other
        cdef int number = self._seat(seat)
        if not offering_is_secret(self.pointer):
            raise IllegalChoice("offerings are not being chosen now")
        if not self.pointer.in_play[number]:
            return None
        other = self.copy()
        other.chance = None
        offer_alone(other.rules.pointer, other.pointer, number)
        if other.pointer.seat != number or other.pointer.reason != WHY_OFFERING:
            return None
        return other

    def refresh(self):
        """After fields of `state` were written by hand: list the options anew and run to the next real decision."""
        self.run_with_chance()
        return self

    def __eq__(self, other):
        return (isinstance(other, Game) and self.rules == (<Game>other).rules
                and self.array.tobytes() == (<Game>other).array.tobytes())

    __hash__ = None

    def hash(self):
        """A 64-bit hash of the whole state, the luck to come included."""
        return _hash_bytes(<const uint8_t*>self.pointer, sizeof(State))

    def known_hash(self, seat=None):
        """A 64-bit hash of what can be known: by one seat, or by everybody at the table.

        The seed is left out, and so is everything about an offering that is not shown yet (but the seat's own).
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
        """A game from bytes that `to_bytes` wrote; anything else raises `StateError`."""
        cdef Game game
        size = STATE_DTYPE.itemsize + len(_MAGIC)
        if len(data) != size:
            raise StateError(f"a saved state has {size} bytes, not {len(data)}")
        if bytes(data[:4]) != _MAGIC[:4]:
            raise StateError(f"a saved state begins with {_MAGIC[:4]!r}, not {bytes(data[:4])!r}")
        if bytes(data[:len(_MAGIC)]) != _MAGIC:
            raise StateError("this state was saved by a version of dixie_env whose state has another shape")
        game = Game.__new__(Game)
        game.rules = rules
        game.allocate()
        body = bytes(data[len(_MAGIC):])
        memcpy(game.pointer, <const char*>body, sizeof(State))
        fault = first_fault(rules.pointer, game.pointer)
        if fault is not NULL:
            raise StateError(f"these bytes are no state of this game: {fault.decode()}")
        return game

    def validate(self):
        """Raise `StateError` if the state breaks a range or an invariant."""
        fault = first_fault(self.rules.pointer, self.pointer)
        if fault is not NULL:
            raise StateError(f"this is no state of this game: {fault.decode()}")

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
        """The board, in a notebook."""
        return None if _draw is None else _draw(self)


def _restore(rules, data, chance):
    game = Game.from_bytes(rules, data)
    game.chance = chance
    return game


cdef void write_observation(CompiledRules rules, const State* state, int viewer, bint screened, bint board,
                            float* out) noexcept nogil:
    """The vector of one seat, and the numbers of the board behind it if they are wanted."""
    observe(rules.pointer, state, viewer, screened, out)
    if board:
        memcpy(out + OBSERVATION_SIZE, rules.board, sizeof(rules.board))


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


cdef void hide(State* state, int viewer) noexcept nogil:
    """Leave only what the viewer knows; -1 is somebody who knows what all know."""
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
    """An outcome as records write it."""
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
    """The other way; False if the value is not of the right form."""
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
