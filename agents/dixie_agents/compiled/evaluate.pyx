# cython: language_level=3
"""What a position is worth to a seat: an estimate of its final score, and how much of that its rivals take away.

The estimate is the points so far, minus the points that slaves and tracks will cost in the rounds to come, plus what
pixies, goods and tiles may still bring. Every term has a weight; see `dixie_agents/weights.py`.
"""

from dixie_env.engine.model cimport *
from dixie_env.engine.moves cimport ON_EXTRA, has, holds, is_favourite, place_in, row_of

include "source_hash.pxi"

cdef double[10] SHARE = [0.0, 1.0, 1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 5, 1.0 / 6, 1.0 / 7, 1.0 / 8, 1.0 / 9]


cdef int rounds_ahead(const Rules* rules, const State* state) noexcept nogil:
    """Whole rounds after this one."""
    return rules.rounds - state.round


cdef double lasting(const Rules* rules, const State* state, const Weights* w) noexcept nogil:
    """How many more times a cost per round is expected: surely this round, less surely in later ones."""
    cdef int phases = rounds_ahead(rules, state) + (state.phase < PHASE_PENALTIES)
    return 0.0 if phases <= 0 else 1.0 + w.persist * (phases - 1)


cdef double track_cost(const Rules* rules, const State* state, int place, const Weights* w) noexcept nogil:
    """Points that a place on a track costs until the end (R3.23).

    This round costs what the board says. Later rounds are a straight line from the lowest place to the highest, so that
    every step counts: a track has flat stretches, but the place behind them is reached only through them.
    """
    cdef int phases = rounds_ahead(rules, state) + (state.phase < PHASE_PENALTIES)
    cdef int top = rules.track_length - 1
    cdef double lowest = rules.track_penalties[0]
    if phases <= 0:
        return 0.0
    return (rules.track_penalties[place] - rules.track_rewards[place]
            + w.climb * (phases - 1) * (lowest - (lowest + rules.track_rewards[top]) * place / top))


cdef double fading(const Rules* rules, const State* state, const Weights* w) noexcept nogil:
    """Goods are worth less as the offerings to come get fewer, and nothing after the last."""
    cdef int offerings = rounds_ahead(rules, state) + (state.phase <= PHASE_OFFERINGS)
    cdef double rest = 1.0
    while offerings > 0:
        rest *= w.fade
        offerings -= 1
    return 1.0 - rest


cdef double food_value(const State* state, int food, const Weights* w) noexcept nogil:
    """A food is worth more the likelier the queen demands it next: round tiles seen don't come again."""
    cdef int left = 9 - state.demanded[0] - state.demanded[1] - state.demanded[2]
    return w.food + w.demand * ((3 - state.demanded[food]) * SHARE[left] - SHARE[3])


cdef double amount_value(int amount, double plenty) noexcept nogil:
    """Four units count in full, further ones less, because nobody can use them all."""
    return amount if amount <= 4 else 4 + plenty * (amount - 4)


cdef double servant_hope(const Rules* rules, const State* state, int seat, int row, int before, const Weights* w) noexcept nogil:
    """What a servant tile is worth to a pixie in this row, 0 for the mine (R3.20). `before` counts the seat's pixies ahead of it."""
    cdef int chances = rounds_ahead(rules, state) + (state.phase <= PHASE_REWARDS)
    cdef int tile = state.tiles_taken[SERVANT_ROW] + (state.servant_space >= 0) + before
    cdef int steps = 5 - row
    cdef double hope
    if chances <= before or tile >= ROW_TILES or steps > 3 * chances:
        return 0.0
    hope = rules.tiles[SERVANT_ROW][tile] + (2 if has(rules, state, seat, SERVANT_BONUS) else 0)
    hope *= w.servant
    while steps > 0:
        hope *= w.step
        steps -= 1
    return hope


cdef double ring_hope(const Rules* rules, const State* state, int seat, const Weights* w) noexcept nogil:
    """How far the gold goes toward the next ring and the one after it (R4.13)."""
    cdef int price = rules.gold_per_ring[state.track[seat][GOLD_TRACK]]
    cdef int gold = state.goods[seat][GOLD]
    cdef int tile = state.tiles_taken[RING_ROW]
    cdef int bonus = 2 if has(rules, state, seat, RING_BONUS) else 0
    cdef double hope = 0.0
    if tile < ROW_TILES:
        hope = (rules.tiles[RING_ROW][tile] + bonus) * <double>min(gold, price) / price
    gold -= price
    if gold > 0 and tile + 1 < ROW_TILES:
        hope += 0.5 * (rules.tiles[RING_ROW][tile + 1] + bonus) * <double>min(gold, price) / price
    return w.ring * hope


