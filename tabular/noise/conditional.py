"""The conditional laws of an Ornstein-Uhlenbeck path with unit variance, Cov(g(x), g(y)) = exp(-beta |x - y|).

With a = beta (x - left), b = beta (right - x) and E(c) = exp(-c) - 1, A = 1 - exp(-2a) = -E(a) (2 + E(a)), B alike,
C = 1 - exp(-2(a + b)) = A + B - AB:

    g(x) | g(left)            ~  N(exp(-a) g(left), A)
    g(x) | g(left), g(right)  ~  N((exp(-a) B g(left) + exp(-b) A g(right)) / C,  A B / C).

These are the textbook formulas sinh(b)/sinh(a+b), sinh(a)/sinh(a+b), 2 sinh(a) sinh(b)/sinh(a+b) without anything that
overflows or cancels. By the Markov property nothing but the two neighbours matters. The functions are plain Python and
are compiled as they are where speed counts.
"""

from __future__ import annotations

import math


def step(c: float) -> tuple[float, float]:
    """Return (weight, deviation) of g(x) given one neighbour at beta |x - y| = c: exp(-c) and sqrt(1 - exp(-2c))."""
    e = math.expm1(-c)
    return 1.0 + e, math.sqrt(-e * (2.0 + e))


def bridge(beta: float, left: float, right: float) -> tuple[float, float, float]:
    """Return (weight left, weight right, deviation) of g(x) given its neighbours at distances left, right > 0."""
    e_left, e_right = math.expm1(-beta * left), math.expm1(-beta * right)
    A, B = -e_left * (2.0 + e_left), -e_right * (2.0 + e_right)
    C = A + B * (1.0 - A)
    if C == 0.0:  # beta times the distances is below the smallest double: the path is a chord there
        return right / (left + right), left / (left + right), 0.0
    return (1.0 + e_left) * (B / C), (1.0 + e_right) * (A / C), math.sqrt(A / C * B)


def midpoint(c: float) -> tuple[float, float]:
    """Return (weight of each end, deviation) of the middle of an interval of length h, c = beta h / 2.

    The weight is 1/(2 cosh c), the variance tanh c.
    """
    decay = math.exp(-c)
    return decay / (1.0 + decay * decay), math.sqrt(math.tanh(c))
