# cython: language_level=3
"""All compiled players behind one function: rules, a position as the seat knows it, parameters, a key; out comes an option."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from dixie_env.engine.game cimport Game
from dixie_env.engine.model cimport *
from dixie_env.engine.play cimport resample

from agents.compiled.keys cimport key_of, subkey
from agents.compiled.simple cimport choose_sanely, choose_uniformly

include "source_hash.pxi"


cdef class CompiledBot:
    """The parameters of a compiled player."""

    def __init__(self, int kind):
        self.bot.kind = kind

    def choose(self, Game game not None, key):
        """The option for the seat that decides. What that seat can't know is drawn anew, from the key, before the player looks."""
        cdef uint64_t number = key
        cdef int option
        if game.pointer.seat < 0:
            raise ValueError("the game is over: no decision is asked")
        with nogil:
            option = choose_blindly(game.rules.pointer, game.pointer, &self.bot, number)
        return option

    def __reduce__(self):
        return CompiledBot, (self.bot.kind,)


cdef int choose_option(const Rules* rules, const State* state, const Bot* bot, uint64_t key) noexcept nogil:
    """The choice of a player who sees this state, and must not be shown a true one."""
    if bot.kind == RANDOM:
        return choose_uniformly(state.options, key)
    return choose_sanely(state, key)


cdef int choose_blindly(const Rules* rules, const State* state, const Bot* bot, uint64_t key) noexcept nogil:
    """The choice in a true game: the player gets a copy in which all it can't know is drawn anew."""
    cdef State known
    memcpy(&known, state, sizeof(State))
    resample(rules, &known, known.seat, subkey(key, 0))
    return choose_option(rules, &known, bot, key)


def choose_from_mask(const uint8_t[::1] mask, key):
    """The choice of the player `random`, who needs no more than a mask."""
    cdef uint64_t options[OPTION_WORDS]
    cdef int option
    if mask.shape[0] != OPTION_COUNT:
        raise ValueError(f"a mask has {OPTION_COUNT} entries, not {mask.shape[0]}")
    options[0] = options[1] = options[2] = 0
    for option in range(OPTION_COUNT):
        if mask[option]:
            options[option >> 6] |= (<uint64_t>1) << (option & 63)
    return choose_uniformly(options, key)


def decision_key(uint64_t stream, uint64_t game_seed, int seat, uint64_t number):
    """The key of a seat's decision, of which so many were made in the game before (by all seats)."""
    return key_of(stream, game_seed, seat, number)


def resampling_seed(uint64_t key):
    """The seed with which a game is resampled for the decision that has this key."""
    return subkey(key, 0)
