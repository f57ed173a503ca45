"""The Gymnasium environment: one learner, bots in the other seats."""

import pickle
import warnings
from collections import Counter
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

from dixie_agents.gym import DixieGym
from dixie_agents.registry import make_agent
from dixie_env import DixieError, Game, IllegalChoice, decision_name, phase_name
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.rewards import Reward, rewards_of
from tests.api.bots import Cheating, First, Keyed, Passing, Scripted, passing
from tests.api.playing import PLAYERS, SHALLOW_BOARD, pick, same

ID = "dixie_env/Dixie-v0"


def make(**arguments: Any) -> DixieGym:
    env = gymnasium.make(ID, **arguments).unwrapped
    assert isinstance(env, DixieGym)
    return env


def play_on(env: DixieGym, random: Random, steps: int = 10**6) -> list[float]:
    """Play random options up to the end, or so many steps; return the rewards."""
    rewards: list[float] = []
    while len(rewards) < steps and not env._over:
        rewards.append(env.step(pick(env.action_masks(), random))[1])
    return rewards


# --- checkers and libraries ---------------------------------------------------------------------------------

CASES: list[dict[str, Any]] = [
    {"players": 4, "opponents": ["random", "sane", "random"], "seat": "random"},
    {"players": 2, "opponents": "random", "seat": 1, "observation": "screened"},
    {"players": 5, "opponents": None, "observe_board": True, "edition": "fr"},
    {"players": 3, "opponents": First(), "reward": Reward("score", 0.5, 0.99), "edition": "en"},
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["players"]))
def test_gymnasiums_checker_has_nothing_to_say(case: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(illegal="lose", render_mode="ansi", **case))


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["players"]))
def test_the_checker_of_stable_baselines_has_nothing_to_say(case: dict[str, Any]) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(make(illegal="lose", **case))


def test_make_as_the_documentation_writes_it() -> None:
    env = gymnasium.make(ID, players=4, opponents=["random", "random", "sane"], seat="random")
    observation, info = env.reset(seed=3)
    assert env.observation_space.contains(observation)
    assert isinstance(env.observation_space, gymnasium.spaces.Box)
    assert env.action_space == gymnasium.spaces.Discrete(OPTION_COUNT)
    mask = env.get_wrapper_attr("action_masks")()
    assert mask.dtype == np.bool_ and mask.shape == (OPTION_COUNT,)
    assert (mask == info["action_mask"]).all()
    wrapped: gymnasium.Env[Any, Any] = gymnasium.wrappers.TimeLimit(
        gymnasium.wrappers.RecordEpisodeStatistics(env), 10**6
    )
    assert (wrapped.get_wrapper_attr("action_masks")() == mask).all()


def test_ten_lines_of_maskable_ppo() -> None:
    torch = pytest.importorskip("torch")
    sb3_contrib = pytest.importorskip("sb3_contrib")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        env = gymnasium.make(ID, players=3, opponents="random")  # an illegal action would raise
        model = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, seed=1, device="cpu")
        before = [parameter.clone() for parameter in model.policy.parameters()]
        model.learn(384)
        assert any((a != b).any() for a, b in zip(before, model.policy.parameters(), strict=True))
        observation, info = env.reset(seed=1)
        terminated = False
        while not terminated:
            action, _ = model.predict(observation, action_masks=info["action_mask"])
            observation, _, terminated, _, info = env.step(action)
    finally:
        torch.set_num_threads(threads)


