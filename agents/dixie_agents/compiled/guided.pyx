# cython: language_level=3
"""Tree search on top of a trained policy: its priors say what to try, its values rate the outcome.

The tree has only the decisions of the searching seat; the other seats sample their choices from the policy. Open loop: a node
stands for a sequence of the seat's choices, and every iteration draws new random numbers. An iteration walks down by PUCT,
adds one node, and takes the value there, or the result if the game is over. The search never looks at secret offerings: in every
iteration the other seats choose theirs again from what they know.
"""

from libc.math cimport exp
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from dixie_env.engine.describe cimport BOARD_SIZE, describe_board
from dixie_env.engine.model cimport *
from dixie_env.engine.observe cimport OBSERVATION_SIZE, observe
from dixie_env.engine.moves cimport lowest_bit
from dixie_env.engine.play cimport advance
from dixie_env.engine.rewards cimport final_reward, running_score

from dixie_agents.compiled.keys cimport subkey, unit
from dixie_agents.compiled.network cimport Net, evaluate_net
from dixie_agents.compiled.tree cimport (
    DEEPEST, Finding, Search, Tree, add_node, clock, fell, has_time, most_visited, plant, report, select)

include "source_hash.pxi"


# --- what the policy says -----------------------------------------------------------------------------------

cdef int consult(const Rules* rules, const State* state, const Guide* guide, int* options, double* priors,
                 double* worth) noexcept nogil:
    """The options of the seat that decides with their priors, and the value of the game to it."""
    cdef float observation[OBSERVATION_SIZE + BOARD_SIZE]
    cdef float numbers[OPTION_COUNT]
    cdef uint64_t bits
    cdef int word, i, count = 0
    cdef double best = -1e30, total = 0.0
    observe(rules, state, state.seat, guide.net.screened, observation)
    if guide.net.board:
        describe_board(rules, observation + OBSERVATION_SIZE)
    worth[0] = evaluate_net(guide.net, observation, numbers) + potential(rules, state, guide, state.seat)
    for word in range(OPTION_WORDS):
        bits = state.options[word]
        while bits:
            options[count] = 64 * word + lowest_bit(bits)
            bits &= bits - 1
            priors[count] = numbers[options[count]]
            best = max(best, priors[count])
            count += 1
    for i in range(count):
        priors[i] = exp(priors[i] - best)
        total += priors[i]
    for i in range(count):
        priors[i] /= total
    return count


cdef double potential(const Rules* rules, const State* state, const Guide* guide, int seat) noexcept nogil:
    """What shaping has paid already. Values of a shaped reward don't include it. See `dixie_env/rewards.py`."""
    cdef int other
    cdef double total = 0.0
    if guide.shaping == 0:
        return 0.0
    for other in range(state.players):
        total += running_score(rules, state, other)
    return guide.shaping * (running_score(rules, state, seat) - total / state.players)


cdef int draw_choice(const int* options, const double* priors, int count, uint64_t key) noexcept nogil:
    """Sample an option from the policy."""
    cdef double rest = unit(key)
    cdef int i
    for i in range(count - 1):
        rest -= priors[i]
        if rest < 0:
            return options[i]
    return options[count - 1]


cdef int choose_best(const Rules* rules, const State* state, const Guide* guide) noexcept nogil:
    """The policy without a search: the option it rates best, the first if several tie."""
    cdef int options[OPTION_COUNT]
    cdef double priors[OPTION_COUNT]
    cdef double worth
    cdef int i, best = 0, count = consult(rules, state, guide, options, priors, &worth)
    for i in range(1, count):
        if priors[i] > priors[best]:
            best = i
    return options[best]


cdef int choose_by_lot(const Rules* rules, const State* state, const Guide* guide, uint64_t key) noexcept nogil:
    """The policy without a search: an option sampled from it."""
    cdef int options[OPTION_COUNT]
    cdef double priors[OPTION_COUNT]
    cdef double worth
    cdef int count = consult(rules, state, guide, options, priors, &worth)
    return draw_choice(options, priors, count, key)


# --- the search -----------------------------------------------------------------------------------------------

cdef void iterate(const Rules* rules, const State* root, const Guide* guide, const Search* settings, Tree* tree,
                  uint64_t key) noexcept nogil:
    """One iteration: down the tree, with the other seats playing in between, to a new node or the end of the game, and back up."""
    cdef State state
    cdef int path[DEEPEST]
    cdef int options[OPTION_COUNT]
    cdef double priors[OPTION_COUNT]
    cdef double worth = 0.0
    cdef int depth = 0, node = 0, edge = -1, count, i
    cdef int seat = root.seat
    cdef uint64_t number = 0
    memcpy(&state, root, sizeof(State))
    state.seed = subkey(key, 0)
    while True:
        number += 1
        if state.phase == PHASE_OVER:
            worth = final_reward(state.ranks, state.scores, state.players, seat, guide.paid)
            break
        if state.seat != seat:
            advance(rules, &state, choose_by_lot(rules, &state, guide, subkey(key, number)))
            continue
        if node >= 0 and depth < DEEPEST:
            i = select(tree, node, &state, settings.exploration)
            if i >= 0:
                edge = i
                path[depth] = edge
                depth += 1
                advance(rules, &state, tree.edges[edge].option)
                node = tree.edges[edge].child
                continue
        count = consult(rules, &state, guide, options, priors, &worth)
        if node < 0:
            tree.edges[edge].child = add_node(tree, seat, options, priors, count)
        break
    for i in range(depth):
        tree.edges[path[i]].visits += 1
        tree.edges[path[i]].value[seat] += 0.5 + 0.5 * worth


cdef int guided_search(const Rules* rules, const State* root, const Guide* guide, const Search* settings, uint64_t key,
                       Finding* findings) noexcept nogil:
    """Search a decision and write the findings for each option. Return the number of options, 0 if out of memory."""
    cdef Tree tree
    cdef int options[OPTION_COUNT]
    cdef double priors[OPTION_COUNT]
    cdef double worth, best = 0.0
    cdef int i, count, done = 0
    cdef double end = clock() + settings.seconds
    count = consult(rules, root, guide, options, priors, &worth)
    for i in range(count):
        best = max(best, priors[i])
    if not plant(&tree) or add_node(&tree, root.seat, options, priors, count) < 0:
        fell(&tree)
        return 0
    while best < guide.sure and has_time(settings, done, end):
        iterate(rules, root, guide, settings, &tree, subkey(key, 2 + <uint64_t>done))
        done += 1
    report(&tree, findings)
    fell(&tree)
    return count


cdef int choose_guided(const Rules* rules, const State* root, const Guide* guide, const Search* settings,
                       uint64_t key) noexcept nogil:
    """The most visited option; without a search, the one with the best prior."""
    cdef Finding findings[OPTION_COUNT]
    cdef int count = guided_search(rules, root, guide, settings, key, findings)
    return most_visited(findings, count) if count > 0 else choose_best(rules, root, guide)
