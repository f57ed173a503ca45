# cython: language_level=3
from libc.stdint cimport uint64_t

from dixie_env.engine.model cimport *
from dixie_agents.compiled.network cimport Net
from dixie_agents.compiled.tree cimport Finding, Search

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
cdef int choose_best(const Rules* rules, const State* state, const Guide* guide) noexcept nogil
cdef int choose_tempered(const Rules* rules, const State* state, const Guide* guide, double temperature,
                         uint64_t key) noexcept nogil
cdef int choose_guided(const Rules* rules, const State* root, const Guide* guide, const Search* settings,
                       double temperature, uint64_t key) noexcept nogil
