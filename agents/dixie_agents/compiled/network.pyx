# cython: language_level=3
"""A policy network for playing, not for training: without the interpreter, and the same on every machine.

Three of four numbers in an observation are 0, and about half of those in the layers. They are skipped. Many rows are evaluated
together, a tile of outputs at a time: its weights stay in the cache from row to row. Each sum is made in the order of the
inputs, so a choice does not depend on how decisions are batched, nor on the machine.
"""

from libc.math cimport exp
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

import numpy as np

cimport numpy as cnp

from dixie_env.engine.game cimport vector_size
from dixie_env.engine.observe cimport LAYOUT

from dixie_agents.compiled.keys cimport unit

include "source_hash.pxi"

cnp.import_array()


cdef extern from * nogil:
    """
    /* Eight numbers at once where the processor can; without fused operations, so that all processors agree. */
    #if defined(NDEBUG) && defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
    #define DIXIE_WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define DIXIE_WIDE
    #endif
    #define DIXIE_TILE 32
    #if defined(__GNUC__)
    typedef float dixie_eight __attribute__((vector_size(32), aligned(4), may_alias));
    #endif

    /* Outputs of some rows, from the inputs that are not 0: `index` and `value` have `most` places for each row, of which `held`
       are taken. Weights are stored tile by tile, in each input by input. */
    DIXIE_WIDE static void dixie_apply_layer(const float *weight, const float *bias, int inputs, int tiles, const int *index,
                                             const float *value, const int *held, int most, int rows, float *outputs) {
        for (int t = 0; t < tiles; t++) {
            const float *tile = weight + (size_t)t * inputs * DIXIE_TILE;
            const float *start = bias + t * DIXIE_TILE;
            for (int r = 0; r < rows; r++) {
                const int *at = index + (size_t)r * most;
                const float *number = value + (size_t)r * most;
                float *output = outputs + ((size_t)r * tiles + t) * DIXIE_TILE;
    #if defined(__GNUC__)
                const dixie_eight *first = (const dixie_eight *)start;
                dixie_eight a = first[0], b = first[1], c = first[2], d = first[3];  /* the sums stay in registers */
                for (int k = 0; k < held[r]; k++) {
                    const dixie_eight *row = (const dixie_eight *)(tile + (size_t)at[k] * DIXIE_TILE);
                    const float x = number[k];
                    a += x * row[0];
                    b += x * row[1];
                    c += x * row[2];
                    d += x * row[3];
                }
                dixie_eight *sums = (dixie_eight *)output;
                sums[0] = a, sums[1] = b, sums[2] = c, sums[3] = d;
    #else
                for (int j = 0; j < DIXIE_TILE; j++) output[j] = start[j];
                for (int k = 0; k < held[r]; k++) {
                    const float *row = tile + (size_t)at[k] * DIXIE_TILE;
                    for (int j = 0; j < DIXIE_TILE; j++) output[j] += number[k] * row[j];
                }
    #endif
            }
        }
    }
    """
    void apply_layer "dixie_apply_layer"(const float* weight, const float* bias, int inputs, int tiles, const int* index,
                                         const float* value, const int* held, int most, int rows, float* outputs)


cdef size_t scratch_size(const Net* net, int rows) noexcept nogil:
    """How many bytes `evaluate_rows` needs as its scratch."""
    return <size_t>rows * (3 * <size_t>net.widest + 1) * sizeof(int)    # as large as a float


cdef void evaluate_rows(const Net* net, const float* observations, int rows, float* choices, float* results,
                        void* scratch) noexcept nogil:
    """For each row CHOICES numbers: a logit for each option, legal or not, and then the value.

    If `results` is not NULL, also RESULTS numbers for each row: a logit for each relative seat to win, and its final score, where the
    network has these heads.
    """
    cdef int most = net.widest
    cdef float* value = <float*>scratch
    cdef float* outputs = value + <size_t>rows * most
    cdef int* index = <int*>(outputs + <size_t>rows * most)
    cdef int* held = index + <size_t>rows * most
    cdef int layer, width = net.size[0]
    gather(observations, width, width, rows, False, index, value, held, most)
    for layer in range(net.layers):
        apply(&net.trunk[layer], index, value, held, most, rows, outputs)
        width = net.trunk[layer].tiles * TILE
        gather(outputs, net.size[layer + 1], width, rows, True, index, value, held, most)
    apply(&net.choices, index, value, held, most, rows, choices)
    if results != NULL and net.results.weight != NULL:
        apply(&net.results, index, value, held, most, rows, results)


cdef void apply(const Layer* layer, const int* index, const float* value, const int* held, int most, int rows,
                float* outputs) noexcept nogil:
    apply_layer(layer.weight, layer.bias, layer.inputs, layer.tiles, index, value, held, most, rows, outputs)


