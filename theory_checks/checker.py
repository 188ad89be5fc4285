"""The independent certificate checker: one file, Python standard library only, `python checker.py [--json] CERT.json ...`.

Exit status 0: every certificate is accepted; 1: one is refused; 2: a mistake in the call.

A certificate is a JSON object. Numbers are strings "p/q" or "p" (JSON integers only index and count; floats never occur).
  format "theory-checks/certificate", version 1, claim, reading, says (text: shown, never believed), notes [text] (same)
  constants {name: EXPR}      objects {name: MDP or nested array of numbers}
  facts [{"fact": key of FACTS, parameters...} or {"fact": "relation", "relation", "left": EXPR, "right": EXPR}]
  given [{"name", "theorem": key of LEMMAS, "parameters": {...}, "because": the proof in LEMMAS}]
  conclusion {"relation": one of < <= > >= = !=, "left": EXPR, "right": EXPR}
MDP: {"transitions": [action][state][state], "rewards": [action][state], "discount"}, rows sum to exactly 1, 0 <= discount < 1.
EXPR: a number, {"ref": name}, {"ref": array, "at": [i, ...]}, or {"op": key of OPERATIONS, "args": [EXPR, ...]}; an MDP M also
  offers M.transitions, M.rewards, M.discount, M.states, M.actions; {"op": "sum", "of": [array]} adds all entries and
  {"op": "dot", "of": [array, array]} the products of entries. Named expectations, Z_i independent N(0, 1):
  mean-max-normal = E max_i s_i Z_i and mean-abs-max-normal = E |max_i s_i Z_i|, args = scales s_i > 0, optional "copies" [k_i];
  bandit-regret, args [m, d], = d P(max of m - 1 standard normals > N + d).

Every fact is checked in exact rational arithmetic. A lemma checks its hypotheses on the data and yields an expression; one that
is only a bound may only stand alone on the side of the conclusion where it is sound. Rational expressions are exact; others
are enclosed in integer intervals scaled by 2**p, p growing until the relation is decided. `=` needs exact values on both sides.

Expectations: trapezoid sums of step h over t of w(t) = x G(x), x = e^t, G(x) = 1 - F(x) -+ F(-x), F(x) = prod Phi(x/s_i)^k_i.
As |erfc(z)| <= |exp(-z^2)| for Re z >= 0, on |Im t| <= pi/6 the integral of |w| is at most M = s (K + 1) (3/2)^(K-1), K = sum k_i,
s = max s_i, so the error is at most 2 M / (exp(pi^2/(3 h)) - 1) (contour shift, analytic in the strip); 0 <= G <= 1 bounds what
lies left of the grid by its last x, and G <= K exp(-x^2/(2 s^2)) what lies right of it. bandit-regret integrates over the line:
|Phi(x + iy)| <= 3/2 for |y| <= 1 gives M = sqrt(e) (3/2)^(m-1), error at most 2 M / (exp(2 pi/h) - 1).
"""
from __future__ import annotations

import argparse
import json
import operator
import re
import string
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from itertools import product
from math import isqrt
from pathlib import Path
from typing import Any, NamedTuple

FORMAT, VERSION = "theory-checks/certificate", 1
MAX_BYTES, MAX_DIGITS, MAX_BITS, MAX_DEPTH, MAX_WORK = 1 << 22, 4000, 1 << 17, 60, 20_000_000
PRECISIONS = (48, 96, 192, 384, 768)
Interval = tuple[int, int]
Number = Fraction | Interval
Vector = list[Fraction]
Matrix = list[Vector]


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """The certificate is refused; the text says why in one sentence."""


class Undecided(Exception):  # noqa: N818 - a request for narrower intervals
    """Intervals of this precision do not decide; narrower ones may."""


class Mdp(NamedTuple):
    """P[a][s][s'], r[a][s] and the discount, all exact."""

    P: list[Matrix]
    r: Matrix
    discount: Fraction


def require(condition: bool, rule: str, *got: Any) -> None:
    """Refuse unless the condition holds."""
    if not condition:
        raise Refused(f"{rule}, got {show(got[0])}" if got else rule)


