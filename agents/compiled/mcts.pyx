# cython: language_level=3
"""Monte Carlo tree search for a game with chance, several players and offerings made in secret.

Open loop: a node stands for a sequence of choices, not for a position. Every iteration plays it through with luck of its own, so
values are means over dice, cubes and demands, and nothing that the seat can't know is ever looked at.

In the tree every seat wants to win for itself (a value for each seat). Options are tried by their prior, the value of a turn's
lookahead, and by how they have fared (PUCT). Below the tree a short playout follows, by the same lookahead, and the position it
ends in is turned into each seat's share of the win.

An offering is a simultaneous choice: the other seats' offerings are no nodes, for there they could answer to an offering
they have not seen. They are drawn anew in every iteration from what those seats could sensibly offer.
"""

from libc.math cimport exp, sqrt
from libc.stdint cimport int16_t, int32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from dixie_env.engine.model cimport *
from dixie_env.engine.play cimport advance, is_option

from agents.compiled.evaluate cimport Weights, estimate
from agents.compiled.keys cimport subkey
from agents.compiled.lookahead cimport look_ahead, option_values
from agents.compiled.offerings cimport draw_offering, is_secret, offering_values

include "source_hash.pxi"

cdef enum:
    DEEPEST = 64         # choices on one path through the tree
    FIRST_EDGES = 4096
    CLOCK_EVERY = 8      # iterations between two looks at the clock

cdef struct Edge:
    int16_t option
    int16_t seat         # who makes this choice
    int32_t visits
    int32_t child        # number of the node behind it, -1 if there is none yet
    float prior
    double value[SEATS]  # sums

cdef struct Node:
    int32_t first        # its edges stand one after the other
    int32_t count

cdef struct Tree:
    Node* nodes
    Edge* edges
    int node_count
    int node_room
    int edge_count
    int edge_room


cdef double clock() noexcept nogil:
    cdef timespec time
    clock_gettime(CLOCK_MONOTONIC, &time)
    return <double>time.tv_sec + 1e-9 * <double>time.tv_nsec


# --- the tree -----------------------------------------------------------------------------------------------

cdef bint make_room(Tree* tree, int edges) noexcept nogil:
    """Room for one more node with so many edges; False where the machine has none."""
    cdef void* moved
    if tree.node_count == tree.node_room:
        moved = realloc(tree.nodes, 2 * tree.node_room * sizeof(Node))
        if moved is NULL:
            return False
        tree.nodes = <Node*>moved
        tree.node_room *= 2
    if tree.edge_count + edges > tree.edge_room:
        moved = realloc(tree.edges, 2 * tree.edge_room * sizeof(Edge))
        if moved is NULL:
            return False
        tree.edges = <Edge*>moved
        tree.edge_room *= 2
    return True


cdef int add_node(Tree* tree, int seat, const int* options, const double* values, int count, double temper) noexcept nogil:
    """A node with an edge for each option; priors fall off with the distance to the best value."""
    cdef Edge* edge
    cdef double best = values[0], total = 0.0
    cdef int i, j, number = tree.node_count
    if not make_room(tree, count):
        return -1
    for i in range(1, count):
        best = max(best, values[i])
    for i in range(count):
        total += exp((values[i] - best) / temper)
    for i in range(count):
        edge = &tree.edges[tree.edge_count + i]
        edge.option = <int16_t>options[i]
        edge.seat = <int16_t>seat
        edge.visits = 0
        edge.child = -1
        edge.prior = <float>(exp((values[i] - best) / temper) / total)
        for j in range(SEATS):
            edge.value[j] = 0.0
    tree.nodes[number].first = tree.edge_count
    tree.nodes[number].count = count
    tree.node_count += 1
    tree.edge_count += count
    return number


cdef int select(const Tree* tree, int number, const State* state, double exploration) noexcept nogil:
    """The edge to follow: high value for the seat that decides, or high prior and few visits. -1 if none is legal here."""
    cdef const Node* node = &tree.nodes[number]
    cdef const Edge* edge
    cdef int i, visits = 0, best = -1
    cdef double seen = 0.0, sum_values = 0.0, first_play, score, best_score = -1e9
    for i in range(node.first, node.first + node.count):
        edge = &tree.edges[i]
        visits += edge.visits
        if edge.visits > 0:
            seen += edge.prior
            sum_values += edge.value[edge.seat]
    first_play = sum_values / visits - 0.1 * sqrt(seen) if visits > 0 else 0.5
    for i in range(node.first, node.first + node.count):
        edge = &tree.edges[i]
        if is_option(state, edge.option):
            score = edge.value[edge.seat] / edge.visits if edge.visits > 0 else first_play
            score += exploration * edge.prior * sqrt(<double>visits + 1.0) / (1.0 + edge.visits)
            if score > best_score:
                best, best_score = i, score
    return best


# --- players inside the search --------------------------------------------------------------------------------

cdef int list_values(const Rules* rules, const State* state, const Weights* weights, int samples, uint64_t key,
                     int* options, double* values) noexcept nogil:
    """Options worth thinking of, each with its value in points."""
    if is_secret(state):
        return offering_values(rules, state, weights, options, values)
    return option_values(rules, state, weights, samples, key, options, values)


