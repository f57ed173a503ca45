# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.describe cimport FIRST_BOARD_SIZE
from dixie_env.engine.model cimport *
from dixie_env.engine.observe cimport OBSERVATION_SIZE
from dixie_agents.compiled.network cimport Net
from dixie_agents.compiled.tree cimport Finding, Search

cdef enum:
    LONGEST = OBSERVATION_SIZE + FIRST_BOARD_SIZE    # of all observations

# The policy that guides a search, and the reward that its values predict.
cdef struct Guide:
    const Net* net
    int paid             # Paid
    double shaping       # points to reward, 0 without shaping
    double sure          # an option with this prior is taken without a search

cdef int consult(const Rules* rules, const State* state, const Guide* guide, double temperature, int* options,
                 double* priors, double* worth) noexcept nogil
cdef int guided_search(const Rules* rules, const State* root, const Guide* guide, const Search* settings, uint64_t key,
                       Finding* findings) noexcept nogil
cdef void see(const Rules* rules, const State* state, const Net* net, float* observation) noexcept nogil
cdef int choose_from(const uint64_t* legal, const float* choices, double temperature, uint64_t key) noexcept nogil
cdef int choose_tempered(const Rules* rules, const State* state, const Guide* guide, double temperature,
                         uint64_t key) noexcept nogil
cdef int choose_guided(const Rules* rules, const State* root, const Guide* guide, const Search* settings,
                       double temperature, uint64_t key) noexcept nogil
