r"""J = 1, one noise path for the whole run, as the best case for privacy (Section 3.2).

One run of lines 6 to 24, word by word: two states that swap, one action, B = 1, T = 2, alpha = 1/2, gamma = 9/10, a
public table Q = 0, independent tables g_j of noise, a new one in line 8 for each of J rounds, and the steps t = 0, 1

    D = Q(s_t) + g(s_t) - (r(s_t) + gamma Q(s_{t+1}) + c g(s_{t+1})),   Q(s_t) <- Q(s_t) - alpha D,

c = gamma with line 19 bracketed, 1 as printed. It ends with Q = X r + noise, and the noise is W applied to all entries
of the tables, so that sigma^2 mu^2 is the exact number (X d)^T (W W^T)^{-1} (X d), d = r - r'. The largest one over
||d||_inf <= 1 is attained at a vertex d = (1, +-1), since mu^2 is convex. In the coordinates Q(s_0) and
Q(s_1) - alpha gamma Q(s_0) the shift is alpha d, and the rows of W are those of the certificates: for Q itself

    J = 1: alpha (-1, c) and alpha (c, -1), the noise of d = (1, 1) cancels: sigma^2 mu^2 = 2/(1-c)^2
    J = 2: alpha (-1, c, 0, 0) and alpha (0, 0, c, -1): sigma^2 mu^2 = 2/(1+c^2)
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
from tabular.rational import matmul_exact
from theory_checks.core.certificate import Certificate, Expression, Term, op, relation, used
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.exhibits import Table
from theory_checks.kit.cases import HALF
from theory_checks.kit.enclosures import enclose
from theory_checks.papers.dpdqn.theorem5.guarantee import PROMISE, UNNOISED

Release = str
PLAIN, FRESH, KEPT = "without noise", "with a fresh table", "with the last table of training"
NINE = Fraction(9, 10)


@dataclass(frozen=True)
class Cycle:
    """The run of lines 6 to 24 on states that follow each other in a cycle, one action, B = 1."""

    release: Release
    states: int = 2
    updates: int = 2
    alpha: Fraction = HALF
    gamma: Fraction = NINE
    printed: bool = False

    @property
    def name(self) -> str:
        """What is trained."""
        states = "two states that swap" if self.states == 2 else "one state"
        line = "line 19 as printed" if self.printed else "line 19 bracketed"
        return rf"{states}, $\gamma = {self.gamma}$, $\alpha = {self.alpha}$, $T = {self.updates}$, {line}"

    def law(self, paths: int) -> tuple[Array, Array]:
        """Return X and W, by running the algorithm on linear forms in rewards and noise."""
        n, c = self.states, 1 if self.printed else self.gamma
        r, *tables, fresh = np.split(identity(n * (paths + 2)), paths + 2)
        Q = 0 * r
        for t in range(self.updates):
            s, following, g = t % n, (t + 1) % n, tables[t * paths // self.updates]
            D = Q[s] + g[s] - (r[s] + self.gamma * Q[following] + c * g[following])
            Q[s] = Q[s] - self.alpha * D
        released = Q + {PLAIN: 0 * fresh, FRESH: fresh, KEPT: tables[-1]}[self.release]
        return released[:, :n], released[:, n:]

    def worst(self, paths: int) -> Fraction:
        """Return the largest sigma^2 mu^2 over neighbouring rewards."""
        shift, noise = self.law(paths)
        covariance = matmul_exact(noise, noise.T)
        return max(shift_mu_squared(matmul_exact(shift, d), covariance) for d in vertices(self.states))

    def inverse(self, paths: int, sign: int) -> Fraction:
        """Return 1/(sigma mu)^2 for two states and r - r' = (1, sign); it is 0 if the noise cancels."""
        shift, noise = self.law(paths)
        (a, b), (_, c) = matmul_exact(noise, noise.T)
        x, y = matmul_exact(shift, np.array([Fraction(1), Fraction(sign)], dtype=object))
        return (a * c - b * b) / (x * x * c - 2 * x * y * b + y * y * a)

    def rows(self, paths: int) -> list[list[Term]]:
        """Return the rows of W for two states, of Q(s_0) and Q(s_1) - alpha gamma Q(s_0), as formulas."""
        one, other = op("neg", "alpha"), op("*", "alpha", 1 if self.printed else "gamma")
        gap: list[Term] = [0, 0] if paths > 1 else []
        rows: list[list[Term]] = [[one, other, *gap], [*gap, other, one]]
        added: list[list[Term]] = [[1, 0], [op("neg", op("*", "alpha", "gamma")), 1]]  # a table released with Q
        pairs = zip(rows, added, strict=True)
        if self.release == FRESH:
            return [[*row, *more] for row, more in pairs]
        if self.release == KEPT:
            return [[*row[:-2], op("+", row[-2], more[0]), op("+", row[-1], more[1])] for row, more in pairs]
        return rows


def identity(n: int) -> Array:
    """Return the identity matrix."""
    return np.array([[Fraction(int(i == j)) for j in range(n)] for i in range(n)], dtype=object)


def vertices(n: int) -> list[Array]:
    """Return all vectors with entries 1 and -1, one of each pair d, -d."""
    return [np.array([Fraction(1), *map(Fraction, rest)], dtype=object) for rest in product((1, -1), repeat=n - 1)]


RELEASED = {
    "released-without-noise": PLAIN,
    "released-with-fresh-noise": FRESH,
    "released-with-training-noise": KEPT,
}
STILL = Cycle(PLAIN, states=1, updates=4)
LARGEST = r"largest $\sigma^2\mu^2$ over neighbouring rewards, with $J = 1$ and with the $J$ of the case"
SMALLEST = r"$1/(\sigma\mu)^2$ for $r' = r + 1$ with $J = 1$, and the smallest one over all $r'$ with $J = 2$"


