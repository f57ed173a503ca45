# cython: language_level=3
"""A search over a policy that improves it: the teacher of expert iteration (`dixie_training/expert.py`).

Only the decision itself is searched (`halving.pyx`). A simulation takes an option, lets all seats, its own too, sample their choices from
the policy, and stops at the seat's next decision, at its first decision of the next round, or at the end of the game. There the network says
what the game is worth to the seat.

The search sees nothing that the seat can't see. It works on a copy with new luck, in which the offerings of other seats that are not shown
yet are dropped; in every simulation they choose again from what they know. The first simulation of every option has the same luck, the second
too, and so on, so that options are compared under equal conditions.
"""

from libc.math cimport exp
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

import numpy as np

from dixie_env.engine.game cimport CompiledRules, Game
from dixie_env.engine.model cimport *
from dixie_env.engine.play cimport advance, is_option, resample
from dixie_env.engine.rewards cimport final_reward

from dixie_agents.compiled.guided cimport Guide, choose_tempered, consult
from dixie_agents.compiled.halving cimport (
    Halved, Root, add_value, begin_root, final_index, improved_policy, mixed_value, next_index)
from dixie_agents.compiled.keys cimport subkey
from dixie_agents.compiled.network cimport CompiledNet

from dixie_agents.compiled.halving import check_halved

include "source_hash.pxi"

cdef enum:    # Subkey: which of the keys of a decision
    KEY_RESAMPLE, KEY_NOISE, KEY_FIRST_SIMULATION

cdef enum:
    ALL_ROUNDS = 100     # more than a game has

CUTS = {"decision": 0, "round": 1, "game": ALL_ROUNDS}


cdef double simulate(const Rules* rules, const State* known, const Teacher* teacher, int option, uint64_t key) noexcept nogil:
    """Take an option, let the policy play on to the cut, and return what the game is worth there."""
    cdef State state
    cdef int options[OPTION_COUNT]
    cdef double priors[OPTION_COUNT]
    cdef double worth
    cdef int seat = known.seat, until = known.round + teacher.rounds
    cdef uint64_t number = 0
    memcpy(&state, known, sizeof(State))
    state.seed = subkey(key, 0)
    advance(rules, &state, option)
    while state.phase != PHASE_OVER:
        if state.seat == seat and state.round >= until:
            consult(rules, &state, &teacher.guide, 1.0, options, priors, &worth)
            return worth
        number += 1
        advance(rules, &state, choose_tempered(rules, &state, &teacher.guide, 1.0, subkey(key, number)))
    return final_reward(state.ranks, state.scores, state.players, seat, teacher.guide.paid)


cdef bint search_blindly(const Rules* rules, const State* state, const Teacher* teacher, uint64_t key, Root* root,
                         int* options) noexcept nogil:
    """Search a decision of a true game from what its seat knows. False if the policy is sure, and nothing was searched."""
    cdef State known
    cdef double priors[OPTION_COUNT]
    cdef double worth
    cdef int i, count
    memcpy(&known, state, sizeof(State))
    resample(rules, &known, known.seat, subkey(key, KEY_RESAMPLE))
    count = consult(rules, &known, &teacher.guide, 1.0, options, priors, &worth)
    begin_root(root, &teacher.halved, priors, count, worth, subkey(key, KEY_NOISE))
    for i in range(count):
        if priors[i] >= teacher.guide.sure:
            return False
    i = next_index(root, &teacher.halved)
    while i >= 0:
        add_value(root, i, simulate(rules, &known, teacher, options[i], subkey(key, KEY_FIRST_SIMULATION + <uint64_t>root.visits[i])))
        i = next_index(root, &teacher.halved)
    return True


cdef class GumbelSearch:
    """The settings of a search, and the network it searches with. `MatchLoop.improve` searches many games.

    Args:
        net: The network. If it predicts who wins, the value is the reward `win`.
        paid: The reward that its values predict, one of `dixie_env.rewards.PAID`.
        shaping: Reward for a point of the running score.
        simulations: Simulations for each decision.
        considered: Options that get any.
        value_scale: How much a value counts against a logit.
        maxvisit_init: The same, as if the most visited option had this many visits more.
        cut: Where a simulation ends: "decision", "round" or "game".
        sure: A decision with an option of this probability is not searched. Above 1 all are.
    """

    def __init__(self, CompiledNet net not None, *, int paid, double shaping, int simulations, int considered, double value_scale,
                 double maxvisit_init, str cut, double sure):
        check_halved(simulations, considered)
        if cut not in CUTS:
            raise ValueError(f"cut must be one of {', '.join(CUTS)}, not {cut!r}")
        self.arguments = dict(paid=paid, shaping=shaping, simulations=simulations, considered=considered, value_scale=value_scale,
                              maxvisit_init=maxvisit_init, cut=cut, sure=sure)
        self.net = net
        self.teacher.guide = Guide(&net.net, paid, shaping, sure)
        self.teacher.halved = Halved(simulations, considered, value_scale, maxvisit_init)
        self.teacher.rounds = CUTS[cut]

    def check(self, CompiledRules rules not None):
        """Raise an `ObservationError` if the network can't observe games by these rules."""
        rules.check_layout(self.teacher.guide.net.board, self.teacher.guide.net.layout)

    def findings(self, Game game not None, key):
        """What the search finds for the seat that decides: the option to play, the value of the decision, and for each option
        `(option, visits, value, prior, target)`; the value is None without visits."""
        cdef Root root
        cdef int options[OPTION_COUNT]
        cdef double target[OPTION_COUNT]
        cdef uint64_t number = key
        cdef int i
        if game.pointer.seat < 0:
            raise ValueError("the game is over: there is nothing to decide")
        self.check(game.rules)
        with nogil:
            search_blindly(game.rules.pointer, game.pointer, &self.teacher, number, &root, options)
            improved_policy(&root, &self.teacher.halved, target)
        rows = [(options[i], root.visits[i], root.sums[i] / root.visits[i] if root.visits[i] else None, exp(root.logits[i]), target[i])
                for i in range(root.count)]
        return options[final_index(&root, &self.teacher.halved)], mixed_value(&root), rows

    def values(self, Game game not None, int option, key, int count):
        """What each of some simulations of an option finds, for the seat that decides. The same key is the same luck for every option."""
        cdef State known
        cdef uint64_t number = key
        cdef int i
        cdef double[::1] found = np.empty(count)
        if game.pointer.seat < 0 or not 0 <= option < OPTION_COUNT or not is_option(game.pointer, option):
            raise ValueError(f"option {option} is not legal here")
        self.check(game.rules)
        with nogil:
            memcpy(&known, game.pointer, sizeof(State))
            resample(game.rules.pointer, &known, known.seat, subkey(number, KEY_RESAMPLE))
            for i in range(count):
                found[i] = simulate(game.rules.pointer, &known, &self.teacher, option, subkey(number, KEY_FIRST_SIMULATION + <uint64_t>i))
        return np.asarray(found)

    def __reduce__(self):
        return _remade, (self.net, self.arguments)


def _remade(net, arguments):
    """A search from a pickle."""
    return GumbelSearch(net, **arguments)
