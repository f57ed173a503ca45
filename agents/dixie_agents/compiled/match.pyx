# cython: language_level=3
"""Plays whole games of compiled bots without returning to Python. The same loop stops wherever another agent must decide."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

import numpy as np

cimport numpy as cnp

from dixie_env.engine.game cimport CompiledRules, Game, vector_size, write_observation_under
from dixie_env.engine.model cimport *
from dixie_env.engine.observe cimport LAYOUT, write_mask
from dixie_env.engine.play cimport advance, is_option, new_game, resample
from dixie_env.engine.table cimport RulesTable, board_of, rules_of, turn_to_next
from dixie_env.engine.validate cimport first_fault

from dixie_agents.compiled.bots cimport Bot, CompiledBot, choose_blindly
from dixie_agents.compiled.clock cimport now
from dixie_agents.compiled.gumbel cimport GumbelSearch, Teacher, search_blindly
from dixie_agents.compiled.halving cimport Root, final_index, improved_policy
from dixie_agents.compiled.keys cimport key_of, subkey
from dixie_agents.compiled.network cimport BLOCK
from dixie_agents.compiled.policies cimport Block, add_decision, decide, free_block, is_policy, new_block

from dixie_env.engine.errors import IllegalChoice, StateError
from dixie_env.engine.model import STATE_DTYPE

include "source_hash.pxi"

cnp.import_array()

cdef enum:
    MOST = 256
    WINDOW = 256    # games that are played side by side

MOST_PLAYERS = MOST


cdef class MatchLoop:
    """Running games, each with a line-up of players. Players that are None in `bots` decide outside.

    `run` plays rows until they are over or wait for such a player; `take` makes that player's choices. Every `run` reads `bots`
    again, so replacing a bot there replaces it in the running games. `dixie_agents.match` checks line-ups and seeds; this class doesn't.

    Rules are one `CompiledRules`, or a sequence of them with the `index` of each game's. Line-ups and deals of games with fewer players
    than others are padded on the right; the padding is not read.
    """

    cdef RulesTable table
    cdef readonly object states
    cdef readonly object decisions
    cdef readonly object waiting
    cdef object bots
    cdef object lineups
    cdef object seeds
    cdef object numbers
    cdef object next_rows
    cdef uint64_t stream
    cdef State* state
    cdef int64_t* made
    cdef int64_t* number
    cdef int32_t* wait
    cdef int32_t* next_row
    cdef const int32_t* lineup
    cdef const uint64_t* seed

    def __init__(self, rules, list bots, lineups, seeds, uint64_t stream, deals=None, index=None):
        cdef int i, seat, width
        cdef Rules dealing
        cdef const int8_t* deal
        games = len(seeds)
        self.table = RulesTable(rules, games, index)
        self.bots = bots
        self.check_bots(self.table.records)
        lineups = np.asarray(lineups)
        width = lineups.shape[1]
        if games and self.table.field("players").max() > width:
            raise ValueError(f"line-ups have {width} players, but a game has {self.table.field('players').max()}")
        present = np.arange(width) < self.table.field("players")[:, None]
        self.lineups = np.full((games, SEATS), -1, np.int32)
        self.lineups[:, :width] = np.where(present, lineups, -1)
        self.seeds = np.array(seeds, np.uint64)
        self.states = np.zeros(games, STATE_DTYPE)
        self.decisions = np.zeros((games, SEATS), np.int64)
        self.numbers = np.zeros(games, np.int64)
        self.waiting = np.full(games, -1, np.int32)
        self.next_rows = np.zeros(games, np.int32)
        self.stream = stream
        self.state = <State*>cnp.PyArray_DATA(self.states)
        self.made = <int64_t*>cnp.PyArray_DATA(self.decisions)
        self.number = <int64_t*>cnp.PyArray_DATA(self.numbers)
        self.wait = <int32_t*>cnp.PyArray_DATA(self.waiting)
        self.next_row = <int32_t*>cnp.PyArray_DATA(self.next_rows)
        self.lineup = <const int32_t*>cnp.PyArray_DATA(self.lineups)
        self.seed = <const uint64_t*>cnp.PyArray_DATA(self.seeds)
        if deals is None:
            for i in range(games):
                new_game(rules_of(self.table, i), &self.state[i], self.seed[i])
            return
        # After setup nothing depends on how the seats got their abilities.
        dealt = np.ascontiguousarray(deals, np.int8)
        deal = <const int8_t*>cnp.PyArray_DATA(dealt)
        width = dealt.shape[1]
        for i in range(games):
            memcpy(&dealing, rules_of(self.table, i), sizeof(Rules))
            dealing.draft = DRAFT_FIXED
            for seat in range(dealing.players):
                dealing.fixed[seat] = deal[i * width + seat]
            new_game(&dealing, &self.state[i], self.seed[i])

    @property
    def rules(self):
        """The rules of all games. If there are several, this raises a ValueError: see `records` and `rules_of`."""
        return self.table.only

    @property
    def records(self):
        """The rules that `rules_index` refers to, as a tuple of `CompiledRules`."""
        return self.table.records

    @property
    def rules_index(self):
        """int32: which of the `records` each current game is played by. Read-only: use `set_rules`."""
        return self.table.index

    @property
    def players(self):
        """int8: number of players of each game."""
        return self.states["players"]

    def check_bots(self, records):
        """Raise an `ObservationError` if a compiled policy can't observe games by these rules."""
        for bot in self.bots:
            if bot is not None:
                for rules in records:
                    bot.check(rules)

    def rules_of(self, int row):
        """The `CompiledRules` of the current game in a row."""
        return self.table.of(row)

    def rules_field(self, name):
        """A field of the rules record of each current game, for example `pit`."""
        return self.table.field(name)

    def set_rules(self, int row, CompiledRules rules not None):
        """Play the next game that begins in a row, and those after it, by these rules."""
        self.check_bots((rules,))
        self.table.set(row, rules)

    def begin(self, const int64_t[::1] rows, const uint64_t[::1] seeds, const int32_t[:, ::1] lineups):
        """Start new games in these rows, each with its seed and line-up, and with the rules that `set_rules` has set."""
        cdef int i, row, seat, players
        cdef int32_t[:, ::1] lineup = self.lineups
        cdef uint64_t[::1] seed = self.seeds
        for i in range(rows.shape[0]):
            row = <int>rows[i]
            players = self.table.record[self.table.then[row]].players
            if players > lineups.shape[1]:
                raise ValueError(f"the game of row {row} has {players} players, but its line-up has {lineups.shape[1]}")
        for i in range(rows.shape[0]):
            row = <int>rows[i]
            seed[row] = seeds[i]
            turn_to_next(self.table, row)
            players = rules_of(self.table, row).players
            for seat in range(SEATS):
                lineup[row, seat] = lineups[i, seat] if seat < players else -1
                self.made[row * SEATS + seat] = 0
            self.number[row] = 0
            new_game(rules_of(self.table, row), &self.state[row], seeds[i])

    def save(self):
        """Everything needed to continue later, as a dictionary of arrays for `load`."""
        return {**{name: array.copy() for name, array in self._arrays().items()}, **self.table.save()}

    def load(self, saved, rules=None):
        """Continue from what `save` returned, in a loop of the same rules, players and size. Broken arrays raise `StateError`.

        After `set_rules` pass the `records` that the saved loop had as `rules`.
        """
        cdef int i
        cdef RulesTable table = self.table.restored(saved, rules)
        kept = self._arrays()
        for name, array in kept.items():
            if saved[name].dtype != array.dtype or saved[name].shape != array.shape:
                raise StateError(f"saved {name} must be {array.dtype} of shape {array.shape}, "
                                 f"not {saved[name].dtype} of shape {saved[name].shape}")
        states = np.ascontiguousarray(saved["states"])
        cdef State* first = <State*>cnp.PyArray_DATA(states)
        for i in range(len(states)):
            fault = first_fault(rules_of(table, i), &first[i])
            if fault is not NULL:
                raise StateError(f"saved state {i} is not a state of this game: {fault.decode()}")
        present = np.arange(SEATS) < table.field("players")[:, None]
        sitting = saved["lineups"][present]
        if ((sitting < 0) | (sitting >= len(self.bots))).any():
            raise StateError(f"saved line-ups must name players 0 to {len(self.bots) - 1}")
        self.table = table
        for name, array in kept.items():
            array[:] = saved[name]

    def _arrays(self):
        return {"states": self.states, "decisions": self.decisions, "numbers": self.numbers, "seeds": self.seeds,
                "lineups": self.lineups}

    def run(self, int low, int high, double[::1] seconds):
        """Continue the rows. `waiting` then says which player each row waits for, -1 if the game is over."""
        cdef Bot bots[MOST]
        cdef bint compiled[MOST]
        cdef CompiledBot bot
        cdef int i, count = len(self.bots)
        if count > MOST:
            raise ValueError(f"at most {MOST} players can share a match loop, not {count}")
        for i in range(count):
            compiled[i] = self.bots[i] is not None
            if compiled[i]:
                bot = self.bots[i]
                bots[i] = bot.bot
        cdef Block* block = new_block(bots, compiled, count)
        if block == NULL:
            raise MemoryError
        with nogil:
            self.play_rows(low, high, bots, compiled, count, block, &seconds[0])
            free_block(block)

    cdef void play_rows(self, int low, int high, const Bot* bots, const bint* compiled, int count, Block* block,
                        double* seconds) noexcept nogil:
        """Play games until each is over or waits for an agent outside.

        Where a policy decides, a game stops until that policy has decisions in other games, too. A window of games is played at a
        time, so that they stay in the cache; a game that stops for good makes room for the next.
        """
        cdef int first[MOST]       # for each policy, a list of the games that it decides in
        cdef int open[WINDOW]
        cdef int i, row, agent, held = 0, following = low
        while True:
            for i in range(count):
                first[i] = -1
            i = 0
            while i < held or (held < WINDOW and following < high):
                if i == held:
                    open[held] = following
                    following += 1
                    held += 1
                agent = self.play_on(open[i], bots, compiled, seconds)
                if agent < 0:
                    held -= 1
                    open[i] = open[held]
                    continue
                self.next_row[open[i]] = first[agent]
                first[agent] = open[i]
                i += 1
            if held == 0:
                return
            for agent in range(count):
                row = first[agent]
                while row >= 0:
                    self.decide_together(&row, agent, bots, block, seconds)

    cdef void decide_together(self, int* row, int agent, const Bot* bots, Block* block, double* seconds) noexcept nogil:
        """Let a policy decide in as many games of a list as a block holds. `row` becomes the first of the others."""
        cdef double start = now()
        cdef int i
        block.count = 0
        while row[0] >= 0 and block.count < BLOCK:
            add_decision(block, &bots[agent], rules_of(self.table, row[0]), &self.state[row[0]], row[0], self.key(row[0]))
            row[0] = self.next_row[row[0]]
        decide(block, &bots[agent])
        seconds[agent] += now() - start
        for i in range(block.count):
            self.step(block.row[i], block.option[i])

    cdef int play_on(self, int i, const Bot* bots, const bint* compiled, double* seconds) noexcept nogil:
        """Play a game to the next decision of a policy, whose number is returned; -1 if it stops before."""
        cdef State* state = &self.state[i]
        cdef int agent, option
        cdef double start
        while state.phase != PHASE_OVER:
            agent = self.lineup[i * SEATS + state.seat]
            if not compiled[agent]:
                self.wait[i] = agent
                return -1
            if is_policy(&bots[agent]):
                return agent
            start = now()
            option = choose_blindly(rules_of(self.table, i), state, &bots[agent], self.key(i))
            seconds[agent] += now() - start
            self.step(i, option)
        self.wait[i] = -1
        return -1

    cdef uint64_t key(self, int i) noexcept nogil:
        return key_of(self.stream, self.seed[i], self.state[i].seat, <uint64_t>self.number[i])

    cdef void step(self, int i, int option) noexcept nogil:
        self.made[i * SEATS + self.state[i].seat] += 1
        self.number[i] += 1
        advance(rules_of(self.table, i), &self.state[i], option)

    def ask(self, const int64_t[::1] rows, *, bint screened=False, bint board=False, int layout=LAYOUT):
        """Observations, masks and keys of the decisions that these rows wait for.

        `screened`, `board` and `layout` select the observation, as in `Game.observe`.
        """
        self.table.check_layout(board, layout)
        cdef int count = rows.shape[0]
        cdef int i, row
        observations = np.empty((count, vector_size(board, layout)), np.float32)
        masks = np.empty((count, OPTION_COUNT), np.uint8)
        keys = np.empty(count, np.uint64)
        cdef float[:, ::1] observation = observations
        cdef uint8_t[:, ::1] mask = masks
        cdef uint64_t[::1] key = keys
        with nogil:
            for i in range(count):
                row = <int>rows[i]
                write_observation_under(rules_of(self.table, row), board_of(self.table, row), &self.state[row],
                                        self.state[row].seat, screened, board, layout, &observation[i, 0])
                write_mask(&self.state[row], &mask[i, 0])
                key[i] = self.key(row)
        return observations, masks, keys

    def look(self, const int64_t[::1] seats, float[:, ::1] observations, uint8_t[:, ::1] masks, *, bint screened=False,
             bint board=False, int layout=LAYOUT):
        """Write what one seat of each row knows, and the options of the seat that decides, into the rows of these arrays.

        Unlike `ask` this also works for games that are over. Their masks are all 0.
        """
        self.table.check_layout(board, layout)
        cdef int i, count = len(self.states)
        if (seats.shape[0] != count or observations.shape[0] != count or masks.shape[0] != count
                or observations.shape[1] != <Py_ssize_t>vector_size(board, layout) or masks.shape[1] != OPTION_COUNT):
            raise ValueError(f"{count} games need as many seats, observations of {vector_size(board, layout)} numbers, "
                             f"and masks of {OPTION_COUNT}")
        for i in range(count):
            if not 0 <= seats[i] < self.state[i].players:
                raise ValueError(f"row {i} has no seat {seats[i]}: seats are 0 to {self.state[i].players - 1}")
        with nogil:
            for i in range(count):
                write_observation_under(rules_of(self.table, i), board_of(self.table, i), &self.state[i], <int>seats[i],
                                        screened, board, layout, &observations[i, 0])
                write_mask(&self.state[i], &masks[i, 0])

    def known_game(self, int row):
        """The game of a row as the seat that decides knows it."""
        cdef Game game = Game.__new__(Game)
        game.rules = self.table.of(row)
        game.array = self.states[row:row + 1].copy()
        game.pointer = <State*>cnp.PyArray_DATA(game.array)
        resample(game.rules.pointer, game.pointer, game.pointer.seat, subkey(self.key(row), 0))
        return game

    def advice(self, CompiledBot bot not None, int low, int high, int64_t[::1] options):
        """What a compiled bot would choose in these rows, each for the seat that decides."""
        cdef int i
        cdef Bot player = bot.bot
        with nogil:
            for i in range(low, high):
                options[i] = choose_blindly(rules_of(self.table, i), &self.state[i], &player, self.key(i))

    def improve(self, GumbelSearch search not None, int low, int high, uint8_t[::1] wanted, float[:, ::1] targets,
                int64_t[::1] options):
        """Search the decisions of these rows that are `wanted`, each for its seat. Those at which the policy is sure are no longer wanted.

        For the others `targets` gets the improved policy, and `options` the option to play.
        """
        cdef int i, j
        cdef Teacher teacher = search.teacher
        cdef Root root
        cdef int found[OPTION_COUNT]
        cdef double target[OPTION_COUNT]
        for rules in self.table.records:
            search.check(rules)
        with nogil:
            for i in range(low, high):
                if not wanted[i]:
                    continue
                wanted[i] = search_blindly(rules_of(self.table, i), &self.state[i], &teacher, self.key(i), &root, found)
                if wanted[i]:
                    improved_policy(&root, &teacher.halved, target)
                    for j in range(OPTION_COUNT):
                        targets[i, j] = 0.0
                    for j in range(root.count):
                        targets[i, found[j]] = <float>target[j]
                    options[i] = found[final_index(&root, &teacher.halved)]

    def first_illegal(self, const int64_t[::1] rows, const int64_t[::1] options):
        """The index of the first option that is not legal in its row, -1 if all are."""
        cdef int i
        for i in range(rows.shape[0]):
            if not 0 <= options[i] < OPTION_COUNT or not is_option(&self.state[rows[i]], <int>options[i]):
                return i
        return -1

    def take(self, const int64_t[::1] rows, const int64_t[::1] options):
        """Choose an option in each of these rows. An illegal one raises `IllegalChoice`, and no row changes."""
        cdef int i
        if rows.shape[0] != options.shape[0]:
            raise IllegalChoice(f"{rows.shape[0]} rows need as many options, not {options.shape[0]}")
        for i in range(rows.shape[0]):
            if not 0 <= rows[i] < len(self.states):
                raise IllegalChoice(f"there is no row {rows[i]}: rows are 0 to {len(self.states) - 1}")
        i = self.first_illegal(rows, options)
        if i >= 0:
            raise IllegalChoice(f"option {options[i]} is not legal in row {rows[i]}")
        with nogil:
            for i in range(rows.shape[0]):
                self.step(<int>rows[i], <int>options[i])


def observe_states(rules, states, const int64_t[::1] seats, *, bint screened=False, bint board=False, int layout=LAYOUT,
                   index=None):
    """What a seat knows in each of these states, one row for each, even if the game is over.

    Rules are one `CompiledRules`, or a sequence of them with the `index` of each state's.
    """
    cdef int i
    cdef RulesTable table = RulesTable(rules, len(states), index)
    table.check_layout(board, layout)
    held = np.ascontiguousarray(states)
    observations = np.empty((len(held), vector_size(board, layout)), np.float32)
    cdef const State* first = <const State*>cnp.PyArray_DATA(held)
    cdef float[:, ::1] observation = observations
    for i in range(seats.shape[0]):
        write_observation_under(rules_of(table, i), board_of(table, i), &first[i], <int>seats[i], screened, board, layout,
                                &observation[i, 0])
    return observations
