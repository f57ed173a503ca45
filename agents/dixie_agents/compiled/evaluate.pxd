# cython: language_level=3
from libc.stdint cimport int8_t, uint64_t

from dixie_env.engine.model cimport *

cdef enum:
    ROWS = 5             # of pixies, with the mine
    MOST_PIXIES = 5      # of a colour (R1.2)
    PIXIES = 2 * MOST_PIXIES * ROWS

# What a position is worth, in points of the final score; dixie_agents/weights.py says what each number means.
cdef struct Weights:
    double persist
    double climb
    double pit
    double row[ROWS]
    double income
    double servant
    double step
    double food
    double demand
    double silver
    double gold
    double plenty
    double fade
    double ring
    double offering
    double food_tile
    double one_off[ONE_OFF_END]
    double ability[ABILITY_END]
    double disc
    double rock
    double hoard
    double symbol
    double order
    double rivals
    double food_share
    double metal_share

# What a bot keeps while it looks ahead from one position: most of what it tries changes little.
cdef struct Outlook:
    const State* root
    # the rivals at the root
    bint known[SEATS]
    double rival[SEATS]         # their estimates, as far as they are known
    # what estimates share from position to position, as long as these don't change
    int8_t round
    int8_t phase
    int8_t demanded[FOOD_COUNT]
    int8_t servants             # tiles taken or about to be
    double time                 # `lasting`
    double fade                 # `fading`
    double good[GOOD_COUNT]     # a unit of each good, faded
    uint64_t pixies_known       # one bit for each of the following
    double pixie[PIXIES]        # on a hand spot: see `pixie_worth`

cdef void look_out(Outlook* outlook, const State* root) noexcept nogil
cdef double estimate(const Rules* rules, const State* state, int seat, const Weights* w, Outlook* outlook) noexcept nogil
cdef double evaluate(const Rules* rules, const State* state, int seat, const Weights* w, Outlook* outlook) noexcept nogil
cdef double servant_hope(const Rules* rules, const State* state, int seat, int row, int before, const Weights* w) noexcept nogil
cdef double track_cost(const Rules* rules, const State* state, int place, const Weights* w) noexcept nogil
cdef double lasting(const Rules* rules, const State* state, const Weights* w) noexcept nogil
cdef double food_value(const State* state, int food, const Weights* w) noexcept nogil
cdef double fading(const Rules* rules, const State* state, const Weights* w) noexcept nogil
