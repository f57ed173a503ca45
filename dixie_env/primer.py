"""The rules of the game on about one page, in plain English, with the numbers of one board and edition.

`rules_primer` is written for language models and for anybody who needs the game explained briefly; the
complete rules are in docs/rules.md.
"""

import textwrap
from collections.abc import Mapping
from itertools import pairwise

from dixie_env.config import Board, Edition
from dixie_env.engine import CompiledRules
from dixie_env.engine.abilities import TABLE
from dixie_env.text import count

__all__ = ["rules_primer"]

WIDTH = 100
_CONTINUED = "\n    "
"""Where a line of the text below goes on."""

_PIXIES = {2: 5, 3: 5, 4: 4, 5: 3}

_TEXT = """\
DIXIE QUEEN, a game for {players} players (seats 0 to {last}). The highest score wins; scores are
    often negative.
Score = reward points - penalty points - 1 per rock left beside your slaves - 3 for each of the five
    goods of which you own the most (tied players all lose 3). Ties go to more loyal servants.

GOODS: apple, bread, honey (food), silver, gold. The supply is limited; what it lacks you don't get.
    "Pay" means to the supply. You have {pixies} pixies. A pixie is in your mine (a slave), on a
    village space (active), on the servant space, or in the palace (a loyal servant, out of play).
    You have 4 action discs, a place on the silver track and on the gold track, and slots for 1 food
    tile, 1 one-off tile (double, peek, mercy) and 1 ability.
The order line of a position lists the seats in playing order; the first is the favourite.

SETUP: last player first, each takes one of the abilities on display (unless they are dealt).

THE GAME has up to {rounds} rounds. It ends after the round in which the last of the {golden} golden
    reward tiles (the first {per_row} of each row) is taken. Each round has five phases:
1 Stealing. In order, each player takes the food shown on the spaces of the player's active pixies,
    then as many food units of choice as the player's food tiles are worth.
2 Actions. In order, round and round, each player with discs left takes one action or passes.
    Passing costs 5 penalty points and all discs left.
3 Offerings. The queen reveals which food she demands (9 round tiles, 3 of each food, 2 of them
    unused). All players choose in secret: any amount of one kind, the demanded food or silver or
    gold{two_kinds}. {double} The goods are paid. Offering nothing costs 5 penalty points. If nobody
    offers the demanded food, the queen is angry: rewards are skipped, and the last player in order
    who has an active pixie (never the favourite) demotes one to the mine.
4 Rewards, if somebody offered the demanded food. Everybody who offered silver moves 1 up the silver
    track; whoever alone offered the most moves 1 more. The same for gold. Then in order: 1
    promotion step for each unit of the demanded food you offered. Then the pixie on the servant
    space becomes a loyal servant: its owner takes the next servant tile.{dummy_moves}
5 Penalties. 1 point for 1 slave, 2 points for two or more; then the points of your two track
    spaces.

PROMOTION: one step moves a pixie up one row: mine, row 1 (spaces 1-5), row 2 (6-9), row 3 (10-12),
    row 4 (13-14), servant space (reward phase only, one pixie a round). Entering a space with
    another player's pixie costs 1 apple and swaps the two; if yours came from the mine, the other
    goes to its mine.
ROCKS chain slaves (3 each at most, 2 slaves per player): a chained slave can't move. On your turn
    you may remove rocks for 1 bread each.
MINE SYMBOLS: each time your penalty points reach or pass {symbols}, demote one active pixie (not
    the favourite; the tile mercy can be given back instead). At {pit} penalty points you fall into
    the pit: you are out, with score -{pit}.

ACTIONS 1-14 stand on the village spaces: 2 discs, or 1 if any pixie stands there; each once a
    round. 15 and 18: own space, once a round, 1 disc. 17: three spaces, 1 disc. 16, 19, 20: 1 disc.
    21: all discs left.{one_each}
1 take 2 of one food. 2 take 2 silver. 3 one promotion step. 4 trade up to 7 of one kind (no gold)
    for as many of another. 5 buy gold for silver at the price of your silver-track space. 6 take
    the top food tile. 7, 8, 9 take the tile double, peek, mercy. 10 whips: roll the die, give that
    many penalty points to opponents. 11 pay 1 silver (gold) to move 1 up that track. 12 casino:
    roll for 1 of each food, or 2 silver, or 1 gold. 13 ring: pay gold at the price of your
    gold-track space, take the next ring tile. 14 rob: the owner of a pixie hands you the food shown
    on its space. 15 mine: draw as many cubes from the bag as you have slaves (at least 1); silver
    and gold are yours, rocks go to slaves of opponents. 16 swap a tile with one of the same type on
    the board or an opponent's. 17 take 1 food, or remove {dump} from the game. 18 copy one of the
    actions 1-14 that has a disc on it, for 1 to 3 penalty points. 19 special offering: pay all
    goods on the offering track and add one more to it; take the next offering tile. 20 pay honey to
    move forward in the next round's order, 1 place each. 21 become the favourite {priority}.

TILES: double lets you offer one kind more; peek lets you choose up to 2 of the cubes you draw;
    mercy replaces one demotion. All three are given back when used.
ABILITIES: {abilities}.

THIS BOARD. Tracks have {length} spaces, you start on the 1st. By space, from the 1st: penalty
    points per round {penalties}; the top also gives {top} reward point a round. Silver per gold
    {silver}. Gold per ring {gold}.
Reward tiles, next first: offering {offering}; servant {servant}; ring {ring}.
Whip die {whips}. Casino die {casino}. Food shown on the spaces: {icons}.
{markers}{dummy}"""


