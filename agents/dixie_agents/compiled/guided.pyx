# cython: language_level=3
"""Tree search on top of a trained policy: its priors say what to try, its values rate the outcome.

The value is the reward `win` if the policy predicts who wins, else the reward that its value was trained for.

The tree has only the decisions of the searching seat; the other seats sample their choices from the policy. Open loop: a node
stands for a sequence of the seat's choices, and every iteration draws new random numbers. An iteration walks down by PUCT,
adds one node, and takes the value there, or the result if the game is over. The search never looks at secret offerings: in every
iteration the other seats choose theirs again from what they know.
"""

from libc.math cimport log
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from dixie_env.engine.describe cimport describe_board
from dixie_env.engine.model cimport *
from dixie_env.engine.observe cimport observation_size, observe
from dixie_env.engine.moves cimport lowest_bit
from dixie_env.engine.play cimport advance
from dixie_env.engine.rewards cimport final_reward, running_score

from dixie_agents.compiled.clock cimport now
from dixie_agents.compiled.keys cimport subkey
from dixie_agents.compiled.network cimport CHOICES, RESULTS, Net, draw_index, evaluate_net, soften, win_value
from dixie_agents.compiled.tree cimport (
    DEEPEST, Finding, Search, Tree, add_node, fell, has_time, most_visited, plant, report, select)

include "source_hash.pxi"


# --- what the policy says -----------------------------------------------------------------------------------

cdef int consult(const Rules* rules, const State* state, const Guide* guide, double temperature, int* options,
                 double* priors, double* worth) noexcept nogil:
    """The options of the seat that decides with their priors at a temperature, and the value of the game to it."""
    cdef float observation[LONGEST]
    cdef float choices[CHOICES]
    cdef float results[RESULTS]
    see(rules, state, guide.net, observation)
    evaluate_net(guide.net, observation, choices, results if guide.net.winner else NULL)
    if guide.net.winner:
        worth[0] = win_value(results, state.players)
    else:
        worth[0] = choices[OPTION_COUNT] + potential(rules, state, guide, state.seat)
    return weigh_options(state.options, choices, temperature, options, priors)


cdef void see(const Rules* rules, const State* state, const Net* net, float* observation) noexcept nogil:
    """What a network observes of the seat that decides."""
    observe(rules, state, state.seat, net.screened, net.layout, observation)
    if net.board:
        describe_board(rules, net.layout, observation + observation_size(net.layout))


cdef int weigh_options(const uint64_t* legal, const float* choices, double temperature, int* options,
                       double* priors) noexcept nogil:
    """The legal options with their priors at a temperature, from what a network says."""
    cdef uint64_t bits
    cdef int word, count = 0
    for word in range(OPTION_WORDS):
        bits = legal[word]
        while bits:
            options[count] = 64 * word + lowest_bit(bits)
            bits &= bits - 1
            priors[count] = choices[options[count]]
            count += 1
    soften(priors, count, temperature)
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


cdef int choose_from(const uint64_t* legal, const float* choices, double temperature, uint64_t key) noexcept nogil:
    """The policy's choice from what its network says: an option drawn at this temperature; at 0 the best one, the first if several tie."""
    cdef int options[OPTION_COUNT]
    cdef double priors[OPTION_COUNT]
    cdef int i, best = 0, count = weigh_options(legal, choices, temperature if temperature > 0 else 1.0, options, priors)
    if temperature > 0:
        return options[draw_index(priors, count, key)]
    for i in range(1, count):
        if priors[i] > priors[best]:
            best = i
    return options[best]


cdef int choose_tempered(const Rules* rules, const State* state, const Guide* guide, double temperature,
                         uint64_t key) noexcept nogil:
    """The policy without a search: an option sampled from its probabilities at this temperature, the best one at 0."""
    cdef float observation[LONGEST]
    cdef float choices[CHOICES]
    see(rules, state, guide.net, observation)
    evaluate_net(guide.net, observation, choices, NULL)
    return choose_from(state.options, choices, temperature, key)


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
            advance(rules, &state, choose_tempered(rules, &state, guide, 1.0, subkey(key, number)))
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
        count = consult(rules, &state, guide, 1.0, options, priors, &worth)
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
    cdef double end = now() + settings.seconds
    count = consult(rules, root, guide, 1.0, options, priors, &worth)
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
                       double temperature, uint64_t key) noexcept nogil:
    """The most visited option; with a temperature, one drawn in proportion to visits ** (1 / temperature).

    Without a search it is the policy's choice at that temperature.
    """
    cdef Finding findings[OPTION_COUNT]
    cdef double logits[OPTION_COUNT]
    cdef int i, visits = 0, count = guided_search(rules, root, guide, settings, key, findings)
    for i in range(count):
        visits += findings[i].visits
    if temperature <= 0:
        return most_visited(findings, count) if count > 0 else choose_tempered(rules, root, guide, 0.0, key)
    if visits == 0:
        return choose_tempered(rules, root, guide, temperature, subkey(key, 1))
    for i in range(count):
        logits[i] = log(<double>findings[i].visits) if findings[i].visits > 0 else -1e300
    soften(logits, count, temperature)
    return findings[draw_index(logits, count, subkey(key, 1))].option
