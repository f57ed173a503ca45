"""The instruction bar: what a visitor must do now, or whom everybody waits for, in one sentence."""

from collections.abc import Sequence
from typing import Any

from dixie_env.clauses import Teller
from dixie_env.engine import Game
from dixie_env.engine.model import ACTION_SILVER_TO_GOLD, ACTION_TRADE
from dixie_env.engine.words import FOODS, GOODS

_BY_REASON = ("take_food", "promote_from", "demote")


def question(game: Game, teller: Teller) -> str:
    """Return what the seat that decides is asked."""
    key, values = _entry(game, teller)
    return teller.words(f"ask.{key}", **values)


def _entry(game: Game, to: Teller) -> tuple[str, dict[str, Any]]:
    """Return the entry of the catalogue, and what its fields need."""
    state, seat = game.state, game.seat or 0
    kind, reason = str(game.decision), str(game.reason)
    left, good, wanted = int(state["left"]), int(state["good"]), int(state["wanted"])
    if kind == "act":
        return "act", {"n": int(state["discs"][seat])}
    if kind == "promote_from" and reason == "steps":
        of = int(state["offer"][seat][state["demand"]])
        return "promote_from_steps", {"step": of - left + 1, "of": of}
    if kind == "promote_to":
        source = int(state["source"])
        return ("promote_to_space", {"space": source}) if source else ("promote_to_mine", {})
    if kind == "amount":
        return _amount(game, to)
    if kind == "trade_get":
        return kind, {"good": to.good(GOODS[good])}
    if kind == "place_rock":
        return kind, {"n": int(state["rocks_in_hand"])}
    if kind == "offer":
        if state["offer"][seat].any():
            return "offer_more", {}
        return kind, {"demand": to.good(FOODS[state["demand"]]) if state["demand"] >= 0 else "?"}
    name = f"{kind}_{reason}" if kind in _BY_REASON else kind
    return name, {"n": left, "good": to.good(GOODS[good]), "wanted": to.good(GOODS[wanted])}


def _amount(game: Game, to: Teller) -> tuple[str, dict[str, Any]]:
    state, seat = game.state, game.seat or 0
    good = int(state["good"])
    if game.reason == "offering":
        metal = "" if good == state["demand"] else "_metal"
        return f"amount_offering{metal}", {"good": to.good(GOODS[good])}
    if state["action"] == ACTION_TRADE:
        return "amount_trade", {"good": to.good(GOODS[good]), "wanted": to.good(GOODS[int(state["wanted"])])}
    if state["action"] == ACTION_SILVER_TO_GOLD:
        return "amount_gold", {"price": price_of_gold(game, seat)}
    return "amount_order", {}


def price_of_gold(game: Game, seat: int) -> int:
    """Return what 1 gold costs a seat in silver (R4.5)."""
    state = game.state
    price = int(game.rules.config.board.silver_per_gold[int(state["track"][seat][0])])
    return max(1, price - 1) if state["ability"][seat] == 1 else price


def waiting(waited: Sequence[int], chosen: bool, teller: Teller) -> str:
    """Return whom a player waits for."""
    seats = teller.words.listed(teller.seat(seat).label for seat in waited)
    return teller.words("ask.offering_waiting" if chosen else "ask.waiting", seats=seats, n=len(waited))


def outcome(game: Game, teller: Teller) -> str:
    """Return who won, and by how much."""
    state, me = game.state, teller.reader
    ranks, scores = (state[name][: game.players].tolist() for name in ("ranks", "scores"))
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    behind = [score for score, rank in zip(scores, ranks, strict=True) if rank > 1]
    ahead = scores[winners[0]] - max(behind, default=scores[winners[0]])
    values = {
        "n": ahead,
        "seats": teller.words.listed(teller.seat(seat).label for seat in winners),
        "rank": 0 if me is None else ranks[me],
    }
    if len(winners) > 1:
        name = "you_share" if me in winners else "share_watching"
    elif me in winners:
        name = "you_won" if ahead else "you_won_tie"
    else:
        name = ("won" if ahead else "won_tie") + ("_watching" if me is None else "")
    return teller.words(f"ask.{name}", **values)
