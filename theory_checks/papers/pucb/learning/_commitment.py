"""Players that try and then commit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb, isqrt

from flint import arb

from tabular.numbers.balls import ball as ball_of

# P(wrong first action) in episodes 1..T in a state with this share of the users, from A, rho = e^epsilon, share, T
Play = Callable[[int, Fraction, Fraction, int], list[Fraction]]


def by_visits(wrong: Callable[[int], Fraction], share: Fraction, T: int) -> list[Fraction]:
    """Return E wrong(m) for t = 0..T-1, m ~ Bin(t, share) being the earlier users in the state."""
    values, law, means = [wrong(m) for m in range(T)], [Fraction(1)], list[Fraction]()
    for _ in range(T):
        means.append(sum((w * x for w, x in zip(law, values, strict=False)), Fraction(0)))
        moves = zip([*law, Fraction(0)], [Fraction(0), *law], strict=True)
        law = [stay * (1 - share) + come * share for stay, come in moves]
    return means


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
