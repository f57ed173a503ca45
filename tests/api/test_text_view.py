"""Text for language models: complete, without secrets, and every decision and option has a name."""

from itertools import islice
from random import Random

import numpy as np
import pytest

from dixie_env import DixieError, Game, dixie_v0, make_rules, observe_text, rules_primer, text_options
from dixie_env.config import edition_names
from dixie_env.engine.names import option_id
from dixie_env.engine.words import DECISIONS, REASONS
from dixie_env.text_view import QUESTIONS, REASON_WORDS
from tests.api.playing import find, positions, rules_of, with_other_offers
from tests.api.test_hidden import offering_choices


def sampled(players: int, edition: str, seeds: range, step: int, board: str = "standard") -> list[Game]:
    """Every so many positions of random games."""
    return [
        game.copy() for game in islice(positions(rules_of(players, edition, board), seeds), 0, None, step)
    ]


def test_every_decision_and_reason_has_words() -> None:
    assert set(QUESTIONS) == set(DECISIONS) - {"nothing"}
    assert set(REASON_WORDS) == set(REASONS) - {"nothing"}


def test_every_option_has_a_number_a_name_and_words() -> None:
    kinds = set()
    for players, edition in ((2, "fr"), (4, "pl")):
        for game in positions(rules_of(players, edition), range(6), sense=0.8):
            assert game.seat is not None
            kinds.add(game.decision)
            options = text_options(game)
            assert [one.number for one in options] == list(range(1, len(options) + 1))
            assert sorted(one.option for one in options) == game.options()
            assert len({one.words for one in options}) == len(options) or game.decision == "place_rock"
            for one in options:
                assert option_id(one.name, game.seat, players) == one.option
    assert len(kinds) > 18


def test_the_text_has_the_question_and_the_options() -> None:
    game = find(lambda game: game.decision == "offer" and game.round == 2)
    text = observe_text(game)
    assert text.startswith(
        f"You are seat {game.seat} of 3 (seats 0 to 2). It is round 2 of 7, phase: offerings."
    )
    assert "Decision (offer): Which good do you offer to the queen?" in text
    for one in text_options(game):
        assert f"\n{one.number}. {one.name} - {one.words}" in text
    assert text.rstrip().endswith("stop - offers nothing")
    assert game.seat is not None
    waiting = observe_text(game, (game.seat + 1) % 3)
    assert waiting.endswith("You have nothing to decide now.") and "Decision" not in waiting


@pytest.mark.parametrize(
    ("players", "edition", "board"), [(2, "fr", "standard"), (3, "pl", "shallow"), (4, "proto", "long")]
)
def test_the_text_says_what_the_vector_says(players: int, edition: str, board: str) -> None:
    """Positions with different vectors have different texts, and the same vector means the same text."""
    texts: dict[str, bytes] = {}
    vectors: dict[bytes, str] = {}
    for game in positions(rules_of(players, edition, board), range(2)):
        text, vector = observe_text(game), game.observe().tobytes()
        assert texts.setdefault(text, vector) == vector
        assert vectors.setdefault(vector, text) == text
    assert len(texts) > 100


CHANGED = (
    *(
        "penalties",
        "rewards",
        "goods",
        "supply",
        "bag",
        "removed",
        "offering_track",
        "mine",
        "rocks",
        "track",
    ),
    *(
        "discs",
        "discs_on",
        "servants",
        "first_servant",
        "used_mine",
        "used_copy",
        "used_swap",
        "used_priority",
    ),
    *("one_off_on_board", "display", "food_tile", "demanded", "announced", "due", "left", "blind", "copying"),
    *("demotions", "rocks_in_hand"),
)


@pytest.mark.parametrize("field", CHANGED)
def test_each_number_that_the_seat_knows_is_in_the_text(field: str) -> None:
    """Change one number of the state: if the vector shows it, so does the text."""
    random = Random(field)
    noticed = 0
    for game in sampled(4, "pl", range(2), 29):
        other = game.copy()
        values = np.atleast_1d(other.state[field]).reshape(-1)
        # only what exists: no dummy with 4 players, no second rock without a first, no copy of nothing
        place = random.randrange(4 if field == "mine" else values.size)
        if field == "rocks":
            place = 2 * random.randrange(4)
        if field == "copying" and game.state["action"] <= 0:
            continue
        changed = values.copy()
        changed[place] += 1 if changed[place] == 0 else -1
        other.state[field] = changed.reshape(np.shape(other.state[field]))
        if field in ("servants", "first_servant"):  # a first servant without servants does not exist
            for each in (game, other):
                each.state["servants"][:4] += 1
        if (game.observe() != other.observe()).any():
            noticed += 1
            assert observe_text(game) != observe_text(other)
    assert noticed


