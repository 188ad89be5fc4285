"""Processes that are forked for pieces of work: all answers come, whatever becomes of one of them."""

import multiprocessing
import os
import signal
import threading

import pytest

from theory_checks.engine.forks import each


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_piece_comes_with_its_result(jobs):
    found = dict(each(lambda n: (n * n, os.getpid()), range(7), jobs))

    assert {n: square for n, (square, _) in found.items()} == {n: n * n for n in range(7)}
    assert len({process for _, process in found.values()} | {os.getpid()}) == 8  # each has its own, none has ours


def test_a_piece_whose_process_is_killed_has_no_result_and_the_others_have_theirs():
    def work(n):
        if n == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return n

    assert dict(each(work, range(4), 2)) == {0: 0, 1: None, 2: 2, 3: 3}


def test_no_other_thread_forks():
    # It may fork while this thread holds the lock of a stream, for which the new process would wait for ever.
    names = dict(each(lambda _: threading.main_thread().name, range(6), 2))

    assert set(names.values()) == {threading.main_thread().name}


def test_large_results_come_whole():
    assert [len(text) for _, text in each(lambda n: n * "x", [10**7], 1)] == [10**7]


def test_whoever_stops_asking_leaves_no_process():
    def work(n):
        if n:
            signal.pause()
        return os.getpid()

    before = set(multiprocessing.active_children())
    results = each(work, [0, 1, 2], 3)
    next(results)
    assert len(set(multiprocessing.active_children()) - before) == 2
    results.close()

    assert set(multiprocessing.active_children()) <= before