def show(value: Any) -> str:
    """Return a short printable form of any part of a certificate."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = exact_text(value) if isinstance(value, Fraction) else json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def exact_text(x: Fraction) -> str:
    """Return p/q, or what it is when that would be too long."""
    return str(x) if max(abs(x.numerator), x.denominator).bit_length() < 200 else "a long fraction"


# ---- Enclosures of functions at a point: integers scaled by 2**p in, an interval at the same scale out. ----


def exp_at(x: int, p: int) -> Interval:
    """Enclose exp(x / 2**p): Taylor series of |x| / 2**s below 1/256, then s squarings."""
    require(abs(x) >> p < 1 << 14, "exp must have an argument of size below 16384")
    s = max(0, abs(x).bit_length() - p) + 8
    w = p + 2 * s + 16
    y, term, low, k = abs(x) << (w - p - s), 1 << w, 1 << w, 0
    while term:
        k += 1
        term = (term * y >> w) // k
        low += term
    high = low + 2 * k + 4  # each term is short by less than 2 units, the tail after the last by less than 3
    for _ in range(s):
        low, high = low * low >> w, -(-high * high >> w)
    if x < 0:
        low, high = (1 << 2 * w) // high, -(-(1 << 2 * w) // low)
    return low >> (w - p), -(-high >> (w - p))


def arc(numerator: int, denominator: int, w: int, sign: int) -> Interval:
    """Enclose artanh (sign 1) or arctan (sign -1) of a number in [0, 1/3], by its series."""
    power, square, d2 = (numerator << w) // denominator, sign * numerator**2, denominator**2
    total = k = 0
    while power not in (0, -1):
        total += power // (2 * k + 1)
        power, k = power * square // d2, k + 1
    return total - 3 * k - 3, total + 3 * k + 3  # each power is off by less than 2 units, each quotient by 1 more


def log_at(x: int, p: int) -> Interval:
    """Enclose log(x / 2**p), x > 0, as k log 2 + 2 artanh((m - 1)/(m + 1)) with m in [1, 2)."""
    w, bits = p + 32, x.bit_length() - 1
    a, b = arc(x - (1 << bits), x + (1 << bits), w, 1), arc(1, 3, w, 1)
    k = bits - p
    twos = sorted((k * b[0], k * b[1]))
    return (a[0] + twos[0]) >> 31, -(-(a[1] + twos[1]) >> 31)


def pi_at(p: int) -> Interval:
    """Enclose pi = 16 arctan(1/5) - 4 arctan(1/239)."""
    a, b = arc(1, 5, p + 16, -1), arc(1, 239, p + 16, -1)
    return (16 * a[0] - 4 * b[1]) >> 16, -(-(16 * a[1] - 4 * b[0]) >> 16)


def sqrt_of(x: Interval, p: int) -> Interval:
    """Enclose the square root of an interval at scale p, x[0] >= 0."""
    return isqrt(x[0] << p), isqrt(x[1] << p) + 1


_DENSITY: dict[int, Interval] = {}


def density_peak(w: int) -> Interval:
    """Enclose 1/sqrt(2 pi) (kept, as every value of Phi needs it)."""
    if w not in _DENSITY:
        low, high = pi_at(w)
        root = sqrt_of((2 * low, 2 * high), w)
        _DENSITY[w] = (1 << 2 * w) // root[1], -(-(1 << 2 * w) // root[0])
    return _DENSITY[w]


def density_at(x: int, p: int, w: int) -> Interval:
    """Enclose at scale w the normal density at x / 2**p, w >= p."""
    q = x * x << w >> (2 * p + 1)  # exp(-x^2/2) lies between exp(-q - 1) and exp(-q), in units of 2**-w
    low, high = exp_at(-q, w)
    peak = density_peak(w)
    return max(low - 1, 0) * peak[0] >> w, -(-high * peak[1] >> w)


def cdf_at(x: int, p: int) -> Interval:
    """Enclose Phi(x / 2**p) = 1/2 + density(x) (x + x^3/3 + x^5/15 + ...), a series of positive terms."""
    if x < 0:
        low, high = cdf_at(-x, p)
        return (1 << p) - high, (1 << p) - low
    square = x * x
    if square >= 2 * p << 2 * p:
        return (1 << p) - 1, 1 << p  # 1 - Phi(x) <= exp(-x^2/2) <= 2**-p
    w = (p + 3 * square // (4 << 2 * p)) // 32 * 32 + 64  # the series grows like exp(x^2/2)
    low = high = below = above = x << (w - p)
    n = 1
    while below or (n << 2 * p) < square:
        n += 2
        below, above = below * square // (n << 2 * p), -(-above * square // (n << 2 * p))
        low, high = low + below, high + above
    phi = density_at(x, p, w)
    cut = w - p  # from here on terms at least halve, so the last one bounds the rest
    return (1 << p - 1) + (low * phi[0] >> w + cut), (1 << p - 1) - (-(high + above) * phi[1] >> w + cut)


# ---- Intervals [low, high] / 2**p, and the table of operations: arity (0: fold), exact value if any, enclosure. ----


def times(p: int, a: Interval, b: Interval) -> Interval:
    """Enclose the product."""
    products = a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]
    return min(products) >> p, -(-max(products) >> p)


def over(p: int, a: Interval, b: Interval) -> Interval:
    """Enclose the quotient."""
    if b[0] <= 0 <= b[1]:
        raise Undecided
    return times(p, a, ((1 << 2 * p) // b[1], -(-(1 << 2 * p) // b[0])))


def positive_part(p: int, x: Interval, name: str) -> Interval:
    """Return x if the function is surely defined there."""
    require(x[1] >= 0, f"{name} must not have a negative argument, got one")
    if x[0] < 0 or (name == "log" and x[0] == 0):
        raise Undecided
    return x


def exact_root(x: Fraction) -> Fraction | None:
    """Return sqrt(x) if it is rational."""
    require(x >= 0, "sqrt must not have a negative argument", x)
    root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    return root if root * root == x else None


def exact_log(x: Fraction) -> Fraction | None:
    """Return log(x) if it is rational."""
    require(x > 0, "log must have a positive argument", x)
    return Fraction(0) if x == 1 else None


def exact_ratio(x: Fraction, y: Fraction) -> Fraction:
    """Return x / y."""
    require(y != 0, "a denominator must not be 0")
    return x / y


def increasing(function: Callable[[int, int], Interval]) -> Callable[[int, Interval], Interval]:
    """Extend an increasing function from points to intervals."""
    return lambda p, x: (function(x[0], p)[0], function(x[1], p)[1])


def erf(p: int, x: Interval) -> Interval:
    """Enclose erf(x) = 2 Phi(x sqrt 2) - 1."""
    low, high = increasing(cdf_at)(p, times(p, x, sqrt_of((2 << p, 2 << p), p)))
    return 2 * low - (1 << p), 2 * high - (1 << p)


OPERATIONS: dict[str, tuple[int, Callable[..., Fraction | None], Callable[..., Interval]]] = {
    "+": (0, operator.add, lambda p, a, b: (a[0] + b[0], a[1] + b[1])),
    "-": (2, operator.sub, lambda p, a, b: (a[0] - b[1], a[1] - b[0])),
    "*": (0, operator.mul, times),
    "/": (2, exact_ratio, over),
    "neg": (1, operator.neg, lambda p, a: (-a[1], -a[0])),
    "abs": (1, abs, lambda p, a: (max(0, a[0], -a[1]), max(a[1], -a[0]))),
    "min": (0, min, lambda p, a, b: (min(a[0], b[0]), min(a[1], b[1]))),
    "max": (0, max, lambda p, a, b: (max(a[0], b[0]), max(a[1], b[1]))),
    "sqrt": (1, exact_root, lambda p, a: sqrt_of(positive_part(p, a, "sqrt"), p)),
    "exp": (1, lambda a: None if a else Fraction(1), increasing(exp_at)),
    "log": (1, exact_log, lambda p, a: increasing(log_at)(p, positive_part(p, a, "log"))),
    "erf": (1, lambda a: None if a else Fraction(0), erf),
    "normal-cdf": (1, lambda a: None if a else Fraction(1, 2), increasing(cdf_at)),
}
SURE: dict[str, Callable[[Interval, Interval], bool]] = {  # what proves a relation between enclosed numbers
    "<": lambda a, b: a[1] < b[0], "<=": lambda a, b: a[1] <= b[0], ">": lambda a, b: a[0] > b[1],
    ">=": lambda a, b: a[0] >= b[1], "!=": lambda a, b: a[1] < b[0] or a[0] > b[1], "=": lambda a, b: a[0] == a[1] == b[0] == b[1],
}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


# ---- Named expectations. ----


def fineness(p: int, copies: int, scale: int) -> int:
    """Return N such that the trapezoid error at step 1/N is below 2**-(p + 2): exp(3.28 N) > 4 M 2**(p + 2)."""
    return (p + 3 * copies // 5 + (copies + 1).bit_length() + scale.bit_length() + 6) * 22 // 100 + 1


def products_of_cdfs(w: int, x: Interval, scales: dict[Interval, int]) -> tuple[Interval, Interval]:
    """Enclose F(x) and F(-x); Phi has slope below 1, so its value at one end serves for an interval."""
    above = below = (1 << w, 1 << w)
    for s, k in scales.items():
        y = over(w, x, s)
        low, high = cdf_at(y[0], w)
        high = min(high + y[1] - y[0], 1 << w)
        above = times(w, above, interval_power(w, (low, high), k))
        below = times(w, below, interval_power(w, ((1 << w) - high, (1 << w) - low), k))
    return above, below


def interval_power(w: int, x: Interval, k: int) -> Interval:
    """Enclose x^k for 0 <= x <= 1 by squaring."""
    result = 1 << w, 1 << w
    for bit in f"{k:b}":
        result = times(w, result, result)
        result = times(w, result, x) if bit == "1" else result
    return result


def mean_of_max(p: int, scales: dict[Interval, int], absolute: bool) -> Interval:
    """Enclose E max s_i Z_i, or E |max s_i Z_i|, for scales enclosed at scale p + 40 (see the head of this file)."""
    w, copies = p + 40, sum(scales.values())
    largest = -(-max(s[1] for s in scales) >> w)
    bits = p + copies.bit_length() + largest.bit_length() + 2
    n = fineness(p, copies, largest)
    step = exp_at(-((1 << w) // n) - 1, w)[0], exp_at(-((1 << w) // n), w)[1]
    top = largest * (isqrt(2 * bits) + 1) << w
    x, low, high = (top, top), 0, 0
    while x[1] >> (w - p - 2):
        above, below = products_of_cdfs(w, x, scales)
        g = (below[0], below[1]) if absolute else (-below[1], -below[0])
        term = times(w, x, ((1 << w) - above[1] + g[0], (1 << w) - above[0] + g[1]))
        low, high, x = low + term[0], high + term[1], times(w, x, step)
    slack = 1 << (w - p)  # trapezoid error, right tail and left tail are each below a quarter of it
    return ((low // n - slack) >> 40), -(-(high // n + slack + 1) >> 40)


def bandit_regret(p: int, arms: int, gap: Fraction) -> Interval:
    """Enclose P(max of arms - 1 standard normals > N + gap) = 1 - integral of density(y) Phi(y + gap)^(arms - 1)."""
    w = p + 40
    n, low, high = fineness(p, arms, 1), 0, 0
    reach = n * (isqrt(2 * p + 8) + 1)
    for k in range(-reach, reach + 1):
        y, z = (k << w) // n, ((k << w) // n) + (gap.numerator << w) // gap.denominator
        phi = density_at(y, w, w)
        rest = cdf_at(z, w)
        term = times(w, (phi[0] - 1, phi[1] + 1), interval_power(w, (rest[0], min(rest[1] + 2, 1 << w)), arms - 1))
        low, high = low + term[0], high + term[1]
    slack = 1 << (w - p)
    return ((1 << w) - high // n - 1 - slack) >> 40, -(-((1 << w) - low // n + slack) >> 40)


# ---- Reading: numbers, arrays, MDPs, expressions. ----


def rational(text: Any) -> Fraction:
    """Read an exact number."""
    rule = f'a number must be a string "p" or "p/q" of at most {MAX_DIGITS} digits a part'
    match = re.fullmatch(r"(-?[0-9]{1,%d})(?:/([0-9]{1,%d}))?" % (MAX_DIGITS, MAX_DIGITS), text) if isinstance(text, str) else None
    if match is None:
        raise Refused(f"{rule}, got {show(text)}")
    require(match[2] is None or int(match[2]) != 0, "a denominator must not be 0", text)
    return Fraction(int(match[1]), int(match[2] or 1))


def array(node: Any, depth: int = 3) -> Any:
    """Read a nested list of numbers; all entries of a level have one shape."""
    if not isinstance(node, list):
        return rational(node)
    require(depth > 0 and len(node) > 0, "an array must be non-empty and have at most 3 levels")
    items = [array(item, depth - 1) for item in node]
    require(len({shape(item) for item in items}) == 1, "an array must have entries of one shape")
    return items


def shape(a: Any) -> tuple[int, ...]:
    """Return the lengths of the levels of an array."""
    return (len(a), *shape(a[0])) if isinstance(a, list) else ()


def flat(a: Any) -> Vector:
    """Return all entries of an array in order."""
    return [x for item in a for x in flat(item)] if isinstance(a, list) else [a]


def integer(value: Any, low: int, high: int, name: str) -> int:
    """Read a JSON integer of a range."""
    require(type(value) is int and low <= value <= high, f"{name} must be an integer from {low} to {high}", value)
    return value


def whole(x: Number, low: int, high: int, rule: str) -> int:
    """Return an exact number that is an integer of a range."""
    if not isinstance(x, Fraction) or x.denominator != 1 or not low <= x <= high:
        raise Refused(rule)
    return x.numerator


def fields(node: Any, required: str, optional: str = "") -> dict[str, Any]:
    """Return a JSON object that has the required fields and no other but the optional ones."""
    require(isinstance(node, dict), f"an object with the fields {required} must stand here", node)
    missing, extra = set(required.split()) - set(node), set(node) - set(f"{required} {optional}".split())
    require(not missing and not extra, f"an object must have the fields {required}", ", ".join(sorted(map(str, missing or extra)))[:60])
    return node


class Checker:
    """One certificate: its names, and the arithmetic at one scale within a budget of operations."""

    def __init__(self, certificate: Any) -> None:
        self.p, self.left = PRECISIONS[0], MAX_WORK
        self.data = fields(certificate, "format version claim reading says conclusion", "constants objects facts given notes")
        self.constants: dict[str, Any] = {}
        self.arrays: dict[str, Any] = {}
        self.mdps: dict[str, Mdp] = {}
        self.given: dict[str, tuple[str, Any]] = {}
        self.used: set[str] = set()
        self.pinned: set[str] = set()
        self.memo: dict[Any, Any] = {}

    def spend(self, units: int) -> None:
        """Take units of work (about a microsecond each) from the budget: the same limit on every machine."""
        self.left -= units
        require(self.left >= 0, "the certificate must be decidable within the operation budget, got more work than that")

    def exact(self, x: Fraction) -> Fraction:
        """Return x, charged for its size."""
        bits = x.numerator.bit_length() + x.denominator.bit_length()
        require(bits <= MAX_BITS, f"numbers must stay below {MAX_BITS} bits, got a larger one")
        self.spend(2 + (bits * bits >> 18))
        return x

    def enclose(self, x: Number) -> Interval:
        """Enclose x at the present scale."""
        if isinstance(x, tuple):
            return x
        return (x.numerator << self.p) // x.denominator, -(-(x.numerator << self.p) // x.denominator)

    def apply(self, op: str, *args: Number) -> Number:
        """Apply an operation of the table."""
        arity, exact, enclosure = OPERATIONS[op]
        if arity == 0 and len(args) != 2:
            require(len(args) > 0, f"{op} must have arguments, got none")
            return reduce(lambda a, b: self.apply(op, a, b), args[1:], args[0])
        require(arity in (0, len(args)), f"{op} must have {arity} arguments", len(args))
        if all(isinstance(x, Fraction) for x in args) and (value := exact(*args)) is not None:
            return self.exact(value)
        intervals = [self.enclose(x) for x in args]
        bits = max(max(map(abs, x)).bit_length() for x in intervals)
        require(bits <= MAX_BITS, f"numbers must stay below {MAX_BITS} bits, got a larger one")
        self.spend(2 + (bits * bits >> 18) + (20 + bits * self.p // 100 if arity == 1 else 0))
        return enclosure(self.p, *intervals)

    def power(self, a: Number, exponent: Number) -> Number:
        """Return a^k for an integer k."""
        k = whole(exponent, -(10**4), 10**4, "pow must have an exact integer exponent of size at most 10000")
        result: Number = Fraction(1)
        for bit in f"{abs(k):b}":
            result = self.apply("*", result, result)
            result = self.apply("*", result, a) if bit == "1" else result
        return result if k >= 0 else self.apply("/", Fraction(1), result)

    def mean_of_max(self, op: str, args: list[Number], copies: Any) -> Number:
        """Enclose E max s_i Z_i or E |max s_i Z_i|."""
        require(isinstance(copies, list) and len(copies) == len(args) > 0, f"{op} must have one number of copies for each scale")
        scales: dict[Interval, int] = {}
        for s, k in zip(args, copies, strict=True):
            require(not isinstance(s, Fraction) or s > 0, f"{op} must have positive scales", s)
            shift = self.p + 40
            wide = ((s.numerator << shift) // s.denominator, -(-(s.numerator << shift) // s.denominator)) if isinstance(s, Fraction) else (s[0] << 40, s[1] << 40)
            if wide[0] <= 0:
                raise Undecided
            scales[wide] = scales.get(wide, 0) + integer(k, 1, 10**6, "a number of copies")
        key = op, self.p, tuple(sorted(scales.items()))
        if key not in self.memo:
            total = sum(scales.values())
            self.spend(fineness(self.p, total, 1) * (self.p + 10) * len(scales) * (self.p // 4 + 25))
            self.memo[key] = mean_of_max(self.p, scales, op == "mean-abs-max-normal")
        return self.memo[key]

    def bandit(self, args: list[Number]) -> Number:
        """Enclose d P(max of m - 1 standard normals > N + d)."""
        require(len(args) == 2, "bandit-regret must have 2 arguments", len(args))
        arms = whole(args[0], 2, 10**6, "bandit-regret must have a whole number of arms from 2 to 1000000")
        gap = args[1]
        if not isinstance(gap, Fraction) or gap < 0:
            raise Refused("bandit-regret must have an exact gap of at least 0")
        self.spend(fineness(self.p, arms, 1) * isqrt(self.p) * (self.p // 4 + 50) * 4)
        return self.apply("*", gap, bandit_regret(self.p, arms, gap))

    # ---- Expressions ----

    def value(self, node: Any, depth: int = 0) -> Number:
        """Evaluate an expression: exactly when it is rational, otherwise enclosed at the present scale."""
        require(depth < MAX_DEPTH, f"an expression must have at most {MAX_DEPTH} levels, got more")
        self.spend(1)
        if not isinstance(node, dict):
            return rational(node)
        if "ref" in node:
            return self.reference(fields(node, "ref", "at"), depth)
        if "of" in node:
            return self.total(fields(node, "op of"))
        op = fields(node, "op", "args copies")["op"]
        if op == "pi":
            require(set(node) == {"op"}, "pi must have no arguments")
            return pi_at(self.p)
        require(isinstance(node.get("args"), list), "an operation must have a list of arguments")
        args = [self.value(x, depth + 1) for x in node["args"]]
        if op in ("mean-max-normal", "mean-abs-max-normal"):
            return self.mean_of_max(op, args, node.get("copies", [1] * len(args)))
        require("copies" not in node, "only a mean of a maximum may have copies")
        if op == "bandit-regret":
            return self.bandit(args)
        if op == "pow":
            require(len(args) == 2, "pow must have 2 arguments", len(args))
            return self.power(args[0], args[1])
        require(isinstance(op, str) and op in OPERATIONS, "an operation must be one of the table", op)
        return self.apply(op, *args)

    def total(self, node: dict[str, Any]) -> Number:
        """Add the entries of an array, or the products of the entries of two."""
        op, names = node["op"], node["of"]
        require(isinstance(names, list) and (op, len(names)) in (("sum", 1), ("dot", 2)), "sum must have one array, dot two")
        arrays = [self.named_array(name) for name in names]
        require(len({shape(a) for a in arrays}) == 1, "dot must have two arrays of one shape")
        columns = [flat(a) for a in arrays]
        return self.dot(columns[0], columns[1] if op == "dot" else [Fraction(1)] * len(columns[0]))

    def dot(self, x: Vector, y: Vector) -> Fraction:
        """Return the inner product."""
        total = Fraction(0)
        for a, b in zip(x, y, strict=True):
            if a and b:
                total = self.exact(total + self.exact(a * b))
        return total

    def reference(self, node: dict[str, Any], depth: int) -> Number:
        """Return the value of a name, or of one entry of an array."""
        name = node["ref"]
        require(isinstance(name, str), "a reference must be a name", name)
        self.used.add(name.split(".")[0])
        if name in self.given or name in self.constants:
            require("at" not in node, f"{name} must not be indexed")
            return self.constant(name, depth)
        entry, path = self.named_array(name), node.get("at", [])
        require(isinstance(path, list), "at must be a list of indices", path)
        for i in path:
            require(isinstance(entry, list), f"{name} must have as many levels as it has indices")
            entry = entry[integer(i, 0, len(entry) - 1, f"an index of {name}")]
        require(isinstance(entry, Fraction), f"{name} must be indexed down to one number")
        return entry

    def constant(self, name: str, depth: int) -> Number:
        """Return the value of a constant or of a lemma, computed once for each scale."""
        key = name, self.p
        require(self.memo.get(key, 0) is not None, f"{name} must not be defined by itself")
        if key not in self.memo:
            self.memo[key] = None
            try:
                self.memo[key] = self.value(self.constants[name] if name in self.constants else self.given[name][1], depth + 1)
            finally:
                if self.memo[key] is None:
                    del self.memo[key]
        return self.memo[key]

    def named_array(self, name: Any) -> Any:
        """Return an array: an object, or a part of an MDP."""
        require(isinstance(name, str), "an array must be referred to by its name", name)
        base, _, part = name.partition(".")
        self.used.add(base)
        if base in self.mdps and part:
            M = self.mdps[base]
            parts = {"transitions": M.P, "rewards": M.r, "discount": M.discount, "states": Fraction(len(M.P[0])), "actions": Fraction(len(M.P))}
            require(part in parts, f"{base} must have a part {part[:40]}")
            return parts[part]
        require(name in self.arrays, f"{name[:60]} must be the name of a constant, an array, a lemma or a part of an MDP")
        return self.arrays[name]

    def decide(self, relation: Any, left: Any, right: Any) -> bool:
        """Decide a relation between two expressions, at growing precision."""
        require(isinstance(relation, str) and relation in SURE, "a relation must be one of < <= > >= = !=", relation)
        for self.p in PRECISIONS:
            try:
                a, b = self.value(left), self.value(right)
            except Undecided:
                continue
            if isinstance(a, Fraction) and isinstance(b, Fraction):
                return SURE[relation]((a, a), (b, b))  # pyright: ignore[reportArgumentType] - the tests compare any numbers
            require(relation != "=", "a relation = must have exact rational values on both sides, got an enclosure")
            x, y = self.enclose(a), self.enclose(b)
            if SURE[relation](x, y) or SURE[OPPOSITE[relation]](x, y):
                return SURE[relation](x, y)
        raise Refused("could not decide a relation within the precision of the checker")

    # ---- Facts and lemmas ----

    def mdp(self, name: Any) -> Mdp:
        """Return the MDP of that name."""
        require(isinstance(name, str) and name in self.mdps, "an mdp must be the name of an MDP among the objects", name)
        self.used.add(name)
        return self.mdps[name]

    def parameter(self, kind: str, raw: Any) -> Any:
        """Read a parameter of a fact or a lemma by its kind."""
        if kind == "mdp":
            return self.mdp(raw)
        if kind == "operator":
            require(isinstance(raw, str) and raw in OPERATORS, "an operator must be one of the table", raw)
            return raw
        if kind in ("step", "factor"):
            return rational(raw)
        if kind in ("sigma", "actions") or (kind == "policy" and isinstance(raw, list)):
            return raw
        a = self.named_array(raw)
        self.pinned.add(raw)
        depth = LEVELS[kind]
        require(len(shape(a)) == depth, f"{kind} must name an array with {depth} levels", raw)
        return a

    def read_object(self, name: str, node: Any) -> None:
        """Read an MDP or an array."""
        if not isinstance(node, dict):
            self.arrays[name] = array(node)
            return
        parts = fields(node, "transitions rewards discount")
        P, r, discount = array(parts["transitions"]), array(parts["rewards"]), rational(parts["discount"])
        require(len(shape(P)) == 3 and shape(P) == (*shape(r), shape(r)[-1]), f"{name} must have transitions m x n x n and rewards m x n")
        require(0 <= discount < 1, f"{name} must have a discount in [0, 1)", discount)
        for a, row in ((a, row) for a, matrix in enumerate(P) for row in matrix):
            require(min(row) >= 0 and self.dot(row, [Fraction(1)] * len(row)) == 1, f"{name} must have transition rows that are distributions, action {a} has not")
        self.mdps[name] = Mdp(P, r, discount)

    def read(self) -> None:
        """Read everything, check each fact, and evaluate nothing yet of the conclusion."""
        d = self.data
        require(d["format"] == FORMAT and d["version"] == VERSION and type(d["version"]) is int, f"format must be {FORMAT} version {VERSION}")
        for key in ("claim", "reading", "says"):
            require(isinstance(d[key], str), f"{key} must be text", d[key])
        for key, kind in (("constants", dict), ("objects", dict), ("facts", list), ("given", list), ("notes", list)):
            require(isinstance(d.get(key, kind()), kind), f"{key} must be {'an object' if kind is dict else 'a list'}")
        require(all(isinstance(x, str) for x in d.get("notes", [])), "notes must be texts")
        for name, node in d.get("objects", {}).items():
            self.declare(name)
            self.read_object(name, node)
        for name, node in d.get("constants", {}).items():
            self.declare(name)
            self.constants[name] = node
        for node in d.get("facts", []):
            self.check_fact(node)
        for node in d.get("given", []):
            self.check_lemma(node)

    def declare(self, name: Any) -> None:
        """Take a new name."""
        require(isinstance(name, str) and re.fullmatch("[A-Za-z][A-Za-z0-9_]{0,59}", name) is not None, "a name must be a letter followed by letters, digits or _", name)
        require(not any(name in names for names in (self.constants, self.arrays, self.mdps, self.given)), f"{name} must be declared once")

    def check_fact(self, node: Any) -> None:
        """Check one fact."""
        require(isinstance(node, dict), "a fact must be an object", node)
        key = node.get("fact")
        if key == "relation":
            fields(node, "fact relation left right")
            require(self.decide(node["relation"], node["left"], node["right"]), "a relation among the facts must be true")
            return
        require(isinstance(key, str) and key in FACTS, "a fact must be one of the table", key)
        says, test = FACTS[key]
        names = [name for _, name, _, _ in string.Formatter().parse(says) if name]
        fields(node, " ".join(["fact", *names]))
        test(self, *(self.parameter(name, node[name]) for name in names))

    def check_lemma(self, node: Any) -> None:
        """Check the hypotheses of one lemma and name its value."""
        fields(node, "name theorem parameters because")
        key = node["theorem"]
        require(isinstance(key, str) and key in LEMMAS, "a theorem must be one of the table", key)
        sense, says, because, lemma = LEMMAS[key]
        require(node["because"] == because, f"because must be the proof of {key} in the table")
        names = [name for _, name, _, _ in string.Formatter().parse(says) if name]
        fields(node["parameters"], " ".join(names))
        self.declare(node["name"])
        expression = lemma(self, *(self.parameter(name, node["parameters"][name]) for name in names))
        self.given[node["name"]] = sense, expression

    def conclude(self) -> str:
        """Check the certificate; return the conclusion with both sides in decimals."""
        self.read()
        c = fields(self.data["conclusion"], "relation left right")
        self.check_bounds(c)
        require(self.decide(c["relation"], c["left"], c["right"]), "the conclusion must be true, got a false one")
        for name in mentioned([c["left"], c["right"], self.data.get("constants", {})]):
            require(name not in self.arrays or name in self.pinned, f"{name} must be pinned by a fact before the conclusion uses it")
        for names in (self.constants, self.arrays, self.mdps, self.given):
            require(self.used >= set(names), f"{min(set(names) - self.used, default='')} must be used by a fact or by the conclusion")
        return f"{self.decimal(c['left'])} {c['relation']} {self.decimal(c['right'])}"

    def check_bounds(self, c: dict[str, Any]) -> None:
        """Refuse a lemma that is only a bound wherever it would not prove the conclusion."""
        sides = {">=": (c["left"], (">", ">=")), "<=": (c["left"], ("<", "<="))}
        for name, (sense, _) in self.given.items():
            if sense != "=":
                side, relations = sides[sense]
                alone = side == {"ref": name} and c["relation"] in relations
                uses = mentioned([c["left"], c["right"], self.data.get("constants", {}), self.data.get("facts", [])]).count(name)
                require(alone and uses == 1, f"{name} is a bound: it must be the whole left side of a conclusion {' or '.join(relations)}")

    def decimal(self, node: Any) -> str:
        """Return an expression's value as text."""
        value = self.value(node)
        if isinstance(value, Fraction) and len(exact_text(value)) < 30:
            return exact_text(value)
        low = self.enclose(value)[0]
        digits = f"{abs(low) * 10**12 >> self.p:013d}"
        return f"{'-' if low < 0 else ''}{digits[:-12]}.{digits[-12:]}..."


