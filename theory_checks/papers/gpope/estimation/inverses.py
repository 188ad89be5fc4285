r"""The inverses of Equation (6.1), of C and of A' C^-1 A, for tabular features of the chain of Section 7.

One feature for each state makes C = D, the weights of the states in which transitions start. No transition starts in
the absorbing state, whose weight is 0. With one feature for each of the other n states

    A[s, s] = D_s - gamma (weight of the transitions that stay) >= (1 - gamma) D_s,     A[s, s+1] = -gamma (those on),

so A is triangular and, like A' C^-1 A, invertible exactly if C is: if every state has a transition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
from flint import acb_mat, arb, arb_mat, ctx

from tabular.evaluation import Moments, chain_moments
from tabular.mdp.instances import recovery_chain
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.papers.gpope.estimation._off_policy_worlds import HALF, ONE, ZERO, Comparisons, World, identity
from theory_checks.papers.gpope.estimation._projections import hessian, rank

Features = Callable[[int], World]
DISCOUNT, BITS = Fraction(99, 100), 192


def without_absorbing(n: int) -> World:
    """Return the chain with n states before the last, one feature for each of them, a uniform start."""
    one, start = [[ONE]] * (n + 1), [Fraction(1, n)] * n + [ZERO]
    phi = [*identity(n), [ZERO] * n]
    return World(f"{n + 1} states", recovery_chain(n + 1, HALF, DISCOUNT), one, one, phi, start, None, (n,))


def with_absorbing(n: int) -> World:
    """Return the same with one feature for each of the n + 1 states."""
    return replace(without_absorbing(n), phi=identity(n + 1))


def late_start(n: int) -> World:
    """Return the chain without a start in its first state, if there is another one."""
    world, others = without_absorbing(n), max(1, n - 1)
    return replace(world, start=[*[ZERO] * (n - others), *[Fraction(1, others)] * others, ZERO])


def ranks(moments: Moments) -> Comparisons:
    """Compare the ranks of C and of A' C^-1 A, if there is one, with the number of features."""
    n = moments.size
    pairs: Comparisons = {"rank of C": (rank(moments.C), "==", n)}
    if rank(moments.C) == n:
        pairs["rank of A'C^-1 A"] = (rank(hessian(moments)), "==", n)
    return pairs


@claim(
    "gpope/c-invertible",
    reading="forty-features",
    sound={"no feature for the absorbing state": {"features": without_absorbing}},
)
def forty_features(trial: Trial, *, features: Features = with_absorbing) -> Iterator[Evidence]:
    """Compare the ranks with the number of features."""
    for n in (1, 2, 39):
        world = features(n)
        pairs = ranks(world.moments("sum"))
        yield exact_all(world.name, pairs, quantity="ranks", certificate=_absorbing_certificate(trial, n))


def _absorbing_certificate(trial: Trial, n: int) -> Certificate:
    return instance(
        trial.formal,
        f"Chain of {n + 1} states, one feature for each: the row of $C$ for the absorbing state is 0.",
        {"n": n, "s": n},
    )


@claim(
    "gpope/c-invertible",
    reading="thirty-nine-features",
    broken={
        "a feature for the absorbing state": {"features": with_absorbing},
        "no trajectory starts in the first state": {"features": late_start},
    },
    near=("a feature for the absorbing state", "no trajectory starts in the first state"),
)
def thirty_nine_features(trial: Trial, *, features: Features = without_absorbing) -> Iterator[Finding]:
    """Decide the ranks for plain sums, and the signs of the diagonals for the weight 1/length."""
    for n in (1, 2, 5, 39):
        yield exact_all(f"{n + 1} states, plain sums", ranks(features(n).moments("sum")), quantity="ranks")
    for discount in (DISCOUNT, ONE):
        m = chain_moments(39, HALF, discount, bits=BITS)
        for name, matrix in (("A", m.A), ("C", m.C)):
            least = min((matrix[s, s] for s in range(39)), key=float)
            yield ball(
                f"40 states, weight 1/length, $\\gamma = {discount}$",
                least,
                ">",
                arb(0),
                quantity=f"diagonal of ${name}$",
            )
    yield _spectrum_table(trial)


def rows_of_absorbing(n: int, steps: int) -> World:
    """Return the chain with a feature for each state, transitions recorded for a fixed number of steps."""
    return replace(with_absorbing(n), ends=(), horizon=steps)


def one_step(n: int, steps: int) -> World:
    """Return the same cut after one step, before the absorbing state is left."""
    del steps
    return rows_of_absorbing(n, 1)


