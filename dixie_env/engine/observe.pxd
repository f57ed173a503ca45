# cython: language_level=3
from libc.stdint cimport uint8_t

from dixie_env.engine.model cimport *

cdef enum:
    TILE_KINDS = 3 + ONE_OFF_COUNT    # on an extra slot: food 2, 3, 4, double, peek, mercy
    SHOWN = 3                         # of an offering: the demanded food, silver, gold
    ORDERS = 4                        # priority, large, small, turns
    # the decision: the blocks up to pending.offer, of which five are single numbers
    DECISION_SIZE = (DECISION_COUNT + REASON_COUNT + ACTION_COUNT + SPACE_END + GOOD_COUNT + TRADABLE_COUNT + OWN_COUNT
                     + PENALTY_SOURCE_COUNT + GOOD_COUNT + 5)
    # a seat: points and tracks come first
    POINTS_SIZE = 2 + TRACK_COUNT
    SEAT_SIZE = (POINTS_SIZE + 3 + GOOD_COUNT + 2 + CHAINED_MAX + 2 + ABILITY_COUNT + 1 + ONE_OFF_COUNT + TILE_KINDS + 4
                 + ORDERS + 2 + SHOWN)
    BOARD_PART_SIZE = (PHASE_COUNT + 2 + (SEATS - 1) + SEATS + 2 * FOOD_COUNT + GOOD_COUNT + CUBE_COUNT + (GOOD_COUNT + 1)
                       + GOOD_COUNT + SPACE_COUNT * COLOUR_COUNT + SEATS + 1 + ACTION_COUNT + STACK + ONE_OFF_COUNT
                       + ABILITY_COUNT + TILE_KINDS + ROW_COUNT)
    FIRST_SIZE = DECISION_SIZE + BOARD_PART_SIZE + SEATS * SEAT_SIZE
    OBSERVATION_SIZE = FIRST_SIZE + CHAINED_MAX + 1 + MARKER_COUNT

cpdef enum:
    LAYOUT = 2                        # the newest; layout 1 is its beginning

cdef inline int observation_size(int layout) noexcept nogil:
    """Without the numbers of the board."""
    return FIRST_SIZE if layout == 1 else OBSERVATION_SIZE

cdef void observe(const Rules* rules, const State* state, int viewer, bint screened, int layout, float* out) noexcept nogil
cdef void observe_all(const Rules* rules, const State* state, int layout, float* out) noexcept nogil
cdef void write_mask(const State* state, uint8_t* out) noexcept nogil
