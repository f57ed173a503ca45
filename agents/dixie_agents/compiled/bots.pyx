# cython: language_level=3
"""All compiled bots behind one function, which takes rules, a position as the seat knows it, parameters and a key, and returns an option."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from dixie_env.engine.game cimport CompiledRules, Game
from dixie_env.engine.model cimport *
from dixie_env.engine.play cimport resample

from dixie_agents.compiled.keys cimport key_of, subkey
from dixie_agents.compiled.lookahead cimport look_ahead
from dixie_agents.compiled.guided cimport choose_guided, choose_tempered, guided_search
from dixie_agents.compiled.mcts cimport choose_by_search, search
from dixie_agents.compiled.network cimport CompiledNet
from dixie_agents.compiled.simple cimport choose_sanely, choose_uniformly
from dixie_agents.compiled.tree cimport Finding

include "source_hash.pxi"


cdef class CompiledBot:
    """The parameters of a compiled bot.

    `temperature` is for bots with a policy that mix. Without it, SAMPLED plays the probabilities and GUIDED the most visited option.
    """

    def __init__(self, int kind, weights=None, int samples=1, search=None, CompiledNet net=None, guide=None, temperature=None):
        self.arguments = (kind, weights, samples, search, net, guide, temperature)
        self.bot.temperature = temperature if temperature is not None else kind == SAMPLED
        self.bot.kind = kind
        self.bot.samples = samples
        if weights is not None:
            self.bot.weights = weights
        if search is not None:
            self.bot.search = search
        if net is not None:
            self.net = net
            self.bot.guide.net = &net.net
        if guide is not None:
            self.bot.guide.paid = guide["paid"]
            self.bot.guide.shaping = guide["shaping"]
            self.bot.guide.sure = guide["sure"]

    def choose(self, Game game not None, key):
        """The option for the seat that decides. What that seat can't know is resampled with the key before the bot looks."""
        cdef uint64_t number = key
        cdef int option
        if game.pointer.seat < 0:
            raise ValueError("the game is over: there is nothing to decide")
        self.check(game.rules)
        with nogil:
            option = choose_blindly(game.rules.pointer, game.pointer, &self.bot, number)
        return option

    def check(self, CompiledRules rules not None):
        """Raise an `ObservationError` if the bot has a policy that can't observe games by these rules."""
        if self.net is not None:
            rules.check_layout(self.bot.guide.net.board, self.bot.guide.net.layout)

    def findings(self, Game game not None, key):
        """What a search finds for each option: `(option, visits, value, prior)`, most visited first."""
        cdef State known
        cdef Finding found[OPTION_COUNT]
        cdef uint64_t number = key
        cdef int i, count
        if self.bot.kind != MCTS and self.bot.kind != GUIDED:
            raise ValueError("only a search bot has findings")
        if game.pointer.seat < 0:
            raise ValueError("the game is over: there is nothing to decide")
        self.check(game.rules)
        with nogil:
            hide(game.rules.pointer, game.pointer, number, &known)
            if self.bot.kind == GUIDED:
                count = guided_search(game.rules.pointer, &known, &self.bot.guide, &self.bot.search, number, found)
            else:
                count = search(game.rules.pointer, &known, &self.bot.weights, &self.bot.search, number, found)
        rows = [(found[i].option, found[i].visits, found[i].value, found[i].prior) for i in range(count)]
        return sorted(rows, key=lambda row: (-row[1], -row[3]))

    def __reduce__(self):
        return CompiledBot, self.arguments


cdef int choose_option(const Rules* rules, const State* state, const Bot* bot, uint64_t key) noexcept nogil:
    """The choice of a bot that sees this state. Never pass a true state."""
    if bot.kind == RANDOM:
        return choose_uniformly(state.options, key)
    if bot.kind == SANE:
        return choose_sanely(state, key)
    if bot.kind == MCTS:
        return choose_by_search(rules, state, &bot.weights, &bot.search, key)
    if bot.kind == GUIDED:
        return choose_guided(rules, state, &bot.guide, &bot.search, bot.temperature, key)
    if bot.kind == BEST or bot.kind == SAMPLED:
        return choose_tempered(rules, state, &bot.guide, bot.temperature, key)
    return look_ahead(rules, state, &bot.weights, bot.samples, key)


cdef int choose_blindly(const Rules* rules, const State* state, const Bot* bot, uint64_t key) noexcept nogil:
    """The choice in a true game. The bot gets a copy in which everything it can't know is resampled."""
    cdef State known
    if bot.kind == RANDOM:    # it looks at its own options only
        return choose_uniformly(state.options, key)
    hide(rules, state, key, &known)
    return choose_option(rules, &known, bot, key)


cdef void hide(const Rules* rules, const State* state, uint64_t key, State* known) noexcept nogil:
    """Copy a true game for the decision with this key: everything that its seat can't know is resampled."""
    memcpy(known, state, sizeof(State))
    resample(rules, known, known.seat, subkey(key, 0))


def choose_from_mask(const uint8_t[::1] mask, key):
    """The choice of `random`, which needs only a mask."""
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
    """The key of a seat's decision. `number` counts the decisions made in the game before, by all seats."""
    return key_of(stream, game_seed, seat, number)


def resampling_seed(uint64_t key):
    """The seed that resamples a game for the decision with this key."""
    return subkey(key, 0)
