r"""What Equation (2) does with a state that has no neighbour in the list on one side, or on both.

    printed   s+ = 1, s- = 0 for non-existence; with noise value 0 there, the path is tied to 0 at both ends of [0, 1]:
              its variance at s is 2 sinh(beta s) sinh(beta (1 - s)) / sinh(beta) in place of 1, and 0 at s = 0 and 1
    right     s+ = infinity, s- = -infinity: the limits of the right formulas; mean 0, variance 1 for the first state
    or        0 and 1 are in the list from the start, with noise values drawn from the law of the path: no neighbour is
              ever missing, and the right formulas between two neighbours are enough

A sampler is judged by the covariance of all that it draws, which must be q**|x - y| for exp(-beta) = q.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations

from flint import arb

from tabular.noise.conditional import bridge
from tabular.noise.exact import Draw, ExactRule, exponential_kernel, predict
from tabular.privacy import delta_ball
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, ball, exact, exact_all, undefined
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import log
from theory_checks.core.texts import texts_of
from theory_checks.papers.dpdqn.sampler._bridge import BASES, HALF, RIGHT_WEIGHTS, at_place
from theory_checks.papers.dpdqn.sampler._missing_neighbours import Ends, at_infinity, given_one, law, sampler, weighted

TEXTS = texts_of(__file__)

EMPTY: Mapping[int, Fraction] = {}
CELLS = 2  # the interval [0, 1] of the paper is 0 .. CELLS, with exp(-beta / CELLS) = 1/2


def tied_to_zero(q: Fraction) -> ExactRule:
    """Return the law with a missing neighbour at 0 or at CELLS, where the noise is 0."""

    def rule(earlier: Sequence[int], x: int) -> Draw:
        line = sorted({0, *earlier, CELLS})
        draw = predict(exponential_kernel(q), line, x)
        weights = dict(zip(line, draw.weights, strict=True))
        return weighted(earlier, {y: weights[y] for y in earlier}, draw.variance)

    return rule


@claim(
    "dpdqn/eq2-boundary",
    reading="no-value",
    sound={"the values at both ends are in the list from the start": {"stored": {0: Fraction(1), CELLS: Fraction(-2)}}},
)
def mean_of_the_first_value(trial: Trial, *, stored: Mapping[int, Fraction] = EMPTY) -> Iterator[Evidence]:
    """Evaluate the mean of Equation (2), in its repaired form, with 0 and 1 in place of the missing neighbours."""
    place = (0, 1, CELLS)
    missing = [end for end in (place[0], place[2]) if end not in stored]
    if missing:
        yield undefined(
            r"first query at $s = 1/2$: $s^- = 0$, $s^+ = 1$",
            quantity=r"$\hat g(0)$ and $\hat g(1)$ in the mean of Equation (2)",
            detail="the list is empty: the text gives the place of a missing neighbour, but no noise value there",
        )
        return
    values = [stored[place[0]], stored[place[2]]]
    truth = predict(exponential_kernel(HALF), [place[0], place[2]], place[1]).weights
    yield exact(
        "first query, both ends stored",
        _combined([at_place(weight, HALF, place) for weight in RIGHT_WEIGHTS], values),
        "==",
        _combined(truth, values),
        quantity="mean of the first value",
    )


def _combined(weights: Sequence[Fraction], values: Sequence[Fraction]) -> Fraction:
    return sum((w * x for w, x in zip(weights, values, strict=True)), start=Fraction(0))


@claim("dpdqn/eq2-boundary", reading="zero-value", sound={r"$s^- = -\infty$, $s^+ = \infty$": {"ends": at_infinity}})
def missing_neighbours(trial: Trial, *, ends: Ends = tied_to_zero) -> Iterator[Finding]:
    """Compare variances, then the law of a noised value at the boundary."""
    for x, where in ((1, "1/2"), (0, "0")):
        yield exact(
            rf"first query at $s = {where}$, $e^{{-\beta/2}} = 1/2$",
            sampler(HALF, ends)([], x).variance,
            "==",
            1,
            quantity=r"variance of the first value, and that of the path, in units of $\sigma^2$",
            certificate=_tied(TEXTS["midway"], 0, HALF, MIDWAY)
            if x
            else _tied(TEXTS["at_the_end"], 0, Fraction(0), CERTAIN),
        )
    yield _release_midway(ends)
    yield _noise_free_release(ends)
    yield _variance_against_position()


EPSILON, DELTA, SIGMA = Fraction(9, 10), Fraction(1, 10_000), 4  # a path with this sigma protects a shift by 1
MIDWAY, CERTAIN = Fraction(8, 25), Fraction(1000)  # shifts, in deviations, that a value at 1/2 and at 0 does not hide


def _release_midway(ends: Ends) -> Evidence:
    """Release Q(1/2) + g(1/2) when Q differs by 1: the privacy curve of a Gaussian mechanism with this variance."""
    variance = sampler(HALF, ends)([], 1).variance
    mu = 1 / (SIGMA * (arb(variance.numerator) / variance.denominator).sqrt())
    return ball(
        rf"release at $s = 1/2$: $Q$ differs by 1, $\sigma = {SIGMA}$, $\epsilon = {EPSILON}$, $e^{{-\beta/2}} = 1/2$",
        delta_ball(EPSILON, mu),
        "<=",
        arb(DELTA.numerator) / DELTA.denominator,
        quantity=r"exact $\delta$ of the release, and what the path with this $\sigma$ allows",
        certificate=_tied(TEXTS["midway_release"], 1, HALF, MIDWAY),
    )


def _noise_free_release(ends: Ends) -> Evidence:
    """Release Q(0) + g(0) with Q = r: r(0) = 0 against r'(0) = 1, seen through the event that the release is 0."""
    free_of_noise = sampler(HALF, ends)([], 0).variance == 0
    delta, epsilon = Fraction(999, 1000), Fraction(100)
    return exact(
        rf"release at $s = 0$: $Q = r$, $r(0) = 0$ against $r'(0) = 1$, $\epsilon = {epsilon}$, $\delta = {delta}$",
        Fraction(free_of_noise),
        "<=",
        delta,
        quantity=r"$\Pr_r(\text{release} = 0)$, and $e^\epsilon \Pr_{r'}(\text{release} = 0) + \delta$",
        detail=r"with zero noise the event is certain for $r$ and impossible for $r'$: only $\delta = 1$ is true",
        certificate=_tied(TEXTS["certain_event"], 1, Fraction(0), CERTAIN, epsilon),
    )