cdef double offering_hope(const Rules* rules, const State* state, int seat, const Weights* w) noexcept nogil:
    """How much of the next special offering the seat owns (R4.19)."""
    cdef int tile = state.tiles_taken[OFFERING_ROW]
    cdef int good, wanted = 1, owned = 0, spare = 0
    cdef double share
    if tile >= ROW_TILES:
        return 0.0
    for good in range(GOOD_COUNT):
        wanted += state.offering_track[good]
        owned += min(state.offering_track[good], state.goods[seat][good])
        spare |= state.goods[seat][good] > state.offering_track[good]
    share = <double>(owned + spare) / wanted
    return w.offering * rules.tiles[OFFERING_ROW][tile] * share * share


cdef double hoard_cost(const Rules* rules, const State* state, int seat, const Weights* w) noexcept nogil:
    """Majorities cost 3 points each at the end (R11.3). They count in the last two rounds."""
    cdef int good, other, ahead = rounds_ahead(rules, state)
    cdef int majorities = 0
    if ahead > 1:
        return 0.0
    for good in range(GOOD_COUNT):
        if state.goods[seat][good] > 0:
            for other in range(state.players):
                if other != seat and state.in_play[other] and state.goods[other][good] > state.goods[seat][good]:
                    break
            else:
                majorities += 1
    return 3.0 * majorities * (1.0 if ahead == 0 else w.hoard)


cdef double estimate(const Rules* rules, const State* state, int seat, const Weights* w) noexcept nogil:
    """The final score that a seat can expect."""
    cdef int ahead, track, space, row, good, tile, due, i, before = 0
    cdef double value, cost, time, fade
    if not state.in_play[seat]:
        return -rules.pit - 10.0
    if state.phase == PHASE_OVER:
        return state.scores[seat]
    ahead = rounds_ahead(rules, state)
    time = lasting(rules, state, w)
    fade = fading(rules, state, w)
    value = state.rewards[seat] - state.penalties[seat]

    # what every round costs (R3.22, R3.23), and the pit below (R6.3)
    due = min(state.mine[seat], 1 if has(rules, state, seat, LIGHT_MINE) else 2)
    cost = time * due
    for track in range(2):
        due += rules.track_penalties[state.track[seat][track]]
        cost += track_cost(rules, state, state.track[seat][track], w)
    value -= cost
    cost += state.penalties[seat] + 8 - rules.pit
    if cost > 0:
        value -= w.pit * cost
    # a mine symbol within reach of this round's points will send a pixie down (R6.1)
    if state.phase < PHASE_PENALTIES and not is_favourite(state, seat):
        for i in range(rules.mine_symbol_count):
            if state.penalties[seat] < rules.mine_symbols[i] <= state.penalties[seat] + due:
                value -= w.symbol

    # pixies: steps made, food to come (R3.2), a servant tile at the end
    for space in range(SPACE_END - 1, 0, -1):
        if state.spaces[space] == seat:
            row = row_of(space)
            value += w.row[row] + w.income * row * ahead + servant_hope(rules, state, seat, row, before, w)
            before += 1
    if state.servant_space == seat:
        value += rules.tiles[SERVANT_ROW][state.tiles_taken[SERVANT_ROW]]
        value += 2 if has(rules, state, seat, SERVANT_BONUS) else 0
    value -= w.rock * (state.rocks[seat][0] + state.rocks[seat][1])

    # goods, and what they are saved for
    if fade > 0:
        for good in range(FOOD_COUNT):
            value += fade * food_value(state, good, w) * amount_value(state.goods[seat][good], w.plenty)
        value += fade * w.silver * amount_value(state.goods[seat][SILVER], w.plenty)
        value += fade * w.gold * amount_value(state.goods[seat][GOLD], w.plenty)
    if ahead > 0 or (state.phase <= PHASE_ACTIONS and state.discs[seat] > 0):
        value += ring_hope(rules, state, seat, w) + offering_hope(rules, state, seat, w)
    value -= hoard_cost(rules, state, seat, w)

    # tiles, discs, and the place in the order
    tile = state.food_tile[seat] + (state.extra[seat] if state.extra[seat] < ON_EXTRA else 0)
    value += w.food_tile * tile * ahead
    if fade > 0:
        for i in range(DOUBLE, ONE_OFF_END):
            if holds(state, seat, i):
                value += w.one_off[i]
    value += w.ability[state.ability[seat]] * time / 5
    if state.phase == PHASE_ACTIONS:
        value += w.disc * state.discs[seat]
    if ahead > 0:
        value -= w.order * place_in(state.small, seat)
    return value


cdef double evaluate(const Rules* rules, const State* state, int seat, const Weights* w) noexcept nogil:
    """The seat's expected score minus a share of its rivals': the strongest rival counts as much as all rivals together."""
    cdef int other
    cdef double value = estimate(rules, state, seat, w)
    cdef double theirs, best = -1e9, total = 0.0
    if w.rivals <= 0:
        return value
    for other in range(state.players):
        if other != seat:
            theirs = estimate(rules, state, other, w)
            total += theirs
            best = max(best, theirs)
    return value - w.rivals * 0.5 * (best + total / (state.players - 1))
