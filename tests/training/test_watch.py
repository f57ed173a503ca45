"""Progress of a run where there is no terminal."""

import io

import pytest

from dixie_training.evaluate import WinShare
from dixie_training.watch import Watch, clock_time

WATCHED = {"decisions_per_second": 20_000.0, "entropy": 0.5, "win_share": 0.314}


def watched(times, total=100, label=""):
    now, stream = [0.0], io.StringIO()
    with Watch(label, stream, lambda: now[0]) as watch:
        for update, seconds in times:
            now[0] = seconds
            watch.updated(update, total, WATCHED)
    return stream.getvalue().splitlines()


def test_a_line_has_update_share_and_time_left():
    first, second = watched([(1, 2.0), (11, 22.0)])
    assert first.startswith("training 1 of 100 (1%), 20,000 decisions per second, entropy 0.50, win share")
    assert second.startswith("training 11 of 100 (11%), 2:58 left, 20,000 decisions per second")
    assert second.endswith("win share 31.4%")


def test_lines_are_ten_seconds_apart_but_the_last_is_always_there():
    lines = watched([(update, 1.0 * update) for update in range(1, 26)], total=25)
    assert [line.split()[1] for line in lines] == ["1", "11", "21", "25"]
    assert "0:00 left" in lines[-1]


def test_a_label_begins_every_line():
    stream = io.StringIO()
    with Watch("seed 2", stream) as watch:
        watch.cloned(50, 100, {"agreement": 0.5})
        watch.updated(1, 10, WATCHED)
        watch.evaluated([WinShare("sane", 4, 10, 0.5, 20.0)], True)
    lines = stream.getvalue().splitlines()
    assert [line.split(":")[0] for line in lines] == ["seed 2"] * 3
    assert lines[0] == "seed 2: cloning 50 of 100 (50%), agreement 50.0%"


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (65.4, "1:05"), (3725, "1:02:05")])
def test_durations(seconds, text):
    assert clock_time(seconds) == text