cdef void gather(const float* numbers, int width, int stride, int rows, bint rectified, int* index, float* value, int* held,
                 int most) noexcept nogil:
    """List the numbers of each row that are not 0, or above 0, with their places."""
    cdef int row, i, count
    cdef float number
    cdef const float* source
    cdef int* at
    cdef float* kept
    for row in range(rows):
        source = numbers + <size_t>row * stride
        at = index + <size_t>row * most
        kept = value + <size_t>row * most
        count = 0
        for i in range(width):
            number = source[i]
            at[count] = i
            kept[count] = number
            count += not number <= 0 if rectified else number != 0
        held[row] = count


cdef void evaluate_net(const Net* net, const float* observation, float* choices, float* results) noexcept nogil:
    """The same for one row."""
    cdef int scratch[3 * WIDEST + 1]
    evaluate_rows(net, observation, 1, choices, results, scratch)


cdef double win_value(const float* winner, int players) noexcept nogil:
    """The expected reward `win` of the seat that observes, from the logits of the relative seats."""
    cdef double chances[SEATS]
    cdef int i
    for i in range(players):
        chances[i] = winner[i]
    soften(chances, players, 1.0)
    return (players * chances[0] - 1) / (players - 1)


cdef void soften(double* logits, int count, double temperature) noexcept nogil:
    """Turn logits into probabilities, in place. A temperature below 1 sharpens them, one above 1 flattens them; it is above 0."""
    cdef double best = -1e30, total = 0.0
    cdef int i
    for i in range(count):
        best = max(best, logits[i])
    for i in range(count):
        logits[i] = exp((logits[i] - best) / temperature)
        total += logits[i]
    for i in range(count):
        logits[i] /= total


cdef int draw_index(const double* chances, int count, uint64_t key) noexcept nogil:
    """Draw an index with these probabilities."""
    cdef double rest = unit(key)
    cdef int i
    for i in range(count - 1):
        rest -= chances[i]
        if rest < 0:
            return i
    return count - 1


