# cython: language_level=3
"""From decision to decision: what a choice does, and the loop that runs the game up to the next one."""

from libc.stdint cimport int8_t, uint64_t

from dixie_env.engine.actions cimport *
from dixie_env.engine.chance cimport random_below, sample
from dixie_env.engine.model cimport *
from dixie_env.engine.options cimport count_options, discs_needed, list_options, only_option
from dixie_env.engine.phases cimport apply_chance, go_on, set_up, take_first_ability
from dixie_env.engine.points cimport begin_points
from dixie_env.engine.promotion cimport promote, SERVANT_TARGET
from dixie_env.engine.moves cimport *

include "source_hash.pxi"


# --- choices --------------------------------------------------------------------------------------------

cdef void choose_turn(const Rules* rules, State* state, int seat, int option) noexcept nogil:
    cdef int action = option - OPTION_ACTION + ACTION_STEAL_FOOD
    if option == OPTION_PASS:                    # R3.8, R10.30
        state.discs[seat] = 0
        state.actions_taken[seat][0] += 1
        tell(EVENT_PASSED, seat, 0, 0, 0, 0)
        state.due[seat] = 5
        begin_points(state, FROM_PASS)
    elif option >= OPTION_FREE:                  # R3.9
        free_rock(rules, state, seat, option - OPTION_FREE)
        state.step = STEP_ACT
    else:
        if TELLING:
            write_event(EVENT_ACTION_CHOSEN, seat, action, discs_needed(state, seat, action), 0, 0, 0, 0, 0, 0)
        place_discs(rules, state, seat, action)
        state.actions_taken[seat][action] += 1
        start_action(rules, state, seat, action)


cdef void choose_food(State* state, int seat, int food) noexcept nogil:
    if state.reason == WHY_STEALING:
        take_for(state, seat, food, 1, FOR_FOOD_TILE)
        state.left -= 1
        state.step = STEP_UNITS
    else:                                        # R4.1
        take_for(state, seat, food, 2, FOR_STEALING)
        state.step = STEP_TURN


cdef int step_of_promotion(const State* state) noexcept nogil:
    """Where the game continues after a step, a removed rock, or a stop."""
    if state.reason == WHY_STEPS:
        return STEP_PROMOTIONS
    if state.reason == WHY_FREE_STEP:
        return STEP_FREE_STEP
    if state.reason == WHY_DUMMY:
        return STEP_SLAVES
    return STEP_TURN


cdef void choose_pixie(const Rules* rules, State* state, int seat, int option) noexcept nogil:
    if option == OPTION_STOP:
        tell(EVENT_STEPS_DECLINED, seat, state.left, state.reason, 0, 0)
        state.left = 0
        state.step = <int8_t>step_of_promotion(state)
    elif option >= OPTION_FREE:
        free_rock(rules, state, seat, option - OPTION_FREE)
        state.step = <int8_t>step_of_promotion(state)
    else:
        state.source = 0 if option == OPTION_MINE else <int8_t>(option - OPTION_SPACE + 1)
        ask(state, ASK_PROMOTE_TO, state.reason, seat)


cdef void choose_target(const Rules* rules, State* state, int seat, int option) noexcept nogil:
    promote(rules, state, DUMMY if state.reason == WHY_DUMMY else seat, state.source,
            SERVANT_TARGET if option == OPTION_SERVANT else option - OPTION_SPACE + 1)
    state.source = 0
    if state.reason == WHY_STEPS or state.reason == WHY_FREE_STEP:
        state.left -= 1
    state.step = <int8_t>step_of_promotion(state)


cdef void choose_amount(const Rules* rules, State* state, int seat, int amount) noexcept nogil:
    if state.reason == WHY_OFFERING:
        state.offer[seat][state.good] = <int8_t>amount
        state.left -= 1
        state.step = STEP_OFFER_MORE
    else:
        carry_out_amount(rules, state, seat, amount)
        state.step = STEP_TURN


cdef void choose_job(const Rules* rules, State* state, int seat, int option) noexcept nogil:
    """R4.17: the first good dumped, or food."""
    if option < OPTION_DUMP:
        take_for(state, seat, option - OPTION_GOOD, 1, FOR_ODD_JOB)
        state.step = STEP_TURN
    else:
        state.left = 3
        choose_dump(state, seat, option)


cdef void choose_dump(State* state, int seat, int option) noexcept nogil:
    if option == OPTION_STOP:
        state.left = 0
    else:
        dump(state, seat, option - OPTION_DUMP)
        state.left -= 1
    if state.left > 0:
        ask(state, ASK_DUMP_MORE, WHY_ACTION, seat)
    else:
        state.step = STEP_TURN