@pytest.mark.parametrize("kind", ["DummyVecEnv", "SubprocVecEnv"])
def test_the_vectors_of_stable_baselines(kind: str) -> None:
    vectors = pytest.importorskip("stable_baselines3.common.vec_env")
    # a new process has imported nothing: the name says which module registers the environment
    makers = [
        partial(gymnasium.make, f"dixie_env:{ID}", players=3, opponents="random", rounds=1) for _ in range(2)
    ]
    vector = getattr(vectors, kind)(makers)
    try:
        vector.seed(5)
        observations = vector.reset()
        random = Random(1)
        done = 0
        for _ in range(150):
            masks = np.stack(vector.env_method("action_masks"))
            assert (
                masks.shape == (2, OPTION_COUNT) and masks.any(axis=1).all() and not masks.all(axis=1).any()
            )
            actions = np.array([pick(mask, random) for mask in masks])
            kept = observations.copy()
            following, rewards, dones, infos = vector.step(actions)
            assert (observations == kept).all()  # what a learner keeps from the step before is its own
            observations = following
            for row, ended in enumerate(dones):
                if ended:
                    done += 1
                    assert infos[row]["action_mask"].all()
                    assert infos[row]["terminal_observation"].shape == observations[row].shape
                    assert set(infos[row]) >= {"scores", "ranks", "seat"}
            assert np.isfinite(rewards).all()
        assert done > 1
    finally:
        vector.close()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("kind", [SyncVectorEnv, AsyncVectorEnv])
def test_the_vectors_of_gymnasium(kind: Any, mode: AutoresetMode) -> None:
    """Also with NEXT_STEP, where an action of a finished game is sampled from an all-ones mask."""
    makers = [partial(gymnasium.make, ID, players=2, opponents="random", rounds=1) for _ in range(3)]
    vector = kind(makers, autoreset_mode=mode)
    try:
        observations, infos = vector.reset(seed=7)
        random = Random(2)
        finished = 0
        for _ in range(120):
            masks = infos["action_mask"]
            assert masks.shape == (3, OPTION_COUNT) and masks.dtype == np.bool_ and masks.any(axis=1).all()
            assert (masks == np.stack(vector.call("action_masks"))).all()
            actions = np.array([pick(mask, random) for mask in masks])
            observations, _, terminations, _, infos = vector.step(actions)
            assert observations.shape == (3, vector.single_observation_space.shape[0])
            finished += int(terminations.sum())
            if mode is AutoresetMode.NEXT_STEP:
                assert infos["action_mask"][terminations].all()
        assert finished > 2
    finally:
        vector.close()


def test_the_vector_of_gymnasium_plays_the_games_of_single_environments() -> None:
    makers = [partial(gymnasium.make, ID, players=3, opponents="sane", rounds=2) for _ in range(3)]
    vector = SyncVectorEnv(makers, autoreset_mode=AutoresetMode.SAME_STEP)
    observations: Any
    observations, infos = vector.reset(seed=20)
    alone = [make(players=3, opponents="sane", rounds=2) for _ in range(3)]
    for row, env in enumerate(alone):
        observation, info = env.reset(seed=20 + row)
        assert (observation == observations[row]).all() and (
            info["action_mask"] == infos["action_mask"][row]
        ).all()
    for number in range(80):
        actions = [pick(env.action_masks(), Random(number)) for env in alone]
        observations, rewards, terminations, _, infos = vector.step(np.array(actions))
        for row, env in enumerate(alone):
            observation, reward, terminated, _, info = env.step(actions[row])
            assert (reward, terminated) == (rewards[row], terminations[row])
            if terminated:
                observation, info = env.reset()
            assert (observation == observations[row]).all()
            assert (info["action_mask"] == infos["action_mask"][row]).all()


# --- the game -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["win", "rank", "score"])
@pytest.mark.parametrize("players", PLAYERS)
def test_rewards_and_the_end(players: int, reward: str) -> None:
    env = make(players=players, reward=reward)
    for seed in range(4):
        env.reset(seed=seed)
        rewards = play_on(env, Random(seed))
        game = env.game
        assert game is not None and game.over
        assert not any(rewards[:-1])
        assert rewards[-1] == rewards_of(game.state, env.reward)[env.seat]
        assert env.action_masks().all()
        info = env._info()
        assert info["action_mask"].all() and info["decision"] == 0 and phase_name(info["phase"]) == "over"
        assert info["scores"].tolist() == game.state["scores"][:players].tolist()
        assert info["ranks"].tolist() == game.state["ranks"][:players].tolist()
        with pytest.raises(DixieError, match="reset"):
            env.step(0)


