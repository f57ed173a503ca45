"""What holds in every position, checked from outside: on the state as a record writes it."""

from collections import Counter

from dixie_env import Game
from dixie_env.engine import model
from dixie_env.records import describe_state

TOTALS = {"apple": 40, "bread": 40, "honey": 40, "silver": 60, "gold": 30}
PIXIES = {2: 5, 3: 5, 4: 4, 5: 3}
FOOD_TILES = {2: [2, 3, 4], 3: [2, 3, 4, 4], 4: [2, 3, 3, 4, 4], 5: [2, 2, 3, 3, 4, 4]}


def check_position(game: Game) -> None:
    """Assert every invariant of a position."""
    state = describe_state(game)
    seats = state["seats"]
    in_play = [seat for seat, own in enumerate(seats) if own["in_play"]]
    check_goods(state, game.players)
    check_pixies(state, game.players)
    check_tiles(state, game.players, len(in_play))
    assert sorted(state["large"]) == sorted(state["small"]) == in_play
    assert all(0 <= own["discs"] <= 4 for own in seats)
    check_points(game)
    check_markers(game, state)
    if game.over:
        assert game.options() == []
        assert game.mask().sum() == 0
    else:
        assert game.seat in in_play
        assert len(game.options()) >= (1 if game.decision == "act" else 2), game  # R10.1
        assert game.mask().nonzero()[0].tolist() == game.options()


def check_goods(state: dict, players: int) -> None:
    """R1.1: nothing is made or lost."""
    seats = state["seats"]
    for good, total in TOTALS.items():
        owned = [own["goods"][good] for own in seats]
        places = [
            state["supply"][good],
            state["bag"].get(good, 0),
            state["offering_track"][good],
            state["removed"][good],
        ]
        assert min(owned + places) >= 0
        assert sum(owned) + sum(places) == total, good
    colours = [*seats, *([state["dummy"]] if state["dummy"] else [])]
    placed = sum(sum(own["rocks"]) for own in colours)
    assert state["bag"]["rock"] + state["removed"]["rock"] + state["rocks_in_hand"] + placed == min(
        20, 5 * players
    )
    for own in colours:
        first, second = own["rocks"]
        assert 0 <= second <= first <= 3
        assert (first > 0) + (second > 0) <= own["mine"]


def check_pixies(state: dict, players: int) -> None:
    """R1.2: every pixie is in one place, and no spot has two."""
    taken = Counter(space for own in state["seats"] for space in own["spaces"])
    if state["dummy"]:
        taken.update(state["dummy"]["spaces"])
        assert state["dummy"]["mine"] + len(state["dummy"]["spaces"]) == 5
    assert all(count == 1 for count in taken.values())
    for seat, own in enumerate(state["seats"]):
        pixies = own["mine"] + len(own["spaces"]) + (state["servant_space"] == seat)
        assert pixies + own["servants"] == PIXIES[players] if own["in_play"] else pixies == 0


def check_tiles(state: dict, players: int, left: int) -> None:
    """Tiles are in one place each; they leave the game only with somebody who falls (R6.3)."""
    seats = state["seats"]
    extras = [own["extra"] for own in seats] + [state["display_extra"]]
    one_offs = [*state["one_offs"], *(own["one_off"] for own in seats), *extras]
    one_offs = sorted(tile for tile in one_offs if isinstance(tile, str))
    foods = [*state["food_stack"], *(own["food_tile"] for own in seats), *extras]
    foods = sorted(tile for tile in foods if isinstance(tile, int))
    abilities = [*state["display"], *(own["ability"] for own in seats if own["ability"])]
    assert len(set(abilities)) == len(abilities)
    if left == players:
        assert one_offs == ["double", "mercy", "peek"]
        assert foods == FOOD_TILES[players]
        assert len(abilities) == 6
    else:
        assert len(set(one_offs)) == len(one_offs)
        assert not Counter(foods) - Counter(FOOD_TILES[players])
    servants = sum(own["servants"] for own in seats)
    assert len(state["tiles_left"]["servant"]) == 7 - servants
    assert sum(state["offering_track"].values()) == 4 + 7 - len(state["tiles_left"]["offering"])


def check_markers(game: Game, state: dict) -> None:
    """R10.3: five of each kind, and each one is somebody's points."""
    if game.rules.config.edition.markers == "unlimited":
        assert state["markers"] is None
        return
    ones, twos = state["markers"]["1"], state["markers"]["2"]
    assert 0 <= ones <= 5
    assert 0 <= twos <= 5
    sources = [model.FROM_SERVANT_BONUS, model.FROM_RING_BONUS, model.FROM_TRACK_TOP]
    assert game.state["rewards_by"][:, sources].sum() == (5 - ones) + 2 * (5 - twos)


def check_points(game: Game) -> None:
    """The counters by source add up to the points."""
    state, pit = game.state, game.rules.config.board.pit
    for seat in range(game.players):
        assert state["penalties_by"][seat].sum() == state["penalties"][seat]
        if state["in_play"][seat]:
            assert 0 <= state["penalties"][seat] < pit
            assert state["rewards_by"][seat].sum() == state["rewards"][seat]
        else:
            assert state["penalties"][seat] == pit
            assert state["rewards"][seat] == 0
