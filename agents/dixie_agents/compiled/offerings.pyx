# cython: language_level=3
"""Which offering is worth most: a sum over what the other seats may offer, without looking at what they have chosen.

Their offerings are guessed from what they own: those with the demanded food offer some of it with the probability
`food_share`, those with a metal offer it with the probability `metal_share`, small amounts more often than large ones.
"""

from libc.math cimport log
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *
from dixie_env.engine.play cimport is_option
from dixie_env.engine.moves cimport first_space, has

from dixie_agents.compiled.evaluate cimport Weights, fading, food_value, lasting, servant_hope, track_cost
from dixie_agents.compiled.keys cimport subkey, unit

include "source_hash.pxi"


cdef double chance_of_reward(const State* state, int seat, const Weights* w) noexcept nogil:
    """The probability that another seat offers the demanded food, so that tracks are climbed at all (R3.15)."""
    cdef int other
    cdef double nobody = 1.0
    for other in range(state.players):
        if other != seat and state.in_play[other] and state.goods[other][state.demand] > 0:
            nobody *= 1.0 - w.food_share
    return 1.0 - nobody


cdef double chance_of_most(const State* state, int seat, int metal, int amount, const Weights* w) noexcept nogil:
    """The probability that nobody else offers as much of a metal (R3.17)."""
    cdef int other
    cdef double alone = 1.0
    for other in range(state.players):
        if other != seat and state.in_play[other] and state.goods[other][metal] >= amount:
            alone *= 1.0 - w.metal_share * 2.0 / (amount + 1)
    return alone


cdef double metal_gain(const Rules* rules, const State* state, int seat, int metal, int amount, const Weights* w) noexcept nogil:
    """Points saved by climbing a track."""
    cdef int track = metal - SILVER
    cdef int top = rules.track_length - 1
    cdef int place = state.track[seat][track]
    cdef double here = track_cost(rules, state, place, w)
    cdef double one = here - track_cost(rules, state, min(place + 1, top), w)
    cdef double two = here - track_cost(rules, state, min(place + 2, top), w)
    return one + (two - one) * chance_of_most(state, seat, metal, amount, w)


cdef double step_gain(const Rules* rules, const State* state, int seat, int row, int before, const Weights* w) noexcept nogil:
    """What a step from this row to the next is worth; from the mine it may save points too (R3.22)."""
    cdef double gain
    if row == 4:
        if state.servant_space >= 0 or state.tiles_taken[SERVANT_ROW] >= ROW_TILES:
            return 0.0
        return (rules.tiles[SERVANT_ROW][state.tiles_taken[SERVANT_ROW]]
                + (2 if has(rules, state, seat, SERVANT_BONUS) else 0)
                - servant_hope(rules, state, seat, 4, 0, w) - w.row[4])
    gain = (w.row[row + 1] - w.row[row] + w.income * (rules.rounds - state.round)
            + servant_hope(rules, state, seat, row + 1, before, w))
    if row > 0:
        gain -= servant_hope(rules, state, seat, row, before, w)
    return gain


cdef double steps_gain(const Rules* rules, const State* state, int seat, int steps, const Weights* w) noexcept nogil:
    """The best use of some steps, one after the other, as if there were always room."""
    cdef int pixies[5]
    cdef int row, space, best_row, before
    cdef double best, gain, total = 0.0
    cdef bint servant = state.servant_space < 0
    cdef double relief = lasting(rules, state, w)     # of one point a round
    for row in range(5):
        pixies[row] = 0
    pixies[0] = state.mine[seat] - (state.rocks[seat][0] > 0) - (state.rocks[seat][1] > 0)
    cdef int slaves = state.mine[seat]
    for row in range(1, 5):
        for space in range(first_space(row), first_space(row + 1)):
            pixies[row] += state.spaces[space] == seat
    while steps > 0:
        best, best_row, before = 0.0, -1, 0
        for row in range(4, -1, -1):
            if pixies[row] > 0 and (row < 4 or servant):
                gain = step_gain(rules, state, seat, row, before, w)
                if row == 0 and slaves <= 2:
                    gain += relief
                if gain > best:
                    best, best_row = gain, row
            before += pixies[row]
        if best_row < 0:
            break
        total += best
        pixies[best_row] -= 1
        if best_row == 0:
            slaves -= 1
        if best_row < 4:
            pixies[best_row + 1] += 1
        else:
            servant = False
        steps -= 1
    return total


cdef double offering_value(const Rules* rules, const State* state, int seat, int good, int amount, const Weights* w) noexcept nogil:
    """What an offering brings, minus what the goods would be worth if kept."""
    # During offerings the fading of goods still counts this one; goods that are kept serve only later ones.
    cdef double keep = fading(rules, state, w) - (1.0 - w.fade)
    cdef double spare
    if keep < 0.0 or rules.rounds == state.round:
        keep = 0.0
    if good == state.demand:
        spare = food_value(state, good, w)
        return steps_gain(rules, state, seat, amount, w) - keep * spare * amount
    spare = w.silver if good == SILVER else w.gold
    return (chance_of_reward(state, seat, w) * metal_gain(rules, state, seat, good, amount, w)
            - keep * spare * amount)


cdef Offering best_offering(const Rules* rules, const State* state, int seat, int only, const Weights* w) noexcept nogil:
    """The best kind and amount among those not offered yet; `only` one good, or -1 for any."""
    cdef Offering best
    cdef int good, amount
    cdef double value
    best.good, best.amount, best.value = -1, 0, -1e9
    for good in range(GOOD_COUNT):
        if ((only >= 0 and good != only) or (good != state.demand and good < SILVER) or state.offer[seat][good] > 0):
            continue
        for amount in range(1, state.goods[seat][good] + 1):
            value = offering_value(rules, state, seat, good, amount, w)
            if rules.rounds == state.round:
                value += 0.05 * amount           # goods that are left only count for majorities (R11.3)
            if value > best.value:
                best.good, best.amount, best.value = good, amount, value
    return best


cdef int offering_values(const Rules* rules, const State* state, const Weights* w, int* options, double* values) noexcept nogil:
    """The options of an offering decision, `offer` or `amount`, each with its value in points."""
    cdef int seat = state.seat
    cdef int good, amount, offered = 0, count = 0
    if state.decision == ASK_AMOUNT:
        for amount in range(1, state.goods[seat][state.good] + 1):
            if is_option(state, OPTION_AMOUNT + amount - 1):
                options[count] = OPTION_AMOUNT + amount - 1
                values[count] = offering_value(rules, state, seat, state.good, amount, w)
                count += 1
        return count
    for good in range(GOOD_COUNT):
        offered += state.offer[seat][good]
        if is_option(state, OPTION_GOOD + good):
            options[count] = OPTION_GOOD + good
            values[count] = best_offering(rules, state, seat, good, w).value
            count += 1
    if (offered > 0 or count == 0) and is_option(state, OPTION_STOP):
        options[count] = OPTION_STOP
        values[count] = 0.0
        count += 1
    return count


cdef int draw_offering(const Rules* rules, const State* state, const Weights* weights, double temperature, uint64_t key) noexcept nogil:
    """Sample a sensible part of an offering: better ones are more likely (Gumbel's trick)."""
    cdef int options[OPTION_COUNT]
    cdef double values[OPTION_COUNT]
    cdef int i, best = 0, count = offering_values(rules, state, weights, options, values)
    for i in range(count):
        values[i] -= temperature * log(-log(unit(subkey(key, <uint64_t>i))))
        if values[i] > values[best]:
            best = i
    return options[best]
