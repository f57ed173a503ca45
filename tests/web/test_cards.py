"""The instruction bar and the option cards: what is asked, and that a card shows what its option does."""

import random
import re

import pytest

from dixie_agents.registry import make_agent
from dixie_env import Game, make_rules
from dixie_env.clauses import Teller
from dixie_env.engine import option_id
from dixie_env.engine.words import DECISIONS, GOODS
from dixie_env.languages import LANGUAGES, words_of
from dixie_web.advice import advice
from dixie_web.asking import question
from dixie_web.cards import cards, foresee
from dixie_web.table import Table


def walk(games: int, players: int = 3) -> list[Game]:
    """Return positions of random games, one for each decision."""
    found = []
    for seed in range(games):
        game = Game(make_rules(players, rounds=5), seed=seed)
        number = 0
        while not game.over:
            found.append(game.copy())
            options = [option for option in game.options() if option != 21] or game.options()
            game.step(random.Random(1000 * seed + number).choice(options))
            number += 1
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_is_asked_in_a_sentence(language: str) -> None:
    kinds = set()
    for players in (2, 3):
        for game in walk(10, players):
            teller = Teller(words_of(language), game.seat, marked=True)
            text = question(game, teller)
            assert text.strip() and "{" not in text
            kinds.add(game.decision)
            for card in cards(game, teller):
                assert card["name"] and card["words"] and card["rule"], (game.decision, card)
    assert len(set(DECISIONS) - kinds - {"nothing"}) <= 3, set(DECISIONS) - kinds


def test_what_a_card_says_is_what_happens() -> None:
    """Costs and gains of goods, against the game itself."""
    checked = 0
    for game in walk(6):
        if game.reason == "offering" or game.decision in ("announce_double", "draft"):
            continue
        seat = game.seat or 0
        for card in cards(game, Teller()):
            option = option_id(card["option"], seat, game.players)
            after = game.copy()
            after.step(option)
            if card["odds"] or after.round != game.round or after.phase != game.phase:
                continue
            if any(event.kind.startswith("cube") for event in foresee(game, option)):
                continue
            change = dict.fromkeys(GOODS, 0)
            for sign, rows in ((-1, card["pays"]), (1, card["gets"])):
                for name, number in rows:
                    if name in GOODS:
                        change[name] += sign * int(number)
            if card["option"] == "action:15":
                continue
            real = (after.state["goods"][seat].astype(int) - game.state["goods"][seat]).tolist()
            if game.decision in ("copy", "use_peek", "act") and not any(change.values()) and any(real):
                assert card["odds"] or card["option"] in ("action:18", "yes", "no"), card
                continue
            assert list(change.values()) == real, (game.decision, card)
            checked += 1
    assert checked > 400


def test_cards_know_no_more_than_the_seat() -> None:
    """Games that differ only in what nobody knows give the same cards."""
    for game in walk(3)[::3]:
        seat = game.seat or 0
        other = game.resample(seat, 99)
        teller = Teller(reader=seat)
        assert cards(game, teller) == cards(other, teller)


def test_odds_of_the_mine_come_from_the_bag() -> None:
    game = next(game for game in walk(1) if "action:15" in game.option_names())
    card = next(card for card in cards(game, Teller()) if card["option"] == "action:15")
    bag = game.state["bag"].tolist()
    wanted = [round(100 * number / sum(bag)) for number in bag if number]
    assert [int(number) for number in re.findall(r"(\d+) %", card["odds"])] == wanted
    assert (
        card["odds"].startswith(f"{max(1, int(game.state['mine'][game.seat]))} cube") and card["discs"] == 1
    )


def test_costly_options_ask_first() -> None:
    sure = {}
    for game in walk(6):
        for card in cards(game, Teller()):
            if card["sure"]:
                sure[card["option"].partition(":")[0]] = card["sure"]
            elif card["option"] == "pass":
                raise AssertionError("a pass asks")
    assert {"pass", "stop"} <= set(sure) and "5 penalty points" in sure["pass"]


def test_the_sheet_adds_up_and_the_bar_says_who_won() -> None:
    won = 0
    for seed in range(8):
        table = Table(make_rules(3, rounds=3 + seed % 5), seed, ["sane"] * 3, make_agent)
        while (think := table.bot_to_move()) is not None:
            table.take_bot(think())
        sheet = table.view(0)["sheet"]
        total = next(row["values"] for row in sheet if row["kind"] == "total")
        parts = [row["values"] for row in sheet if row["kind"] in ("reward", "penalty")]
        assert [sum(column) for column in zip(*parts, strict=True)] == total
        assert total == table.game.state["scores"][:3].tolist()
        won += table.view(0)["text"].startswith("You won")
        winners = [seat for seat, rank in enumerate(table.game.state["ranks"][:3]) if rank == 1]
        assert all(table.view(seat)["text"].startswith("You ") for seat in winners)
    assert 0 < won < 8


def test_hints_name_the_best_options_with_their_chances() -> None:
    table = Table(make_rules(3, draft="random"), 5, ["person", "sane", "sane"], make_agent)
    while (think := table.bot_to_move()) is not None:
        table.take_bot(think())
    before = table.game.hash()
    rows = table.hint(0, make_agent("mcts:32:ppo:zoo/third"))()
    assert table.game.hash() == before
    assert all(0 <= value <= 1 for _, _, value in rows[:3]) and all(row[2] is None for row in rows[3:])
    for language in LANGUAGES:
        words = words_of(language)
        names = table.option_names(0, words)
        text = advice(rows, "X", names, words)
        assert all(names[option] in text for option, _, _ in rows[:3])
        assert text.count(" %") == 3
    assert advice([["pass", None, None]], "X", {"pass": "pass"}, words_of("en")) == "X would choose pass."