def test_the_learner_decides_and_nobody_else() -> None:
    env = make(players=4, opponents="sane")
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        random = Random(seed)
        terminated = False
        while not terminated:
            game = env.game
            assert game is not None and game.seat == env.seat == info["seat"]
            assert (observation == game.observe()).all() and observation.dtype == np.float32
            assert decision_name(info["decision"]) == game.decision
            assert (info["round"], phase_name(info["phase"])) == (game.round, game.phase)
            assert np.flatnonzero(env.action_masks()).tolist() == game.options()
            observation, _, terminated, truncated, info = env.step(pick(env.action_masks(), random))
            assert not truncated


def test_a_learner_in_the_pit_waits_for_the_end_of_the_game() -> None:
    """The bots play the game out; the episode ends with the step that made the learner fall."""
    fallen = 0
    for seed in range(12):
        env = make(players=4, opponents="sane", seat=seed % 4)
        env.reset(seed=seed)
        terminated = False
        while not terminated:
            before = env.game.copy() if env.game else None
            _, reward, terminated, _, info = env.step(passing(env.action_masks()))
        assert env.game is not None and before is not None and env.game.over
        if env.game.state["fallen"][env.seat]:
            fallen += 1
            assert reward < 0 and reward == rewards_of(env.game.state, env.reward)[env.seat]
            assert not before.state["fallen"][env.seat]
            assert env.game.round > before.round or env._decisions > 0
            assert info["ranks"][env.seat] > 1
    assert fallen > 5


def test_the_last_two_may_both_be_bots() -> None:
    env = make(players=3, opponents=[Passing(), Keyed()], seat=0, board=SHALLOW_BOARD)
    for seed in range(5):
        env.reset(seed=seed)
        play_on(env, Random(seed))
        assert env.game is not None and env.game.over


# --- opponents ----------------------------------------------------------------------------------------------


def test_opponents_by_name_by_object_and_one_for_all() -> None:
    as_names = make(players=3, opponents=["sane", "sane"], seat=1)
    one_name = make(players=3, opponents="sane", seat=1)
    objects = make(players=3, opponents=(make_agent("sane"), make_agent("sane")), seat=1)
    one_object = make(players=3, opponents=make_agent("sane"), seat=1)
    foreign = make(players=3, opponents="tests.api.bots:Keyed", seat=1)
    as_object = make(players=3, opponents=Keyed(), seat=1)
    for group in ([as_names, one_name, objects, one_object], [foreign, as_object]):
        games = []
        for env in group:
            env.reset(seed=4)
            play_on(env, Random(4))
            games.append(env.game)
        assert all(game == games[0] for game in games[1:])
    assert make(players=4).opponents[0].name == "random"


def test_opponents_follow_the_learner_in_the_order_of_seats() -> None:
    """The one who sits d seats after the learner sees the learner 4 - d seats on."""
    for seat in range(4):
        bots = [Scripted(lambda mask: int(np.flatnonzero(mask)[0])) for _ in range(3)]
        env = make(players=4, opponents=bots, seat=seat, draft="fixed", abilities=[1, 2, 3, 4])
        env.reset(seed=seat)
        play_on(env, Random(seat), 60)
        for distance, bot in enumerate(bots, 1):
            assert len(bot.shown) > 3
            ability = bot.shown[0][env.layout["own.ability"]]
            assert ability.tolist().index(1) == (seat + distance) % 4  # its seat has the next number