def _tied(says: str, part: int, s: Fraction, mu: Fraction, epsilon: Fraction = EPSILON) -> Certificate:
    """Certify variance and privacy of the first value at s; mu is at most the shift in units of its deviation."""
    return Certificate(
        says=says,
        constants={"beta": log(4)},
        given=[
            lemma("variance", "conditional-variance", beta="beta", left=0, point=s, right=1),
            lemma("delta", "gaussian-delta", mu=mu, epsilon=epsilon),
            lemma("delta_path", "gaussian-delta", mu=Fraction(1, SIGMA), epsilon=epsilon),
        ],
        values={
            **{name: name for name in ("variance", "delta", "delta_path")},
            "beta": "beta",
            "s": s,
            "sigma": SIGMA,
            "mu": mu,
            "epsilon": epsilon,
        },
        part=part,
    )


def _variance_against_position() -> Figure:
    positions = [k / 200 for k in range(1, 200)]
    lines = {
        f"tied to 0 at both ends, beta = {beta:g}": [bridge(beta, s, 1.0 - s)[2] ** 2 for s in positions]
        for beta in (1.0, 10.0, 100.0)
    }
    right = Series(label=r"the path, every $\beta$", x=positions, y=[1.0] * len(positions))
    return Figure(
        title="The variance of the first noise value",
        x_label="queried state s",
        y_label=r"variance over $\sigma^2$",
        series=[*(Series(label=label, x=positions, y=y) for label, y in lines.items()), right],
        caption="A missing neighbour at 0 or 1 with value 0 takes the noise away near the ends, and everywhere if beta "
        "is not large.",
    )


END = 4  # the interval [0, 1] of the paper is 0 .. END in the claim below


def independent_ends(q: Fraction) -> ExactRule:
    """Return independent values at the two ends, each with the variance of the path."""
    return lambda earlier, x: weighted(earlier, {}, Fraction(1))


def quieter_ends(q: Fraction) -> ExactRule:
    """Return values at the two ends with nine tenths of the variance that is left to each."""
    return lambda earlier, x: Draw((draw := at_infinity(q)(earlier, x)).weights, draw.variance * Fraction(9, 10))


def ends_one_cell_nearer(q: Fraction) -> ExactRule:
    """Return the value at the second end as if it were one cell nearer to the first."""
    return lambda earlier, x: at_infinity(q)(earlier, x - 1 if earlier else x)


def zero_ends(q: Fraction) -> ExactRule:
    """Return the value 0 at the two ends."""
    return lambda earlier, x: weighted(earlier, {}, Fraction(0))


@claim(
    "dpdqn/eq2-boundary",
    reading="values-of-the-path",
    broken={
        r"independent values $\hat g(0)$ and $\hat g(1)$": {"ends": independent_ends},
        r"$\hat g(0) = \hat g(1) = 0$": {"ends": zero_ends},
        "nine tenths of the variance at both ends": {"ends": quieter_ends},
        r"$\hat g(1)$ one cell nearer to $\hat g(0)$": {"ends": ends_one_cell_nearer},
    },
    near=(
        r"independent values $\hat g(0)$ and $\hat g(1)$",
        "nine tenths of the variance at both ends",
        r"$\hat g(1)$ one cell nearer to $\hat g(0)$",
    ),
)
def ends_stored_first(trial: Trial, *, ends: Ends = at_infinity) -> Iterator[Evidence]:
    """Compare covariances for all orders of some points that are queried after the two ends."""
    for q in BASES:
        pairs: dict[str, tuple[Rational, str, Rational]] = {}
        for inside in permutations(range(1, END)):
            pairs |= law(q, ends, (0, END, *inside))
        yield exact_all(
            rf"$e^{{-\beta/{END}}} = {q}$, queried at multiples of $1/{END}$ in all orders",
            pairs,
            quantity="covariance",
        )


@claim("dpdqn/eq2-boundary/repaired", broken={"a missing neighbour at 0 or 1 with value 0": {"ends": tied_to_zero}})
def missing_neighbours_repaired(trial: Trial, *, ends: Ends = at_infinity) -> Iterator[Evidence]:
    """Compare the law given one value, and covariances for all orders of some points."""
    yield from given_one(trial.formal, HALF, beta=HALF)
    orders = list(permutations((0, 1, 2, 4, 7) if trial.full else (0, 1, 2, 4)))
    for q in BASES:
        pairs = {name: pair for points in orders for name, pair in law(q, ends, points).items()}
        yield exact_all(rf"$e^{{-\beta}} = {q}$, all {len(orders)} orders of some points", pairs, quantity="covariance")
