r"""Composability of the moments accountant: log moments of adaptive steps add up, at most.

A mechanism M with two data sets is a tree: after the outcomes y_1, .., y_(i-1) the law of y_i is p_i on d and p'_i on
d'. With M_i(history) for the i-th step,

    exp alpha_M(lambda; d, d') = E_d prod_i (p_i/p'_i)^lambda,    alpha_(M_i)(lambda) = max over histories and pairs,

where pairs are (d, d') and (d', d). For integer lambda and rational laws all of this is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

import numpy as np

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.papers.gpope.common.rounding import rounded
from theory_checks.papers.gpope.privacy._laws import Law

History = tuple[int, ...]
Laws = Callable[[History], tuple[Law, Law]]


@dataclass(frozen=True)
class Adaptive:
    """k adaptive steps on two data sets: the laws of the next outcome (on d, on d') after a history."""

    name: str
    steps: int
    outcomes: int
    laws: Laws

    def histories(self, length: int) -> list[History]:
        """Return all sequences of so many outcomes."""
        histories: list[History] = [()]
        for _ in range(length):
            histories = [(*h, y) for h in histories for y in range(self.outcomes)]
        return histories


def moment(first: Law, second: Law, order: int) -> Fraction:
    """Return sum_y p (p/p')^lambda = exp alpha(lambda)."""
    return sum((p ** (order + 1) / q**order for p, q in zip(first, second, strict=True)), Fraction(0))


def whole_moment(mechanism: Adaptive, order: int, turned: bool = False) -> Fraction:
    """Return exp alpha_M(lambda) for one ordered pair, by summing over all outcomes of all steps."""
    total = Fraction(0)
    for history in mechanism.histories(mechanism.steps):
        pairs = [_pair(mechanism, history[:i], turned) for i in range(mechanism.steps)]
        p = prod((pair[0][y] for pair, y in zip(pairs, history, strict=True)), start=Fraction(1))
        q = prod((pair[1][y] for pair, y in zip(pairs, history, strict=True)), start=Fraction(1))
        total += p ** (order + 1) / q**order
    return total


def _pair(mechanism: Adaptive, history: History, turned: bool) -> tuple[Law, Law]:
    first, second = mechanism.laws(history)
    return (second, first) if turned else (first, second)


Accountant = Callable[[Adaptive, int, int], Fraction]


def worst_step(mechanism: Adaptive, step: int, order: int) -> Fraction:
    """Return exp alpha of one step: the largest over all histories and both orders of the data sets."""
    pairs = [_pair(mechanism, h, t) for h in mechanism.histories(step) for t in (False, True)]
    return max(moment(*pair, order) for pair in pairs)


def without_history(mechanism: Adaptive, step: int, order: int) -> Fraction:
    """Return exp alpha of a step for the first history only, as if the auxiliary input did not matter."""
    history = (0,) * step
    return max(moment(*_pair(mechanism, history, t), order) for t in (False, True))


def one_direction(mechanism: Adaptive, step: int, order: int) -> Fraction:
    """Return the largest over the histories for (d, d') only."""
    return max(moment(*mechanism.laws(h), order) for h in mechanism.histories(step))


def without_the_last(mechanism: Adaptive, step: int, order: int) -> Fraction:
    """Return the same, with nothing for the last step."""
    return Fraction(1) if step == mechanism.steps - 1 else worst_step(mechanism, step, order)


def response(p: Fraction) -> tuple[Law, Law]:
    """Return randomized response: the truth with probability p."""
    return (p, 1 - p), (1 - p, p)


def one_sided(q: Fraction) -> tuple[Law, Law]:
    """Return a coin that shows a mark with probability q on d and with q/4 on d'."""
    return (q, 1 - q), (q / 4, 1 - q / 4)


HALF = Fraction(1, 2)


def named() -> list[Adaptive]:
    """Return product mechanisms, for which equality holds, and adaptive ones."""
    quarters, marks = response(Fraction(3, 4)), one_sided(HALF)
    nothing, turned = (marks[0], marks[0]), (marks[1], marks[0])
    return [
        Adaptive("three times randomized response", 3, 2, lambda _: quarters),
        Adaptive("three times the same one-sided coin", 3, 2, lambda _: marks),
        Adaptive("twice this coin with the data sets exchanged", 2, 2, lambda _: turned),
        Adaptive("a second step only after the outcome 1", 2, 2, lambda h: marks if not h or h[0] else nothing),
        Adaptive(
            "the direction of the second step follows the first outcome",
            2,
            2,
            lambda h: marks if not h or h[0] == 0 else turned,
        ),
    ]


def seeded(trial: Trial, index: int) -> Adaptive:
    """Return adaptive steps with three outcomes and positive probabilities that are multiples of 1/32."""
    rng = trial.rng("mechanism", str(index))
    tables: dict[History, tuple[Law, Law]] = {}
    steps = 3
    for length in range(steps):
        for history in Adaptive("", steps, 3, lambda _: ((), ())).histories(length):
            tables[history] = (_law(rng), _law(rng))
    return Adaptive(f"random adaptive mechanism {index}", steps, 3, tables.__getitem__)


def _law(rng: np.random.Generator) -> Law:
    a, b = sorted(int(x) for x in rng.choice(np.arange(1, 32), 2, replace=False))
    return Fraction(a, 32), Fraction(b - a, 32), Fraction(32 - b, 32)


@claim(
    "gpope/thm4-composability",
    broken={
        "the auxiliary input is ignored": {"accountant": without_history},
        r"the maximum over $d, d'$ in one order only": {"accountant": one_direction},
        "the last step left out of the sum": {"accountant": without_the_last},
    },
    near=(r"the maximum over $d, d'$ in one order only", "the last step left out of the sum"),
)
def composability(trial: Trial, *, accountant: Accountant = worst_step) -> Iterator[Finding]:
    """Compare the exact moment of all steps with the product of the moments of the steps."""
    for mechanism in named():
        yield _compared(mechanism, accountant, (1, 2, 5))
    for i in range(12 if trial.full else 4):
        yield _compared(seeded(trial, i), accountant, (1, 2))
    for order in (1, 3):
        both = named()[0]
        right = prod((accountant(both, i, order) for i in range(3)), start=Fraction(1))
        case = f"equality: three times randomized response, $\\lambda = {order}$"
        yield exact(case, whole_moment(both, order), "==", right, quantity=r"$e^{\alpha}$, product")
    if accountant is worst_step:
        yield _table()


def _compared(mechanism: Adaptive, accountant: Accountant, orders: Sequence[int]) -> Evidence:
    pairs: dict[str, tuple[Rational, str, Rational]] = {}
    for order in orders:
        right = prod((accountant(mechanism, i, order) for i in range(mechanism.steps)), start=Fraction(1))
        for turned in (False, True):
            left = whole_moment(mechanism, order, turned)
            pairs[f"$\\lambda = {order}$, {'second' if turned else 'first'} order"] = (left, "<=", right)
    return exact_all(
        mechanism.name, pairs, quantity=r"$e^{\alpha_{\mathcal{M}}(\lambda)}$ and the product of the steps"
    )


def _table() -> Table:
    rows: list[list[str | float]] = []
    for mechanism in named():
        left = max(whole_moment(mechanism, 2, turned) for turned in (False, True))
        right = prod((worst_step(mechanism, i, 2) for i in range(mechanism.steps)), start=Fraction(1))
        rows.append([mechanism.name, str(left), str(right), rounded(left / right, 6)])
    return Table(
        title=r"$e^{\alpha(2)}$: all steps, and the product of the steps",
        columns=["mechanism", r"$e^{\alpha_{\mathcal{M}}(2)}$", r"$\prod_i e^{\alpha_{\mathcal{M}_i}(2)}$", "ratio"],
        rows=rows,
        caption="Below 1 where a later step is not at its worst after every history.",
    )
