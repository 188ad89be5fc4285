import math

import numpy as np
import pytest

from theory_checks.statistics import BernoulliTest, Interval, SequentialResult, binomial_interval
from theory_checks.statistics.outcomes import log_threshold


def result(*log_wealth: float, error: float = 0.1) -> SequentialResult:
    return SequentialResult(np.array(log_wealth), error)


def test_a_rejection_stays() -> None:
    risen = result(0.0, 1.0, math.log(10) + 1e-9, -5.0)
    assert risen.decision == "REJECT"
    assert risen.rejection_time == 3
    assert risen.p_value == pytest.approx(0.1, rel=1e-8)
    assert risen.p_value <= 0.1


def test_no_rejection_is_no_time() -> None:
    low = result(-1.0, -2.0)
    assert (low.decision, int(low.rejection_time), float(low.p_value)) == ("CONTINUE", 0, 1.0)


def test_the_threshold_itself_is_rounded_upwards() -> None:
    assert result(math.log(10)).decision == "CONTINUE"
    assert result(log_threshold(0.1)).decision == "REJECT"


def test_paths_are_judged_separately() -> None:
    both = SequentialResult(np.array([[0.0, 30.0, 0.0], [0.0, 1.0, 2.0]]), 1e-9)
    assert both.rejected.tolist() == [True, False]
    assert both.rejection_time.tolist() == [2, 0]
    assert both.p_value.shape == (2,)
    with pytest.raises(
        ValueError, match=r"^decision must be asked of a single path, got log_wealth of shape \(2, 3\)$"
    ):
        both.decision  # noqa: B018  the property raises


def test_wealth_beyond_floats_is_infinite() -> None:
    rich = result(800.0, 5000.0)
    assert np.isinf(rich.wealth).tolist() == [True, True]
    assert rich.p_value == 0.0
    assert rich.log_p_value == pytest.approx(-5000.0)


def test_p_values_of_the_past_never_grow() -> None:
    samples = np.random.Generator(np.random.Philox(1)).random(200) < 0.7
    run = BernoulliTest(0.5).run(samples)
    p_values = [float(SequentialResult(run.log_wealth[:t].copy(), 1e-9).p_value) for t in range(1, 201)]
    assert p_values == sorted(p_values, reverse=True)


def test_results_are_read_only() -> None:
    run = result(0.0, 1.0)
    with pytest.raises(ValueError, match="read-only"):
        run.log_wealth[0] = 99.0
    with pytest.raises(ValueError, match="read-only"):
        binomial_interval(1, 2, 0.1).low[...] = 0.0


def test_intervals_contain_their_ends_and_refuse_nan() -> None:
    interval = Interval(np.array([0.1, 0.2]), np.array([0.3, 0.4]), 0.05)
    assert interval.contains(0.1).tolist() == [True, False]
    assert interval.contains(0.3).tolist() == [True, True]
    with pytest.raises(ValueError, match=r"^value must be a number, got nan$"):
        interval.contains(math.nan)
    with pytest.raises(ValueError, match=r"^value must be a real number, got None$"):
        interval.contains(None)  # type: ignore[arg-type]
