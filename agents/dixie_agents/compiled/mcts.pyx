# cython: language_level=3
"""Monte Carlo tree search for a game with chance, several players and offerings made in secret.

Open loop: a node stands for a sequence of choices, not for a position. Every iteration plays it with new random numbers, so
values are means over dice, cubes and demands, and the search never looks at anything the seat can't know.

In the tree every seat plays to win (a value for each seat). PUCT selects options by their prior, the value of a turn's lookahead,
and by their results so far. Below the tree a short playout follows, by the same lookahead, and the final position is turned into
each seat's win share.

An offering is a simultaneous choice: the other seats' offerings are not nodes, because there they could respond to an offering
they have not seen. Every iteration draws them again from what those seats could sensibly offer.
"""

from libc.math cimport exp
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from dixie_env.engine.model cimport *
from dixie_env.engine.moves cimport offering_is_secret
from dixie_env.engine.play cimport advance

from dixie_agents.compiled.clock cimport now
from dixie_agents.compiled.evaluate cimport Outlook, Weights, estimate, look_out
from dixie_agents.compiled.keys cimport subkey
from dixie_agents.compiled.lookahead cimport look_ahead, option_values
from dixie_agents.compiled.offerings cimport draw_offering, offering_values
from dixie_agents.compiled.tree cimport (
    DEEPEST, Finding, Search, Tree, add_node, fell, has_time, most_visited, plant, report, select)

include "source_hash.pxi"

# --- players inside the search --------------------------------------------------------------------------------

cdef int list_priors(const Rules* rules, const State* state, const Weights* weights, double temperature, int samples, uint64_t key,
                     int* options, double* priors) noexcept nogil:
    """Options worth considering. Their priors fall with the distance to the best value, in points."""
    cdef int i, count
    cdef double best, total = 0.0
    if offering_is_secret(state):
        count = offering_values(rules, state, weights, options, priors)
    else:
        count = option_values(rules, state, weights, samples, key, options, priors)
    best = priors[0]
    for i in range(1, count):
        best = max(best, priors[i])
    for i in range(count):
        priors[i] = exp((priors[i] - best) / temperature)
        total += priors[i]
    for i in range(count):
        priors[i] /= total
    return count


cdef int playout_choice(const Rules* rules, const State* state, const Weights* weights, double temperature, uint64_t key) noexcept nogil:
    if offering_is_secret(state):
        return draw_offering(rules, state, weights, temperature, key)
    return look_ahead(rules, state, weights, 1, key)


cdef void share_win(const Rules* rules, const State* state, const Weights* weights, double* shares) noexcept nogil:
    """Each seat's win share: the result of a finished game, otherwise an estimate from the expected scores. The more rounds
    are left, the less a lead means."""
    cdef Outlook outlook
    cdef int seat, winners = 0
    cdef double best = -1e9, total = 0.0
    cdef double spread = 2.5 + 0.8 * (rules.rounds - state.round)
    for seat in range(SEATS):
        shares[seat] = 0.0
    if state.phase == PHASE_OVER:
        for seat in range(state.players):
            winners += state.ranks[seat] == 1
        for seat in range(state.players):
            shares[seat] = 1.0 / winners if state.ranks[seat] == 1 else 0.0
        return
    look_out(&outlook, state)
    for seat in range(state.players):
        shares[seat] = estimate(rules, state, seat, weights, &outlook)
        best = max(best, shares[seat])
    for seat in range(state.players):
        shares[seat] = exp((shares[seat] - best) / spread)
        total += shares[seat]
    for seat in range(state.players):
        shares[seat] /= total


# --- the search -----------------------------------------------------------------------------------------------

cdef void iterate(const Rules* rules, const State* root, const Weights* weights, const Search* settings, Tree* tree,
                  uint64_t key) noexcept nogil:
    """One iteration: down the tree, one new node, a playout, and back up."""
    cdef State state
    cdef int path[DEEPEST]
    cdef int options[OPTION_COUNT]
    cdef double priors[OPTION_COUNT]
    cdef double shares[SEATS]
    cdef int depth = 0, node = 0, edge, i, j, count
    cdef uint64_t number = 0
    memcpy(&state, root, sizeof(State))
    state.seed = subkey(key, 0)
    while state.phase != PHASE_OVER and depth < DEEPEST:
        number += 1
        if offering_is_secret(&state) and state.seat != root.seat:
            advance(rules, &state, draw_offering(rules, &state, weights, settings.temperature, subkey(key, number)))
            continue
        edge = select(tree, node, &state, settings.exploration)
        if edge < 0:                             # by chance none of these is legal now
            break
        path[depth] = edge
        depth += 1
        advance(rules, &state, tree.edges[edge].option)
        node = tree.edges[edge].child
        if node < 0:
            # the new node is for the next decision, after offerings that are not in the tree
            while offering_is_secret(&state) and state.seat != root.seat and state.phase != PHASE_OVER:
                number += 1
                advance(rules, &state, draw_offering(rules, &state, weights, settings.temperature, subkey(key, number)))
            if state.phase != PHASE_OVER:
                count = list_priors(rules, &state, weights, settings.temperature, 1, subkey(key, number + 1000), options, priors)
                tree.edges[edge].child = add_node(tree, state.seat, options, priors, count)
            break
        elif tree.edges[tree.nodes[node].first].seat != state.seat and not (
                offering_is_secret(&state) and state.seat != root.seat):
            break                                # by chance it is another seat's turn
    for i in range(settings.horizon):
        if state.phase == PHASE_OVER:
            break
        number += 1
        advance(rules, &state, playout_choice(rules, &state, weights, settings.temperature, subkey(key, number)))
    share_win(rules, &state, weights, shares)
    for i in range(depth):
        tree.edges[path[i]].visits += 1
        for j in range(SEATS):
            tree.edges[path[i]].value[j] += shares[j]


cdef int search(const Rules* rules, const State* root, const Weights* weights, const Search* settings, uint64_t key,
                Finding* findings) noexcept nogil:
    """Search a decision and write the findings for each option. Return the number of options, 0 if out of memory."""
    cdef Tree tree
    cdef Weights selfish = weights[0]            # inside the search each seat ignores its rivals: three times as fast
    cdef int options[OPTION_COUNT]
    cdef double priors[OPTION_COUNT]
    cdef int count, done = 0
    cdef double end = now() + settings.seconds
    selfish.rivals = 0.0
    count = list_priors(rules, root, weights, settings.temperature, 4, subkey(key, 1), options, priors)
    if not plant(&tree) or add_node(&tree, root.seat, options, priors, count) < 0:
        fell(&tree)
        return 0
    while count > 1 and has_time(settings, done, end):
        iterate(rules, root, &selfish, settings, &tree, subkey(key, 2 + <uint64_t>done))
        done += 1
    report(&tree, findings)
    fell(&tree)
    return count


cdef int choose_by_search(const Rules* rules, const State* root, const Weights* weights, const Search* settings,
                          uint64_t key) noexcept nogil:
    """The most visited option."""
    cdef Finding findings[OPTION_COUNT]
    cdef int count = search(rules, root, weights, settings, key, findings)
    return most_visited(findings, count) if count > 0 else look_ahead(rules, root, weights, 1, key)
