# cython: language_level=3
"""Looking one whole turn ahead: try every option to the end of the seat's own turn, and take the best position.

A turn is an action with all its choices, or a promotion step, or a stolen food. Offerings come from `offerings`, because what they
bring depends on the other seats. Whips and rocks follow a habit, point by point: at the strongest rival.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from dixie_env.engine.model cimport *
from dixie_env.engine.chance cimport sample
from dixie_env.engine.options cimport list_options, only_option
from dixie_env.engine.phases cimport apply_chance, go_on
from dixie_env.engine.play cimport choose, is_option
from dixie_env.engine.moves cimport absolute, lowest_bit, rock_place

from dixie_agents.compiled.evaluate cimport Outlook, Weights, evaluate, look_out
from dixie_agents.compiled.keys cimport subkey
from dixie_agents.compiled.offerings cimport Offering, best_offering
from dixie_agents.compiled.simple cimport leave_out_folly

include "source_hash.pxi"


# --- habits: small choices made without looking ahead -----------------------------------------------------

cdef int standing(const State* state, int seat) noexcept nogil:
    return state.rewards[seat] - state.penalties[seat] if state.in_play[seat] else -1000


cdef int whip_habit(const Rules* rules, const State* state) noexcept nogil:
    """The strongest rival; of two that are equal, the next in seat order."""
    cdef int distance, other, best = -1
    cdef int best_score = -10000
    for distance in range(1, state.players):
        other = absolute(state, state.seat, distance)
        if state.in_play[other] and standing(state, other) > best_score:
            best, best_score = distance, standing(state, other)
    return OPTION_SEAT + best - 1


cdef int rock_habit(const Rules* rules, const State* state) noexcept nogil:
    """A slave of the strongest rival, preferably a free one; of the dummy only if no rival has room."""
    cdef int option, other, score, best = -1
    cdef int best_score = -100000
    for option in range(OPTION_ROCK, OPTION_SEAT):
        if is_option(state, option):
            other = rock_place(state, state.seat, option)
            score = -10000 if other == DUMMY else standing(state, other)
            score -= 4 * (state.rocks[other][(option - OPTION_ROCK) % CHAINED_MAX] > 0)
            if score > best_score:
                best, best_score = option, score
    return best


cdef int offer_habit(const Rules* rules, const State* state, const Weights* weights) noexcept nogil:
    """The best kind; stop once something is offered and nothing else pays."""
    cdef Offering best = best_offering(rules, state, state.seat, -1, weights)
    cdef int good, offered = 0
    for good in range(GOOD_COUNT):
        offered += state.offer[state.seat][good]
    if best.good < 0 or (offered > 0 and best.value <= 0.0):
        return OPTION_STOP
    return OPTION_GOOD + best.good


cdef int habit(const Rules* rules, const State* state, const Weights* weights) noexcept nogil:
    """The option for decisions that need no lookahead, -1 for all others."""
    cdef int option = -1
    if state.decision == ASK_WHIP:
        option = whip_habit(rules, state)
    elif state.decision == ASK_PLACE_ROCK:
        option = rock_habit(rules, state)
    elif state.decision == ASK_OFFER:
        option = offer_habit(rules, state, weights)
    elif state.decision == ASK_AMOUNT and state.reason == WHY_OFFERING:
        option = OPTION_AMOUNT + best_offering(rules, state, state.seat, state.good, weights).amount - 1
    elif state.decision == ASK_USE_PEEK or state.decision == ASK_ANNOUNCE_DOUBLE:
        option = OPTION_YES
    elif state.decision == ASK_PICK_CUBE:
        option = OPTION_CUBE + CUBE_GOLD if state.bag[CUBE_GOLD] > 0 else OPTION_CUBE + CUBE_SILVER
    return option if option >= 0 and is_option(state, option) else -1


# --- the tree of one turn -----------------------------------------------------------------------------------

cdef bint turn_is_over(const State* state, int seat) noexcept nogil:
    return (state.seat != seat or state.decision == ASK_ACT or state.decision == ASK_OFFER
            or (state.decision == ASK_PROMOTE_FROM and state.reason != WHY_ACTION)
            or (state.decision == ASK_TAKE_FOOD and state.reason == WHY_STEALING)
            or state.decision == ASK_ANNOUNCE_DOUBLE)


cdef void take(const Rules* rules, State* state, int seat, int option) noexcept nogil:
    """Take an option and run to the seat's next decision in this turn, or just past its end.

    The engine's `advance` would also list the options of whoever comes next, which takes longer than all the rest.
    """
    cdef Outcome outcome
    choose(rules, state, option)
    while True:
        if state.decision != ASK_NOTHING:
            if turn_is_over(state, seat):
                return
            list_options(rules, state)
            option = only_option(state)
            if option < 0:
                return
            choose(rules, state, option)         # R10.1
        elif state.chance != CHANCE_NONE:
            sample(rules, state, &outcome)
            apply_chance(rules, state, &outcome)
        elif state.phase == PHASE_OVER:
            return
        else:
            go_on(rules, state)


cdef double value_of_turn(const Rules* rules, State* state, int seat, const Weights* weights, Outlook* outlook) noexcept nogil:
    """Value of a position in the seat's turn if the rest of the turn is played as well as possible."""
    cdef State after
    cdef uint64_t options[OPTION_WORDS]
    cdef uint64_t bits
    cdef int word, option
    cdef double value, best = -1e9
    while not turn_is_over(state, seat):
        option = habit(rules, state, weights)
        if option < 0:
            break
        take(rules, state, seat, option)
    if turn_is_over(state, seat):
        return evaluate(rules, state, seat, weights, outlook)
    sane_options(rules, state, options)
    for word in range(OPTION_WORDS):
        bits = options[word]
        while bits:
            option = 64 * word + lowest_bit(bits)
            bits &= bits - 1
            memcpy(&after, state, sizeof(State))
            take(rules, &after, seat, option)
            value = value_of_turn(rules, &after, seat, weights, outlook)
            if value > best:
                best = value
            elif state.decision == ASK_AMOUNT:
                return best                      # try larger amounts as long as they are better
    return best