def mentioned(node: Any) -> list[str]:
    """Return the names that expressions refer to (they are nested less deep than the checker allows)."""
    if isinstance(node, dict):
        names = [node["ref"]] if "ref" in node else node.get("of", [])
        return [*names, *(x for child in node.values() for x in mentioned(child))]
    return [x for child in node for x in mentioned(child)] if isinstance(node, list) else []


def q_values(c: Checker, M: Mdp, v: Vector) -> Matrix:
    """Return r + gamma P v for every action."""
    require(len(v) == len(M.r[0]), "an array of values must have one entry for each state")
    return [[r + M.discount * c.dot(row, v) for row, r in zip(P, ra, strict=True)] for P, ra in zip(M.P, M.r, strict=True)]


def weights_of(M: Mdp, policy: Any) -> Matrix:
    """Return pi(a|s) as [a][s] of a deterministic (list of actions) or stochastic (array) policy."""
    m, n = len(M.P), len(M.r[0])
    if policy and type(policy[0]) is not list:
        require(len(policy) == n, "a policy must have one action for each state", len(policy))
        policy = [integer(a, 0, m - 1, "an action of a policy") for a in policy]
        return [[Fraction(policy[s] == a) for s in range(n)] for a in range(m)]
    require(shape(policy) == (m, n), "a stochastic policy must be an array m x n")
    for s in range(n):
        column = [policy[a][s] for a in range(m)]
        require(min(column) >= 0 and sum(column) == 1, f"a stochastic policy must have probabilities that sum to 1, state {s} has not")
    return policy


