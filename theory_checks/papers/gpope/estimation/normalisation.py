r"""The factor of Equations (2.1) and (2.2): a sum over t = 0, ..., tau has tau + 1 terms and is divided by tau.

one transition, tau = 0:     1/0
tau >= 1:                    the weights of the terms sum to (tau + 1)/tau, which is 2 for tau = 1
the same tau for all:        A, b, C are (tau + 1)/tau times the averages, theta* is the same
tau random:                  the trajectories are weighed by 1/tau in place of 1/(tau + 1), theta* is another
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from tabular.evaluation import Moments, mspbe
from tabular.evaluation.moments import Divisor
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, exact, exact_all, undefined
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import exact as rational
from theory_checks.core.parsing import parse
from theory_checks.papers.gpope.estimation._off_policy_worlds import (
    ZERO,
    Comparisons,
    World,
    chain_objects,
    compare,
    compare_vectors,
    random_world,
    solution,
    two_by_two,
    two_or_three,
)

LENGTHS = (1, 2, 3, 10, 1000)  # numbers of transitions
PRINTED = parse("tau")  # by which a sum is divided
REPAIRED = formal_of(__file__, "gpope/tau-normalisation/repaired").left


@claim(
    "gpope/tau-normalisation",
    reading="has-a-value",
    sound={r"divided by $\tau + 1$": {"divisor": parse("tau + 1")}},
    broken={r"divided by $\tau - 1$": {"divisor": parse("tau - 1")}},
    near=(r"divided by $\tau - 1$",),
)
def has_value(trial: Trial, *, divisor: Formula = PRINTED) -> Iterator[Evidence]:
    """Compare the divisor with 0: the sum before it always has a value."""
    for tau in (terms - 1 for terms in LENGTHS):
        yield exact(
            f"{tau + 1} transition{'s' if tau else ''}, $\\tau = {tau}$",
            rational(divisor, {"tau": tau}),
            ">",
            0,
            quantity="divisor of the sum",
            region=Region.INSIDE if tau else Region.OUTSIDE,
            certificate=Certificate(says=r"$\frac1\tau$ is $1/0$ for $\tau = 0$.", values={"tau": tau}),
        )


@claim(
    "gpope/tau-normalisation",
    reading="average",
    setting={"lengths": LENGTHS[1:]},
    sound={r"divided by $\tau + 1$": {"weights": REPAIRED}},
)
@claim(
    "gpope/tau-normalisation/repaired",
    broken={
        "divided by twice the number": {"weights": REPAIRED / 2},
        r"divided by $\tau + 2$": {"weights": parse("(tau + 1)/(tau + 2)")},
    },
    near=(r"divided by $\tau + 2$",),
)
def average(trial: Trial, *, weights: Formula | None = None, lengths: Sequence[int] = LENGTHS) -> Iterator[Evidence]:
    """Compare the sum of the weights of the terms with 1."""
    for terms in lengths:
        case = f"{terms} transition" + ("s" if terms > 1 else "")
        what, certificate = "sum of the weights", _average_certificate(terms - 1)
        try:
            total = rational(weights or trial.formal.left, {"tau": terms - 1})
        except ZeroDivisionError:
            yield undefined(case, quantity=what, detail="a weight is 1/0")
            continue
        yield exact(case, total, "==", rational(trial.formal.right), quantity=what, certificate=certificate)


def _average_certificate(tau: int) -> Certificate:
    return Certificate(
        says=rf"$\tau = {tau}$: the sum over $t = 0, \dots, \tau$ of the constant 1, divided by $\tau$, is not 1.",
        values={"tau": tau},
    )


def _fixed(trial: Trial) -> Iterator[World]:
    yield from (two_by_two(2), two_by_two(3), two_by_two(3, [[1], [3]]))
    for i in range(12 if trial.full else 3):
        rng, steps = trial.rng("divisor", str(i)), 2 + i
        yield random_world(
            rng, f"random MDP {i}, $T = {min(steps, 6)}$", horizon=min(steps, 6), ending=False, size=i % 2
        )


@claim("gpope/tau-normalisation", reading="solution", sound={r"divided by $\tau + 1$": {"divisor": "terms"}})
def unchanged(trial: Trial, *, divisor: Divisor = "tau") -> Iterator[Finding]:
    """Compare A, b, C and theta* with the two divisors."""
    for world in _fixed(trial):
        left, right, T = world.moments("1/length", "tau"), world.moments(), world.horizon or 1
        factor = Fraction(T, T - 1)
        scaled = Moments(*(factor * part for part in (right.A, right.b, right.C)))
        pairs = compare(left, scaled) | compare_vectors("theta", solution(left), solution(right))
        pairs |= _errors(left, right, factor)
        yield exact_all(world.name, pairs, quantity=r"$A$, $b$, $C$, $\theta^*$ and the MSPBE")
    world = two_or_three()
    left, right = solution(world.moments("1/length", divisor)), solution(world.moments())
    yield exact_all(
        f"{world.name}, each with probability 1/2",
        compare_vectors("theta", left, right),
        quantity=r"$\theta^*$ with $1/\tau$ and with $1/(\tau+1)$",
        certificate=_solution_certificate(trial, world, left, right),
    )
    yield _table(world, left, right)


def _errors(left: Moments, right: Moments, factor: Fraction) -> Comparisons:
    points = [right.b, 2 * right.b + 1]
    return {f"MSPBE {i}": (mspbe(left, x), "==", factor * mspbe(right, x)) for i, x in enumerate(points)}


def _solution_certificate(trial: Trial, world: World, left: Array, right: Array) -> Certificate:
    says = (
        f"A trajectory has {world.name}, each with probability 1/2: divided by $\\tau$ the estimates give state 0 "
        f"the value ${left[0]}$, divided by $\\tau+1$ they give ${right[0]}$."
    )
    solutions = {"printed": left, "average": right}
    own = {name: {"initial": "start", "solution": f"{name}_theta"} for name in solutions}
    lists = {f"{name}_theta": [*theta, ZERO] for name, theta in solutions.items()}
    return replace(instance(trial.formal, says, {"s": 0}, own=own), objects=chain_objects(world) | lists)


def _table(world: World, left: Array, right: Array) -> Table:
    sums, value = solution(world.moments("sum")), world.value()
    named = ((r"divided by $\tau$", left), (r"divided by $\tau+1$", right), ("plain sums", sums), (r"$V^\pi$", value))
    return Table(
        title=f"A chain with {world.name}",
        columns=["", *(f"state {s}" for s in range(world.size))],
        rows=[[name, *(str(x) for x in row[: world.size])] for name, row in named],
        caption="On-policy, one feature for each state, infinitely many trajectories.",
    )
