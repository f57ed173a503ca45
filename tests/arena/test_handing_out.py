"""Which part is handed out when, with a clock of the test's own."""

import pytest

from dixie_arena.handing_out import IN_FLIGHT, MOST_TRIES, SHORTEST, TOO_LONG, HandingOut, TooManyLosses


def hand_out(books: HandingOut, workers: int, now: float) -> list[tuple[int, int]]:
    given = []
    while (found := books.next(workers, now)) is not None:
        given.append(found)
    return given


def test_parts_go_out_in_order_and_never_too_many_at_once() -> None:
    books = HandingOut([3, 5, 7, 8, 9])
    first = hand_out(books, 1, 0.0)
    assert [part for _, part in first] == [3, 5] and len(first) == IN_FLIGHT
    assert books.answer(first[1][0], 1.0) == (5, [])
    assert [part for _, part in hand_out(books, 1, 1.0)] == [7]
    assert [part for _, part in hand_out(books, 2, 2.0)] == [8, 9]  # a machine has joined
    assert not books.done


def test_a_lost_part_goes_out_again_and_a_few_times_only() -> None:
    books = HandingOut([0])
    for _ in range(MOST_TRIES - 1):
        ((task, part),) = hand_out(books, 2, 0.0)
        assert part == 0
        books.lose(task)
    ((task, _),) = hand_out(books, 2, 0.0)
    with pytest.raises(TooManyLosses, match=f"part 0 was lost {MOST_TRIES} times"):
        books.lose(task)


def test_the_first_answer_of_a_slow_part_counts() -> None:
    books = HandingOut([0, 1])
    (hanging, _), (quick, _) = hand_out(books, 2, 0.0)
    assert books.answer(quick, SHORTEST) == (1, [])
    late = TOO_LONG * SHORTEST
    assert hand_out(books, 2, late - 1) == []
    ((second, part),) = hand_out(books, 2, late + 1)
    assert part == 0
    assert hand_out(books, 2, 100 * late) == []  # never a third time
    assert books.answer(second, 100 * late) == (0, [hanging])
    assert books.done


def test_no_second_time_while_others_wait_or_nobody_is_idle_or_all_are_short() -> None:
    books = HandingOut([0, 1, 2, 3])
    tasks = {part: task for task, part in hand_out(books, 1, 0.0)}
    books.answer(tasks[0], 30.0)
    ((_, part),) = hand_out(books, 1, 1000.0)
    assert part == 2  # 1 is slow, but 2 and 3 wait
    books.lose(tasks[1])
    ((again, part),) = hand_out(books, 1, 1001.0)
    assert part == 1
    books.answer(again, 1002.0)
    assert [part for _, part in hand_out(books, 1, 1003.0)] == [3]
    assert hand_out(books, 2, 9000.0) == []  # both workers are busy
    assert [part for _, part in hand_out(books, 3, 9000.0)] == [2]

    short = HandingOut([0, 1])
    (_, _), (quick, _) = hand_out(short, 2, 0.0)
    short.answer(quick, 0.1)
    assert hand_out(short, 2, SHORTEST - 1) == []
    assert [part for _, part in hand_out(short, 2, SHORTEST + 1)] == [0]


def test_a_part_that_is_lost_while_its_second_copy_plays_does_not_go_out_a_third_time() -> None:
    books = HandingOut([0, 1])
    (hanging, _), (quick, _) = hand_out(books, 2, 0.0)
    books.answer(quick, 1.0)
    ((second, _),) = hand_out(books, 2, 100.0)
    books.lose(hanging)
    assert hand_out(books, 2, 100.0) == []
    assert books.answer(second, 101.0) == (0, [])
    assert books.done