cdef void choose_demotion(State* state, int seat, int option) noexcept nogil:
    """R3.16, R6.1."""
    if option == OPTION_MERCY:
        give_back(state, seat, MERCY)
    else:
        demote(state, option - OPTION_SPACE + 1)
        tell(EVENT_PIXIE_DEMOTED, seat, option - OPTION_SPACE + 1, state.reason, 0, 0)
    if state.reason == WHY_MINE_SYMBOL:
        state.demotions -= 1
        state.step = STEP_POINTS
    elif option == OPTION_MERCY:
        state.cursor -= 1
        state.step = STEP_ASK_QUEEN
    else:
        state.step = STEP_SLAVES


cdef void choose(const Rules* rules, State* state, int option) noexcept nogil:
    """Carry out an option of the decision. It must be legal: this is not checked."""
    cdef int kind = state.decision
    cdef int seat = state.seat
    state.decision = ASK_NOTHING
    if kind == ASK_ACT:
        choose_turn(rules, state, seat, option)
    elif kind == ASK_AMOUNT:
        choose_amount(rules, state, seat, option - OPTION_AMOUNT + 1)
    elif kind == ASK_OFFER:
        if option == OPTION_STOP:
            state.left = 0
            state.step = STEP_OFFER_MORE
        else:
            state.good = <int8_t>(option - OPTION_GOOD)
            ask(state, ASK_AMOUNT, WHY_OFFERING, seat)
    elif kind == ASK_TAKE_FOOD:
        choose_food(state, seat, option - OPTION_GOOD)
    elif kind == ASK_PROMOTE_FROM:
        choose_pixie(rules, state, seat, option)
    elif kind == ASK_PROMOTE_TO:
        choose_target(rules, state, seat, option)
    elif kind == ASK_WHIP:
        state.due[absolute(state, seat, option - OPTION_SEAT + 1)] += 1
        tell(EVENT_WHIP_GIVEN, seat, absolute(state, seat, option - OPTION_SEAT + 1), 0, 0, 0)
        state.left -= 1
        state.step = STEP_WHIPS
    elif kind == ASK_PLACE_ROCK:
        place_rock(state, rock_place(state, seat, option), (option - OPTION_ROCK) % CHAINED_MAX)
        tell(EVENT_ROCK_PLACED, seat, rock_place(state, seat, option), (option - OPTION_ROCK) % CHAINED_MAX, 0, 0)
        state.step = STEP_ROCKS
    elif kind == ASK_DEMOTE:
        choose_demotion(state, seat, option)
    elif kind == ASK_TRADE_GIVE:
        state.good = <int8_t>(option - OPTION_GOOD)
        ask(state, ASK_TRADE_GET, WHY_ACTION, seat)
    elif kind == ASK_TRADE_GET:
        state.wanted = <int8_t>(option - OPTION_GOOD)
        ask(state, ASK_AMOUNT, WHY_ACTION, seat)
    elif kind == ASK_TRACK:                      # R4.11
        pay_for(state, seat, option - OPTION_GOOD, 1, FOR_TRACK)
        state.track[seat][option - OPTION_GOOD - SILVER] += 1
        tell(EVENT_TRACK_CLIMBED, seat, option - OPTION_GOOD - SILVER,
             state.track[seat][option - OPTION_GOOD - SILVER] - 1, state.track[seat][option - OPTION_GOOD - SILVER], BY_PAYING)
        state.step = STEP_TURN
    elif kind == ASK_ROB:
        rob(rules, state, seat, option - OPTION_SPACE + 1)
        state.step = STEP_TURN
    elif kind == ASK_USE_PEEK:
        if option == OPTION_YES:
            give_back(state, seat, PEEK)
        begin_draw(state, seat, option == OPTION_YES)
    elif kind == ASK_PICK_CUBE:
        receive_cube(state, seat, option - OPTION_CUBE)
        tell(EVENT_CUBE_DRAWN, seat, option - OPTION_CUBE, True, 0, 0)
        state.left -= 1
        state.step = STEP_PICK
    elif kind == ASK_SWAP_OWN:
        state.own = <int8_t>(option - OPTION_OWN)
        ask(state, ASK_SWAP_WITH, WHY_ACTION, seat)
    elif kind == ASK_SWAP_WITH:
        swap(state, seat, option)
        state.step = STEP_TURN
    elif kind == ASK_ODD_JOB:
        choose_job(rules, state, seat, option)
    elif kind == ASK_DUMP_MORE:
        choose_dump(state, seat, option)
    elif kind == ASK_COPY:
        state.copying = 1
        state.actions_copied[seat][option - OPTION_ACTION + ACTION_STEAL_FOOD] += 1
        tell(EVENT_ACTION_COPIED, seat, option - OPTION_ACTION + ACTION_STEAL_FOOD, 0, 0, 0)
        start_action(rules, state, seat, option - OPTION_ACTION + ACTION_STEAL_FOOD)
    elif kind == ASK_ADD_OFFERING:
        add_offering(rules, state, seat, option - OPTION_GOOD)
        state.step = STEP_TURN
    elif kind == ASK_ANNOUNCE_DOUBLE:
        if option == OPTION_YES:
            give_back(state, seat, DOUBLE)
            state.announced[seat] = 1
        state.step = STEP_REVEAL if state.demand < 0 else STEP_OFFER
    else:                                        # ASK_DRAFT
        take_first_ability(rules, state, seat, option - OPTION_ABILITY + 1)
        state.step = STEP_DRAFT


