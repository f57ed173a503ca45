# cython: language_level=3
"""Few simulations for one decision: Gumbel sampling, sequential halving, and the improved policy.

This is the root of Gumbel AlphaZero (Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with Gumbel", ICLR 2022),
and the formulas are theirs. A few options are drawn without replacement: those with the largest sum of logit and Gumbel noise. Simulations
go to all of them, then to the better half, and so on. Options without a simulation get the *mixed value*, an estimate of the value of the
decision. The improved policy is softmax(logits + sigma(values)): with true values it is never worse than the policy itself.

What a value is worth comes from outside: `gumbel.pyx` simulates, and tests plant values.
"""

from libc.math cimport exp, log
from libc.stdint cimport uint64_t

import numpy as np

from dixie_agents.compiled.keys cimport subkey, unit
from dixie_agents.compiled.network cimport soften

include "source_hash.pxi"

LARGEST = MOST_SIMULATIONS


cdef void plan(int* wanted, int simulations, int considered) noexcept nogil:
    """Sequential halving, as the number of visits that the next option to simulate has so far.

    All options considered are simulated equally often, then the better half of them, and in the end the best two.
    """
    cdef int halvings = 0, size = 1, left = considered, before = 0, done = 0, extra, i, j
    while size < considered:
        size *= 2
        halvings += 1
    halvings = max(halvings, 1)
    while done < simulations:
        extra = max(1, simulations // (halvings * left))
        for i in range(extra):
            for j in range(left):
                if done < simulations:
                    wanted[done] = before
                    done += 1
            before += 1
        left = max(min(2, considered), left // 2)


cdef void begin_root(Root* root, const Halved* settings, const double* priors, int count, double worth,
                     uint64_t key) noexcept nogil:
    """Begin a decision with these probabilities of its options, and the noise of this key."""
    cdef int i
    root.count = count
    root.done = 0
    root.worth = worth
    for i in range(count):
        root.logits[i] = log(max(priors[i], 1e-30))
        root.gumbels[i] = -log(-log(unit(subkey(key, i))))
        root.sums[i] = 0.0
        root.visits[i] = 0
    # an option more than there are simulations would never get one
    plan(root.wanted, settings.simulations, min(count, min(settings.considered, settings.simulations)))


cdef double mixed_value(const Root* root) noexcept nogil:
    """The value of the decision: the network's, and the values found weighted by the policy, in proportion to the simulations."""
    cdef int i
    cdef double chance, chances = 0.0, total = 0.0
    if root.done == 0:
        return root.worth
    for i in range(root.count):
        if root.visits[i] > 0:
            chance = exp(root.logits[i])
            chances += chance
            total += chance * root.sums[i] / root.visits[i]
    return (root.worth + root.done * total / chances) / (1 + root.done)


cdef void improved_logits(const Root* root, const Halved* settings, double* improved) noexcept nogil:
    """logits + sigma(completed values), where sigma(value) = (maxvisit_init + most visits) * value_scale * value."""
    cdef int i, most = 0
    cdef double mixed = mixed_value(root), scale
    for i in range(root.count):
        most = max(most, root.visits[i])
    scale = (settings.maxvisit_init + most) * settings.value_scale
    for i in range(root.count):
        improved[i] = root.logits[i] + scale * (root.sums[i] / root.visits[i] if root.visits[i] > 0 else mixed)


cdef int best_with(const Root* root, const Halved* settings, int visits) noexcept nogil:
    """The option with this many visits that is best by noise, logit and value, -1 if there is none."""
    cdef double improved[OPTION_COUNT]
    cdef int i, best = -1
    improved_logits(root, settings, improved)
    for i in range(root.count):
        if root.visits[i] == visits and (best < 0 or root.gumbels[i] + improved[i] > root.gumbels[best] + improved[best]):
            best = i
    return best


cdef int next_index(const Root* root, const Halved* settings) noexcept nogil:
    """The option to simulate next, -1 after the last simulation."""
    if root.done >= settings.simulations:
        return -1
    return best_with(root, settings, root.wanted[root.done])


cdef void add_value(Root* root, int index, double value) noexcept nogil:
    """Add what a simulation of an option has found."""
    root.visits[index] += 1
    root.sums[index] += value
    root.done += 1


cdef int final_index(const Root* root, const Halved* settings) noexcept nogil:
    """The option to play: the best of the most visited ones. The noise makes it a sample, not always the same."""
    cdef int i, most = 0
    for i in range(root.count):
        most = max(most, root.visits[i])
    return best_with(root, settings, most)


cdef void improved_policy(const Root* root, const Halved* settings, double* target) noexcept nogil:
    """The probabilities that the policy should learn. The noise is not in them."""
    improved_logits(root, settings, target)
    soften(target, root.count, 1.0)


cdef class Halving:
    """The same for Python, one simulation at a time: ask for `next`, find the value of that option, `add` it.

    Args:
        priors: The probabilities of the options.
        worth: The value of the decision, by the network.
        key: The key of the noise.
        simulations: How many values will be added.
        considered: How many options get one.
        value_scale: See the formula of sigma in `docs/training.md`.
        maxvisit_init: Likewise.
    """

    cdef Root root
    cdef Halved settings

    def __init__(self, priors, double worth, uint64_t key, *, int simulations, int considered, double value_scale, double maxvisit_init):
        cdef double chances[OPTION_COUNT]
        cdef int i, count = len(priors)
        if not 1 <= count <= OPTION_COUNT:
            raise ValueError(f"a decision has 1 to {OPTION_COUNT} options, not {count}")
        check_halved(simulations, considered)
        for i in range(count):
            chances[i] = priors[i]
        self.settings = Halved(simulations, considered, value_scale, maxvisit_init)
        begin_root(&self.root, &self.settings, chances, count, worth, key)

    @property
    def next(self):
        """The option to simulate next, None after the last simulation."""
        cdef int index = next_index(&self.root, &self.settings)
        return None if index < 0 else index

    def add(self, double value):
        """Add the value found for the option that `next` names."""
        cdef int index = next_index(&self.root, &self.settings)
        if index < 0:
            raise ValueError(f"all {self.settings.simulations} simulations are done")
        add_value(&self.root, index, value)

    @property
    def chosen(self):
        """The option to play."""
        return final_index(&self.root, &self.settings)

    @property
    def visits(self):
        """Simulations of each option."""
        return [self.root.visits[i] for i in range(self.root.count)]

    @property
    def value(self):
        """The mixed value of the decision."""
        return mixed_value(&self.root)

    @property
    def target(self):
        """The improved policy."""
        cdef double target[OPTION_COUNT]
        improved_policy(&self.root, &self.settings, target)
        return np.array([target[i] for i in range(self.root.count)])


def check_halved(int simulations, int considered):
    """Raise a ValueError if a search can't have these numbers."""
    if not 1 <= simulations <= MOST_SIMULATIONS:
        raise ValueError(f"a search has 1 to {MOST_SIMULATIONS} simulations, not {simulations}")
    if not 2 <= considered <= OPTION_COUNT:
        raise ValueError(f"a search considers 2 to {OPTION_COUNT} options, not {considered}")