def test_an_opponent_has_failed_and_the_game_is_gone() -> None:
    bot = Scripted(lambda mask: int(np.flatnonzero(mask)[0]) if len(bot.shown) < 20 else OPTION_COUNT - 1)
    env = make(players=2, opponents=bot)
    env.reset(seed=1)
    with pytest.raises(
        IllegalChoice,
        match=rf"an opponent made an illegal move: agent 'scripted': seat . can't choose {OPTION_COUNT - 1}",
    ):
        play_on(env, Random(1))
    with pytest.raises(DixieError, match="reset"):
        env.step(0)


def test_opponents_are_shown_what_their_seat_knows() -> None:
    """Neither the true game nor its luck: an opponent's choice does not depend on the seed of the game."""
    shown: list[Any] = []

    class Watching(First):
        searches = True

        def act(self, decisions: Any) -> Any:
            assert decisions.games is not None
            shown.append((decisions.games[0], env.game))
            return super().act(decisions)

    env = make(players=3, opponents=Watching())
    env.reset(seed=6)
    play_on(env, Random(6), 20)
    assert len(shown) > 10
    assert all(isinstance(known, Game) and known is not true for known, true in shown)
    assert all(known.seed != 6 for known, _ in shown)


def test_luck_of_seat_opponents_and_game_are_apart() -> None:
    """Another line-up or another seat does not shift the game's luck, and the other way round."""
    orders, seats = [], []
    for opponents in ("random", "sane", First()):
        for seat in ("random", 0, 2):
            env = make(players=3, opponents=opponents, seat=seat)
            env.reset(seed=12)
            assert env.game is not None
            fresh = Game(env.rules, 12)
            orders.append(env.game.state["small"].tolist() == fresh.state["small"].tolist())
            if seat == "random":
                seats.append(env.seat)
    assert all(orders)
    assert len(set(seats)) == 1
    drawn = []
    env = make(players=4)
    for seed in range(400):
        env.reset(seed=seed)
        assert env.game is not None
        drawn.append((env.seat, int(Game(env.rules, seed).state["small"].tolist().index(env.seat))))
    for which in range(2):  # uniform, and no matter who begins
        counts = Counter(pair[which] for pair in drawn)
        assert len(counts) == 4 and min(counts.values()) > 60, counts


def test_the_same_seed_gives_the_same_episode() -> None:
    episodes = []
    for _ in range(2):
        env = make(players=4, opponents=["random", "sane", "random"])
        seen: list[Any] = []
        for seed in (5, None, None):
            observation, info = env.reset(seed=seed)
            seen.append((observation.tobytes(), info["seat"], env.game.seed if env.game else 0))
            seen.append(tuple(play_on(env, Random(1))))
        episodes.append(seen)
    assert episodes[0] == episodes[1]
    assert len({one[0] for one in episodes[0][::2]}) == 3


# --- errors -------------------------------------------------------------------------------------------------

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"opponents": ["random"]}, "or a list of 3 for 4 players; this list has 1"),
    ({"opponents": ["random"] * 4}, "this list has 4"),
    ({"opponents": []}, "this list has 0"),
    ({"opponents": "nobody"}, "nobody"),
    ({"opponents": ["random", "nobody", "random"]}, "nobody"),
    ({"opponents": [1, 2, 3]}, "dixie_agents.Agent"),
    ({"opponents": 5}, "opponent"),
    ({"opponents": First}, "opponent"),
    ({"opponents": [First, First, First]}, "dixie_agents.Agent"),
    ({"seat": 4}, "seat must be 0 to 3 or 'random', not 4"),
    ({"seat": -1}, "seat"),
    ({"seat": "first"}, "seat"),
    ({"seat": True}, "seat"),
    ({"seat": None}, "seat"),
    ({"players": 7}, "players"),
    ({"observation": "x"}, "observation"),
    ({"illegal": "x"}, "illegal"),
    ({"reward": "x"}, "reward"),
    ({"nonsense": 1}, "nonsense"),
]