# --- the loop -------------------------------------------------------------------------------------------

cdef inline void choose_unasked(const Rules* rules, State* state, int option) noexcept nogil:
    """R10.1. Offerings are exempt: that a seat has no choice is a secret, too."""
    if TELLING:
        mark_forced(state.reason != WHY_OFFERING)
        choose(rules, state, option)
        mark_forced(False)
    else:
        choose(rules, state, option)


cdef void run(const Rules* rules, State* state) noexcept nogil:
    """Run to the next decision that a seat must make, the next awaited chance outcome, or the end."""
    cdef int option
    while True:
        if state.decision != ASK_NOTHING:
            list_options(rules, state)
            option = -1 if state.decision == ASK_ACT else only_option(state)
            if option < 0:
                return
            choose_unasked(rules, state, option)
        elif state.chance != CHANCE_NONE or state.phase == PHASE_OVER:
            list_options(rules, state)
            return
        else:
            go_on(rules, state)


cdef void settle(const Rules* rules, State* state) noexcept nogil:
    """Run to the next decision or the end, with chance sampled from the state's seed."""
    cdef Outcome outcome
    run(rules, state)
    while state.chance != CHANCE_NONE:
        sample(rules, state, &outcome)
        apply_chance(rules, state, &outcome)
        run(rules, state)


cdef void new_game(const Rules* rules, State* state, uint64_t seed) noexcept nogil:
    set_up(rules, state, seed)
    settle(rules, state)


cdef void advance(const Rules* rules, State* state, int option) noexcept nogil:
    """Make one decision and everything that follows from it."""
    choose(rules, state, option)
    settle(rules, state)


cdef bint is_option(const State* state, int option) noexcept nogil:
    return 0 <= option < OPTION_COUNT and (state.options[option >> 6] >> (option & 63)) & 1


cdef int nth_option(const State* state, int n) noexcept nogil:
    """The n-th option in the order of ids, from 0."""
    cdef int word, count
    cdef uint64_t bits
    for word in range(OPTION_WORDS):
        bits = state.options[word]
        count = count_bits(bits)
        if n < count:
            while n > 0:
                bits &= bits - 1
                n -= 1
            return 64 * word + lowest_bit(bits)
        n -= count
    return -1


cdef int random_option(const State* state, uint64_t seed, uint64_t counter) noexcept nogil:
    """A uniform random option, from a stream that is independent of the game's chance."""
    return nth_option(state, random_below(seed, CHANCE_AGENT, counter, count_options(state)))


cdef void resample(const Rules* rules, State* state, int seat, uint64_t seed) noexcept nogil:
    """Keep what the seat knows and resample the rest.

    No chance outcome is fixed in advance, so a new seed resamples all of them. The only other secrets are offerings that
    other seats have chosen but not shown: they are dropped, and those seats must choose again.
    """
    cdef int other, good
    state.seed = seed
    if not offering_is_secret(state):
        return
    for other in range(state.players):
        if other != seat:
            state.offered[other] = 0
            for good in range(GOOD_COUNT):
                state.offer[other][good] = 0
    if state.seat != seat:
        state.decision = ASK_NOTHING
        state.good = -1
        state.left = 0
        state.step = STEP_OFFER
        settle(rules, state)


cdef void offer_alone(const Rules* rules, State* state, int seat) noexcept nogil:
    """While offerings are being chosen: ask this seat for its own, as if all others had theirs ready.

    What follows the seat's choice is not the real game, because it lacks the other offerings. If the seat has nothing to
    choose, the state has moved past the offerings.
    """
    cdef int other, good
    for other in range(state.players):
        state.offered[other] = other != seat and state.in_play[other]
        for good in range(GOOD_COUNT):
            state.offer[other][good] = 0
    state.decision = ASK_NOTHING
    state.good = -1
    state.left = 0
    state.step = STEP_OFFER
    settle(rules, state)
