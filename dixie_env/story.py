"""A recorded game told as a story: round by round, phase by phase, with what each choice led to.

    for line in tell(read_header(path), read_events(path)):
        print(line.text)

Choices that belong together become one line, forced decisions show in what they changed, and every point says
what it was given for. If the record is refused on the way, all that was verified is told before the error.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from dixie_env.engine import Game
from dixie_env.engine.model import DUMMY
from dixie_env.engine.words import GOODS, PENALTY_SOURCES, REWARD_SOURCES
from dixie_env.records import Event, RecordError, describe_state
from dixie_env.text import (
    ACTION_NAMES,
    PENALTY_WORDS,
    REWARD_WORDS,
    ability_name,
    count,
    describe_chance,
    describe_choices,
    describe_position,
    describe_result,
    describe_tile,
    listed,
)

__all__ = ["OPENS", "Line", "Role", "Step", "tell"]

Role = Literal["title", "round", "phase", "table", "choice", "chance", "event"]

PALACE = 15
_LABEL = 10

# Small decisions that become one line when they follow each other.
_REPEATED = ("take_food", "whip", "pick_cube", "place_rock", "dump_more")
OPENS = {
    "trade_give": "trade_get",
    "trade_get": "amount",
    "offer": "amount",
    "promote_from": "promote_to",
    "swap_own": "swap_with",
}
"""Decisions that say nothing the next one does not say as well."""
_LATE_PENALTIES = {"empty_hand": "offerings", "slaves": "penalties", "tracks": "penalties"}
_LATE_REWARDS = {"servant_tile": "rewards", "servant_bonus": "rewards", "track_top": "penalties"}


@dataclass(frozen=True)
class Line:
    """One line of the story.

    Attributes:
        role: What kind of line it is, so that whoever shows it can give each kind a look of its own.
        text: The words, indented as a plain terminal shows them.
        round: The round it belongs to, 0 before the first.
    """

    role: Role
    text: str
    round: int


@dataclass(frozen=True)
class Step:
    """What a seat did: a decision, or several small ones that belong together, and the chance after it."""

    seat: int
    kind: str
    choices: tuple[str, ...]
    before: Game
    after: Game
    outcomes: tuple[tuple[str, Any], ...] = ()


def tell(header: Mapping[str, Any], events: Iterable[Event]) -> Iterator[Line]:
    """Tell a whole game, from the header of its record and its replayed lines.

    Raises:
        RecordError: A line was refused; everything up to there has been told.
    """
    teller = _Teller()
    yield from _title(header)
    try:
        for event in events:
            yield from teller.hear(event)
    except RecordError:
        yield from teller.finish()
        raise


def _title(header: Mapping[str, Any]) -> Iterator[Line]:
    names = [f"{key} {_name(header[key])}" for key in ("edition", "board")]
    seed = "no seed" if header.get("seed") is None else f"seed {header['seed']}"
    rounds = [f"{header['rounds']} rounds"] if header.get("rounds", 7) != 7 else []
    yield Line("title", ", ".join([f"Dixie Queen, {header['players']} players", *names, seed, *rounds]), 0)
    if agents := header.get("agents"):
        names = [f"seat {seat} {_printable(agent)}" for seat, agent in enumerate(agents)]
        yield Line("event", f"Played by {listed(names)}", 0)


def _printable(text: str) -> str:
    """Return a word from a file without anything that could play tricks on a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _name(value: Any) -> str:
    return value if isinstance(value, str) else "of its own"


