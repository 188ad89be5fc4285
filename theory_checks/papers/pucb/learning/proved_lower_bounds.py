r"""Lower bounds for epsilon-JDP agents that are proved: linear in S and H, with ln A in place of A.

They are linear in 1/alpha too, and inverse to epsilon in the regret, to e^epsilon - 1 in the sample complexity. Take
k = S - 2 states in which an episode starts, each of probability q/k (with probability 1 - q it starts in the bad
state). In state i the first action c_i leads to a state that pays 1 at each of the R = H - 1 other steps, any other
action to the bad state, which pays nothing. Let c be uniform on {1..A}^k. Of m earlier users who started in state i
only the answers depend on c_i, and the first action of a later user is seen by all of them but itself, so that JDP,
applied m times and both ways, gives for c, c' that differ in place i, with rho = e^epsilon,

    rho^-m P_c'(action b) <= P_c(action b) <= rho^m P_c'(action b),   hence
    mean of P(wrong) >= F(m) = (A - 1)/(A - 1 + rho^m).

Users need not come from one MDP. Let j = floor(m/2) of them answer for a, j for b, and the last one, if m is odd, for
either: from there it is j changes to all-a or to all-b, and 1 or a change of one user between the two, which gives

    mean of P(wrong) >= L(m) = rho^-j/2 (m even),   rho^-j/(1 + rho) (m odd).

F sums to more than ln A/epsilon over m = 0, 1, ..., so that with q = 1, M ~ Bin(T, 1/k) visits to each state and
u = 1 - 1/rho some c has

    Regret(T) >= R k E sum_(j < M) max(F(j), L(j)) >= R k (ln A/epsilon - (A - 1)/u exp(-T u/k)).

The agents of the cases are real ones. The one that commits is epsilon-JDP: its first n episodes are coins, then for
each state it draws one action with P proportional to rho^(votes/2), to keep it. A vote changes these probabilities by a
factor of at most sqrt(rho), and a user who is exchanged takes at most one vote away and adds at most one, in the same
state or in another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, product
from math import comb, isqrt

from flint import arb

from tabular.privacy.arguments import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.exhibits import Figure, Series

# P(wrong first action) in episodes 1..T in a state with this share of the users, from A, rho = e^epsilon, share, T
Play = Callable[[int, Fraction, Fraction, int], list[Fraction]]


def by_visits(wrong: Callable[[int], Fraction], share: Fraction, T: int) -> list[Fraction]:
    """Return E wrong(m) for t = 0..T-1, m ~ Bin(t, share) being the earlier users in the state."""
    values, law, found = [wrong(m) for m in range(T)], [Fraction(1)], list[Fraction]()
    for _ in range(T):
        found.append(sum((w * x for w, x in zip(law, values, strict=False)), Fraction(0)))
        moves = zip([*law, Fraction(0)], [Fraction(0), *law], strict=True)
        law = [stay * (1 - share) + come * share for stay, come in moves]
    return found


def uniform(A: int, rho: Fraction, share: Fraction, T: int) -> list[Fraction]:
    """Return (A - 1)/A: the agent does not learn."""
    return [1 - Fraction(1, A)] * T


def untried(m: int, A: int) -> Fraction:
    """Return max(0, 1 - (m + 1)/A), P(wrong) after m users if actions are tried in random order until one is right."""
    return max(Fraction(0), 1 - Fraction(m + 1, A))


def trying(A: int, rho: Fraction, share: Fraction, T: int) -> list[Fraction]:
    """Try actions in random order until the right one is found, without privacy."""
    return by_visits(lambda m: untried(m, A), share, T)


@dataclass(frozen=True)
class Commit:
    """Play uniformly in the first part of the episodes, then draw an action for each state, with P ~ rho^(votes/2).

    A good answer is a vote for the action; with two actions a bad answer is one for the other. epsilon-JDP.
    """

    part: Fraction

    def __call__(self, A: int, rho: Fraction, share: Fraction, T: int) -> list[Fraction]:
        """Return P(wrong): (A - 1)/A, and after n episodes its mean over Bin(n, ..) votes for the right action."""
        n = int(self.part * T)
        return [1 - Fraction(1, A)] * n + [self.after(A, rho, share, n)] * (T - n)

    @staticmethod
    def after(A: int, rho: Fraction, share: Fraction, n: int) -> Fraction:
        """Return P(wrong) after n uniform episodes."""
        votes, root = share if A == 2 else share / A, square_root(rho)
        terms = (comb(n, j) * votes**j * (1 - votes) ** (n - j) * by_all(j, A, root) for j in range(n + 1))
        return sum(terms, Fraction(0))


def square_root(rho: Fraction) -> Fraction:
    """Return the rational square root."""
    root = Fraction(isqrt(rho.numerator), isqrt(rho.denominator))
    if root**2 != rho:
        raise ValueError(f"rho must be the square of a rational number, got {rho}")
    return root


def by_all(m: int, A: int, rho: Fraction) -> Fraction:
    """Return F(m) = (A - 1)/(A - 1 + rho^m), a lower bound of the mean P(wrong): all m users change their answer."""
    return (A - 1) / (A - 1 + rho**m)


def by_half(m: int, rho: Fraction) -> Fraction:
    """Return L(m) = rho^-floor(m/2)/(1 + rho^(m mod 2)), another one: half of them do."""
    return 1 / (rho ** (m // 2) * (1 + rho ** (m % 2)))


def floor(m: int, A: int, rho: Fraction) -> Fraction:
    """Return the larger bound."""
    return max(by_all(m, A, rho), by_half(m, rho))


def the_bound(A: int, rho: Fraction, share: Fraction, T: int) -> list[Fraction]:
    """Return the mean of max(F(m), L(m)): no agent, but what none goes below."""
    return by_visits(lambda m: floor(m, A, rho), share, T)


def total(play: Play, k: int, A: int, rho: Fraction, T: int) -> Fraction:
    """Return the sum over T episodes for q = 1: the mean regret for R = 1."""
    return sum(play(A, rho, Fraction(1, k), T), Fraction(0))


def long_run(start: int, A: int, rho: Fraction) -> arb:
    """Return ln(1 + (A - 1) rho^-start)/epsilon, the integral of F from start, at most its sum; ln(A)/epsilon for 0."""
    return (1 + ball_of((A - 1) / rho**start)).log() / ball_of(rho).log()


def not_yet(k: int, A: int, rho: Fraction, T: int) -> arb:
    """Return (A - 1)/u exp(-T u/k), u = 1 - 1/rho, which bounds what episodes after T add for each state."""
    u = 1 - 1 / rho
    return ball_of((A - 1) / u) * ball_of(-T * u / k).exp()


ROOTS = (Fraction(1), Fraction(21, 20), Fraction(3, 2))  # of rho
CASES = list(product((1, 2, 3), (2, 5), (root**2 for root in ROOTS)))
PRIVATE: dict[str, Play] = {
    "uniform actions": uniform,
    "committing after a quarter of the episodes": Commit(Fraction(1, 4)),
    "committing after half of the episodes": Commit(Fraction(1, 2)),
}


@claim(
    "pucb/lower-regret/repaired", broken={"trying actions one by one, without privacy": {"agents": {"trying": trying}}}
)
def lower_regret_repaired(trial: Trial, *, agents: dict[str, Play] | None = None) -> Iterator[Finding]:
    """Compare the exact mean regret of agents with the first bound, and this one with the second."""
    T = 40 if trial.full else 16
    for (name, agent), (k, A, rho) in product((agents or PRIVATE).items(), CASES):
        yield exact(
            f"{name}: $S = {k + 2}$, $A = {A}$, $e^\\varepsilon = {rho}$, $H = 2$, $T = {T}$",
            total(agent, k, A, rho, T),
            ">=",
            total(the_bound, k, A, rho, T),
            quantity="mean regret over all $A^k$ MDPs, and the bound",
        )
    for sizes in product((1, 3), (2, 5), (Fraction(3, 2), Fraction(20))):
        yield _two_bounds(*sizes, 2 * T)
    yield _regret_figure()


def _two_bounds(k: int, A: int, rho: Fraction, T: int) -> Evidence:
    return ball(
        f"the two bounds: $S = {k + 2}$, $A = {A}$, $e^\\varepsilon = {rho}$, $H = 2$, $T = {T}$",
        ball_of(sum(by_visits(lambda m: by_all(m, A, rho), Fraction(1, k), T), Fraction(0))),
        ">=",
        k * (long_run(0, A, rho) - not_yet(k, A, rho, T)),
        quantity=r"$\sum_{t<T}\mathbb{E}F(m)$, and $(S-2)(\frac{\ln A}{\varepsilon} - \frac{A-1}{u}e^{-Tu/(S-2)})$",
    )


def _regret_figure() -> Figure:
    rho, T = Fraction(121, 100), 60
    x = list(range(1, T + 1))
    lines: list[Series] = []
    for k in (1, 2):
        share = Fraction(1, k)
        after = [Commit.after(2, rho, share, n) for n in range(T + 1)]
        losses = [min(Fraction(n, 2) + (t - n) * after[n] for n in range(t + 1)) for t in x]
        bounds = accumulate(the_bound(2, rho, share, T))
        for label, values in (("committing at the best time", losses), ("proved bound", bounds)):
            lines.append(Series(label=f"{label}, $S = {k + 2}$", x=x, y=[round(float(v), 9) for v in values]))
    return Figure(
        title="Regret that privacy makes unavoidable",
        x_label="$T$",
        y_label="regret",
        series=lines,
        caption=r"$A = H = 2$, $e^\varepsilon = 121/100$: two actions in each state, one of which pays 1. The private "
        "agent plays uniformly, then commits, at the time that is best for each $T$. Without privacy one answer in "
        "each state would be enough: a regret of 1/2 for each state.",
    )


@claim("pucb/lower-pac/repaired", broken={"trying actions one by one, without privacy": {"agents": {"trying": trying}}})
def lower_pac_repaired(trial: Trial, *, agents: dict[str, Play] | None = None) -> Iterator[Finding]:
    """Bound the expected mistakes of agents from their exact E X, and compare with a third of tau."""
    tested = agents or {**PRIVATE, "the bound $F$ itself, no agent": _only_f}
    cases = product((1, 3), (4, 20), (Fraction(441, 400), Fraction(9, 4)), (Fraction(1), Fraction(1, 2)))
    for (name, agent), (k, A, rho, q) in product(tested.items(), list(cases)):
        tau = k * ball_of(A - 1).log() / ball_of(q * (rho - 1))
        N = int(float(tau.lower())) + 1
        if not trial.full and N > 60:  # long sums of fractions
            continue
        case = f"{name}: $S = {k + 2}$, $A = {A}$, $e^\\varepsilon = {rho}$, $q = 4\\alpha/R = {q}$"
        yield _pac_case(case, tau, agent(A, rho, q / k, N))


def _only_f(A: int, rho: Fraction, share: Fraction, T: int) -> list[Fraction]:
    return by_visits(lambda m: by_all(m, A, rho), share, T)


def _pac_case(case: str, tau: arb, failures: list[Fraction]) -> Evidence:
    likely = sum((max(Fraction(0), (4 * f - 1) / 3) for f in failures), Fraction(0))
    return ball(
        case,
        ball_of(likely),
        ">=",
        tau / 3,
        quantity=r"$\sum_{t \leq N} (4\,\mathbb{E}X_t - 1)/3$, at most the mean number of mistakes, and $\tau/3$",
    )
