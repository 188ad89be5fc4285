"""Data sets that are kept only as far as runs look at them, against whole ones."""

import numpy as np
import pytest

from tabular.algorithms.evaluation import GPOPE
from tabular.mdp.instances import recovery_chain_value
from theory_checks.core.seeds import generator
from theory_checks.papers.gpope.experiments._chain_data import DISCOUNT, STATES, partial, tosses, unseen_visits, whole


def test_a_run_that_looks_at_nothing_else_is_the_run_on_the_whole():
    """With as many looks as find every trajectory the data sets are the same, and so are the runs."""
    learner, every = GPOPE(1.5, 0.5, 0.1, 40), whole(4, 3)
    some = partial(4, 3, 40, 9)

    assert some.rest == 0
    assert learner.run(some.records, 9).theta.tolist() == learner.run(every.records, 9).theta.tolist()
    assert some.visits.mean.tolist() == pytest.approx(every.visits.mean.tolist(), nan_ok=True)


def test_trajectories_that_are_not_kept_are_never_looked_at():
    learner, data = GPOPE(1.5, 0.5, 0.1, 50), partial(1000, 3, 50, 9)
    lengths = np.diff(data.records.packed.offsets)
    chosen = learner.chosen(1000, 9)

    assert data.records.n_trajectories == 1000
    assert data.rest == 1000 - np.unique(chosen).size
    assert (lengths[chosen] > 0).all()
    assert np.count_nonzero(lengths) == np.unique(chosen).size


def test_more_steps_than_were_prepared_are_refused():
    data = partial(1000, 3, 50, 9)

    with pytest.raises(ValueError, match="steps must be at most 50, for which trajectories are kept, got 51"):
        data.check(51)
    data.check(50)
    whole(5, 3).check(10**6)


def test_sums_need_the_whole_data():
    with pytest.raises(ValueError, match="data must be whole for sums over all trajectories, got 9"):
        _ = partial(1000, 3, 50, 9).summed


def test_unseen_first_visits_are_those_of_simulated_trajectories():
    """Means within five standard errors, and the spread of a sum that of independent trajectories."""
    count, repeats = 400, 400
    drawn = [unseen_visits(count, generator(1, "unseen", k)) for k in range(repeats)]
    simulated = [whole(count, k).visits for k in range(60)]
    sums, counts = (np.array([pair[i] for pair in drawn]) for i in (0, 1))
    values = np.array([float(v) for v in recovery_chain_value(40, 0.5, DISCOUNT)])[:STATES]
    expected = count * (np.arange(STATES) + 1) / STATES

    assert (counts[:, -1] == count).all()
    assert np.abs(counts.mean(axis=0) - expected).max() < 5 * np.sqrt(count / 4 / repeats)
    assert np.abs((sums - counts * values).mean(axis=0)).max() < 5 * np.sqrt(count * 0.01 / repeats)
    theirs = np.array([v.counts * (np.nan_to_num(v.mean) - values) for v in simulated])
    ratio = np.std(sums - counts * values, axis=0)[5:] / np.std(theirs, axis=0)[5:]
    assert 0.6 < ratio.min() < ratio.max() < 1.6  # a deviation from 60 samples is within a tenth; five of them
    ours, others = (np.corrcoef(x[:, 20], x[:, 38])[0, 1] for x in (sums - counts * values, theirs))
    assert abs(ours - others) < 5 * (60**-0.5 + repeats**-0.5)


def test_first_visits_of_partial_data_count_every_trajectory():
    data = partial(100_000, 3, 100, 9)

    assert data.visits.counts[-1] == 100_000
    values = np.array([float(v) for v in recovery_chain_value(40, 0.5, DISCOUNT)])[:STATES]
    assert np.abs(data.visits.mean - values)[10:].max() < 5 * 0.1 / np.sqrt(25_000)


def test_tosses_are_the_geometric_numbers_of_numpy():
    one, other = generator(0, "tosses"), generator(0, "tosses")

    np.testing.assert_array_equal(tosses(one, (300, 50)), other.geometric(0.5, (300, 50)))
    assert one.random() == other.random()


@pytest.mark.parametrize("u", [0.0, 2.0**-53, 0.5, 0.5 + 2.0**-53, 0.75, 1.0 - 2.0**-52, 1.0 - 2.0**-53])
def test_tosses_at_the_ends_of_what_is_drawn(u):
    class Drawn:
        def random(self, shape):
            return np.full(shape, u)

    assert tosses(Drawn(), (2,)).tolist() == [next(n for n in range(1, 60) if u <= 1 - 2.0**-n)] * 2
