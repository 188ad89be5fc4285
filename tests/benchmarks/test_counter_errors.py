"""Continual counters: the largest error at equal privacy

One counter of sensitivity 1; Laplace noise is for epsilon = 1, Gaussian noise for a zCDP that gives (1, 1e-6). The
largest error is that over all t <= T. The root mean square is exact for all. Where no law is computed, ± is half the
length of the interval between order statistics that holds a quantile with 99.9%. These are no times: the benchmark's
own table tells how long the computation takes.
"""

from functools import partial

from tabular.noise.counters import BinaryCounters, HonakerCounters, KaryCounters, ToeplitzCounters
from tabular.noise.counters.kary import best_arity
from tests.benchmarks import counter_errors
from tests.benchmarks.contest import Contest, Contestant, Task

BUDGETS = {"pure": 1, "zcdp": 0.01747}  # rho + 2 sqrt(rho ln 1e6) = 1
LAWS = {"pure": "laplace", "zcdp": "gaussian"}
RUNS = 4000
EXPONENTS = (6, 10, 14, 18)


def mechanism(make, name):
    def prepare(steps):
        made = make(RUNS, steps, seed=1)
        return lambda: (made, counter_errors.largest(made))

    return Contestant(name, prepare, True)


def mechanisms(promise):
    def private(cls):
        return lambda runs, steps, **options: getattr(cls, promise)(runs, steps, BUDGETS[promise], **options)

    kary = private(KaryCounters)
    yield mechanism(private(BinaryCounters), "binary")
    yield mechanism(private(HonakerCounters), "Honaker")
    for arity in (3, 5, 9):
        yield mechanism(partial(kary, arity=arity), f"{arity}-ary, subtraction")
    yield mechanism(
        lambda runs, steps, seed: kary(runs, steps, arity=best_arity(steps, LAWS[promise]), seed=seed), "best k-ary"
    )
    if promise == "zcdp":
        yield mechanism(private(ToeplitzCounters), "Toeplitz, buffers")


def judged(_, result):
    return "", counter_errors.measures(*result)


def contest(promise, title):
    tasks = tuple(Task(f"T = {2**k:,}", lambda k=k: 2**k, 1, 2**k) for k in EXPONENTS)
    return Contest(title, "simulation", tasks, (*mechanisms(promise),), judged, once=True, value="95% quantile")


CONTESTS = (contest("pure", "Errors with Laplace noise"), contest("zcdp", "Errors with Gaussian noise"))


def test_counter_errors(entry, benchmark):
    entry.run(benchmark)