def optimal_value(c: Checker, v: Vector, M: Mdp, policy: Any) -> None:
    q, pi = q_values(c, M, v), weights_of(M, policy)
    for s, best in enumerate(map(max, zip(*q, strict=True))):
        require(v[s] == best, f"a value must be the maximum of its backup, state {s} is not")
        require(all(pi[a][s] == 0 or q[a][s] == best for a in range(len(q))), f"an optimal policy must attain the maximum, state {s} does not")


def policy_value(c: Checker, v: Vector, M: Mdp, policy: Any) -> None:
    q, pi = q_values(c, M, v), weights_of(M, policy)
    for s in range(len(v)):
        require(v[s] == sum(pi[a][s] * q[a][s] for a in range(len(q))), f"the value of a policy must equal its backup, state {s} does not")


def not_optimal(c: Checker, v: Vector, M: Mdp) -> None:
    q = q_values(c, M, v)
    require(any(v[s] != best for s, best in enumerate(map(max, zip(*q, strict=True)))), "a value that is not optimal must differ from its backup")


def primal_feasible(c: Checker, v: Vector, M: Mdp) -> None:
    require(all(v[s] >= x for row in q_values(c, M, v) for s, x in enumerate(row)), "a feasible value must be at least its backup")


def dual_feasible(c: Checker, occupancy: Matrix, M: Mdp) -> None:
    require(shape(occupancy) == shape(M.r) and min(flat(occupancy)) >= 0, "an occupancy must be a non-negative array m x n")
    for s in range(len(M.r[0])):
        inflow = sum((c.dot([row[s] for row in P], x) for P, x in zip(M.P, occupancy, strict=True)), Fraction(0))
        outflow = sum(x[s] for x in occupancy)
        require(outflow == 1 + M.discount * inflow, f"an occupancy must balance its flow, state {s} does not")