def rules_primer(rules: CompiledRules) -> str:
    """Return the rules on about one page, for a number of players, an edition and a board.

    Args:
        rules: From `make_rules` or `game.rules`.
    """
    players, board, edition = rules.players, rules.config.board, rules.config.edition
    text = _TEXT.format(
        players=players,
        last=players - 1,
        pixies=_PIXIES[players],
        rounds=rules.config.rounds,
        golden=3 * board.golden,
        per_row=board.golden,
        pit=board.pit,
        symbols=", ".join(map(str, board.mine_symbols)) or "(none on this board)",
        abilities="; ".join(f"{number} {one.title}: {one.effect}" for number, one in enumerate(TABLE, 1)),
        **_edition_words(edition, players),
        **_board_words(board),
    )
    lines = text.rstrip().replace(_CONTINUED, " ").split("\n")
    return "\n".join(textwrap.fill(line, WIDTH) for line in lines)


def _edition_words(edition: Edition, players: int) -> dict[str, str]:
    each = [
        number
        for number, spaces in (("16", edition.spaces_16), ("21", edition.spaces_21))
        if spaces == "one_each"
    ]
    when = "before" if edition.double_announced == "before" else "after"
    two = players == 2
    rocks = edition.dummy_rocks == "allowed"
    return {
        "two_kinds": " (with 2 players: up to two kinds)" if two else "",
        "double": f"The owner of double may announce it {when} the reveal.",
        "dump": "exactly 3 goods" if edition.dump_count == "exactly_3" else "up to 3 goods",
        "priority": ("from the end of this action phase" if edition.priority_moves == "end" else "at once")
        + " until the next round",
        "one_each": f" In this edition every player has an own space for {' and '.join(each)}."
        if each
        else "",
        "markers": (
            "Bonus points of abilities and of the top of a track are limited markers: 5 worth 1, 5 worth 2.\n"
            if edition.markers == "limited"
            else ""
        ),
        "dummy_moves": " Then the favourite moves a pixie of the dummy one step up." if two else "",
        "dummy": (
            "A dummy colour has 5 pixies. They help on spaces and can be displaced, but not robbed; "
            f"rocks {'may' if rocks else 'may not'} go to its slaves.\n"
            if two
            else ""
        ),
    }


def _board_words(board: Board) -> dict[str, object]:
    return {
        "length": len(board.track_penalties),
        "penalties": _numbers(board.track_penalties),
        "top": board.track_rewards[-1],
        "silver": _numbers(board.silver_per_gold),
        "gold": _numbers(board.gold_per_ring),
        "offering": _numbers(board.offering_tiles),
        "servant": _numbers(board.servant_tiles),
        "ring": _numbers(board.ring_tiles),
        "whips": _numbers(board.whip_die),
        "casino": ", ".join(board.casino_die),
        "icons": _icons(board.icons),
    }


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _icons(icons: Mapping[str, Mapping[str, int]]) -> str:
    """List the food of each space; neighbours that show the same share an entry."""
    foods = {
        int(space): " + ".join(count(number, food) for food, number in shown.items() if number) or "nothing"
        for space, shown in icons.items()
    }
    spaces = sorted(foods)
    starts = [spaces[0], *(after for before, after in pairwise(spaces) if foods[before] != foods[after])]
    ends = [*(start - 1 for start in starts[1:]), spaces[-1]]
    return "; ".join(
        f"{start if start == end else f'{start}-{end}'}: {foods[start]}"
        for start, end in zip(starts, ends, strict=True)
    )
