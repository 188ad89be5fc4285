"""Mechanisms with a theorem, and the smallest noise for a wanted (epsilon, delta).

    function released once   f + (g_a), independent paths g_a ~ G(0, sigma^2 K): exactly a Gaussian mechanism with
                             mu^2 = sum_a ||f_a - f'_a||^2 / sigma^2 (Cameron and Martin)
    noise fed through        Y_{j+1} = U(Y_j, data) + fresh noise, T times, with ||U(y, data) - U(y, data')|| <= Delta
                             for every y: all of Y_1 .. Y_T together, and whatever is computed from them, lose no more
                             than a Gaussian mechanism with mu^2 = T Delta^2 / sigma^2

In the tabular cases the data are rewards with ||r - r'||_inf <= 1 and the noise is independent N(0, sigma^2) in each of
the n m entries; there both values of mu are attained by r' = r + 1. Noise that only enters the targets of an update,
while the table itself is carried on and released without noise, is covered by neither.

Randomised response among public answers needs no Gaussian noise: `tabular.privacy.response` has its theorem.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import nextafter
from sys import float_info
from typing import Any, overload

from flint import arb, ctx

from tabular.errors import must, needed, show
from tabular.numbers.arguments import count, finite_nonnegative, positive
from tabular.numbers.balls import ball
from tabular.numbers.exact import Exact, exact_sum
from tabular.privacy.calibrate import calibrate_gaussian
from tabular.privacy.response import PrivateResponse, RandomisedResponse, calibrate_response

_ROOT_BITS = 128  # far more than a double has, so that the last bit of one is right


@dataclass(frozen=True)
class Mechanism:
    """A mechanism that loses no more than a Gaussian one with mu^2 = squared_sensitivity / sigma^2.

    The functions of this module make those for which that is proved above. Who makes another one states that it holds.
    """

    description: str
    squared_sensitivity: Fraction

    def dp_event(self, sigma: Exact) -> Any:
        """Return the event of dp-accounting with this noise: one Gaussian mechanism, of a mu that is no smaller.

        Its noise multiplier 1/mu = sigma / sqrt(squared_sensitivity) is rounded down to a double.
        """
        events = needed("dp_accounting", "dp_event()")
        scale = finite_nonnegative("sigma", sigma)
        if self.squared_sensitivity == 0:
            return events.NoOpDpEvent()
        return events.GaussianDpEvent(_root_below(scale**2 / self.squared_sensitivity))


@dataclass(frozen=True)
class PrivateNoise:
    """The noise scale of a mechanism for a wanted (epsilon, delta), and enclosures of mu and of the delta it spends."""

    sigma: float
    mechanism: Mechanism
    epsilon: Exact
    delta: Exact
    mu: arb
    spent: arb

    def dp_event(self) -> Any:
        """Return the event of dp-accounting, to be composed there with others."""
        return self.mechanism.dp_event(self.sigma)


def function_release(norms_squared: Sequence[Exact]) -> Mechanism:
    """Return the release of functions (f_a), once, each with its own fresh path of the kernel of the norms.

    ``norms_squared`` holds the largest ||f_a - f'_a||^2 of neighbouring data, one for each function.
    """
    return Mechanism("functions released once, each through a fresh path", _total(norms_squared))


def fed_through(norms_squared: Sequence[Exact], updates: int) -> Mechanism:
    """Return ``updates`` updates of functions, each followed by fresh paths which are carried on with the functions.

    ``norms_squared`` holds the largest ||U_a(y, data) - U_a(y, data')||^2 of one update over all y.
    """
    times = count("updates", updates)
    return Mechanism(
        f"{times} updates, each followed by fresh paths that are carried on", times * _total(norms_squared)
    )


def action_values_release(n_states: int, n_actions: int, discount: Exact) -> Mechanism:
    """Return the release of the table Q*_r + noise, once: mu^2 = n m / ((1 - gamma) sigma)^2."""
    gamma = finite_nonnegative("discount", discount)
    if gamma >= 1:
        raise must("discount", "be below 1", show(discount))
    squared = Fraction(count("n_states", n_states) * count("n_actions", n_actions)) / (1 - gamma) ** 2
    return Mechanism("optimal action values released once with a table of noise", squared)


def private_value_updates(n_states: int, n_actions: int, step_size: Exact, updates: int) -> Mechanism:
    """Return T updates Y <- (1 - a) Y + a (r + gamma P max Y) + noise, from a public table: mu^2 = a^2 n m T / sigma^2.

    The discount does not enter: an update moves by at most a in each entry, whatever the table was.
    """
    entries = count("n_states", n_states) * count("n_actions", n_actions)
    alpha, times = positive("step_size", step_size), count("updates", updates)
    return Mechanism(f"{times} updates of a table with step size {alpha} and fresh noise", alpha**2 * entries * times)


@overload
def calibrate(epsilon: Exact, delta: Exact, mechanism: Mechanism) -> PrivateNoise: ...


@overload
def calibrate(epsilon: Exact, delta: Exact, mechanism: RandomisedResponse) -> PrivateResponse: ...


def calibrate(
    epsilon: Exact, delta: Exact, mechanism: Mechanism | RandomisedResponse
) -> PrivateNoise | PrivateResponse:
    """Return the smallest double sigma that is proved to make a mechanism (epsilon, delta)-private.

    The proof is what the mechanism states of its loss, and balls of exact rational arguments: ``calibrate_gaussian``.
    Of randomised response it is the largest probability of the true answer: ``calibrate_response``.
    """
    if isinstance(mechanism, RandomisedResponse):
        return calibrate_response(epsilon, delta, mechanism)
    if not isinstance(mechanism, Mechanism):  # pyright: ignore[reportUnnecessaryIsInstance]
        made = "function_release, fed_through, action_values_release, private_value_updates, randomised_response"
        raise must("mechanism", f"be a Mechanism, as made by {made}", show(mechanism))
    squared = finite_nonnegative("squared_sensitivity", mechanism.squared_sensitivity)
    # sqrt(p/q) is the sensitivity of p q compositions of 1/q each: so the root is never rounded.
    root = (Fraction(1, squared.denominator), squared.numerator * squared.denominator) if squared else (Fraction(0), 1)
    least = calibrate_gaussian(epsilon, delta, *root)
    return PrivateNoise(least.sigma, mechanism, epsilon, delta, least.mu, least.spent)


def _root_below(square: Fraction) -> float:
    """Return a double next to the root, and not above it."""
    with ctx.workprec(_ROOT_BITS):
        root = min(float(ball(square).sqrt().lower()), float_info.max)
    return root if Fraction(root) ** 2 <= square else nextafter(root, 0.0)


def _total(norms_squared: Sequence[Exact]) -> Fraction:
    if len(norms_squared) == 0:
        raise must("norms_squared", "have one entry for each function, at least one", "none")
    return exact_sum(finite_nonnegative("norms_squared", norm, f"at [{i}]") for i, norm in enumerate(norms_squared))
