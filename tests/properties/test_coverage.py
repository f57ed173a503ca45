"""Random play reaches every corner of the rules: what the properties check has really happened."""

from collections import Counter
from random import Random

from dixie_env import Game, make_rules
from dixie_env.config import edition_names
from dixie_env.engine import model, option_name
from dixie_env.engine.words import ABILITIES, DECISIONS, ONE_OFFS
from dixie_env.records import describe_state
from tests.properties.play import choose, play

GAMES = 2000


class Watch:
    """Counts what happens in games."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def game(self, game: Game, random: Random, sense: float) -> None:
        edition = game.rules.config.edition
        while not game.over:
            option = choose(game, random, sense)
            self.decision(game, option_name(option, game.seat or 0, game.players))
            before, seat, decision = game.state.copy(), game.seat or 0, game.decision or ""
            game.step(option)
            self.outcome(before, game.state, seat, decision, game)
            if game.over:
                self.end(before, game.state, edition.scoring)
        for action, count in enumerate(game.state["actions_taken"].sum(axis=0)):
            self.seen[f"action {action}"] += int(count)
        for action, count in enumerate(game.state["actions_copied"].sum(axis=0)):
            self.seen[f"copied {action}"] += int(count)
        if (game.state["fallen"] > 0).any():
            self.seen["the pit"] += 1

    def decision(self, game: Game, choice: str) -> None:
        state, seat, edition = game.state, game.seat or 0, game.rules.config.edition
        ability = ABILITIES[state["ability"][seat] - 1] if state["ability"][seat] else ""
        self.seen[f"decision {game.decision}"] += 1
        self.seen[f"reason {game.reason}"] += 1
        kind = game.decision
        if kind == "promote_to" and choice.startswith("space:") and state["spaces"][int(choice[6:])] >= 0:
            dummy = state["spaces"][int(choice[6:])] == model.DUMMY
            self.seen[f"displacement of {'the dummy' if dummy else 'a player'}"] += 1
            if ability == "free_demotion" and state["goods"][seat, 0] == 0:
                self.seen["ability free_demotion"] += 1
        if kind == "amount" and state["action"] == 5 and ability == "cheap_gold":
            self.seen["ability cheap_gold"] += 1
        if choice.startswith("free:") and ability == "free_rocks":
            self.seen["ability free_rocks"] += 1
        if kind == "copy" and state["discs_on"][int(choice.split(":")[1])] == 0:
            self.seen["ability copy_unused"] += 1
        if game.reason == "free_step" and choice != "stop":
            self.seen["ability free_promotion"] += 1
        if kind == "announce_double":
            self.seen[f"double announced {'after' if state['demand'] >= 0 else 'before'}"] += 1
            self.seen["one-off double"] += choice == "yes"
        if kind == "use_peek" and choice == "yes":
            self.seen["one-off peek"] += 1
        if choice == "mercy":
            self.seen["one-off mercy"] += 1
            self.seen[f"mercy at {game.reason}"] += 1
        if kind == "dump_more":
            self.seen[f"dump {edition.dump_count}"] += 1
        if choice == "own:extra" or choice.endswith(".extra"):
            self.seen["swap of a tile on an extra slot"] += 1
        if kind == "swap_with" and state["own"] == model.OWN_ABILITY:
            holders = [own for own in range(game.players) if state["extra"][own]]
            if (
                state["extra"][seat]
                or (choice == "ability:8" and state["display_extra"])
                or any(choice == f"tile:{own}.main" for own in holders)
            ):
                self.seen["the extra slot travels with its tile"] += 1

    def outcome(self, before, state, seat: int, decision: str, game: Game) -> None:
        edition = game.rules.config.edition
        if (
            decision in ("place_rock", "act", "pick_cube", "use_peek")
            and state["rocks"][seat].sum() > before["rocks"][seat].sum()
        ):
            self.seen["own-slave rocks"] += 1
        if state["rocks"][model.DUMMY].sum() > before["rocks"][model.DUMMY].sum():
            self.seen[f"dummy_rocks {edition.dummy_rocks}"] += 1
        if decision == "place_rock" and game.players == 2 and edition.dummy_rocks == "forbidden":
            self.seen["dummy_rocks forbidden"] += 1
        if edition.markers == "limited" and (state["markers"] < before["markers"]).any():
            self.seen["markers limited"] += 1
        elif edition.markers == "unlimited" and _from_markers(state) > _from_markers(before):
            self.seen["markers unlimited"] += 1
        if (state["priority"] >= 0).sum() > (before["priority"] >= 0).sum():
            front = state["large"][0] == seat
            moved = front and before["large"][0] != seat
            self.seen[f"priority {'moved at once' if moved else 'waits' if not front else 'was first'}"] += 1
        if edition.spaces_16 == "one_each" and state["discs_on"][16] > 1:
            self.seen["spaces_16 one_each"] += 1
        if (state["priority"] >= 0).sum() > 1:
            self.seen["spaces_21 one_each"] += 1
        if state["round"] > before["round"] > 0:
            for own in range(game.players):
                if state["in_play"][own] and state["ability"][own] == 4:
                    self.seen["ability silver_income"] += 1
                if before["ability"][own] == 10 and before["mine"][own] >= 2:
                    self.seen["ability light_mine"] += 1
        for name, source in (
            ("servant_bonus", model.FROM_SERVANT_BONUS),
            ("ring_bonus", model.FROM_RING_BONUS),
        ):
            if (state["rewards_by"][:, source] > before["rewards_by"][:, source]).any():
                self.seen[f"ability {name}"] += 1
        if (state["extra"] > 0).any():
            self.seen["ability extra_slot"] += 1
        if decision == "demote" and before["reason"] == model.WHY_ANGRY_QUEEN:
            self.seen["angry queen"] += 1

    def end(self, before, state, scoring: str) -> None:
        if (
            state["removed"][model.ROCK] > before["removed"][model.ROCK]
            and not (state["fallen"] > before["fallen"]).any()
        ):
            self.seen[f"rocks freed at the end, scoring {scoring}"] += 1


def _from_markers(state) -> int:
    sources = [model.FROM_SERVANT_BONUS, model.FROM_RING_BONUS, model.FROM_TRACK_TOP]
    return int(state["rewards_by"][:, sources].sum())


EXPECTED = [
    *(f"action {action}" for action in range(22)),
    *(f"copied {action}" for action in range(1, 15)),
    *(f"decision {kind}" for kind in DECISIONS[1:]),
    *(f"ability {ability}" for ability in ABILITIES),
    *(f"one-off {tile}" for tile in ONE_OFFS),
    *("reason mine_symbol", "reason angry_queen", "reason dummy", "reason free_step", "reason steps"),
    *("mercy at mine_symbol", "mercy at angry_queen"),
    *("the pit", "angry queen", "displacement of a player", "displacement of the dummy", "own-slave rocks"),
    *("swap of a tile on an extra slot", "the extra slot travels with its tile"),
    *("priority moved at once", "priority waits", "double announced before", "double announced after"),
    *("dump exactly_3", "dump up_to_3", "spaces_16 one_each", "spaces_21 one_each"),
    *("markers unlimited", "markers limited", "dummy_rocks forbidden", "dummy_rocks allowed"),
    *("rocks freed at the end, scoring rocks", "rocks freed at the end, scoring hoards"),
]


def test_every_corner_is_reached() -> None:
    watch = Watch()
    for index in range(GAMES):
        rules = make_rules(2 + index % 4, edition_names()[index // 4 % 5], rules=1 + index // 20 % 2)
        watch.game(Game(rules, index), Random(index), sense=(0.5, 0.97, 1.0)[index % 3])
    missing = [corner for corner in EXPECTED if not watch.seen[corner]]
    assert not missing


def test_the_words_of_states_are_reached() -> None:
    """Every phase that a record names is the phase of some decision, or the end."""
    phases = set()
    for seed in range(30):
        game = Game(make_rules(3), seed)
        for _ in play(game, Random(seed)):
            phases.add(describe_state(game)["phase"])
        phases.add(game.phase)
    assert phases == {"draft", "stealing", "actions", "offerings", "rewards", "penalties", "over"}