def lp_pair(c: Checker, v: Vector, occupancy: Matrix, M: Mdp) -> None:
    primal_feasible(c, v, M)
    dual_feasible(c, occupancy, M)
    require(sum(v) == c.dot(flat(occupancy), flat(M.r)), "a primal and a dual solution must have a zero gap")


def occupancy_of(c: Checker, occupancy: Matrix, policy: Any, M: Mdp) -> None:
    dual_feasible(c, occupancy, M)
    pi = weights_of(M, policy)
    for a, row in enumerate(occupancy):
        for s, x in enumerate(row):
            require(x == pi[a][s] * sum(y[s] for y in occupancy), f"an occupancy must follow its policy, state {s} does not")


def literal(gamma: Fraction, q: Vector, g: Vector) -> Fraction:
    """Return gamma max q + g at the maximiser, which must be unique."""
    require(q.count(max(q)) == 1, "noisy-literal must have a unique maximiser in each state")
    return gamma * max(q) + g[q.index(max(q))]


OPERATORS: dict[str, tuple[Callable[[Fraction, Vector, Vector], Fraction], int]] = {  # next value, times g in the prediction
    "noisy-bracketed": (lambda gamma, q, g: gamma * max(x + y for x, y in zip(q, g, strict=True)), 1),
    "noisy-target": (lambda gamma, q, g: gamma * max(x + y for x, y in zip(q, g, strict=True)), 0),
    "noisy-prediction": (lambda gamma, q, _: gamma * max(q), 1),
    "noisy-outside": (lambda gamma, q, g: max(gamma * x + y for x, y in zip(q, g, strict=True)), 1),
    "noisy-literal": (literal, 1),
}


