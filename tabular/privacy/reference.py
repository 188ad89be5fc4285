"""Certified reference values of the Gaussian privacy curve, for this library and for others.

Every entry is a number that balls enclose: |value - truth| is at most one unit of the last printed digit. The arguments
are exact rationals; mu is given by its square, so that compositions are exact too.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from flint import arb

from tabular.privacy.composition import root_ball
from tabular.privacy.gaussian_balls import delta_ball, epsilon_ball, mu_ball


@dataclass(frozen=True)
class ReferenceValue:
    """One number: delta_G at (epsilon, mu), its inverse epsilon at (delta, mu), or its inverse mu at (epsilon, delta).

    ``arguments`` are in this order, with mu^2 in place of mu.
    """

    says: str
    quantity: Literal["delta", "epsilon", "mu"]
    arguments: tuple[Fraction, Fraction]
    value: str

    def enclosure(self, bits: int = 128) -> arb:
        """Return a ball of the number, recomputed."""
        first, second = self.arguments
        if self.quantity == "mu":
            return mu_ball(first, second, bits)
        compute = delta_ball if self.quantity == "delta" else epsilon_ball
        return compute(first, root_ball(second, bits), bits)

    def last_digit(self) -> Fraction:
        """Return one unit of the last printed digit."""
        mantissa, _, exponent = self.value.partition("e")
        return Fraction(10) ** (int(exponent or 0) - len(mantissa.partition(".")[2]))


def _delta(says: str, epsilon: str, mu_squared: str, value: str) -> ReferenceValue:
    return ReferenceValue(says, "delta", (Fraction(epsilon), Fraction(mu_squared)), value)


def _epsilon(says: str, delta: str, mu_squared: str, value: str) -> ReferenceValue:
    return ReferenceValue(says, "epsilon", (Fraction(delta), Fraction(mu_squared)), value)


def _mu(says: str, epsilon: str, delta: str, value: str) -> ReferenceValue:
    return ReferenceValue(says, "mu", (Fraction(epsilon), Fraction(delta)), value)


REFERENCE: tuple[ReferenceValue, ...] = (
    _delta("one mechanism with mu = 1", "1", "1", "0.126936737506643945800829624758"),
    _delta("half the noise-to-sensitivity ratio", "9/10", "1/4", "0.0109305182001487472266122543427"),
    _delta("total variation at mu = 1", "0", "1", "0.382924922548026207275409221217"),
    _delta(
        "a tiny mu, where the two terms of the formula agree in six digits",
        "0",
        "1e-12",
        "3.98942280401416055344929334196e-7",
    ),
    _delta("near certainty: 1 - delta is 2.5e-23", "1", "400", "0.999999999999999999999974904762"),
    _delta("the tail at ten standard deviations", "10", "1", "9.81270582684695594922331111863e-23"),
    _delta("the tail at thirty standard deviations", "30", "1", "4.70932631809752219698194729848e-193"),
    _delta("epsilon beyond every exponential in doubles", "10000", "10000", "7.20270679604130828129360639027e-546"),
    _epsilon("one mechanism with mu = 1", "1e-5", "1", "4.37717809568122462765011629324"),
    _epsilon("50 compositions at sigma = 2, sensitivity 1", "1e-6", "25/2", "22.4245158273918916848829320623"),
    _epsilon("1000 compositions at sigma = 100, sensitivity 1", "1e-9", "1/10", "1.78802482694098451202552571937"),
    _epsilon("12 entries, step 1/2, 4 updates, sigma = 20", "1e-4", "3/100", "0.511725112773798469062962509275"),
    _epsilon("one release at sigma = 0.32, sensitivity 1", "1e-4", "625/64", "15.8496650865510384341083222056"),
    _epsilon("one release at sigma = 0.32, sensitivity 10", "1e-4", "62500/64", "603.555936288555396597210069482"),
    _epsilon(
        "one release at sigma = 0.32, sensitivity 1000", "1e-4", "625000000/64", "4894433.42711165398634259445174"
    ),
    _epsilon("a delta near the smallest double", "1e-300", "1", "37.4488479121391049410193639144"),
    _mu("largest mu at (0.9, 1e-4)", "9/10", "1e-4", "0.285961021121546463306017636769"),
    _mu("largest mu at (0.45, 1e-4)", "9/20", "1e-4", "0.154488535307661112953914359594"),
    _mu("largest mu at (0.9, 5e-5)", "9/10", "5e-5", "0.271189556676301965707179231013"),
    _mu("largest mu at (0.45, 5e-5)", "9/20", "5e-5", "0.145531329834469171009838770364"),
    _mu("largest mu at (1, 1e-5)", "1", "1e-5", "0.268051123211294217903035572370"),
    _mu("largest mu at (8, 1e-9)", "8", "1e-9", "1.26224846496043320937984942899"),
    _mu("largest mu at (10000, 1e-9)", "10000", "1e-9", "135.557590884347987741202805584"),
)
