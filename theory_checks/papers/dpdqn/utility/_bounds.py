"""The bounds of this room, printed, repaired and broken: formulas in n, m, sigma, gamma and means of maxima."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil

from flint import arb

from tabular.gaussian import mean_max_normal
from tabular.mdp.noised_rewards.bounds import mean_folded_max, reach_bound
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, num, pi, ref, sqrt
from theory_checks.core.interpret import substitute, symbols
from theory_checks.core.lemmas import of_lemma
from theory_checks.papers.dpdqn.utility._noise_experiments import Limit
from theory_checks.papers.dpdqn.utility._sizes import Size, size

PRINTED = formal_of(__file__, "dpdqn/prop10").right
ERROR_BOUND = formal_of(__file__, "dpdqn/prop10/repaired").right  # Theorem U1
LOSS_BOUND = formal_of(__file__, "dpdqn/prop10-policy-value/repaired").claims[1].right  # Theorem U2, and Lemma H
SIMPLE_BOUND = substitute(LOSS_BOUND, {"H": formal_of(__file__, "dpdqn/lemma16-diamond/repaired").claims[-1].right})
ERROR_FLOOR = formal_of(__file__, "dpdqn/prop10-limit/repaired").right  # Theorem U3

MEAN_SIZE = sqrt(2 / pi)  # E |Z|
NOISE_NORM = substitute(of_lemma("mean-absolute-sum"), {"count": ref("m") * "n"})  # E sum_i ||z_i||_1
DISCOUNTS = (Fraction(0), Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))

_EXACT_GAINS = {1: num(0), 2: 1 / sqrt(pi), 3: 3 / (2 * sqrt(pi))}


def gain(k: int) -> Formula | arb:
    """Return e_k = E max(Z_1..Z_k), exactly for k <= 3."""
    return _EXACT_GAINS.get(k) or mean_max_normal(k)


def at(bound: Formula, n: int, m: int, discount: Fraction) -> Size:
    """Return what a bound is worth in units of sigma/(1 - gamma), in which sigma is 1 - gamma."""
    return size(bound, {"n": n, "m": m, "gamma": discount, "sigma": 1 - discount, **means_in([bound], n, m, discount)})


def means_in(formulas: Iterable[Formula], n: int, m: int, discount: Fraction) -> dict[str, Formula | arb]:
    """Return the means of maxima of which formulas speak."""
    tight = m == 1 or n == 1 or not discount
    means = {
        "H": lambda: gain(m) if tight else reach_bound(n, m, discount),
        "b": lambda: mean_folded_max(n * m) if n * m > 1 else MEAN_SIZE,
        "e_m": lambda: gain(m),
        "e_larger": lambda: gain(max(n, m) if m > 1 else 1),
        "e_line": lambda: gain(min(n * m, ceil(m / (1 - discount))) if m > 1 else 1),
    }
    spoken = set[str]().union(*map(symbols, formulas))
    return {name: mean() for name, mean in means.items() if name in spoken}


def limit_of(bound: Formula) -> Limit:
    """Return the bound of an experiment as a float."""
    return lambda run: float(at(bound, run.n, run.m, run.discount).value)


def broken(bound: Formula) -> dict[str, dict[str, Formula]]:
    """Return the controls of a bound with H; e_{max(n, m)} is at least what H is with max(n, m) in place of n m."""
    return {
        "divided by the root of n": {"bound": bound / sqrt("n")},
        "without the factor 1/(1 - gamma)": {"bound": bound * (1 - ref("gamma"))},
        "no growth with n": {"bound": substitute(bound, {"H": "e_m"})},
        "the larger of n and m in place of n m": {"bound": substitute(bound, {"H": "e_larger"})},
    }


def near(bound: Formula) -> dict[str, dict[str, Formula]]:
    """Return near misses of Lemma H: m^t and m (t + 1) in place of m^(t+1).

    The first is gamma H. As e_k is concave in k, the second is at most e_k at the mean k = m/(1 - gamma).
    """
    return {
        "the first action not counted": {"bound": bound * "gamma"},
        "m (t + 1) pairs in reach": {"bound": substitute(bound, {"H": "e_line"})},
    }
