r"""Equation (2), the mean of a new noise value given its two neighbours.

As printed the farther neighbour gets the larger weight: the two weights are exchanged, and differ unless s is midway.
For q = exp(-beta) rational and integer points everything is rational; the truth is computed by linear algebra from the
covariances, K10 K00^-1, not from either formula.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tabular.noise.conditional import bridge
from tabular.noise.exact import exponential_kernel, predict
from tabular.noise.printed import printed_weights
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import Formula, log
from theory_checks.core.interpret import exact as value_of
from theory_checks.papers.dpdqn.sampler._bridge import (
    HALF,
    RIGHT_WEIGHTS,
    SCALES,
    WEIGHTS_AS_PRINTED,
    Place,
    Weights,
    at_place,
    equation_of,
    lists,
    place_values,
)


@claim("dpdqn/eq2-mean", sound={"the two neighbours exchanged": {"weights": RIGHT_WEIGHTS}})
def mean(trial: Trial, *, weights: Weights = WEIGHTS_AS_PRINTED) -> Iterator[Finding]:
    """Compare the weights with K10 K00^-1."""
    for place, what in (((0, 1, 2), ", the midpoint"), ((0, 1, 3), ""), ((0, 1, 9), ""), ((3, 1, 0), ", descending")):
        truth = predict(exponential_kernel(HALF), [place[0], place[2]], place[1]).weights
        left, right = (at_place(weight, HALF, place) for weight in weights)
        yield exact_all(
            equation_of(HALF, place) + what,
            {
                r"weight of $\hat g(s^-)$ by the formula, and in the conditional mean": (left, "==", truth[0]),
                r"weight of $\hat g(s^+)$ by the formula, and in the conditional mean": (right, "==", truth[1]),
            },
            quantity="both weights",
            certificate=None if place == (0, 1, 2) else _wrong_weight(HALF, place),
        )
    yield _weights_against_position()


def _wrong_weight(q: Fraction, place: Place) -> Certificate:
    """Certify the weight of the value at s-."""
    s_minus, s, s_plus = place
    left, right = predict(exponential_kernel(q), [s_minus, s_plus], s).weights
    return Certificate(
        says=f"With exp(-beta) = {q} the value at {s}, given those at {s_minus} and {s_plus}, has mean "
        f"{left} g({s_minus}) + {right} g({s_plus}); Equation (2) gives g({s_minus}) another weight.",
        constants={"beta": log(1 / q)},
        given=[
            lemma("w_minus", "conditional-weight", beta="beta", one=s_minus, point=s, other=s_plus),
            lemma("w_plus", "conditional-weight", beta="beta", one=s_plus, point=s, other=s_minus),
        ],
        values={"w_minus": "w_minus", "w_plus": "w_plus", **place_values(place)},
    )


def _weights_against_position() -> Figure:
    positions = [k / 100 for k in range(1, 100)]
    lines: dict[str, list[float]] = {}
    for beta in (1.0, 10.0):
        lines[f"Equation (2), beta = {beta:g}"] = [printed_weights(beta, 0.0, s, 1.0)[0] for s in positions]
        lines[f"right, beta = {beta:g}"] = [bridge(beta, s, 1.0 - s)[0] for s in positions]
    return Figure(
        title="The weight of the left neighbour",
        x_label="position s between the neighbours 0 and 1",
        y_label="weight of the value at 0 in the mean at s",
        series=[Series(label=label, x=positions, y=y) for label, y in lines.items()],
        caption="Near 0 the path is near its value at 0, so the weight must tend to 1 there. As printed it tends to 0.",
    )


@claim("dpdqn/eq2-mean/repaired", broken={"the weights as printed": {"weights": WEIGHTS_AS_PRINTED}})
def mean_repaired(trial: Trial, *, weights: Weights = RIGHT_WEIGHTS) -> Iterator[Evidence]:
    """Compare the weights with K10 K00^-1 for lists of up to six stored points."""
    for (q, beta), scale in SCALES.items():
        pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
        for place, stored in lists(trial):
            truth = predict(exponential_kernel(q**beta), stored, place[1]).weights
            formula = {x: at_place(w, q, place, beta) for x, w in zip((place[0], place[2]), weights, strict=True)}
            for x, w in zip(stored, truth, strict=True):
                pairs[f"weight of the value at {x} at {place[1]}, stored {stored}"] = (
                    formula.get(x, Fraction(0)),
                    "==",
                    w,
                )
            values = {x: Fraction(x**2 + 2) for x in stored}
            claimed = _mean(trial.formal.right, [formula[x] for x in place[::2]], [values[x] for x in place[::2]])
            right = sum((w * values[x] for x, w in zip(stored, truth, strict=True)), start=Fraction(0))
            pairs[f"mean at {place[1]}, the value at each stored x of {stored} being x^2 + 2"] = (claimed, "==", right)
        yield exact_all(f"{scale}, all lists", pairs, quantity="weights of all stored values")


def _mean(formula: Formula, weights: Sequence[Fraction], values: Sequence[Fraction]) -> Fraction:
    """Return the mean for weights and values of the two neighbours."""
    return value_of(formula, dict(zip(("w_minus", "w_plus", "g_minus", "g_plus"), (*weights, *values), strict=True)))