def update(c: Checker, q: Matrix, name: str, M: Mdp, noise: Matrix) -> Matrix:
    """Return r + P next(q, g) - (g, when the prediction carries it)."""
    require(shape(q) == shape(noise) == shape(M.r), "q and noise must be arrays m x n")
    after, carried = OPERATORS[name]
    ahead = [after(M.discount, list(x), list(g)) for x, g in zip(zip(*q, strict=True), zip(*noise, strict=True), strict=True)]
    return [[M.r[a][s] + c.dot(row, ahead) - carried * noise[a][s] for s, row in enumerate(P)] for a, P in enumerate(M.P)]


def fixed_point(c: Checker, q: Matrix, name: str, M: Mdp, noise: Matrix) -> None:
    require(q == update(c, q, name, M, noise), "a fixed point must be equal to its update")


def optimal_q(c: Checker, q: Matrix, M: Mdp) -> None:
    fixed_point(c, q, "noisy-prediction", M, [[Fraction(0)] * len(row) for row in M.r])


def no_fixed_point(c: Checker, noise: Matrix, M: Mdp, tables: list[Matrix]) -> None:
    m, n = shape(M.r)
    require(len(tables) == m**n if n < 20 else False, "tables must hold one q for each of the m^n selections of a maximiser")
    for selection, q in zip(product(range(m), repeat=n), tables, strict=True):
        require(shape(q) == shape(noise) == (m, n), "q and noise must be arrays m x n")
        ahead = [M.discount * q[a][s] + noise[a][s] for s, a in enumerate(selection)]
        expected = [[M.r[a][s] + c.dot(row, ahead) - noise[a][s] for s, row in enumerate(P)] for a, P in enumerate(M.P)]
        require(q == expected, "a table must be the fixed point of its selection")
        require(any(q[a][s] < max(row[s] for row in q) for s, a in enumerate(selection)), "a selection must fail to maximise its own table")