class _Teller:
    """Takes events one by one and tells a step as soon as it is clear that nothing more belongs to it."""

    def __init__(self) -> None:
        self.now: Game | None = None
        self.step: Step | None = None
        self.place = (0, "")
        self.seat: int | None = None

    # --- from events to steps -------------------------------------------------------------------------------

    def hear(self, event: Event) -> Iterator[Line]:
        line = event.line
        if line["type"] == "chance":
            if self.now is None:
                self.now = event.game.copy()
                yield from self.heading("setup", 0)
            if self.step is None:
                yield Line("chance", f"  {describe_chance(line['kind'], line['value'])}", 0)
            else:
                outcomes = (*self.step.outcomes, (line["kind"], line["value"]))
                self.step = replace(self.step, outcomes=outcomes)
        elif line["type"] == "decision":
            assert self.now is not None
            after = event.game.copy()
            step = Step(line["seat"], line["kind"], (line["choice"],), self.now, after)
            if self.step is None:
                yield from self.enter(self.now)
                self.step = step
            elif _belong_together(self.step, step):
                self.step = replace(self.step, choices=self.step.choices + step.choices, after=after)
            else:
                if not _opens(self.step):
                    yield from self.tell(self.step)
                self.step = step
            self.now = after
        elif line["type"] == "result":
            yield from self.finish()
            yield Line("phase", "Result", event.game.round)
            for text in describe_result(event.game).split("\n"):
                yield Line("table", f"  {text}".rstrip(), event.game.round)

    def finish(self) -> Iterator[Line]:
        """Tell the step that was waiting for more."""
        if self.step is not None:
            yield from self.tell(self.step)
            self.step = None

    # --- from steps to lines --------------------------------------------------------------------------------

    def tell(self, step: Step) -> Iterator[Line]:
        changes = _Changes(step)
        phrase = describe_choices(step.kind, step.choices, step.before) + _only_copy(step)
        texts: list[tuple[Role, str]] = [("choice", phrase)]
        texts += [
            ("chance", describe_chance(*outcome)) for outcome in step.outcomes if outcome[0] != "demand"
        ]
        role, last = texts.pop()
        if changes.at_once:
            last = f"{last.removesuffix('.')}: {'; '.join(changes.at_once)}"
        if last != "offers nothing more":
            texts.append((role, last))
        for role, text in texts:
            yield self.said(role, step.seat, text, step.kind in ("act", "draft"))
        for phase, events in changes.later.items():
            if events:
                yield from self.heading(phase, step.before.round)
                for role, text in events:
                    yield Line(role, f"  {text}", step.before.round)
                self.seat = None
        yield from self.enter(step.after)

    def said(self, role: Role, seat: int, text: str, anew: bool) -> Line:
        """Return a line of a seat, with its name if the line before was somebody else's."""
        named = role == "choice" and (anew or seat != self.seat)
        self.seat = seat
        label = f"  seat {seat}" if named else ""
        return Line(role, f"{label:<{_LABEL}}{text}", self.place[0])

    def enter(self, game: Game) -> Iterator[Line]:
        """Go to where the game stands, with headings on the way."""
        if game.over:
            return
        if game.round != self.place[0]:
            self.place = (game.round, "")
            yield Line("round", f"Round {game.round} of {game.rules.config.rounds}", game.round)
            for text in describe_position(game).split("\n")[1:]:
                yield Line("table", f"  {text}".rstrip(), game.round)
        yield from self.heading(game.phase, game.round)

    def heading(self, phase: str, round_: int) -> Iterator[Line]:
        if (round_, phase) != self.place:
            self.place = (round_, phase)
            self.seat = None
            yield Line("phase", phase.capitalize(), round_)


def _only_copy(step: Step) -> str:
    """Name the action that was copied, if there was only one to copy and nobody was asked."""
    copied = step.after.state["actions_copied"][step.seat] - step.before.state["actions_copied"][step.seat]
    if step.kind == "copy" or not copied.any():
        return ""
    return f", namely {ACTION_NAMES[copied.argmax()]} ({copied.argmax()})"


def _opens(step: Step) -> bool:
    """Does the next decision say all that this one says?"""
    return bool(step.after.seat == step.seat and step.after.decision == OPENS.get(step.kind, ""))


def _belong_together(step: Step, more: Step) -> bool:
    if step.seat != more.seat or step.outcomes or step.before.reason != more.before.reason:
        return False
    if step.kind == "odd_job":
        return more.kind == "dump_more"
    return step.kind == more.kind and step.kind in _REPEATED


