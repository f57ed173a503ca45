# cython: language_level=3
from dixie_env.engine.model cimport *

# What a position is worth, in points of the final score; dixie_agents/weights.py says what each number means.
cdef struct Weights:
    double persist
    double climb
    double pit
    double row[5]
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

cdef double estimate(const Rules* rules, const State* state, int seat, const Weights* w) noexcept nogil
cdef double evaluate(const Rules* rules, const State* state, int seat, const Weights* w) noexcept nogil
cdef double servant_hope(const Rules* rules, const State* state, int seat, int row, int before, const Weights* w) noexcept nogil
cdef double track_cost(const Rules* rules, const State* state, int place, const Weights* w) noexcept nogil
cdef double lasting(const Rules* rules, const State* state, const Weights* w) noexcept nogil
cdef double food_value(const State* state, int food, const Weights* w) noexcept nogil
cdef double fading(const Rules* rules, const State* state, const Weights* w) noexcept nogil
