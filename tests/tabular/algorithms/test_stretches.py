"""Stretches: all steps are made, told and ended as promised."""

from tabular.algorithms.stretches import in_stretches


class Counter:
    def __init__(self, most=10**9):
        self.done, self.most = 0, most

    def advance(self, steps):
        self.done = min(self.done + steps, self.most)


def test_all_steps_are_made_once():
    counter, told = Counter(), []

    assert not in_stretches(counter.advance, lambda: counter.done, 1000, lambda *now: told.append(now))
    assert counter.done == 1000
    assert told[-1] == (1000, 1000)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


def test_a_loop_that_stops_short_is_not_asked_again():
    counter = Counter(most=7)

    assert in_stretches(counter.advance, lambda: counter.done, 1000)
    assert counter.done == 7


def test_an_interrupt_ends_it():
    counter = Counter()

    def advance(steps):
        counter.advance(steps)
        if counter.done > 20:
            raise KeyboardInterrupt

    assert in_stretches(advance, lambda: counter.done, 1000)
    assert 20 < counter.done < 1000
