r"""Whether c is a constant: c N/m^2 = ||h^2 sigma^2 I||_F^2 at the smallest sigma of Theorem 1, for several m and N.

With sigma^2 = c_2^2 N ell/(m epsilon)^2 the printed c is 2n h^4 c_2^4 ell^2/epsilon^4 times N/m^2, and with the trace
in place of the squared Frobenius norm it is 2n h^2 c_2^2 ell/epsilon^2, in which neither m nor N occurs.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from theory_checks.core.certificate import instance
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import exact as value

PRINTED = formal_of(__file__, "gpope/noise-variance-c").right_of("c")
BY_TRACE = formal_of(__file__, "gpope/noise-variance-c/repaired").right_of("c")
RUNS = ((100, 100), (100, 10_000), (1000, 10_000), (1, 1))  # m and N; N/m^2 is that of the first for one of the others


@claim("gpope/c-lower-bound", reading="constant", sound={"$c$ with the trace": {"constant": BY_TRACE}})
def constant(trial: Trial, *, constant: Formula = PRINTED) -> Iterator[Evidence]:
    """Compare c of one run with c of others at the same privacy."""
    same = {"n": 1, "h": 1, "epsilon": 1, "ell": 9, "c2": 2}
    m, N = RUNS[0]
    for k, K in RUNS[1:]:
        variance, other = (value(trial.formal.right_of(x), same | {"m": m, "N": N, "k": k, "K": K}) for x in NAMES)
        c, d = _of(constant, m, N, variance), _of(constant, k, K, other)
        values = {**same, "m": m, "N": N, "k": k, "K": K, "c": c, "d": d, "variance": variance, "other": other}
        says = f"With $m = {m}$, $N = {N}$ and with $m = {k}$, $N = {K}$, at the same privacy, $c$ is not the same."
        yield exact(
            f"$m = {m}$, $N = {N}$ and $m = {k}$, $N = {K}$",
            c,
            "==",
            d,
            quantity=r"$c$ at the smallest $\sigma$",
            certificate=instance(trial.formal, says, values),
        )


NAMES = ("variance", "other")


def _of(constant: Formula, m: int, N: int, variance: Fraction) -> Fraction:
    return value(constant, {"n": 1, "h": 1, "m": m, "N": N, "variance": variance})