def iteration(c: Checker, sequence: Matrix, matrix: Matrix, offset: Vector) -> None:
    n = len(offset)
    require(shape(matrix) == (n, n) and len(sequence[0]) == n and len(sequence) > 1, "an iteration must have an n x n matrix, an offset and vectors of length n")
    for x, y in zip(sequence, sequence[1:], strict=False):
        require(y == [c.dot(row, x) + b for row, b in zip(matrix, offset, strict=True)], "a sequence must follow its iteration")


def learning(c: Checker, tables: list[Matrix], name: str, M: Mdp, noise: Matrix, step: Fraction) -> None:
    for q, after in zip(tables, tables[1:], strict=False):
        target = update(c, q, name, M, noise)
        require(after == [[x + step * (y - x) for x, y in zip(*rows, strict=True)] for rows in zip(q, target, strict=True)], "tables must follow the learning rule")


def eigenvector(c: Checker, vector: Vector, matrix: Matrix, factor: Fraction) -> None:
    require(shape(matrix) == (len(vector),) * 2 and any(vector), "an eigenvector must be non-zero and its matrix square of its size")
    require([c.dot(row, vector) for row in matrix] == [factor * x for x in vector], "an eigenvector must be mapped to its multiple")


def distribution(c: Checker, weights: Vector) -> None:
    require(min(weights) >= 0 and c.dot(weights, [Fraction(1)] * len(weights)) == 1, "a distribution must be non-negative and sum to 1")


FACTS: dict[str, tuple[str, Callable[..., None]]] = {
    "optimal-value": ("{value} is the optimal value of {mdp}, attained by the policy {policy}", optimal_value),
    "policy-value": ("{value} is the value in {mdp} of the policy {policy}", policy_value),
    "not-optimal": ("{value} is not the optimal value of {mdp}", not_optimal),
    "primal-feasible": ("{value} satisfies v >= r_a + gamma P_a v for every action of {mdp}", primal_feasible),
    "dual-feasible": ("{occupancy} is a feasible occupancy of {mdp}", dual_feasible),
    "lp-pair": ("{value} and {occupancy} are optimal for the linear program of {mdp} and its dual", lp_pair),
    "occupancy": ("{occupancy} is the occupancy of the policy {policy} in {mdp}", occupancy_of),
    "fixed-point": ("{q} is a fixed point of the update {operator} in {mdp} with the noise {noise}", fixed_point),
    "optimal-q": ("{q} holds the optimal action values of {mdp}", optimal_q),
    "no-fixed-point": ("with the noise {noise} the update noisy-literal has no fixed point in {mdp}; {tables} refutes each selection", no_fixed_point),
    "learning": ("{tables} follows the update {operator} in {mdp} with the noise {noise} and step size {step}", learning),
    "iteration": ("{sequence} follows x -> A x + b with the matrix {matrix} and the offset {offset}", iteration),
    "eigenvector": ("{vector} is an eigenvector of {matrix} with eigenvalue {factor}", eigenvector),
    "distribution": ("{weights} is a probability distribution", distribution),
}
LEVELS = {"value": 1, "vector": 1, "offset": 1, "weights": 1, "matrix": 2, "q": 2, "noise": 2, "occupancy": 2, "policy": 2, "sequence": 2, "tables": 3}


def op(name: str, *args: Any) -> dict[str, Any]:
    """Build an expression."""
    return {"op": name, "args": [str(x) if isinstance(x, int | Fraction) else x for x in args]}


def positive(c: Checker, sigma: Any) -> Any:
    require(c.decide(">", sigma, "0"), "sigma must be positive")
    return sigma


def identity_expectation(name: str) -> Callable[..., Any]:
    """Build the lemma for v' = max_a (r + z_a)/(1 - gamma), state by state."""

    def lemma(c: Checker, M: Mdp, sigma: Any) -> Any:
        n = len(M.r[0])
        eye = [[Fraction(s == t) for t in range(n)] for s in range(n)]
        require(all(P == eye for P in M.P) and all(r == M.r[0] for r in M.r), "the lemma must have P_a = I and the same rewards for every action")
        mean = {"op": name, "args": ["1"], "copies": [len(M.P)]}
        return op("/", op("*", positive(c, sigma), mean), 1 - M.discount)

    return lemma


def lower_bound(c: Checker, M: Mdp, sigma: Any) -> Any:
    return op("*", positive(c, sigma), op("sqrt", op("/", 2, op("*", {"op": "pi"}, len(M.P)))))


def bandit(c: Checker, M: Mdp, sigma: Any) -> Any:
    r = sorted((row[0] for row in M.r), reverse=True)
    require(len(M.r[0]) == 1 and len(r) > 1 and len(set(r[1:])) == 1, "the lemma must have one state and equal rewards for all actions but the best")
    regret = op("bandit-regret", len(r), op("/", r[0] - r[1], positive(c, sigma)))
    return op("/", op("*", sigma, regret), 1 - M.discount)