@claim(
    "gpope/c-invertible",
    reading="absorbing-rows",
    broken={"cut after one step": {"recorded": one_step}},
    near=("cut after one step",),
)
def absorbing_rows(trial: Trial, *, recorded: Callable[[int, int], World] = rows_of_absorbing) -> Iterator[Evidence]:
    """Decide the ranks."""
    del trial
    for n, steps in ((1, 2), (2, 2), (2, 5), (39, 2)):
        yield exact_all(f"{n + 1} states, $T = {steps}$", ranks(recorded(n, steps).moments()), quantity="ranks")


Walk = tuple[int, ...]


@dataclass(frozen=True)
class Data:
    """The states of trajectories of a chain with n states before the last."""

    name: str
    n: int
    walks: tuple[Walk, ...]

    @property
    def moments(self) -> Moments:
        """Return A, b and C summed over all transitions, one feature for each of the n states."""
        A, C = (np.full((self.n, self.n), ZERO, dtype=object) for _ in range(2))
        for walk in self.walks:
            for s, t in pairwise(walk):
                C[s, s] += 1
                A[s, s] += 1
                if t < self.n:
                    A[s, t] -= DISCOUNT
        return Moments(A, np.full(self.n, ZERO, dtype=object), C)


def incomplete(n: int) -> Data:
    """Return a trajectory that starts behind the first state."""
    return Data(f"{n + 1} states, one trajectory that starts in state 1", n, (tuple(range(1, n + 1)),))


def complete(n: int) -> Data:
    """Return a trajectory that starts in the first state and waits there once."""
    return Data(f"{n + 1} states, one trajectory through all", n, ((0, *range(n + 1)),))


@claim("gpope/c-invertible", reading="of-the-data", sound={"a trajectory through all states": {"outside": complete}})
def of_the_data(trial: Trial, *, outside: Callable[[int], Data] = incomplete) -> Iterator[Evidence]:
    """Decide the ranks for data that visit all states and for data that do not."""
    for n in (2, 39):
        data = complete(n)
        yield exact_all(data.name, ranks(data.moments), quantity="ranks")
    for n in (2, 39):
        data = outside(n)
        C = data.moments.C
        certificate = _data_certificate(trial, data)
        yield exact(data.name, rank(C), "==", n, quantity="rank of $C$", certificate=certificate)


def _data_certificate(trial: Trial, data: Data) -> Certificate:
    says = f"{data.name}: the data hold no transition out of state 0, and the row of $C$ for it is 0."
    certificate = instance(trial.formal, says, {"n": data.n, "s": 0}, own={"entry": {"walk": "walk"}})
    return replace(certificate, objects={"walk": data.walks[0]})


def _spectrum_table(trial: Trial) -> Table:
    """Tabulate the condition of C, and the eigenvalues of H and Q for the printed weights and for the true moves."""
    printed = chain_moments(39, HALF, DISCOUNT, bits=BITS)
    rows: list[list[str]] = []
    with ctx.workprec(BITS):
        C, A = arb_mat(printed.C.tolist()), arb_mat(printed.A.tolist())
        weights = [C[s, s] for s in range(39)]
        gamma = arb(99) / 100
        true = arb_mat(
            [[x * (int(s == t) - gamma * int(t in (s, s + 1)) / 2) for t in range(39)] for s, x in enumerate(weights)]
        )
        for name, matrix in (("weight 1/length, as printed", A), (r"$D(I-\gamma P)$, the same $D$", true)):
            values = _eigenvalues(matrix.transpose() * C.solve(matrix))
            row = [name, _rounded(weights[-1] / weights[0]), _rounded(values[0]), _rounded(values[-1])]
            rows.append([*row, _complex(matrix, C) if trial.full else "full profile only"])
    return Table(
        title=r"The matrices of the chain, 39 features, $\gamma = 99/100$",
        columns=["$A$", r"$\kappa(C)$", r"$\lambda_{\min}(H)$", r"$\lambda_{\max}(H)$", "eigenvalues of $Q$, not real"],
        rows=rows,
        caption=r"$H = A^\top C^{-1}A$; the digits are those of enclosures.",
    )


def _eigenvalues(H: arb_mat) -> list[arb]:
    """Return the eigenvalues of a symmetric matrix, which are real, in order."""
    return sorted((z.real for z in acb_mat(H).eig()), key=float)


def _complex(A: arb_mat, C: arb_mat) -> str:
    """Return how many eigenvalues of Q have an enclosure away from the real line."""
    n = A.nrows()
    Q = acb_mat(2 * n, 2 * n)
    for i in range(n):
        for j in range(n):
            Q[i, n + j], Q[n + i, j], Q[n + i, n + j] = -A[j, i], A[i, j], C[i, j]
    return f"{sum(not z.imag.contains(0) for z in Q.eig())} of {2 * n}"


def _rounded(x: arb) -> str:
    return str(x.str(4, radius=False))
