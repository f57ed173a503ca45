# cython: language_level=3
"""The tree of a search: nodes stand for sequences of choices, edges for the options considered there."""

from libc.math cimport sqrt
from libc.stdint cimport int16_t
from libc.stdlib cimport free, malloc, realloc

from dixie_env.engine.model cimport *
from dixie_env.engine.play cimport is_option

from dixie_agents.compiled.clock cimport now

include "source_hash.pxi"

cdef enum:
    FIRST_EDGES = 4096
    CLOCK_EVERY = 8      # iterations between two checks of the clock


cdef bint plant(Tree* tree) noexcept nogil:
    """Make an empty tree; False if out of memory. Always `fell` it afterwards."""
    tree.node_count = tree.edge_count = 0
    tree.node_room = FIRST_EDGES // 16
    tree.edge_room = FIRST_EDGES
    tree.nodes = <Node*>malloc(tree.node_room * sizeof(Node))
    tree.edges = <Edge*>malloc(tree.edge_room * sizeof(Edge))
    return tree.nodes is not NULL and tree.edges is not NULL


cdef void fell(Tree* tree) noexcept nogil:
    free(tree.nodes)
    free(tree.edges)


cdef bint make_room(Tree* tree, int edges) noexcept nogil:
    """Make room for one more node with this number of edges; False if out of memory."""
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


cdef int add_node(Tree* tree, int seat, const int* options, const double* priors, int count) noexcept nogil:
    """Add a node with an edge for each option. Return its number, -1 if out of memory."""
    cdef Edge* edge
    cdef int i, j, number = tree.node_count
    if not make_room(tree, count):
        return -1
    for i in range(count):
        edge = &tree.edges[tree.edge_count + i]
        edge.option = <int16_t>options[i]
        edge.seat = <int16_t>seat
        edge.visits = 0
        edge.child = -1
        edge.prior = <float>priors[i]
        for j in range(SEATS):
            edge.value[j] = 0.0
    tree.nodes[number].first = tree.edge_count
    tree.nodes[number].count = count
    tree.node_count += 1
    tree.edge_count += count
    return number


cdef int select(const Tree* tree, int number, const State* state, double exploration) noexcept nogil:
    """The edge to follow: one with a high value for the seat that decides, or a high prior and few visits. -1 if none is legal here."""
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


cdef bint has_time(const Search* settings, int done, double end) noexcept nogil:
    """May another iteration begin?"""
    if settings.iterations > 0:
        return done < settings.iterations
    return done == 0 or done % CLOCK_EVERY != 0 or now() < end


cdef void report(const Tree* tree, Finding* findings) noexcept nogil:
    """Write the findings for each option of the first decision."""
    cdef const Edge* edge
    cdef int i
    for i in range(tree.nodes[0].count):
        edge = &tree.edges[i]
        findings[i].option = edge.option
        findings[i].visits = edge.visits
        findings[i].value = edge.value[edge.seat] / max(1, edge.visits)
        findings[i].prior = edge.prior


cdef int most_visited(const Finding* findings, int count) noexcept nogil:
    """The most visited option; of several, the one with the better prior."""
    cdef int i, best = 0
    for i in range(1, count):
        if (findings[i].visits > findings[best].visits
                or (findings[i].visits == findings[best].visits and findings[i].prior > findings[best].prior)):
            best = i
    return findings[best].option

