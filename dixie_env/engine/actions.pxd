# cython: language_level=3
from dixie_env.engine.model cimport *

cdef void place_discs(const Rules* rules, State* state, int seat, int action) noexcept nogil
cdef void start_action(const Rules* rules, State* state, int seat, int action) noexcept nogil
cdef void begin_draw(State* state, int seat, bint peeking) noexcept nogil
cdef void receive_cube(State* state, int seat, int cube) noexcept nogil
cdef void place_rock(State* state, int seat, int slave) noexcept nogil
cdef void dump(State* state, int seat, int good) noexcept nogil
cdef void add_offering(const Rules* rules, State* state, int seat, int good) noexcept nogil
cdef void rob(const Rules* rules, State* state, int seat, int space) noexcept nogil
cdef void play_casino(State* state, int seat, int face) noexcept nogil
cdef void carry_out_amount(const Rules* rules, State* state, int seat, int amount) noexcept nogil
cdef void swap(State* state, int seat, int option) noexcept nogil
