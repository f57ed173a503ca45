# cython: language_level=3
"""A policy network for playing, not for training: one observation at a time, without the interpreter.

Five of six numbers in an observation are 0, and about half of those in the layers. They are skipped, so a pass takes about as long
as its share of a large matrix product. Sums are always made in the same order: a choice does not depend on how decisions are
batched, nor on the machine.
"""

from libc.math cimport exp
from libc.stdint cimport int64_t, uint8_t, uint64_t

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
    DIXIE_WIDE static void dixie_apply_layer(const float *weight, const float *bias, const float *inputs, int count,
                                             float *restrict outputs, int width) {
        for (int j = 0; j < width; j++) outputs[j] = bias[j];
        /* Eight inputs in one pass over the outputs: the sums are made in the same order as one input at a time,
           but are loaded and stored an eighth as often. */
        const float *rows[8];
        float values[8];
        int held = 0;
        for (int i = 0; i < count; i++) {
            if (inputs[i] == 0.0f) continue;
            rows[held] = weight + (size_t)i * width;
            values[held] = inputs[i];
            if (++held < 8) continue;
            held = 0;
            const float *restrict r0 = rows[0], *restrict r1 = rows[1], *restrict r2 = rows[2], *restrict r3 = rows[3];
            const float *restrict r4 = rows[4], *restrict r5 = rows[5], *restrict r6 = rows[6], *restrict r7 = rows[7];
            const float v0 = values[0], v1 = values[1], v2 = values[2], v3 = values[3];
            const float v4 = values[4], v5 = values[5], v6 = values[6], v7 = values[7];
            for (int j = 0; j < width; j++) {
                float sum = outputs[j];
                sum += v0 * r0[j];
                sum += v1 * r1[j];
                sum += v2 * r2[j];
                sum += v3 * r3[j];
                sum += v4 * r4[j];
                sum += v5 * r5[j];
                sum += v6 * r6[j];
                sum += v7 * r7[j];
                outputs[j] = sum;
            }
        }
        for (int k = 0; k < held; k++) {
            const float *restrict row = rows[k];
            for (int j = 0; j < width; j++) outputs[j] += values[k] * row[j];
        }
    }
    """
    void apply_layer "dixie_apply_layer"(const float* weight, const float* bias, const float* inputs, int count,
                                         float* outputs, int width)


cdef double evaluate_net(const Net* net, const float* observation, float* numbers, float* winner,
                         float* scores) noexcept nogil:
    """A logit for each option, legal or not, and the value.

    Where the network has these heads, and the arguments are not NULL: a logit for each relative seat to win, and its final score.
    """
    cdef float trunk[2][WIDEST]
    cdef const float* inputs = observation
    cdef float value
    cdef int layer, j
    for layer in range(net.layers):
        apply_layer(net.weight[layer], net.bias[layer], inputs, net.size[layer], trunk[layer & 1], net.size[layer + 1])
        for j in range(net.size[layer + 1]):
            if trunk[layer & 1][j] < 0:
                trunk[layer & 1][j] = 0
        inputs = trunk[layer & 1]
    apply_layer(net.weight[net.layers], net.bias[net.layers], inputs, net.size[net.layers], numbers, OPTION_COUNT)
    apply_layer(net.weight[net.layers + 1], net.bias[net.layers + 1], inputs, net.size[net.layers], &value, 1)
    if winner != NULL and net.winner_weight != NULL:
        apply_layer(net.winner_weight, net.winner_bias, inputs, net.size[net.layers], winner, SEATS)
    if scores != NULL and net.scores_weight != NULL:
        apply_layer(net.scores_weight, net.scores_bias, inputs, net.size[net.layers], scores, SEATS)
    return value


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
        for i, size in enumerate(sizes):
            self.net.size[i] = size
        for i, (weight, bias) in enumerate(self.arrays):
            self.net.weight[i] = <const float*>cnp.PyArray_DATA(weight)
            self.net.bias[i] = <const float*>cnp.PyArray_DATA(bias)
        self.winner, self.scores = (self._head(name, head, last) for name, head in (("winner", winner), ("scores", scores)))
        if self.winner is not None:
            self.net.winner_weight = <const float*>cnp.PyArray_DATA(self.winner[0])
            self.net.winner_bias = <const float*>cnp.PyArray_DATA(self.winner[1])
        if self.scores is not None:
            self.net.scores_weight = <const float*>cnp.PyArray_DATA(self.scores[0])
            self.net.scores_bias = <const float*>cnp.PyArray_DATA(self.scores[1])

    @staticmethod
    def _head(name, head, last):
        """An optional head as contiguous arrays, None without it."""
        if head is None:
            return None
        weight, bias = np.array(head[0], np.float32, order="C"), np.array(head[1], np.float32)
        if weight.shape != (last, SEATS) or bias.shape != (SEATS,):
            raise ValueError(f"the head {name} must have the shape {(last, SEATS)}, not {weight.shape} and {bias.shape}")
        return weight, bias

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
        cdef int i, count = len(observations), inputs = self.net.size[0]
        seen = np.ascontiguousarray(observations, np.float32)
        if seen.shape != (count, inputs):
            raise ValueError(f"observations must have {inputs} numbers per row, not the shape {seen.shape}")
        winners = np.zeros((count, SEATS), np.float32)
        finals = np.zeros((count, SEATS), np.float32)
        cdef const float* observation = <const float*>cnp.PyArray_DATA(seen)
        cdef float* winner = <float*>cnp.PyArray_DATA(winners)
        cdef float* final = <float*>cnp.PyArray_DATA(finals)
        cdef float numbers[OPTION_COUNT]
        with nogil:
            for i in range(count):
                evaluate_net(&self.net, observation + i * inputs, numbers, winner + i * SEATS, final + i * SEATS)
        return winners, finals

    def evaluate(self, observations):
        """The logits of the options (before masking) and the value, for each observation."""
        cdef int i, count = len(observations), inputs = self.net.size[0]
        seen = np.ascontiguousarray(observations, np.float32)
        if seen.shape != (count, inputs):
            raise ValueError(f"observations must have {inputs} numbers per row, not the shape {seen.shape}")
        numbers = np.empty((count, OPTION_COUNT), np.float32)
        values = np.empty(count, np.float32)
        cdef const float* observation = <const float*>cnp.PyArray_DATA(seen)
        cdef float* number = <float*>cnp.PyArray_DATA(numbers)
        cdef float* value = <float*>cnp.PyArray_DATA(values)
        with nogil:
            for i in range(count):
                value[i] = <float>evaluate_net(&self.net, observation + i * inputs, number + i * OPTION_COUNT, NULL, NULL)
        return numbers, values

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
