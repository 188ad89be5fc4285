r"""J = 1, one noise path for the whole run, as the best case for privacy (Section 3.2).

One action, n states with moves P, the bracketed update with the minus sign, expected targets, independent noise tables
g_b of unit variance, b < J, each for T/J of T updates:

    Q <- A Q + alpha r - alpha (I - gamma P) g_b,   A = I - alpha (I - gamma P)

From a public Q the run ends at a mean that moves by x = (I - A^T) y, y = (I - gamma P)^{-1} (r - r'), with the noise
-sum_b W_b g_b, W_b the sum of A^{T-1-t} alpha (I - gamma P) over the updates t of table b. So sigma^2 mu^2 is the
exact number x^T S^{-1} x, S = sum_b W_b W_b^T; a fresh table at release adds I to S, and to release the last table of
training too adds I to -W_{J-1}. The largest mu over ||r - r'||_inf <= 1 is attained at a vertex
r - r' = (+-1, .., +-1), since mu^2 is convex.

    one state, Q           J = 1: mu = 1/((1 - gamma) sigma), the smallest of all J
    one state, Q + g       g the last table of training, gamma = 0, alpha = 1/2, T = 2: mu = 3/sigma for J = 1, but
                           3/(sqrt(5) sigma) for J = 2
    all moves to one state, Q: with J > 1 the fresh noise of that state enters all others alike and cannot be averaged
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np

from tabular.arrays import Array
from tabular.privacy import epsilon_of, mu_of, shift_mu_squared
from tabular.rational import matmul_exact, solve_exact
from theory_checks.cases import HALF
from theory_checks.certificate import Certificate, Expression, fact, op, ref, relation
from theory_checks.claim import Finding, Trial, claim
from theory_checks.dpdqn.theorem5.guarantee import PROMISE, UNNOISED
from theory_checks.enclosures import enclose
from theory_checks.evidence import Evidence, Outcome, ball, exact
from theory_checks.exhibits import Table

Release = str
PLAIN, FRESH, KEPT = "without noise", "with a fresh table", "with the last table of training"
NINE = Fraction(9, 10)


@dataclass(frozen=True)
class Training:
    """A run: the matrix of moves, discount, step size, number of updates, and what is released."""

    name: str
    moves: Array
    discount: Fraction
    alpha: Fraction
    updates: int
    release: Release

    def law(self, paths: int) -> tuple[Array, Array]:
        """Return the matrix that takes r - r' to the mean shift x, and the covariance S, for J = `paths` tables."""
        identity = _identity(len(self.moves))
        slope = identity - self.discount * self.moves
        step, powers = identity - self.alpha * slope, [identity]
        for _ in range(self.updates):
            powers.append(matmul_exact(powers[-1], step))
        shift = solve_exact(slope, identity - powers[-1])
        return shift, self._covariance(paths, powers)

    def _covariance(self, paths: int, powers: Sequence[Array]) -> Array:
        """Sum W_b W_b^T, where W_b = A^{T - end} - A^{T - start} by telescoping, alpha (I - gamma P) being I - A."""
        length, T = self.updates // paths, self.updates
        weights = [powers[T - (b + 1) * length] - powers[T - b * length] for b in range(paths)]
        if self.release == KEPT:
            weights[-1] = weights[-1] - powers[0]
        if self.release == FRESH:
            weights.append(powers[0])
        return np.sum([matmul_exact(W, W.T) for W in weights], axis=0)

    def worst(self, paths: int) -> Fraction:
        """Return the largest sigma^2 mu^2 over neighbouring rewards."""
        shift, covariance = self.law(paths)
        return max(shift_mu_squared(matmul_exact(shift, d), covariance) for d in vertices(len(self.moves)))


def _identity(n: int) -> Array:
    return np.array([[Fraction(int(i == j)) for j in range(n)] for i in range(n)], dtype=object)


def vertices(n: int) -> list[Array]:
    """Return all vectors with entries 1 and -1, one of each pair d, -d."""
    return [np.array([Fraction(1), *map(Fraction, rest)], dtype=object) for rest in product((1, -1), repeat=n - 1)]


def all_to_first(n: int) -> Array:
    """Return the moves of n states that all lead to the first."""
    return np.array([[Fraction(int(j == 0)) for j in range(n)]] * n, dtype=object)


def cycle(n: int) -> Array:
    """Return the moves along a cycle."""
    return np.array([[Fraction(int(j == (i + 1) % n)) for j in range(n)] for i in range(n)], dtype=object)