@pytest.mark.parametrize(("players", "edition"), [(2, "de"), (4, "fr")])
def test_an_offering_is_in_no_other_text_before_the_reveal(players: int, edition: str) -> None:
    random = Random(players)
    compared = 0
    for game in positions(rules_of(players, edition), range(2)):
        if game.decision != "offer":
            continue
        seat = game.seat
        twins = list(offering_choices(game, random))[:4]
        for twin in twins[1:]:
            compared += not np.array_equal(twin.state["offer"][seat], twins[0].state["offer"][seat])
            for other in range(players):
                if other != seat:
                    assert observe_text(twin, other) == observe_text(twins[0], other)
    assert compared > 10


def test_neither_the_seed_nor_a_resampled_game_shows() -> None:
    """A language model gets the resampled game: its text is that of the true one."""
    for number, game in enumerate(sampled(5, "en", range(3), 11)):
        assert game.seat is not None
        other = game.copy()
        other.state["seed"] = number * 7919 + 1
        for seat in range(5):
            assert observe_text(other, seat) == observe_text(game, seat)
        assert observe_text(game.resample(game.seat, number)) == observe_text(game)
        assert text_options(game.resample(game.seat, number)) == text_options(game)


def test_a_secret_offering_written_by_hand_does_not_show() -> None:
    compared = 0
    for game in positions(rules_of(5), range(2)):
        if game.reason != "offering" or game.decision == "announce_double":
            continue
        other = with_other_offers(game)
        compared += 1
        for seat in range(5):
            assert observe_text(game, seat) == observe_text(other, seat)
    assert compared > 30


def test_screens_hide_goods_and_rewards_of_others() -> None:
    for game in sampled(4, "de", range(2), 23):
        seat = game.seat
        assert seat is not None
        other = game.copy()
        giver, taker = (seat + 1) % 4, (seat + 2) % 4
        other.state["goods"][giver], other.state["goods"][taker] = (
            game.state["goods"][taker],
            game.state["goods"][giver],
        )
        other.state["rewards"][[giver, taker]] += [3, 7]
        if not game.state["in_play"][:4].all():
            continue
        assert observe_text(game, screened=True) == observe_text(other, screened=True)
        assert observe_text(game) != observe_text(other)


def test_the_environment_has_it_too() -> None:
    env = dixie_v0.env(players=3, observation="screened")
    with pytest.raises(DixieError, match="call reset"):
        env.observe_text("player_0")
    env.reset(seed=3)
    game = env.game
    assert game is not None
    assert env.observe_text(env.agent_selection) == observe_text(game, screened=True)
    while not env.over:
        env.step(text_options(game)[0].option)
    assert "win" in env.observe_text("player_1")


def test_options_of_the_environment() -> None:
    env = dixie_v0.env(players=3)
    with pytest.raises(DixieError, match="call reset"):
        env.text_options("player_0")
    env.reset(seed=3)
    assert env.game is not None
    for agent in env.agents:
        decides = agent == env.agent_selection
        assert env.text_options(agent) == (text_options(env.game) if decides else [])


def test_the_parallel_environment_asks_everybody_for_an_offering() -> None:
    env = dixie_v0.parallel_env(players=3)
    env.reset(seed=5)
    together = 0
    while env.agents:
        options = {agent: env.text_options(agent) for agent in env.agents}
        texts = {agent: env.observe_text(agent) for agent in env.agents}
        for seat, agent in enumerate(env.agents):
            assert texts[agent].startswith(f"You are seat {seat} of 3")
            assert ("Decision (" in texts[agent]) == bool(options[agent])
            mask = env.observe(agent)["action_mask"]
            ids = sorted(one.option for one in options[agent]) or [len(mask) - 1]
            assert np.flatnonzero(mask).tolist() == ids
        together += sum(map(bool, options.values())) == 3
        env.step({agent: found[0].option if found else 157 for agent, found in options.items()})
    assert together >= 3


def test_errors_say_which_seats_there_are() -> None:
    game = Game(make_rules(3), 1)
    with pytest.raises(DixieError, match="seat must be 0 to 2, not 3"):
        observe_text(game, 3)


@pytest.mark.parametrize("edition", edition_names())
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_primer_has_the_numbers_of_its_game(players: int, edition: str) -> None:
    text = " ".join(rules_primer(make_rules(players, edition)).split())
    assert f"a game for {players} players" in text
    assert ("exactly 3 goods" in text) == (edition in ("de", "fr"))
    assert ("every player has an own space for 16 and 21" in text) == (edition == "fr")
    assert ("5 worth 1, 5 worth 2" in text) == (edition == "pl")
    assert ("dummy" in text) == (players == 2)
    assert "10 light mine: at most 1 point" in text
    assert "{" not in text and len(text) < 7000


def test_the_primer_follows_the_board() -> None:
    text = " ".join(rules_primer(rules_of(4, "de", "long")).split())
    assert "Tracks have 11 spaces" in text and "5, 8, 11, 30, 31, 32, 70, 99" in text
    assert "At 120 penalty points" in text and "Whip die 1 7." in text
    assert "10-12: 1 apple + 1 bread + 1 honey" in text