@claim("dpdqn/j1-best-privacy", reading="released-without-noise", sound={"one state": {"run": STILL}})
@claim(
    "dpdqn/j1-best-privacy",
    reading="released-with-fresh-noise",
    sound={"one state": {"run": replace(STILL, release=FRESH)}},
)
@claim(
    "dpdqn/j1-best-privacy",
    reading="released-with-training-noise",
    sound={"one state, released without noise": {"run": STILL}},
)
def best_privacy(trial: Trial, *, run: Cycle | None = None) -> Iterator[Finding]:
    """Compare the largest mu over neighbouring rewards with one path and with a path for each update."""
    if run is not None:
        yield _compared(run, run.updates)
        return
    swap = Cycle(RELEASED[trial.reading])
    yield replace(_compared(swap, 2), certificate=_certificate(trial, swap))
    if swap.release == PLAIN:
        silent = Cycle(PLAIN, printed=True)
        smallest = min(silent.inverse(2, sign) for sign in (1, -1))
        found = exact(_case(silent, 2), silent.inverse(1, 1), ">=", smallest, quantity=SMALLEST)
        yield replace(found, certificate=_certificate(trial, silent))
        yield one_state_table()


def _case(x: Cycle, paths: int) -> str:
    return f"{x.name}, $J = {paths}$"


def _compared(x: Cycle, paths: int) -> Evidence:
    return exact(_case(x, paths), x.worst(1), "<=", x.worst(paths), quantity=LARGEST)


def _certificate(trial: Trial, x: Cycle) -> Certificate:
    """Certify that with J = 1 the best vertex is told apart better than each is with J = 2."""
    names = {1: "one", 2: "two"}
    constants: dict[str, Term] = {"alpha": x.alpha, "gamma": x.gamma}
    for paths, name in names.items():
        first, second = x.rows(paths)
        pairs = {"00": (first, first), "01": (first, second), "11": (second, second)}
        constants |= {f"{name}_{key}": _dot(*pair) for key, pair in pairs.items()}
    best = 1 if x.release != KEPT else -1
    conclusion = relation(_inverse("one", best), "<", op("min", _inverse("two", 1), _inverse("two", -1)))
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=f"With $J = 2$ no neighbouring rewards are told apart as well as some are with $J = 1$: {x.name}, "
        f"released {x.release}.",
        constants=used(constants, [conclusion]),
        notes=[
            "Line 22 at t = 0: Q(s_0) = alpha (r_0 - g(s_0) + c g(s_1)); at t = 1: Q(s_1) = alpha (r_1 + gamma Q(s_0) "
            f"- h(s_1) + c h(s_0)), with h = g for J = 1 and a new table h for J = 2, "
            f"c = {'1' if x.printed else 'gamma'}. Q is released {x.release}.",
            "one_00, one_01, one_11 (two_..) are the covariances of the entries at s_0, and at s_1 minus alpha gamma "
            "times that at s_0, in units of the variance of the noise, for J = 1 (J = 2). Rewards that differ by (1, "
            "e), e = 1 or -1, move the two by alpha (1, e). Each side is 1/(sigma mu)^2; mu^2 is convex in the "
            "difference, so that the vertices decide.",
        ],
        conclusion=conclusion,
    )


def _dot(x: Sequence[Term], y: Sequence[Term]) -> Expression:
    products = [op("*", a, b) for a, b in zip(x, y, strict=True) if 0 not in (a, b)]
    return op("+", 0, *products)


def _inverse(name: str, sign: int) -> Expression:
    """Return 1/(sigma mu)^2 for rewards that differ by (1, sign): det S/(alpha^2 (S_11 - 2 sign S_01 + S_00))."""
    a, b, c = (f"{name}_{key}" for key in ("00", "01", "11"))
    shifted = op("+", a, op("*", -2 * sign, b), c)
    return op("/", op("-", op("*", a, c), op("*", b, b)), op("*", "alpha", "alpha", shifted))


def one_state_table() -> Table:
    """Return mu and epsilon of one state with the values of Appendix E.3, for one path and a path for each update."""
    sigma, alpha, T = 0.32, Fraction(3, 10**4), 78
    needed = mu_of(NINE, Fraction(1, 10**4))
    rows: list[list[str]] = []
    for gamma in (Fraction(0), HALF, NINE, Fraction(999, 1000)):
        training = Cycle(PLAIN, 1, T, alpha, gamma)
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
        r"noise that $(0.9, 10^{-4})$ would need. Here one path is best: fresh paths average out, the reward does not.",
    )


Share = Callable[[int], Expression]


def with_factor(paths: int) -> Expression:
    """Return delta + J exp(..), the second parameter of Theorem 5."""
    return PROMISE


def with_quotient(paths: int) -> Expression:
    """Return the same with the tail divided by J^2, which would favour many paths."""
    return op("+", "delta", op("/", op("-", PROMISE, "delta"), paths**2))


@claim(
    "dpdqn/j1-best-privacy", reading="printed-parameter", broken={"the tail divided by $J$": {"share": with_quotient}}
)
def printed_parameter(trial: Trial, *, share: Share = with_factor) -> Iterator[Evidence]:
    """Compare the printed parameter at J = 1 with larger J."""
    for paths in (2, 78, 5000):
        left, right = (enclose(share(J), {**UNNOISED, "J": J}) for J in (1, paths))
        yield ball(f"$J = {paths}$", left, "<", right, quantity="the parameter for $J = 1$ and for this $J$")