ONE = _identity(1)
RUNS: dict[str, Training] = {
    "released-without-noise": Training(
        r"four states that all lead to the first, $\gamma = 9/10$, $\alpha = 1$, $T = 2$",
        all_to_first(4),
        NINE,
        Fraction(1),
        2,
        PLAIN,
    ),
    "released-with-fresh-noise": Training(
        r"two states that both lead to the first, $\gamma = 9/10$, $\alpha = 1$, $T = 4$",
        all_to_first(2),
        NINE,
        Fraction(1),
        4,
        FRESH,
    ),
    "released-with-training-noise": Training(
        r"one state, $\gamma = 0$, $\alpha = 1/2$, $T = 2$", ONE, Fraction(0), HALF, 2, KEPT
    ),
}
STILL = Training(r"one state, $\gamma = 9/10$, $\alpha = 1/2$, $T = 4$", ONE, NINE, HALF, 4, PLAIN)
DOMAIN = (
    r"tables with one action, the bracketed update with the minus sign and expected targets, all entries at once "
    r"from a "
    r"public table, $J$ independent tables of noise, each for $T/J$ updates; $\|r - r'\|_\infty \leq 1$; "
)
LARGEST = r"largest $\sigma^2\mu^2$ over neighbouring rewards, with $J = 1$ and with the $J$ of the case"


@claim(
    "dpdqn/j1-best-privacy",
    reading="released-without-noise",
    domain=DOMAIN + "released is $Q$, as in line 24",
    refuted_by="a run with $J > 1$ whose exact loss is smaller than with $J = 1$",
    not_covered="line 19 without its bracket; on one state that leads to itself its noise cancels for every $J$",
    sound={"one state": {"run": STILL}},
)
@claim(
    "dpdqn/j1-best-privacy",
    reading="released-with-fresh-noise",
    domain=DOMAIN + "released is $Q$ plus a table that training has not used",
    refuted_by="a run with $J > 1$ whose exact loss is smaller than with $J = 1$",
    sound={"one state": {"run": replace(STILL, release=FRESH)}},
)
@claim(
    "dpdqn/j1-best-privacy",
    reading="released-with-training-noise",
    domain=DOMAIN + "released is $Q$ plus the last table of training",
    refuted_by="a run with $J > 1$ whose exact loss is smaller than with $J = 1$",
    sound={"one state, released without noise": {"run": STILL}},
)
def best_privacy(trial: Trial, *, run: Training | None = None) -> Iterator[Finding]:
    """Compare the largest mu over neighbouring rewards with one path and with a path for each update."""
    training = run or RUNS[trial.reading]
    found = _compared(training, training.updates)
    fails = found.outcome is Outcome.FAILS
    yield replace(found, certificate=_certificate(trial, training)) if fails else found
    if trial.reading == "released-without-noise":
        yield one_state_table()


def _compared(x: Training, paths: int) -> Evidence:
    return exact(f"{x.name}, released {x.release}, $J = {paths}$", x.worst(1), "<=", x.worst(paths), quantity=LARGEST)


def _certificate(trial: Trial, x: Training) -> Certificate:
    """Certify mu^2 = x^T S^{-1} x for one vertex with J = 1, and for all vertices with J = T."""
    n, many = len(x.moves), x.updates
    one_shift, one_covariance = x.law(1)
    shift, covariance = x.law(many)
    best = max(vertices(n), key=lambda d: shift_mu_squared(matmul_exact(one_shift, d), one_covariance))
    pairs = {"one": _solved(one_shift, one_covariance, best)}
    pairs |= {f"many{i}": _solved(shift, covariance, d) for i, d in enumerate(vertices(n))}
    matrices = {"S_one": one_covariance, "S_many": covariance, "none": [0] * n}
    names = {name: "S_one" if name == "one" else "S_many" for name in pairs}
    facts = [fact("iteration", sequence=name, matrix=matrix, offset="none") for name, matrix in names.items()]
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=f"With $J = {many}$ no neighbouring rewards are told apart as well as some are with $J = 1$: {x.name}.",
        objects={**matrices, **pairs},
        facts=facts,
        notes=[
            "S_one and S_many are the covariances of what is released, in units of the variance of the noise. Each "
            "list "
            "holds a vector w and the mean shift S w that belongs to a vertex r - r' = (1, +-1, ..); w times S w is "
            "sigma^2 mu^2, a convex function of r - r', and the vertices up to their sign are all listed for S_many."
        ],
        conclusion=relation(_form("one", n), ">", op("max", *(_form(name, n) for name in pairs if name != "one"))),
    )


def _solved(shift: Array, covariance: Array, d: Array) -> list[list[Fraction]]:
    x = matmul_exact(shift, d)
    return [solve_exact(covariance, x).tolist(), x.tolist()]


def _form(name: str, n: int) -> Expression:
    return op("+", *(op("*", ref(name, 0, i), ref(name, 1, i)) for i in range(n)))


