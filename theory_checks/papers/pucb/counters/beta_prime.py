"""Algorithms 2 and 3 use a failure probability beta' that is defined nowhere; given is the target beta.

Two events may fail. The errors of the counters reach the (corrected) level: probability at most beta'. Some mean of
r + V*(s') over n <= T visits of some (s, a, h), numbers in [0, H], is off by more than the part of the bonus that
covers it: by Hoeffding, for both signs and all S A H T pairs, with the probability that is added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact, undefined
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import exact as rational

FAILURE = formal_of(__file__, "pucb/beta-prime/repaired").right
Choice = Callable[[Fraction], Fraction]


def half(beta: Fraction) -> Fraction:
    """Return beta/2."""
    return beta / 2


def all_of_it(beta: Fraction) -> Fraction:
    """Return beta."""
    return beta


def failure(pairs: int, T: int, beta_prime: Fraction) -> Fraction:
    """Return what bounds the probability that one of the events fails, for as many pairs S A H."""
    return rational(FAILURE, {"S": pairs, "A": 1, "H": 1, "T": T, "beta_prime": beta_prime})


def cases() -> Iterator[tuple[int, int, Fraction]]:
    """Yield S A H, T and beta with T^3 >= S A H, the tight ones T^3 = S A H among them."""
    betas = (Fraction(1, 1000), Fraction(1, 10), Fraction(1, 2), Fraction(999, 1000))
    sizes = [(n, T) for n, T in product((1, 8, 27, 400, 1000), (1, 2, 3, 8, 10, 100)) if n <= T**3]
    return ((n, T, beta) for (n, T), beta in product(sizes, betas))


@claim("pucb/beta-prime", sound={r"$\beta' = \beta/2$": {"choice": half}})
def beta_prime(trial: Trial, *, choice: Choice | None = None) -> Iterator[Finding]:
    """Look for the definition, and if one is given, check that it suffices."""
    del trial
    if choice is not None:
        yield from _sufficient(choice)
        return
    yield undefined(
        r"$\beta'$ in $E_\varepsilon$ (Algorithm 3, footnote 6) and in $\widetilde\phi$ (footnote 7)",
        quantity=r"$\beta'$ as a function of $\beta$",
        detail="the symbol occurs in these places only, and none of them defines it; given is the parameter beta",
    )
    yield undefined(
        r"$\text{PC}(T, \varepsilon', \beta)$ in Algorithm 2",
        quantity="the counter with three arguments",
        detail="Appendix A.3 declares PC(T, epsilon); the binary mechanism has no use for a failure probability",
    )
    yield undefined(
        r"$\text{PrivQ}(\tilde{r}, \tilde{n}, \tilde{m}, \varepsilon)$ in Algorithm 2",
        quantity="the planner with four arguments",
        detail="Algorithm 3 declares a fifth one, beta, which it does not use, and uses beta', which it does not get",
    )


def too_much(beta: Fraction) -> Fraction:
    """Return 13/20 beta: for beta near 1 what is left is not enough for the sampling errors."""
    return 13 * beta / 20


@claim(
    "pucb/beta-prime/repaired",
    broken={
        r"$\beta' = \beta$": {"choice": all_of_it},
        r"$\beta' = 13\beta/20$": {"choice": too_much},
    },
    near=(r"$\beta' = 13\beta/20$",),
)
def beta_prime_repaired(trial: Trial, *, choice: Choice = half) -> Iterator[Finding]:
    """Add up the two failure probabilities."""
    del trial
    yield from _sufficient(choice)


def _sufficient(choice: Choice) -> Iterator[Evidence]:
    for pairs, T, beta in cases():
        yield exact(
            f"$SAH = {pairs}$, $T = {T}$, $\\beta = {beta}$",
            failure(pairs, T, choice(beta)),
            "<=",
            beta,
            quantity=r"$\beta' + 2SAH\,\beta'^4/T^3$, against $\beta$",
        )