cdef void sane_options(const Rules* rules, const State* state, uint64_t* options) noexcept nogil:
    """All options except bad ones; in the last round dumping goods is not bad (R11.3)."""
    memcpy(options, state.options, sizeof(state.options))
    if state.round < rules.rounds or state.decision == ASK_ACT:
        leave_out_folly(state, options)


cdef bint is_chance(const State* state, int option) noexcept nogil:
    """Whips, casino, mine, and copies of them: actions with dice or cubes."""
    cdef int action = option - OPTION_ACTION + 1
    return ((state.decision == ASK_ACT or state.decision == ASK_COPY)
            and (action == ACTION_WHIPS or action == ACTION_CASINO or action == ACTION_MINE or action == ACTION_COPY))


cdef int option_values(const Rules* rules, const State* state, const Weights* weights, int samples, uint64_t key,
                       int* options, double* values) noexcept nogil:
    """List the sane options with their values; with dice, a value is the mean over some samples."""
    cdef State after
    cdef Outlook outlook
    cdef uint64_t sane[OPTION_WORDS]
    cdef uint64_t bits
    cdef int word, option, roll, rolls, count = 0
    look_out(&outlook, state)
    sane_options(rules, state, sane)
    for word in range(OPTION_WORDS):
        bits = sane[word]
        while bits:
            option = 64 * word + lowest_bit(bits)
            bits &= bits - 1
            rolls = samples if is_chance(state, option) else 1
            values[count] = 0.0
            for roll in range(rolls):
                memcpy(&after, state, sizeof(State))
                after.seed = subkey(key, 16 + <uint64_t>roll)
                take(rules, &after, state.seat, option)
                values[count] += value_of_turn(rules, &after, state.seat, weights, &outlook) / rolls
            options[count] = option
            count += 1
    return count


cdef int look_ahead(const Rules* rules, const State* state, const Weights* weights, int samples, uint64_t key) noexcept nogil:
    cdef int options[OPTION_COUNT]
    cdef double values[OPTION_COUNT]
    cdef int i, count, best = 0
    cdef int option = habit(rules, state, weights)
    if option >= 0:
        return option
    count = option_values(rules, state, weights, samples, key, options, values)
    for i in range(1, count):
        if values[i] > values[best]:
            best = i
    return options[best]