# --- what a step changed -----------------------------------------------------------------------------------


@dataclass
class _Changes:
    """What a step led to: at once, and later in the phases that went by without a decision."""

    step: Step
    at_once: list[str] = field(default_factory=list)
    later: dict[str, list[tuple[Role, str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        step = self.step
        self.later = {"offerings": [], "rewards": [], "penalties": []}
        self.old, self.new = describe_state(step.before), describe_state(step.after)
        self.acting = step.before.phase == "actions"
        self.same_round = step.before.round == step.after.round
        self.same_phase = self.same_round and step.before.phase == step.after.phase
        self.fallen = [
            seat
            for seat in range(step.before.players)
            if self.old["seats"][seat]["in_play"] and not self.new["seats"][seat]["in_play"]
        ]
        self.orders()
        for kind, value in step.outcomes:
            if kind == "demand":
                self.later["offerings"].append(("chance", describe_chance(kind, value)))
        queen_is_angry = self.queen_is_angry()
        parts = {seat: self.seat(seat, queen_is_angry) for seat in range(step.before.players)}
        for seat in [step.seat, *(seat for seat in parts if seat != step.seat)]:
            self.note("at_once", seat, parts[seat]["at_once"])
        for phase in self.later:
            for seat in self.old["large"]:
                self.note(phase, seat, parts[seat][phase])
        if queen_is_angry:
            self.anger()
        self.dummy()

    def note(self, phase: str, seat: int, parts: list[str]) -> None:
        """Write down what happened to a seat."""
        if not parts:
            return
        text = ", ".join(parts)
        if phase == "at_once":
            self.at_once.append(text if seat == self.step.seat else f"seat {seat}: {text}")
        else:
            self.later[phase].append(("event", f"seat {seat}  {text}"))

    def tell_all(self, phase: str, text: str) -> None:
        """Write down what happened to nobody in particular: at once, or in the phase that came next."""
        if self.same_phase:
            self.at_once.append(text)
        else:
            self.later[phase].append(("event", text))

    def orders(self) -> None:
        if self.fallen or not self.same_round or self.new["phase"] == "over":
            return
        if self.acting and self.old["small"] != self.new["small"]:
            self.at_once.append(f"next round's order is {' '.join(map(str, self.new['small']))}")
        if self.old["large"][0] != self.new["large"][0]:
            self.tell_all("offerings", f"seat {self.new['large'][0]} is the favourite now")

    # --- one seat -------------------------------------------------------------------------------------------

    def seat(self, seat: int, queen_is_angry: bool) -> dict[str, list[str]]:
        """Return what happened to a seat, by when it happened."""
        old, new = self.old["seats"][seat], self.new["seats"][seat]
        parts: dict[str, list[str]] = {"at_once": [], "offerings": [], "rewards": [], "penalties": []}
        if seat not in self.fallen:
            parts["at_once"] += self.goods(old, new)
            parts["at_once"] += self.tiles(old, new)
        for source, points in self.gained("rewards_by", REWARD_SOURCES, seat):
            text = f"+{points} points for {REWARD_WORDS[source]}".replace("+1 points", "+1 point")
            parts[_LATE_REWARDS.get(source, "at_once")].append(text)
        for track in ("silver_track", "gold_track"):
            if old[track] != new[track]:
                text = f"{track.replace('_', ' ')} {old[track]} to {new[track]}"
                parts["at_once" if self.acting else "rewards"].append(text)
        if new["servants"] > old["servants"]:
            parts["rewards"].insert(0, "a pixie becomes a loyal servant")
        self.penalties(seat, parts)
        if seat not in self.fallen:
            parts[self.when_pixies_moved(seat, queen_is_angry)] += self.pixies(seat, old, new)
        return parts

    def penalties(self, seat: int, parts: dict[str, list[str]]) -> None:
        phase = "at_once"
        given = set()
        for source, points in self.gained("penalties_by", PENALTY_SOURCES, seat):
            phase = _LATE_PENALTIES.get(source, "at_once")
            if source == "whips" and self.step.kind == "whip":
                continue  # the choice has said it
            unit = "" if phase in given else f" penalty point{'s' if points > 1 else ''}"
            parts[phase].append(f"{points}{unit} for {PENALTY_WORDS[source]}")
            given.add(phase)
        if seat in self.fallen:
            parts[phase].append("falls into the pit")
        elif "penalties" in given:
            parts["penalties"].append(f"{self.new['seats'][seat]['penalties']} in all")

    def gained(self, table: str, sources: tuple[str, ...], seat: int) -> Iterator[tuple[str, int]]:
        old, new = self.step.before.state[table][seat], self.step.after.state[table][seat]
        for source, before, after in zip(sources, old, new, strict=True):
            if after > before:
                yield source, int(after) - int(before)

    def goods(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
        """Return the goods won and lost, where they are not mixed with those of offerings and stealing."""
        ended = self.acting and self.same_round and self.new["phase"] == "offerings"
        if not ended and not (self.same_phase and self.new["phase"] in ("actions", "rewards")):
            return []
        if _says_goods(self.step):
            return []
        changes = {good: new["goods"][good] - old["goods"][good] for good in GOODS}
        return [
            f"{'+' if change > 0 else '-'}{count(abs(change), good)}"
            for good, change in changes.items()
            if change
        ]

    def tiles(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
        if not self.acting:
            return []
        choice = self.step.choices[0]
        swapped = self.step.kind == "swap_own" or choice == "action:16" or choice.startswith("tile:")
        parts = []
        if new["food_tile"] and new["food_tile"] != old["food_tile"]:
            parts.append(f"food tile {new['food_tile']}")
        if swapped and new["one_off"] and new["one_off"] != old["one_off"]:
            parts.append(new["one_off"])
        if new["extra"] and new["extra"] != old["extra"]:
            parts.append(f"{describe_tile(new['extra'])} on the extra slot")
        if swapped and new["ability"] != old["ability"]:
            parts.append(ability_name(new["ability"]))
        rocks = sum(new["rocks"]) - sum(old["rocks"])
        if rocks > 0 and self.step.kind != "place_rock":
            parts.append(f"+{count(rocks, 'rock')}")
        return parts

    # --- pixies ---------------------------------------------------------------------------------------------

    def when_pixies_moved(self, seat: int, queen_is_angry: bool) -> str:
        phase = self.old["phase"]
        if (
            self.acting
            or (self.same_phase and phase == "rewards")
            or (self.forced_step() and self.took_part(seat))
        ):
            return "at_once"
        to_rewards = self.same_round and self.new["phase"] == "rewards"
        in_offerings = phase == "offerings" and (queen_is_angry or to_rewards or self.same_phase)
        return "offerings" if in_offerings else "penalties"

    def forced_step(self) -> bool:
        """Was a pixie chosen that had only one place to go to?"""
        choice = self.step.choices[0]
        return self.step.kind == "promote_from" and (choice == "mine" or choice.startswith("space:"))

    def took_part(self, seat: int) -> bool:
        """Did the seat move in the step that was chosen, or was it displaced?"""
        mover = self.step.seat
        entered = {*self.new["seats"][mover]["spaces"]} - {*self.old["seats"][mover]["spaces"]}
        return seat == mover or not entered.isdisjoint(self.old["seats"][seat]["spaces"])

    def dummy(self) -> None:
        if self.old["dummy"] is None:
            return
        moves = self.pixies(DUMMY, self.old["dummy"], self.new["dummy"])
        if moves and self.step.before.reason == "dummy" and self.forced_step():
            self.at_once += moves
        elif moves and self.acting:
            self.at_once.append(f"the dummy: {', '.join(moves)}")
        elif moves:
            self.tell_all("rewards", f"the dummy: {', '.join(moves)}")

    def pixies(self, colour: int, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
        """Return the moves of a colour's pixies that the choice does not name."""
        spaces, mine, palace = {*old["spaces"]}, int(old["mine"]), self.at_palace(self.old, colour)
        if self.step.kind == "promote_to" or (self.step.kind == "demote" and self.step.choices != ("mercy",)):
            source, target = self.chosen_move()
            if colour == (DUMMY if self.step.before.reason == "dummy" else self.step.seat):
                spaces = (spaces | {target}) - {source, 0, PALACE}
                mine += (target == 0) - (source == 0)
                palace += target == PALACE
            elif 0 < target < PALACE and colour == int(self.step.before.state["spaces"][target]):
                spaces = (spaces | {source}) - {target, 0}
                mine += source == 0
        left, entered = sorted(spaces - {*new["spaces"]}), sorted({*new["spaces"]} - spaces)
        return _moves(left, entered, new["mine"] - mine, self.at_palace(self.new, colour) - palace)

    def chosen_move(self) -> tuple[int, int]:
        """Return where the chosen pixie came from and where it went: 0 is the mine, 15 the servant space."""
        space = int(self.step.choices[0].partition(":")[2] or PALACE)
        return (space, 0) if self.step.kind == "demote" else (int(self.step.before.state["source"]), space)

    def at_palace(self, state: Mapping[str, Any], colour: int) -> int:
        """Return how many pixies of a colour stand on the servant space or are loyal servants."""
        servants = 0 if colour == DUMMY else int(state["seats"][colour]["servants"])
        return servants + int(state["servant_space"] == colour)

    # --- the queen ------------------------------------------------------------------------------------------

    def queen_is_angry(self) -> bool:
        """Is it in this step that all offerings are shown, and the demanded food is not among them?"""
        step = self.step
        before, after = step.before, step.after
        demand = dict(step.outcomes).get("demand", self.old["demand"])
        if demand is None or before.phase not in ("actions", "offerings") or before.reason == "angry_queen":
            return False
        over = after.over and not any(self.gained_any("slaves"))
        if over or (self.same_round and after.phase in ("actions", "rewards")):
            return False
        if self.same_round and after.phase == "offerings" and after.reason != "angry_queen":
            return False
        food = GOODS.index(demand)
        offers_it = (step.kind == "offer" and step.choices[0] == f"good:{demand}") or (
            step.kind == "amount" and before.reason == "offering" and before.state["good"] == food
        )
        return not offers_it and not before.state["offer"][:, food].any()

    def gained_any(self, source: str) -> Iterator[bool]:
        for seat in range(self.step.before.players):
            yield any(name == source for name, _ in self.gained("penalties_by", PENALTY_SOURCES, seat))

    def anger(self) -> None:
        demand = dict(self.step.outcomes).get("demand", self.old["demand"])
        lines = self.later["offerings"]
        place = next((i for i, (_, line) in enumerate(lines) if " pixie" in line), len(lines))
        lines.insert(
            place, ("event", f"Nobody offers {demand}: the queen is angry, and there are no rewards.")
        )


def _says_goods(step: Step) -> bool:
    """Do the words for a step already say what was won and lost?"""
    if step.kind == "amount":
        return int(step.before.state["action"]) == 4
    drawn = any(kind == "draw" for kind, _ in step.outcomes)
    return drawn or step.kind in ("take_food", "odd_job", "dump_more", "pick_cube")


def _moves(left: list[Any], entered: list[Any], to_mine: int, to_palace: int) -> list[str]:
    """Say where pixies went, from what they left, what they entered, and who came or went in the mine."""
    sources = [f"the pixie on {space}" for space in left] + ["a slave"] * max(0, -to_mine)
    targets = [f"to {space}" for space in entered] + ["to the servant space"] * max(0, to_palace)
    targets += ["back to the mine"] * max(0, to_mine)
    if len(sources) == 1 and len(targets) == 1:
        return [f"{sources[0]} goes {targets[0]}"]
    if not sources and not targets:
        return []
    return [f"{listed(sources)} go {listed(targets)}"]