@pytest.mark.parametrize(("wrong", "says"), WRONG, ids=[str(wrong) for wrong, _ in WRONG])
def test_wrong_arguments_say_what_is_wrong(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises((DixieError, TypeError), match=says):
        DixieGym(**wrong)


@pytest.mark.parametrize("bad", [-1, OPTION_COUNT, OPTION_COUNT - 1, 3.5, "x", None, True], ids=repr)
def test_an_illegal_action_raises_and_changes_nothing(bad: Any) -> None:
    env = make(players=3, reward=Reward("win", 0.5))
    env.reset(seed=4)
    random = Random(4)
    for _ in range(15):
        play_on(env, random, 2)
        assert env.game is not None
        if type(bad) is int and bad in env.game.options():
            continue
        saved = env.save()
        with pytest.raises(IllegalChoice, match=f"seat {env.seat} can't choose .* at '{env.game.decision}'"):
            env.step(bad)
        assert env.save() == saved


@pytest.mark.parametrize("reward", ["win", "rank", "score"])
def test_an_illegal_action_can_lose_the_game(reward: str) -> None:
    env = make(players=3, illegal="lose", reward=reward)
    env.reset(seed=4)
    play_on(env, Random(4), 10)
    observation, paid, terminated, truncated, info = env.step(-1)
    assert paid == Reward(reward).worst and terminated and not truncated
    assert env.observation_space.contains(observation)
    assert info["action_mask"].all() and env.action_masks().all() and info["decision"] == 0
    with pytest.raises(DixieError, match="reset"):
        env.step(0)
    env.reset(seed=5)
    assert not env.action_masks().all()


@pytest.mark.parametrize("illegal", ["raise", "lose"])
def test_a_cheating_opponent_is_named(illegal: str) -> None:
    """Its fault is never the learner's loss."""
    env = make(players=3, opponents=Cheating(), illegal=illegal)
    with pytest.raises(IllegalChoice, match="cheating"):
        env.reset(seed=1)
        play_on(env, Random(1))


@pytest.mark.parametrize("call", ["step", "save", "render"])
def test_everything_says_that_a_reset_is_missing(call: str) -> None:
    env = DixieGym(players=2, render_mode="ansi")
    with pytest.raises(DixieError, match="reset"):
        getattr(env, call)(*((0,) if call == "step" else ()))
    assert env.action_masks().all()


def test_rendering(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pygame = pytest.importorskip("pygame")
    pygame.display.quit()  # a test before this one may have left it open
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")  # no window: the table is printed
    ansi, human, none = (DixieGym(players=3, render_mode=mode) for mode in ("ansi", "human", None))
    for env in (ansi, human, none):
        env.reset(seed=1)
    text = ansi.render()
    assert isinstance(text, str) and "round" in text.lower()
    assert human.render() is None
    assert capsys.readouterr().out.strip().endswith(text.strip())
    with pytest.raises(DixieError, match="render_mode"):
        none.render()


# --- saving -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_a_saved_game_goes_on_alike(players: int) -> None:
    arguments: dict[str, Any] = {"players": players, "opponents": "sane", "reward": Reward("win", 0.5, 0.9)}
    env = make(**arguments)
    env.reset(seed=players)
    random = Random(players)
    while True:
        play_on(env, random, random.randrange(15))
        saved = pickle.loads(pickle.dumps(env.save()))
        twin = make(**arguments)
        observation, info = twin.restore(saved)
        assert same(observation, env._observe()) and same(info, env._info())
        other = pickle.loads(pickle.dumps(env))
        luck = random.random()
        assert play_on(twin, Random(luck), 10) == play_on(other, Random(luck), 10)
        assert twin.save() == other.save()
        if env._over:
            break


def test_a_lost_game_can_be_saved() -> None:
    env = make(players=3, illegal="lose")
    env.reset(seed=1)
    env.step(-1)
    twin = make(players=3, illegal="lose")
    _, info = twin.restore(env.save())
    assert info["action_mask"].all()
    with pytest.raises(DixieError, match="reset"):
        twin.step(0)
