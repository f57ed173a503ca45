"""A recorded game as a page that needs only a browser."""

from dixie_env.replay.collect import Replay, collect
from dixie_env.replay.page import replay_page

__all__ = ["Replay", "collect", "replay_page"]