def one_state_table() -> Table:
    """Return mu and epsilon of one state with the values of Appendix E.3, for one path and a path for each update."""
    sigma, alpha, T = 0.32, Fraction(3, 10**4), 78
    needed = mu_of(NINE, Fraction(1, 10**4))
    rows: list[list[str]] = []
    for gamma in (Fraction(0), HALF, NINE, Fraction(999, 1000)):
        training = Training("", ONE, gamma, alpha, T, PLAIN)
        row = [f"{float(gamma):g}"]
        for paths in (1, T):
            mu = sqrt(training.worst(paths)) / sigma
            row += [f"{mu:.6g}", f"{epsilon_of(1e-4, mu):.6g}", f"{mu * sigma / needed:.6g}"]
        rows.append(row)
    columns = [rf"{name}, $J = {paths}$" for paths in (1, T) for name in (r"$\mu$", r"$\epsilon$", r"$\sigma$ needed")]
    return Table(
        title="One state, released without noise, with the values of Appendix E.3",
        columns=[r"$\gamma$", *columns],
        rows=rows,
        caption=r"$\sigma = 0.32$, $\alpha = 3 \cdot 10^{-4}$, 78 updates; $\epsilon$ at $\delta = 10^{-4}$, and the "
        r"noise "
        r"that $(0.9, 10^{-4})$ would need. Here one path is best: fresh paths average out, the reward does not.",
    )


Share = Callable[[int], Expression]


def with_factor(paths: int) -> Expression:
    """Return delta + J exp(..), the second parameter of Theorem 5."""
    return PROMISE


def with_quotient(paths: int) -> Expression:
    """Return the same with the tail divided by J^2, which would favour many paths."""
    return op("+", "delta", op("/", op("-", PROMISE, "delta"), paths**2))


@claim(
    "dpdqn/j1-best-privacy",
    reading="printed-parameter",
    domain=r"the second parameter $\delta + J\exp(-(2k - 8.68\sqrt{\beta}\sigma)^2/2)$ that Theorem 5 prints, for "
    r"every "
    r"$J \geq 1$ and all other constants fixed; true or not as a promise",
    refuted_by="a $J$ for which it is smaller than for $J = 1$",
    covers=r"The exponential is positive, so the expression is strictly increasing in $J$, and $J = 1$ is the least "
    r"value.",
    broken={"the tail divided by $J$": {"share": with_quotient}},
)
def printed_parameter(trial: Trial, *, share: Share = with_factor) -> Iterator[Evidence]:
    """Compare the printed parameter at J = 1 with larger J."""
    for paths in (2, 78, 5000):
        left, right = (enclose(share(J), {**UNNOISED, "J": J}) for J in (1, paths))
        yield ball(f"$J = {paths}$", left, "<", right, quantity="the parameter for $J = 1$ and for this $J$")


@claim(
    "dpdqn/j1-best-privacy/repaired",
    domain=DOMAIN + r"$P$ doubly stochastic (one state in particular), $0 < \alpha \leq 1$, $J$ divides $T$; "
    r"released is $Q$",
    refuted_by="a run with $J > 1$ whose largest $\\mu$ is below that of $J = 1$, or another value of the latter",
    covers=r"""
For $J = 1$ the noise is $-(I - A^T)g$ and the mean shift $(I - A^T)y$, $y = (I - \gamma P)^{-1}(r - r')$, and $I -
A^T$ is invertible, so $\mu = \|y\|_2/\sigma$; as $\|y\|_\infty \leq 1/(1-\gamma)$ with equality in all entries for $r
- r' = 1$, the largest one is $\sqrt{n}/((1-\gamma)\sigma)$. For any $J$ take $r - r' = 1$: since $P$ and its
transpose fix the vector 1, so do all matrices of the run up to factors, and with $a = 1 - \alpha(1-\gamma)$ the shift
is $\frac{1-a^T}{1-\gamma}1$ and $S1 = \sum_b w_b^2\,1$ with $w_b = a^{T-(b+1)T/J} - a^{T-bT/J} \geq 0$, $\sum_b w_b =
1 - a^T$. So $\sum_b w_b^2 \leq (1-a^T)^2$ and $\mu \geq \sqrt{n}/((1-\gamma)\sigma)$. The cases compute
both exactly.""",
    not_covered="one path is not harmless: its $\\mu$ does not fall with more updates",
    broken={"moves that all lead to one state": {"moves": all_to_first}},
)
def best_privacy_repaired(trial: Trial, *, moves: Callable[[int], Array] = cycle) -> Iterator[Evidence]:
    """Compare one path with several on chains whose moves are permutations."""
    for n, gamma, alpha in product((1, 2, 4), (Fraction(0), NINE), (HALF, Fraction(1))):
        x = Training(f"$n = {n}$, $\\gamma = {gamma}$, $\\alpha = {alpha}$, $T = 4$", moves(n), gamma, alpha, 4, PLAIN)
        yield exact(x.name, x.worst(1), "==", n / (1 - gamma) ** 2, quantity=r"$\sigma^2\mu^2$ with $J = 1$")
        for paths in (2, 4):
            yield _compared(x, paths)