cdef class CompiledNet:
    """A network built from the layers of a policy: pairs of weights (inputs x outputs) and biases, the two heads last.

    `screened`, `board` and `layout` say which observation it was trained for. `winner` and `scores` are the optional heads, each a
    pair of weights and biases: a logit for each relative seat to win, and its final score.
    """

    def __init__(self, layers, bint screened=False, bint board=False, int layout=LAYOUT, winner=None, scores=None):
        self.arrays = [(np.array(weight, np.float32, order="C"), np.array(bias, np.float32)) for weight, bias in layers]
        self.net.layers = len(self.arrays) - 2
        if not 1 <= self.net.layers <= MOST_LAYERS:
            raise ValueError(f"a policy must have 1 to {MOST_LAYERS} layers, not {self.net.layers}")
        self.net.screened = screened
        self.net.board = board
        if not 1 <= layout <= LAYOUT:
            raise ValueError(f"the layout of an observation must be 1 or {LAYOUT}, not {layout}")
        self.net.layout = layout
        inputs = vector_size(board, layout)
        sizes = [inputs, *(len(bias) for _, bias in self.arrays[:self.net.layers])]
        last = sizes[self.net.layers]
        if max(sizes) > WIDEST:
            raise ValueError(f"a layer of a policy can have at most {WIDEST} numbers, not {max(sizes)}")
        shapes = [*zip(sizes, sizes[1:]), (last, OPTION_COUNT), (last, 1)]
        for (weight, bias), shape in zip(self.arrays, shapes, strict=True):
            if weight.shape != shape or bias.shape != shape[1:]:
                raise ValueError(f"a layer of the network must have the shape {shape}, not {weight.shape} and {bias.shape}")
        self.winner, self.scores = (self._head(name, head, last) for name, head in (("winner", winner), ("scores", scores)))
        for i, size in enumerate(sizes):
            self.net.size[i] = size
        self.packed = []
        for i in range(self.net.layers):
            self.net.trunk[i] = self._pack([self.arrays[i]])
        self.net.choices = self._pack(self.arrays[self.net.layers:])
        self.net.winner = self.winner is not None
        if self.winner is not None or self.scores is not None:
            absent = np.zeros((last, SEATS), np.float32), np.zeros(SEATS, np.float32)
            self.net.results = self._pack([self.winner or absent, self.scores or absent])
        self.net.widest = TILE * -(-max(sizes) // TILE)

    cdef Layer _pack(self, heads):
        """A layer of one or more heads side by side, with its weights tile by tile. Missing outputs of the last tile are 0."""
        cdef Layer layer
        weight = np.concatenate([weight for weight, _ in heads], axis=1)
        bias = np.concatenate([bias for _, bias in heads])
        inputs, width = weight.shape
        tiles = -(-width // TILE)
        wide = np.zeros((inputs, tiles * TILE), np.float32)
        wide[:, :width] = weight
        weights = np.ascontiguousarray(wide.reshape(inputs, tiles, TILE).transpose(1, 0, 2))
        biases = np.zeros(tiles * TILE, np.float32)
        biases[:width] = bias
        self.packed.append((weights, biases))
        layer.inputs = inputs
        layer.tiles = tiles
        layer.weight = <const float*>cnp.PyArray_DATA(weights)
        layer.bias = <const float*>cnp.PyArray_DATA(biases)
        return layer

    @staticmethod
    def _head(name, head, last):
        """An optional head as contiguous arrays, None without it."""
        if head is None:
            return None
        weight, bias = np.array(head[0], np.float32, order="C"), np.array(head[1], np.float32)
        if weight.shape != (last, SEATS) or bias.shape != (SEATS,):
            raise ValueError(f"the head {name} must have the shape {(last, SEATS)}, not {weight.shape} and {bias.shape}")
        return weight, bias

    def _evaluate(self, observations):
        """All outputs for each observation: CHOICES numbers, and RESULTS numbers."""
        cdef int some, first = 0, count = len(observations), inputs = self.net.size[0]
        seen = np.ascontiguousarray(observations, np.float32)
        if seen.shape != (count, inputs):
            raise ValueError(f"observations must have {inputs} numbers per row, not the shape {seen.shape}")
        choices = np.empty((count, CHOICES), np.float32)
        results = np.zeros((count, RESULTS), np.float32)
        cdef const float* observation = <const float*>cnp.PyArray_DATA(seen)
        cdef float* choice = <float*>cnp.PyArray_DATA(choices)
        cdef float* result = <float*>cnp.PyArray_DATA(results)
        cdef void* scratch = malloc(scratch_size(&self.net, BLOCK))
        if scratch == NULL:
            raise MemoryError
        with nogil:
            while first < count:
                some = min(BLOCK, count - first)
                evaluate_rows(&self.net, observation + <size_t>first * inputs, some, choice + <size_t>first * CHOICES,
                              result + <size_t>first * RESULTS, scratch)
                first += some
        free(scratch)
        return choices, results

    @property
    def has_winner(self):
        """Does it predict who wins?"""
        return self.winner is not None

    @property
    def has_scores(self):
        """Does it predict the final scores?"""
        return self.scores is not None

    def results(self, observations):
        """For each observation: a logit for each relative seat to win, and its final score; zeros without such a head."""
        _, results = self._evaluate(observations)
        return results[:, :SEATS].copy(), results[:, SEATS:2 * SEATS].copy()

    def evaluate(self, observations):
        """The logits of the options (before masking) and the value, for each observation."""
        choices, _ = self._evaluate(observations)
        return choices[:, :OPTION_COUNT].copy(), choices[:, OPTION_COUNT].copy()

    def draw(self, observations, const uint8_t[:, :] masks, const uint64_t[:] keys, double temperature):
        """Draw a legal option for each observation from the policy's probabilities at this temperature, above 0.

        The key of a decision decides what is drawn, so a choice does not depend on the other rows.
        """
        numbers, _ = self.evaluate(observations)
        cdef const float[:, ::1] number = numbers
        cdef double chances[OPTION_COUNT]
        cdef int legal[OPTION_COUNT]
        cdef int i, option, count, rows = len(numbers)
        if not temperature > 0:
            raise ValueError(f"the temperature must be above 0, not {temperature}")
        if masks.shape[0] != rows or masks.shape[1] != OPTION_COUNT or keys.shape[0] != rows:
            raise ValueError(f"{rows} observations need masks of shape ({rows}, {OPTION_COUNT}) and {rows} keys, "
                             f"not ({masks.shape[0]}, {masks.shape[1]}) and {keys.shape[0]}")
        options = np.empty(rows, np.int64)
        cdef int64_t[::1] chosen = options
        for i in range(rows):
            count = 0
            for option in range(OPTION_COUNT):
                if masks[i, option]:
                    legal[count] = option
                    chances[count] = number[i, option]
                    count += 1
            if count == 0:
                raise ValueError(f"row {i} has no legal option")
            soften(chances, count, temperature)
            chosen[i] = legal[draw_index(chances, count, keys[i])]
        return options

    def __reduce__(self):
        return CompiledNet, (self.arrays, self.net.screened, self.net.board, self.net.layout, self.winner, self.scores)
