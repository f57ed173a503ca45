"""A table that knows only the events: it must always agree with the engine's state."""

from typing import Any

from dixie_env import Game, GameEvent
from dixie_env.engine.model import DUMMY
from dixie_env.engine.words import (
    CUBES,
    FOODS,
    GOODS,
    ONE_OFFS,
    PENALTY_SOURCES,
    REWARD_SOURCES,
    ROWS,
    TRACKS,
)

TOTALS = (40, 40, 40, 60, 30)
SERVANT_SPACE = 15
STACKS = {2: [4, 3, 2], 3: [4, 4, 3, 2], 4: [4, 4, 3, 3, 2], 5: [4, 4, 3, 3, 2, 2]}


class RetoldTable:
    """What lies where, from R1 and R2 and the events alone. `hear` is a listener."""

    def __init__(self, players: int) -> None:
        seats = range(players)
        self.players = players
        self.goods = [[0] * 5 for _ in seats]
        self.bag = [30, 10, min(5 * players, 20)]
        self.removed = [0] * 6
        self.offering_track = [1, 1, 1, 1, 0]
        self.rocks_in_hand = 0
        pixies = {2: 5, 3: 5, 4: 4, 5: 3}[players]
        self.mine = dict.fromkeys(seats, pixies) | ({DUMMY: 5} if players == 2 else {})
        self.rocks = {colour: [0, 0] for colour in self.mine}
        self.markers = [5, 5]
        self.spaces: dict[int, int] = {}
        self.servant_space = -1
        self.servants = [0] * players
        self.track = [[0, 0] for _ in seats]
        self.penalties = [[0] * len(PENALTY_SOURCES) for _ in seats]
        self.rewards = [[0] * len(REWARD_SOURCES) for _ in seats]
        self.total_rewards = [0] * players
        self.tiles_taken = [0, 0, 0]
        self.ability = [0] * players
        self.food_tile = [0] * players
        self.one_off: list[str | None] = [None] * players
        self.extra: list[int | str | None] = [None] * players
        self.display: set[int] = set()
        self.display_extra: int | str | None = None
        self.food_stack = list(STACKS[players])
        self.one_offs = set(ONE_OFFS)
        self.large: list[int] = []
        self.small: list[int] = []
        self.in_play = [True] * players
        self.round = 0
        self.phase = "setup"
        self.demand: str | None = None
        self.discs = [4] * players
        self.hoards = [0] * players
        self.rocks_left = [0] * players
        self.scores = [0] * players
        self.ranks = [0] * players
        self.kinds: set[str] = set()

    def hear(self, events: list[GameEvent]) -> None:
        for event in events:
            self.kinds.add(event.kind)
            getattr(self, f"on_{event.kind}")(event, event.seat)

    # --- setup and headings ---------------------------------------------------------------------------------

    def on_order_drawn(self, event: GameEvent, seat: Any) -> None:
        self.small = list(event["order"])
        self.large = list(event["order"])

    def on_abilities_shown(self, event: GameEvent, seat: Any) -> None:
        self.display = set(event["abilities"])

    def on_ability_taken(self, event: GameEvent, seat: Any) -> None:
        self.display.remove(event["ability"])
        self.ability[seat] = event["ability"]

    def on_round_began(self, event: GameEvent, seat: Any) -> None:
        assert list(event["order"]) == self.small
        self.round += 1
        assert event["round"] == self.round
        self.large = list(event["order"])
        self.demand = None

    def on_phase_began(self, event: GameEvent, seat: Any) -> None:
        self.phase = event["phase"]
        if self.phase == "offerings":
            self.discs = [4 if self.in_play[seat] else 0 for seat in range(self.players)]

    # --- turns ----------------------------------------------------------------------------------------------

    def on_action_chosen(self, event: GameEvent, seat: Any) -> None:
        self.discs[seat] -= event["discs"]

    def on_passed(self, event: GameEvent, seat: Any) -> None:
        self.discs[seat] = 0

    def on_action_copied(self, event: GameEvent, seat: Any) -> None:
        assert 1 <= event["action"] <= 14

    def on_nothing_to_copy(self, event: GameEvent, seat: Any) -> None:
        assert self.phase == "actions"

    # --- goods ----------------------------------------------------------------------------------------------

    def on_goods_taken(self, event: GameEvent, seat: Any) -> None:
        assert 0 <= event["amount"] <= event["due"]
        self.goods[seat][GOODS.index(event["good"])] += event["amount"]

    def on_goods_paid(self, event: GameEvent, seat: Any) -> None:
        assert event["amount"] > 0
        self.goods[seat][GOODS.index(event["good"])] -= event["amount"]

    def on_goods_robbed(self, event: GameEvent, seat: Any) -> None:
        assert self.spaces[event["space"]] == event["victim"]
        for index, food in enumerate(FOODS):
            self.goods[event["victim"]][index] -= event[food]
            self.goods[seat][index] += event[food]

    def on_good_dumped(self, event: GameEvent, seat: Any) -> None:
        self.goods[seat][GOODS.index(event["good"])] -= 1
        self.removed[GOODS.index(event["good"])] += 1

    def on_good_added(self, event: GameEvent, seat: Any) -> None:
        self.goods[seat][GOODS.index(event["good"])] -= 1
        self.offering_track[GOODS.index(event["good"])] += 1

    def on_casino_rolled(self, event: GameEvent, seat: Any) -> None:
        assert event["face"] in ("food", "silver", "gold")

    def on_cube_drawn(self, event: GameEvent, seat: Any) -> None:
        self.bag[CUBES.index(event["cube"])] -= 1
        if event["cube"] == "rock":
            self.rocks_in_hand += 1
        else:
            self.goods[seat][GOODS.index(event["cube"])] += 1

    # --- rocks ----------------------------------------------------------------------------------------------

    def on_rock_placed(self, event: GameEvent, seat: Any) -> None:
        self.rocks_in_hand -= 1
        self.rocks[event["owner"]][event["slave"]] += 1
        self.rocks[event["owner"]].sort(reverse=True)

    def on_rocks_discarded(self, event: GameEvent, seat: Any) -> None:
        self.rocks_in_hand -= event["amount"]
        self.removed[5] += event["amount"]

    def on_rock_removed(self, event: GameEvent, seat: Any) -> None:
        self.rocks[seat][event["slave"]] -= 1
        self.rocks[seat].sort(reverse=True)
        self.removed[5] += 1

    # --- tiles and orders -----------------------------------------------------------------------------------

    def on_food_tile_taken(self, event: GameEvent, seat: Any) -> None:
        assert self.food_stack.pop() == event["value"]
        (self.food_tile if event["slot"] == "main" else self.extra)[seat] = event["value"]

    def on_one_off_taken(self, event: GameEvent, seat: Any) -> None:
        self.one_offs.remove(event["tile"])
        self.put_one_off(seat, event["slot"], None, event["tile"])

    def on_one_off_returned(self, event: GameEvent, seat: Any) -> None:
        self.one_offs.add(event["tile"])
        self.put_one_off(seat, event["slot"], event["tile"], None)

    def put_one_off(self, seat: int, slot: str, old: str | None, new: str | None) -> None:
        slots: list[Any] = self.one_off if slot == "main" else self.extra
        assert slots[seat] == old
        slots[seat] = new

    def on_food_tiles_swapped(self, event: GameEvent, seat: Any) -> None:
        mine: list[Any] = self.food_tile if event["slot"] == "main" else self.extra
        assert mine[seat] == event["given"]
        mine[seat] = event["got"]
        if event["other"] is None:
            assert self.food_stack.pop() == event["got"]
            self.food_stack.append(event["given"])
        else:
            theirs: list[Any] = self.food_tile if event["other_slot"] == "main" else self.extra
            assert theirs[event["other"]] == event["got"]
            theirs[event["other"]] = event["given"]

    def on_one_offs_swapped(self, event: GameEvent, seat: Any) -> None:
        self.put_one_off(seat, event["slot"], event["given"], event["got"])
        if event["other"] is None:
            self.one_offs.remove(event["got"])
            self.one_offs.add(event["given"])
        else:
            self.put_one_off(event["other"], event["other_slot"], event["got"], event["given"])

    def on_abilities_swapped(self, event: GameEvent, seat: Any) -> None:
        assert self.ability[seat] == event["given"]
        assert self.extra[seat] == event["extra_given"]
        self.ability[seat] = event["got"]
        self.extra[seat] = event["extra_got"]
        if event["other"] is None:
            self.display.remove(event["got"])
            self.display.add(event["given"])
            if 8 in (event["given"], event["got"]):
                self.display_extra = event["extra_given"]
        else:
            self.ability[event["other"]] = event["given"]
            self.extra[event["other"]] = event["extra_given"]

    def on_play_order_changed(self, event: GameEvent, seat: Any) -> None:
        place = self.small.index(seat) - event["places"]
        self.small.remove(seat)
        self.small.insert(place, seat)
        assert self.small == list(event["order"])

    def on_favourite_changed(self, event: GameEvent, seat: Any) -> None:
        self.large.remove(seat)
        self.large.insert(0, seat)
        assert self.large == list(event["order"])

    # --- pixies ---------------------------------------------------------------------------------------------

    def leave(self, colour: int, place: int) -> None:
        if place:
            assert self.spaces.pop(place) == colour
        else:
            self.mine[colour] -= 1

    def enter(self, colour: int, place: int) -> None:
        if place == SERVANT_SPACE:
            assert self.servant_space < 0
            self.servant_space = colour
        elif place:
            self.spaces[place] = colour
        else:
            self.mine[colour] += 1

    def on_pixie_promoted(self, event: GameEvent, seat: Any) -> None:
        self.leave(event["colour"], event["source"])
        self.enter(event["colour"], event["target"])

    def on_pixie_displaced(self, event: GameEvent, seat: Any) -> None:
        assert self.spaces[event["source"]] == event["by"]
        self.enter(seat, event["target"])

    def on_pixie_demoted(self, event: GameEvent, seat: Any) -> None:
        self.leave(seat, event["space"])
        self.enter(seat, 0)

    def on_steps_declined(self, event: GameEvent, seat: Any) -> None:
        assert event["steps"] > 0

    def on_servant_settled(self, event: GameEvent, seat: Any) -> None:
        assert self.servant_space == seat
        self.servant_space = -1
        self.servants[seat] += 1

    # --- points ---------------------------------------------------------------------------------------------

    def on_whip_rolled(self, event: GameEvent, seat: Any) -> None:
        self.whips = event["points"]

    def on_whip_given(self, event: GameEvent, seat: Any) -> None:
        self.whips -= 1
        assert self.whips >= 0 and event["victim"] != seat

    def on_penalty_given(self, event: GameEvent, seat: Any) -> None:
        assert event["points"] > 0
        self.penalties[seat][PENALTY_SOURCES.index(event["source"])] += event["points"]
        assert event["total"] == sum(self.penalties[seat])

    def on_mine_symbol_reached(self, event: GameEvent, seat: Any) -> None:
        assert sum(self.penalties[seat]) >= event["symbol"]

    def on_demotion_spared(self, event: GameEvent, seat: Any) -> None:
        favourite = self.large[0] == seat
        assert event["why"] == ("favourite" if favourite else "nobody_active")
        assert favourite or seat not in self.spaces.values()

    def on_fell_into_pit(self, event: GameEvent, seat: Any) -> None:
        assert self.goods[seat] == [event[good] for good in GOODS]
        assert self.total_rewards[seat] == event["rewards"]
        self.goods[seat] = [0] * 5
        self.total_rewards[seat] = 0
        self.in_play[seat] = False
        self.spaces = {space: colour for space, colour in self.spaces.items() if colour != seat}
        if self.servant_space == seat:
            self.servant_space = -1
        self.mine[seat] = 0
        if (one_off := self.one_off[seat]) is not None:
            self.one_offs.add(one_off)
            self.one_off[seat] = None
        if self.food_tile[seat]:
            self.food_stack.append(self.food_tile[seat])
            self.food_tile[seat] = 0
        self.ability[seat] = 0
        self.extra[seat] = None
        self.removed[5] += sum(self.rocks[seat])
        self.rocks[seat] = [0, 0]
        self.discs[seat] = 0
        self.large.remove(seat)
        self.small.remove(seat)

    def on_reward_given(self, event: GameEvent, seat: Any) -> None:
        source = REWARD_SOURCES.index(event["source"])
        self.rewards[seat][source] += event["points"]
        self.total_rewards[seat] += event["points"]
        assert event["total"] == self.total_rewards[seat]
        if source < len(ROWS):
            self.tiles_taken[source] += 1
        elif event["source"] in ("servant_bonus", "ring_bonus") and self.markers[1] > 0:
            self.markers[1] -= 1
        elif event["source"] != "doctored":
            self.markers[0] -= event["points"]

    def on_markers_missing(self, event: GameEvent, seat: Any) -> None:
        assert event["points"] > 0
        assert self.markers[0] == 0

    def on_track_climbed(self, event: GameEvent, seat: Any) -> None:
        track = TRACKS.index(event["track"])
        assert self.track[seat][track] == event["before"] <= event["after"]
        self.track[seat][track] = event["after"]

    # --- the queen ------------------------------------------------------------------------------------------

    def on_demand_revealed(self, event: GameEvent, seat: Any) -> None:
        self.demand = event["food"]

    def on_offering_shown(self, event: GameEvent, seat: Any) -> None:
        for index, good in enumerate(GOODS):
            self.goods[seat][index] -= event[good]

    def on_queen_angered(self, event: GameEvent, seat: Any) -> None:
        assert event["food"] == self.demand

    def on_nobody_demoted(self, event: GameEvent, seat: Any) -> None:
        assert not {*self.large[1:]} & {*self.spaces.values()} or "one_off_returned" in self.kinds

    # --- the end --------------------------------------------------------------------------------------------

    def on_game_ended(self, event: GameEvent, seat: Any) -> None:
        self.phase = "over"
        self.demand = None

    def on_rocks_charged(self, event: GameEvent, seat: Any) -> None:
        assert sum(self.rocks[seat]) == event["rocks"]
        self.rocks_left[seat] = event["rocks"]

    def on_majority_charged(self, event: GameEvent, seat: Any) -> None:
        assert self.goods[seat][GOODS.index(event["good"])] == event["amount"] > 0
        assert event["points"] == 3
        self.hoards[seat] += 1

    def on_seat_ranked(self, event: GameEvent, seat: Any) -> None:
        self.ranks[seat] = event["rank"]
        self.scores[seat] = event["score"]

    # --- comparing ------------------------------------------------------------------------------------------

    def compare(self, game: Game) -> None:
        """Assert that the state is what the events say."""
        state = game.state
        seats = slice(0, self.players)
        in_order = {name: [seat for seat in state[name].tolist() if seat >= 0] for name in ("large", "small")}
        supply = [
            total
            - sum(goods[good] for goods in self.goods)
            - (self.bag[good - 3] if good >= 3 else 0)
            - self.offering_track[good]
            - self.removed[good]
            for good, total in enumerate(TOTALS)
        ]
        number = {name: place + 1 for place, name in enumerate(ONE_OFFS)}

        def extra(tile: int | str | None) -> int:
            return 10 + number[tile] if isinstance(tile, str) else tile or 0

        known: dict[str, tuple[Any, Any]] = {
            "goods": (self.goods, state["goods"][seats].tolist()),
            "supply": (supply, state["supply"].tolist()),
            "bag": (self.bag, state["bag"].tolist()),
            "removed": (self.removed, state["removed"].tolist()),
            "offering_track": (self.offering_track, state["offering_track"].tolist()),
            "rocks_in_hand": (self.rocks_in_hand, int(state["rocks_in_hand"])),
            "rocks": (self.rocks, {colour: state["rocks"][colour].tolist() for colour in self.rocks}),
            "mine": (self.mine, {colour: int(state["mine"][colour]) for colour in self.mine}),
            "spaces": (
                self.spaces,
                {s: int(state["spaces"][s]) for s in range(1, 15) if state["spaces"][s] >= 0},
            ),
            "servant_space": (self.servant_space, int(state["servant_space"])),
            "servants": (self.servants, state["servants"][seats].tolist()),
            "track": (self.track, state["track"][seats].tolist()),
            "penalties_by": (self.penalties, state["penalties_by"][seats].tolist()),
            "penalties": ([sum(points) for points in self.penalties], state["penalties"][seats].tolist()),
            "rewards_by": (self.rewards, state["rewards_by"][seats].tolist()),
            "rewards": (self.total_rewards, state["rewards"][seats].tolist()),
            "tiles_taken": (self.tiles_taken, state["tiles_taken"].tolist()),
            "ability": (self.ability, state["ability"][seats].tolist()),
            "food_tile": (self.food_tile, state["food_tile"][seats].tolist()),
            "one_off": ([number.get(t or "", 0) for t in self.one_off], state["one_off"][seats].tolist()),
            "extra": ([extra(tile) for tile in self.extra], state["extra"][seats].tolist()),
            "display": (self.display, {a for a in range(1, 11) if state["display"][a]}),
            "display_extra": (extra(self.display_extra), int(state["display_extra"])),
            "food_stack": (self.food_stack, state["food_stack"][: int(state["food_left"])].tolist()),
            "one_offs": (
                self.one_offs,
                {name for name in ONE_OFFS if state["one_off_on_board"][number[name]]},
            ),
            "large": (self.large, in_order["large"]),
            "small": (self.small, in_order["small"]),
            "in_play": (self.in_play, [bool(here) for here in state["in_play"][seats]]),
            "round": (self.round, game.round),
            "phase": (self.phase, game.phase),
            "demand": (self.demand, FOODS[int(state["demand"])] if state["demand"] >= 0 else None),
            "discs": (self.discs, state["discs"][seats].tolist()),
            "hoards": (self.hoards, state["hoards"][seats].tolist()),
            "rocks_left": (self.rocks_left, state["rocks_left"][seats].tolist()),
            "scores": (self.scores, state["scores"][seats].tolist()),
            "ranks": (self.ranks, state["ranks"][seats].tolist()),
        }
        if game.rules.config.edition.markers == "limited":
            known["markers"] = (self.markers, state["markers"].tolist())
        wrong = {name: pair for name, pair in known.items() if pair[0] != pair[1]}
        assert not wrong, f"(by the events, in the state): {wrong} in {game}"