def distances(M: Mdp, start: int, stays: list[int]) -> dict[int, int]:
    """Return the number of steps from start to each state along deterministic moves other than the stays."""
    moves = [[s for s, x in enumerate(row) if x == 1] for a, P in enumerate(M.P) if a not in stays for row in P]
    n, reached, queue = len(M.r[0]), {start: 0}, [start]
    for s in queue:
        for t in (t for i in range(s, len(moves), n) for t in moves[i] if t not in reached):
            reached[t] = reached[s] + 1
            queue.append(t)
    return reached


def walk_and_stay(c: Checker, M: Mdp, sigma: Any) -> Any:
    n = len(M.r[0])
    eye = [[Fraction(s == t) for t in range(n)] for s in range(n)]
    stays = [a for a, P in enumerate(M.P) if P == eye]
    require(len(stays) > 0 and not any(flat(M.r)), "the lemma must have an action with P_a = I and rewards 0")
    terms: list[Any] = []
    for start in range(n):
        c.spend(n * len(M.P))
        steps = [d for d in distances(M, start, stays).values() if d == 0 or M.discount > 0]
        scales = [str(M.discount**d) for d in range(max(steps) + 1)]
        terms.append({"op": "mean-max-normal", "args": scales, "copies": [len(stays) * steps.count(d) for d in range(len(scales))]})
    return op("/", op("*", positive(c, sigma), op("+", *terms)), n * (1 - M.discount))


LEMMAS: dict[str, tuple[str, str, str, Callable[..., Any]]] = {
    "identity-value-error": ("=", "E (1/n) ||v' - v*||_1 in {mdp} under reward noise N(0, {sigma}^2)",
        "P_a = I gives v'(s) = (r(s) + max_a z_a(s))/(1 - gamma), so v' - v* = max_a z_a/(1 - gamma).", identity_expectation("mean-abs-max-normal")),
    "identity-value-bias": ("=", "E (1/n) e^T (v' - v*) in {mdp} under reward noise N(0, {sigma}^2)",
        "P_a = I gives v'(s) = (r(s) + max_a z_a(s))/(1 - gamma), so v' - v* = max_a z_a/(1 - gamma).", identity_expectation("mean-max-normal")),
    "value-error-lower-bound": (">=", "E |v'(s) - v*(s)| at every state of {mdp} under reward noise N(0, {sigma}^2)",
        "v'(s) rises by at least c when c is added to all z_a(s), whose mean is N(0, sigma^2/m) and independent of the rest; E |F - c| >= E |mean of z(s)|.", lower_bound),
    "bandit-policy-loss": ("=", "E (v* - v^{pi'}) in {mdp} under reward noise N(0, {sigma}^2)",
        "The greedy arm under r + z is wrong iff the best of m - 1 noises beats that of the good arm by the gap; a wrong arm loses the gap at every step.", bandit),
    "walk-and-stay-value-error": (">=", "E (1/n) ||v' - v*||_1 in {mdp} under reward noise N(0, {sigma}^2)",
        "Walking d steps to t and staying there earns in the mean over the walk's noises gamma^d max_stays z(t)/(1 - gamma); v' is at least the best of these, v* = 0, and E max >= max of conditional means.", walk_and_stay),
}


# ---- Files, and the command. ----


def no_float(text: str) -> Any:
    raise Refused(f"numbers must be strings p/q, got the JSON number {text[:40]}")


def small_integer(text: str) -> int:
    require(len(text) <= 9, "JSON integers must have at most 9 digits", text[:40])
    return int(text)


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    require(len(result) == len(pairs), "a JSON object must have distinct keys")
    return result


def parse(raw: bytes) -> Any:
    """Read the bytes of a certificate."""
    require(len(raw) <= MAX_BYTES, f"a certificate must have at most {MAX_BYTES} bytes, got more")
    try:
        return json.loads(raw.decode("utf-8"), object_pairs_hook=unique, parse_float=no_float, parse_constant=no_float, parse_int=small_integer)
    except RecursionError:
        raise Refused("a certificate must not be nested so deeply") from None
    except ValueError as error:
        raise Refused(f"a certificate must be JSON in UTF-8, got a fault: {error}"[:200]) from None


def check(certificate: Any) -> dict[str, Any]:
    """Check one certificate that was read; return accepted, sentence and details."""
    checker = None
    try:
        checker = Checker(certificate)
        sentence, accepted = f"accepted: {checker.conclude()}", True
    except Refused as refusal:
        sentence, accepted = f"refused: {refusal}", False
    except RecursionError:
        sentence, accepted = "refused: a certificate must not be nested so deeply", False
    return {"accepted": accepted, "sentence": sentence, "details": details(certificate) if accepted else []}


def details(certificate: dict[str, Any]) -> list[str]:
    """Return one sentence for each fact, lemma and note of an accepted certificate."""
    facts = [FACTS[f["fact"]][0].format(**f) for f in certificate.get("facts", []) if f["fact"] != "relation"]
    given = [f"{g['name']} {LEMMAS[g['theorem']][0]} {LEMMAS[g['theorem']][1]}" for g in certificate.get("given", [])]
    return [*facts, *given, *(f"note, not checked: {x}" for x in certificate.get("notes", []))]


def check_file(path: str) -> dict[str, Any]:
    """Check the certificate in a file."""
    try:
        require(Path(path).is_file(), "a certificate must be a file that exists")
        with open(path, "rb") as file:
            return check(parse(file.read(MAX_BYTES + 1)))
    except Refused as refusal:
        return {"accepted": False, "sentence": f"refused: {refusal}", "details": []}
    except (OSError, ValueError):
        return {"accepted": False, "sentence": "refused: a certificate must be a readable file", "details": []}


def main(arguments: list[str] | None = None) -> int:
    """Check the certificates named on the command line."""
    parser = argparse.ArgumentParser(prog="checker.py", description="Check certificates in exact arithmetic.")
    parser.add_argument("certificates", nargs="+", metavar="CERT.json")
    parser.add_argument("--json", action="store_true", help="print one JSON list")
    options = parser.parse_args(arguments)
    reports = [{"file": path, **check_file(path)} for path in options.certificates]
    lines = [json.dumps(reports)] if options.json else [f"{r['file']}: {r['sentence']}" for r in reports]
    sys.stdout.write("".join(line.encode("ascii", "backslashreplace").decode() + "\n" for line in lines))
    return 0 if all(r["accepted"] for r in reports) else 1


if __name__ == "__main__":
    sys.exit(main())