cdef int playout_choice(const Rules* rules, const State* state, const Weights* weights, double temper, uint64_t key) noexcept nogil:
    if is_secret(state):
        return draw_offering(rules, state, weights, temper, key)
    return look_ahead(rules, state, weights, 1, key)


cdef void share_win(const Rules* rules, const State* state, const Weights* weights, double* shares) noexcept nogil:
    """Each seat's share of the win: of a finished game as it is, else by what the seats can expect; the more rounds are
    to come, the less a lead means."""
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
    for seat in range(state.players):
        shares[seat] = estimate(rules, state, seat, weights)
        best = max(best, shares[seat])
    for seat in range(state.players):
        shares[seat] = exp((shares[seat] - best) / spread)
        total += shares[seat]
    for seat in range(state.players):
        shares[seat] /= total


# --- the search -----------------------------------------------------------------------------------------------

cdef void iterate(const Rules* rules, const State* root, const Weights* weights, const Search* settings, Tree* tree,
                  uint64_t key) noexcept nogil:
    """Down the tree, one node more, a playout, and back up."""
    cdef State state
    cdef int path[DEEPEST]
    cdef int options[OPTION_COUNT]
    cdef double values[OPTION_COUNT]
    cdef double shares[SEATS]
    cdef int depth = 0, node = 0, edge, i, j, count
    cdef uint64_t number = 0
    memcpy(&state, root, sizeof(State))
    state.seed = subkey(key, 0)
    while state.phase != PHASE_OVER and depth < DEEPEST:
        number += 1
        if is_secret(&state) and state.seat != root.seat:
            advance(rules, &state, draw_offering(rules, &state, weights, settings.temper, subkey(key, number)))
            continue
        edge = select(tree, node, &state, settings.exploration)
        if edge < 0:                             # luck has closed all these ways
            break
        path[depth] = edge
        depth += 1
        advance(rules, &state, tree.edges[edge].option)
        node = tree.edges[edge].child
        if node < 0:
            # the new node is that of the next decision, behind offerings that are not the tree's
            while is_secret(&state) and state.seat != root.seat and state.phase != PHASE_OVER:
                number += 1
                advance(rules, &state, draw_offering(rules, &state, weights, settings.temper, subkey(key, number)))
            if state.phase != PHASE_OVER:
                count = list_values(rules, &state, weights, 1, subkey(key, number + 1000), options, values)
                tree.edges[edge].child = add_node(tree, state.seat, options, values, count, settings.temper)
            break
        elif tree.edges[tree.nodes[node].first].seat != state.seat and not (is_secret(&state) and state.seat != root.seat):
            break                                # luck has brought another seat's turn
    for i in range(settings.horizon):
        if state.phase == PHASE_OVER:
            break
        number += 1
        advance(rules, &state, playout_choice(rules, &state, weights, settings.temper, subkey(key, number)))
    share_win(rules, &state, weights, shares)
    for i in range(depth):
        tree.edges[path[i]].visits += 1
        for j in range(SEATS):
            tree.edges[path[i]].value[j] += shares[j]


cdef int search(const Rules* rules, const State* root, const Weights* weights, const Search* settings, uint64_t key,
                Finding* findings) noexcept nogil:
    """Search a decision and write what was found about each option; return how many there are, 0 without memory."""
    cdef Tree tree
    cdef Weights selfish = weights[0]            # inside the search each seat looks after itself: three times as fast
    cdef int options[OPTION_COUNT]
    cdef double values[OPTION_COUNT]
    cdef int i, count, done = 0
    cdef double end = clock() + settings.seconds
    selfish.rivals = 0.0
    tree.node_count = tree.edge_count = 0
    tree.node_room = FIRST_EDGES // 16
    tree.edge_room = FIRST_EDGES
    tree.nodes = <Node*>malloc(tree.node_room * sizeof(Node))
    tree.edges = <Edge*>malloc(tree.edge_room * sizeof(Edge))
    count = list_values(rules, root, weights, 4, subkey(key, 1), options, values)
    if tree.nodes is NULL or tree.edges is NULL or add_node(&tree, root.seat, options, values, count, settings.temper) < 0:
        free(tree.nodes)
        free(tree.edges)
        return 0
    while count > 1:
        if settings.iterations > 0 and done >= settings.iterations:
            break
        if settings.iterations == 0 and done % CLOCK_EVERY == 0 and done > 0 and clock() >= end:
            break
        iterate(rules, root, &selfish, settings, &tree, subkey(key, 2 + <uint64_t>done))
        done += 1
    for i in range(count):
        findings[i].option = tree.edges[i].option
        findings[i].visits = tree.edges[i].visits
        findings[i].value = tree.edges[i].value[root.seat] / max(1, tree.edges[i].visits)
        findings[i].prior = tree.edges[i].prior
    free(tree.nodes)
    free(tree.edges)
    return count


cdef int choose_by_search(const Rules* rules, const State* root, const Weights* weights, const Search* settings,
                          uint64_t key) noexcept nogil:
    """The option visited most; of several, the one with the better prior."""
    cdef Finding findings[OPTION_COUNT]
    cdef int i, best = 0, count = search(rules, root, weights, settings, key, findings)
    if count == 0:
        return look_ahead(rules, root, weights, 1, key)
    for i in range(1, count):
        if (findings[i].visits > findings[best].visits
                or (findings[i].visits == findings[best].visits and findings[i].prior > findings[best].prior)):
            best = i
    return findings[best].option
