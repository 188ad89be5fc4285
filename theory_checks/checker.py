"""The independent certificate checker: one file, Python standard library only, `python checker.py [--json] CERT.json ...`.

Exit status 0: every certificate is accepted; 1: one is refused; 2: a mistake in the call. A certificate is a JSON object:
  format "theory-checks/certificate", version 1, claim, reading, says, notes [text] (texts: shown, never believed),
  constants {name: EXPR}, objects {name: MDP or nested lists of numbers}, facts [{"fact": key of FACTS, parameters}],
  given [{"name", "theorem": key of LEMMAS, "parameters": {"mdp", "sigma": EXPR}, "because": the proof in LEMMAS}],
  conclusion {"relation": one of RELATIONS, "left": EXPR, "right": EXPR}, which may also be a fact, with "fact": "relation".
Numbers are strings "p/q" or "p"; JSON integers only index and count. MDP: {"transitions": [action][state][state], "rewards":
[action][state], "discount"}; an MDP M offers the names M.transitions, M.rewards, M.discount, M.states, M.actions too.
EXPR: a number, {"ref": name}, {"ref": list, "at": [i, ...]} or {"op", "args": [EXPR, ...]} with op in OPERATIONS or pow
(integer exponent), pi (no args), sum and dot ({"op", "of": [name, ...]}, over all entries of lists), mean-max-normal
= E max s_i Z_i and mean-abs-max-normal = E |max s_i Z_i| (Z_i independent N(0, 1), args = scales s_i > 0, optional
"copies": [k_i]), bandit-regret, args [m, d], = d P(max of m - 1 standard normals > N + d).
Every name must be used, and a list in the conclusion must stand in a fact. Facts are checked in rational arithmetic. A lemma
checks its hypotheses on the data and yields an expression; one that is a lower bound may only be the left side of a conclusion
> or >=. A number is a pair of rationals that enclose it, both equal to it while it is rational; otherwise they are rounded
outward to multiples of 2**-p, p growing until a relation is decided.

Expectations are trapezoid sums of step h in t of x G(x), x = e^t, G(x) = 1 - F(x) -+ F(-x), F(x) = prod Phi(x/s_i)^k_i. As
|erfc z| <= |exp(-z^2)| for Re z >= 0, on |Im t| <= pi/6 the integral of its modulus is at most M = s (K + 1) (3/2)^(K-1),
K = sum k_i, s = max s_i, so the error is at most 2 M / (exp(pi^2/(3 h)) - 1) (contour shift). 0 <= G <= 1 bounds the sum left
of the grid by its last x, G <= K exp(-x^2/(2 s^2)) the sum right of it. bandit-regret integrates over the line: |Phi(x + iy)|
<= 3/2 for |y| <= 1 gives M = sqrt(e) (3/2)^(m-1) and the error 2 M / (exp(2 pi/h) - 1).
"""

from __future__ import annotations

import argparse
import json
import operator
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache, reduce
from itertools import pairwise, product
from math import ceil, floor, isqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

FORMAT, VERSION = "theory-checks/certificate", 1
MAX_BYTES, MAX_DIGITS, MAX_BITS, MAX_DEPTH, MAX_WORK = 1 << 22, 4000, 1 << 17, 60, 20_000_000
PRECISIONS = (48, 96, 192, 384, 768)
Ints = tuple[int, int]  # encloses a number scaled by 2**p
Number = tuple[Fraction, Fraction]
Vector = list[Fraction]
Matrix = list[Vector]


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """The certificate is refused; the text says why in one sentence."""


class Undecided(Exception):  # noqa: N818 - a request for more precision
    """Enclosures of this precision do not decide; narrower ones may."""


def refuse(rule: str) -> NoReturn:
    """Refuse the certificate."""
    raise Refused(rule)


def require(condition: bool, rule: str, *got: Any) -> None:
    """Refuse unless the condition holds."""
    if not condition:
        text = "a list or an object" if got and isinstance(got[0], list | dict) else json.dumps(got[0] if got else "")
        refuse(f"{rule}, got {text[:60]}" if got else rule)


# ---- Functions at x / 2**p: integers that enclose the value, scaled by 2**p ----


def exp_at(x: int, p: int) -> Ints:
    """Enclose exp: Taylor series of |x| / 2**s below 1/256, then s squarings."""
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


def log_at(x: int, p: int) -> Ints:
    """Enclose log, x > 0, as 2 artanh((m - 1)/(m + 1)) + k 2 artanh(1/3) with m = x / 2**(k + p) in [1, 2)."""
    w, bits, low, high = p + 32, x.bit_length() - 1, 0, 0
    for top, bottom, count in ((x - (1 << bits), x + (1 << bits), 1), (1, 3, bits - p)):
        power, total, k = (top << w) // bottom, 0, 0
        while power:
            total += power // (2 * k + 1)
            power, k = power * top**2 // bottom**2, k + 1
        ends = sorted((count * total, count * (total + 3 * k + 3)))  # less than 2 units short a power, 1 a quotient
        low, high = low + ends[0], high + ends[1]
    return low >> 31, -(-high >> 31)


def pi_at(p: int) -> Ints:
    """Enclose pi = 2 + 2/3 + 2/3 2/5 + 2/3 2/5 3/7 + ..."""
    term = total = 2 << p + 16
    k = 0
    while term:
        k += 1
        term = term * k // (2 * k + 1)
        total += term
    return total >> 16, -(-(total + 2 * k + 2) >> 16)  # each term and the tail are short by less than 2 units


@cache
def density_peak(w: int) -> Ints:
    """Enclose 1/sqrt(2 pi)."""
    low, high = pi_at(w)
    return (1 << 2 * w) // (isqrt(high << w + 1) + 1), -(-(1 << 2 * w) // isqrt(low << w + 1))


def density_at(x: int, p: int, w: int) -> Ints:
    """Enclose the standard normal density, scaled by 2**w."""
    low, high = exp_at(-(x * x << w >> 2 * p + 1), w)  # the exponent is rounded up by less than one unit
    return max(low - 1, 0) * density_peak(w)[0] >> w, -(-high * density_peak(w)[1] >> w)


def cdf_at(x: int, p: int) -> Ints:
    """Enclose Phi = 1/2 + density(x) (x + x^3/3 + x^5/15 + ...), a series of positive terms."""
    if x < 0:
        low, high = cdf_at(-x, p)
        return (1 << p) - high, (1 << p) - low
    square = x * x
    if square >= 2 * p << 2 * p:
        return (1 << p) - 1, 1 << p  # 1 - Phi(x) <= exp(-x^2/2) <= 2**-p
    w = (p + (3 * square >> 2 * p + 2)) // 32 * 32 + 64  # the series grows like exp(x^2/2)
    low = high = below = above = x << (w - p)
    n = 1
    while below or n << 2 * p < square:
        n += 2
        below, above = below * square // (n << 2 * p), -(-above * square // (n << 2 * p))
        low, high = low + below, high + above
    phi = density_at(x, p, w)  # `high + above`: from here on terms at least halve, so the last one bounds the rest
    half, cut = 1 << p - 1, 2 * w - p
    return half + (low * phi[0] >> cut), half - (-(high + above) * phi[1] >> cut)


def power_of(x: Ints, k: int, w: int) -> Ints:
    """Enclose x^k, x >= 0, by squaring."""
    low, high = 1 << w, 1 << w
    for bit in f"{k:b}":
        low, high = low * low >> w, -(-high * high >> w)
        low, high = (low * x[0] >> w, -(-high * x[1] >> w)) if bit == "1" else (low, high)
    return low, high


def fineness(p: int, copies: int, scale: int) -> int:
    """Return N such that the trapezoid error at step 1/N is below 2**-(p + 2): exp(3.28 N) > 4 M 2**(p + 2)."""
    return (p + 3 * copies // 5 + copies.bit_length() + scale.bit_length() + 8) * 22 // 100 + 1


def mean_of_max(p: int, scales: dict[Ints, int], absolute: bool) -> Ints:
    """Enclose E max s_i Z_i, or E |max s_i Z_i|, for k copies of each scale s, enclosed at scale 2**(p + 40)."""
    w, copies = p + 40, sum(scales.values())
    one, largest = 1 << w, -(-max(s[1] for s in scales) >> w)
    n, bits = fineness(p, copies, largest), p + copies.bit_length() + largest.bit_length() + 2
    step = exp_at(-(one // n) - 1, w)[0], exp_at(-(one // n), w)[1]
    x0 = x1 = largest * (isqrt(2 * bits) + 1) << w
    low = high = 0
    while x1 >> (w - p - 2):
        above = below = one, one  # F(x), F(-x)
        for s, k in scales.items():
            start, end = (x0 << w) // s[1], -(-(x1 << w) // s[0])
            phi = cdf_at(start, w)
            phi = phi[0], min(phi[1] + end - start, one)  # Phi has slope below 1
            factor, mirror = power_of(phi, k, w), power_of((one - phi[1], one - phi[0]), k, w)
            above = above[0] * factor[0] >> w, -(-above[1] * factor[1] >> w)
            below = below[0] * mirror[0] >> w, -(-below[1] * mirror[1] >> w)
        least, most = (below[0], below[1]) if absolute else (-below[1], -below[0])
        low += x0 * max(one - above[1] + least, 0) >> w
        high -= -x1 * (one - above[0] + most) >> w
        x0, x1 = x0 * step[0] >> w, -(-x1 * step[1] >> w)
    slack = 1 << (w - p)  # the trapezoid error and the sums right and left of the grid are each below a quarter of it
    return (low // n - slack) >> 40, -(-(high // n + slack + 1) >> 40)


def bandit_regret(p: int, arms: int, gap: Fraction) -> Ints:
    """Enclose P(max of arms - 1 normals > N + gap) = 1 - integral of density(y) Phi(y + gap)^(arms - 1)."""
    w, n, low, high = p + 40, fineness(p, arms, 1), 0, 0
    reach, shift = n * (isqrt(2 * p + 8) + 1), (gap.numerator << w) // gap.denominator
    for k in range(-reach, reach + 1):
        y = (k << w) // n
        phi, beyond = density_at(y, w, w), cdf_at(y + shift, w)  # y is short by 1 unit, y + shift by 2
        rest = power_of((beyond[0], min(beyond[1] + 2, 1 << w)), arms - 1, w)
        low, high = low + (max(phi[0] - 1, 0) * rest[0] >> w), high - (-(phi[1] + 1) * rest[1] >> w)
    slack = 1 << (w - p)
    return ((1 << w) - high // n - 1 - slack) >> 40, -(-((1 << w) - low // n + slack) >> 40)


# ---- Operations on enclosed numbers ----


def scaled(p: int, x: Ints) -> Number:
    """Return the numbers x / 2**p."""
    return Fraction(x[0], 2**p), Fraction(x[1], 2**p)


def size(x: Fraction) -> int:
    """Return the number of bits of x."""
    return x.numerator.bit_length() + x.denominator.bit_length()


def times(p: int, a: Number, b: Number) -> Number:
    """Enclose the product."""
    products = [x * y for x in a for y in b]
    return min(products), max(products)


def over(p: int, a: Number, b: Number) -> Number:
    """Enclose the quotient."""
    require(b != (0, 0), "a denominator must not be 0")
    if b[0] <= 0 <= b[1]:
        raise Undecided
    return times(p, a, (1 / b[1], 1 / b[0]))


def root(p: int, a: Number, _: Number) -> Number:
    """Enclose the square root; exactly where it is rational."""
    require(a[1] >= 0, "sqrt must not have a negative argument")
    if a[0] < 0:
        raise Undecided
    exact = Fraction(isqrt(a[0].numerator), isqrt(a[0].denominator))
    if a == (exact**2, exact**2):
        return exact, exact
    return scaled(p, (isqrt(floor(a[0] * 4**p)), isqrt(ceil(a[1] * 4**p)) + 1))


def power(p: int, a: Number, b: Number) -> Number:
    """Enclose a^k for an integer k."""
    k = b[0].numerator
    require(b == (k, k) and abs(k) <= 1000, "pow must have an integer exponent of size at most 1000")
    require(abs(k) * max(size(x) for x in a) <= 1 << 21, "pow must not make numbers that large")
    low, high = a if k >= 0 else over(p, (Fraction(1), Fraction(1)), a)
    ends = sorted((low ** abs(k), high ** abs(k)))
    return (Fraction(0) if low < 0 < high and k % 2 == 0 else ends[0]), ends[1]


def regret(p: int, a: Number, b: Number) -> Number:
    """Enclose d P(max of m - 1 standard normals > N + d)."""
    m, d = a[0].numerator, b[0]
    require(
        a == (m, m) and 2 <= m <= 1000 and 0 <= d == b[1], "bandit-regret must have 2 to 1000 arms and an exact gap"
    )
    return times(p, b, scaled(p, bandit_regret(p, m, d)))


def rising(function: Callable[[int, int], Ints]) -> Callable[[int, Number, Number], Number]:
    """Extend an increasing function from points to enclosures."""
    return lambda p, a, _: scaled(p, (function(floor(a[0] * 2**p), p)[0], function(ceil(a[1] * 2**p), p)[1]))


def log(p: int, a: Number, _: Number) -> Number:
    """Enclose the logarithm."""
    require(a[1] > 0, "log must have a positive argument")
    if a[0] * 2**p < 1:
        raise Undecided
    return rising(log_at)(p, a, a)


def erf(p: int, a: Number, _: Number) -> Number:
    """Enclose erf(a) = 2 Phi(a sqrt 2) - 1."""
    two = Fraction(2), Fraction(2)
    phi = rising(cdf_at)(p, times(p, a, root(p, two, two)), a)
    return 2 * phi[0] - 1, 2 * phi[1] - 1


OPERATIONS: dict[
    str, tuple[int, int, Callable[[int, Number, Number], Number]]
] = {  # arguments (0: fold), cost, enclosure
    "+": (0, 1, lambda p, a, b: (a[0] + b[0], a[1] + b[1])),
    "-": (2, 1, lambda p, a, b: (a[0] - b[1], a[1] - b[0])),
    "*": (0, 1, times),
    "/": (2, 1, over),
    "neg": (1, 1, lambda p, a, _: (-a[1], -a[0])),
    "abs": (1, 1, lambda p, a, _: (max(a[0], -a[1], Fraction(0)), max(a[1], -a[0]))),
    "min": (0, 1, lambda p, a, b: (min(a[0], b[0]), min(a[1], b[1]))),
    "max": (0, 1, lambda p, a, b: (max(a[0], b[0]), max(a[1], b[1]))),
    "pow": (2, 100, power),
    "sqrt": (1, 10, root),
    "exp": (1, 100, rising(exp_at)),
    "log": (1, 100, log),
    "erf": (1, 100, erf),
    "normal-cdf": (1, 100, rising(cdf_at)),
    "bandit-regret": (2, 500_000, regret),
}
RELATIONS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}


# ---- Reading ----


def rational(text: Any) -> Fraction:
    """Read an exact number."""
    pattern = f"(-?[0-9]{{1,{MAX_DIGITS}}})(?:/([0-9]{{1,{MAX_DIGITS}}}))?"
    match = re.fullmatch(pattern, text) if isinstance(text, str) else None
    if match is None or not int(match[2] or 1):
        refuse(f'a number must be a string "p" or "p/q", q > 0, with parts of at most {MAX_DIGITS} digits')
    return Fraction(int(match[1]), int(match[2] or 1))


def array(node: Any, levels: int = 3) -> Any:
    """Read nested lists of numbers."""
    if not isinstance(node, list):
        return rational(node)
    require(bool(node) and levels > 0, "nested lists must not be empty and have at most 3 levels")
    items = [array(item, levels - 1) for item in node]
    require(len({shape(item) for item in items}) == 1, "nested lists must have items of one shape")
    return items


def shape(a: Any) -> tuple[int, ...]:
    """Return the lengths of the levels."""
    return (len(a), *shape(a[0])) if isinstance(a, list) else ()


def flat(a: Any) -> Vector:
    """Return all entries in order."""
    return [x for item in a for x in flat(item)] if isinstance(a, list) else [a]


def integer(value: Any, low: int, high: int, name: str) -> int:
    """Read a JSON integer of a range."""
    require(type(value) is int and low <= value <= high, f"{name} must be an integer from {low} to {high}", value)
    return value


def fields(node: Any, required: str, optional: str = "") -> Any:
    """Return a JSON object that has the required fields and no others but the optional ones."""
    known = (
        set(required.split()) <= set(node if isinstance(node, dict) else ()) <= set(f"{required} {optional}".split())
    )
    require(
        isinstance(node, dict) and known,
        f"an object must have the fields {required} {optional}".rstrip() + " and no other",
    )
    return node


def sequence(node: Any) -> list[Any]:
    """Return a JSON list."""
    require(isinstance(node, list), "a list must stand here", node)
    return node


class Checker:
    """The names of one certificate, and evaluation at one precision within a budget of operations."""

    def __init__(self) -> None:
        self.p, self.left = PRECISIONS[0], MAX_WORK
        self.names: dict[str, Any] = {}  # expression (dict), number, nested lists; None for an MDP or a bound
        self.mdps: dict[str, Any] = {}
        self.bounds: dict[str, Any] = {}
        self.used: set[str] = set()
        self.pinned: set[str] = set()
        self.memo: dict[Any, Number] = {}

    def spend(self, units: int) -> None:
        """Take units of about a microsecond from the budget: the same limit on every machine."""
        self.left -= units
        require(self.left >= 0, "a certificate must be decidable within the operation budget")

    def rounded(self, x: Number) -> Number:
        """Return x within the precision, unless it is exact; charge for its size."""
        bits = max(size(x[0]), size(x[1]))
        require(bits <= MAX_BITS, f"numbers must have at most {MAX_BITS} bits")
        self.spend(2 + (bits * bits >> 18))
        return x if x[0] == x[1] else scaled(self.p, (floor(x[0] * 2**self.p), ceil(x[1] * 2**self.p)))

    def dot(self, x: Vector, y: Vector) -> Fraction:
        """Return the inner product."""
        total = Fraction(0)
        for a, b in zip(x, y, strict=True):
            if a and b:
                total += a * b
                self.rounded((total, total))
        return total

    def value(self, node: Any, depth: int = 0) -> Number:
        """Enclose an expression."""
        require(
            depth < MAX_DEPTH,
            f"expressions and references must be at most {MAX_DEPTH} levels deep, got more or a circle",
        )
        self.spend(1)
        if not isinstance(node, dict):
            return (rational(node),) * 2
        if "ref" in node:
            return self.reference(fields(node, "ref", "at"), depth)
        op = node.get("op")
        require(isinstance(op, str) and (op in OPERATIONS or op in SPECIAL), "op must be one of the operations", op)
        if op in SPECIAL:
            return self.rounded(SPECIAL[op](self, node, depth))
        args = [self.value(x, depth + 1) for x in sequence(fields(node, "op args")["args"])]
        arity, cost, function = OPERATIONS[op]
        require(
            len(args) == arity or (arity == 0 and len(args) > 0),
            f"{op} must have {arity or 'some'} arguments",
            len(args),
        )
        self.spend(cost * (self.p // 48) ** 2)
        if arity:
            return self.rounded(function(self.p, args[0], args[-1]))
        return reduce(lambda a, b: self.rounded(function(self.p, a, b)), args)

    def reference(self, node: Any, depth: int) -> Number:
        """Enclose what a name stands for."""
        thing = self.named(node["ref"])
        for i in sequence(node.get("at", [])):
            thing = sequence(thing)[integer(i, 0, len(thing) - 1, "an index")]
        if isinstance(thing, Fraction):
            return thing, thing
        require(isinstance(thing, dict), f"{node['ref']} must be a number here")
        key = self.p, node["ref"]
        if key not in self.memo:
            self.memo[key] = self.value(thing, depth + 1)
        return self.memo[key]

    def named(self, name: Any) -> Any:
        """Return what a name stands for."""
        require(isinstance(name, str) and name in self.names, "a name must be declared", name)
        self.used.add(name.partition(".")[0])
        return self.names[name]

    def total(self, node: Any, _: int) -> Number:
        """Add the entries of a list, or the products of the entries of two."""
        lists = [flat(self.named(name)) for name in sequence(fields(node, "op of")["of"])]
        fit = len(lists) == (2 if node["op"] == "dot" else 1) and len(lists[0]) == len(lists[-1])
        require(fit, "sum must be of one list, dot of two of one size")
        result = self.dot(lists[0], lists[1] if len(lists) == 2 else [Fraction(1)] * len(lists[0]))
        return result, result

    def expectation(self, node: Any, depth: int) -> Number:
        """Enclose a mean of a maximum."""
        args = [self.value(x, depth + 1) for x in sequence(fields(node, "op args", "copies")["args"])]
        copies = [integer(k, 1, 10**6, "copies") for k in sequence(node.get("copies", [1] * len(args)))]
        require(
            len(copies) == len(args) > 0 and all(s[1] > 0 for s in args),
            "a mean of a maximum must have positive scales",
        )
        scales: dict[Ints, int] = {}
        for s, k in zip(args, copies, strict=True):
            key = floor(s[0] * 2 ** (self.p + 40)), ceil(s[1] * 2 ** (self.p + 40))
            scales[key] = scales.get(key, 0) + k
        if min(scales)[0] <= 0:
            raise Undecided
        self.spend(fineness(self.p, sum(scales.values()), 1) * (self.p + 10) * len(scales) * (self.p // 4 + 25))
        return scaled(self.p, mean_of_max(self.p, scales, node["op"] == "mean-abs-max-normal"))

    def decide(self, node: Any) -> bool:
        """Decide a relation at growing precision."""
        test = RELATIONS.get(str(node["relation"])) or refuse("a relation must be one of < <= > >= = !=")
        for self.p in PRECISIONS:
            try:
                a, b = self.value(node["left"]), self.value(node["right"])
            except Undecided:
                continue
            answers = {test(x, y) for x in a for y in b}
            apart = a[1] < b[0] or b[1] < a[0] or (a[0] == a[1] and b[0] == b[1])
            if len(answers) == 1 and (apart or node["relation"] not in ("=", "!=")):
                return answers.pop()
        return refuse("could not decide a relation within the precision of the checker")

    def parameter(self, kind: str, raw: Any, sizes: dict[str, int]) -> Any:
        """Read a parameter of a fact or a lemma; the lengths of lists must agree, letter by letter."""
        if kind not in SHAPES:
            return raw if kind == "sigma" else str(raw) if kind == "operator" else rational(raw)
        if kind == "policy" and isinstance(raw, list):
            actions = [integer(a, 0, sizes["m"] - 1, "an action") for a in sequence(raw)]
            thing = [[Fraction(a == b) for b in actions] for a in range(sizes["m"])]
        else:
            thing = self.named(raw)
            self.pinned.add(raw)
        lengths = shape(thing)
        fit = len(lengths) == len(SHAPES[kind]) and all(
            sizes.setdefault(k, n) == n for k, n in zip(SHAPES[kind], lengths, strict=True)
        )
        require(fit, f"{kind} must be a list of shape {' x '.join(SHAPES[kind])}")
        return thing

    def parameters(self, says: str, node: Any) -> SimpleNamespace:
        """Read the parameters that a sentence of a table names in braces."""
        sizes: dict[str, int] = {}
        found = SimpleNamespace(checker=self, dot=self.dot)
        names = re.findall(r"{(\w+)}", says)
        if "mdp" in names:
            M = self.mdps.get(str(node["mdp"])) or refuse("mdp must be the name of an MDP")
            self.used.add(node["mdp"])
            sizes["m"], sizes["n"] = shape(M.rewards)
            found.__dict__.update(M.__dict__)
        for name in names:
            if name != "mdp":
                setattr(found, name, self.parameter(name, node[name], sizes))
        return found

    def read_object(self, name: str, node: Any) -> None:
        """Read an MDP or nested lists."""
        if not isinstance(node, dict):
            self.declare(name, array(node))
            return
        fields(node, "transitions rewards discount")
        P, r, discount = array(node["transitions"]), array(node["rewards"]), rational(node["discount"])
        require(
            len(shape(P)) == 3 and shape(P) == (*shape(r), len(P[0])),
            f"{name} must have transitions m x n x n, rewards m x n",
        )
        ones = [Fraction(1)] * len(P[0])
        sound = all(min(row) >= 0 and self.dot(row, ones) == 1 for matrix in P for row in matrix)
        require(sound and 0 <= discount < 1, f"{name} must have distributions as rows and a discount in [0, 1)")
        self.declare(name, None)
        self.mdps[name] = SimpleNamespace(P=P, rewards=r, discount=discount)
        sizes = {"states": Fraction(len(P[0])), "actions": Fraction(len(P))}
        parts = {"transitions": P, "rewards": r, "discount": discount, **sizes}
        self.names.update({f"{name}.{part}": x for part, x in parts.items()})

    def declare(self, name: Any, thing: Any) -> None:
        """Take a new name."""
        fresh = isinstance(name, str) and re.fullmatch("[A-Za-z][A-Za-z0-9_]{0,59}", name) and name not in self.names
        require(bool(fresh), "a name must be new and of at most 60 letters, digits and _", name)
        self.names[name] = thing

    def check_fact(self, node: Any) -> None:
        """Check one fact."""
        key = node.get("fact") if isinstance(node, dict) else None
        if key == "relation":
            require(self.decide(fields(node, "fact relation left right")), "a relation among the facts must be true")
            return
        says, test = FACTS.get(str(key)) or refuse("a fact must be one of the table")
        fields(node, "fact " + " ".join(re.findall(r"{(\w+)}", says)))
        require(test(self.parameters(says, node)), f"a fact must be true, got a false one: {says.format(**node)}"[:200])

    def check_lemma(self, node: Any) -> None:
        """Check the hypotheses of one lemma and name its value."""
        fields(node, "name theorem parameters because")
        sense, says, because, lemma = LEMMAS.get(str(node["theorem"])) or refuse("a theorem must be one of the table")
        require(node["because"] == because, f"because must be the proof of {node['theorem']} in the table")
        fields(node["parameters"], "mdp sigma")
        found = self.parameters("{mdp} {sigma}", node["parameters"])
        require(self.decide({"relation": ">", "left": found.sigma, "right": "0"}), "sigma must be positive")
        expression = lemma(found) or refuse(f"the hypotheses of {node['theorem']} must hold")
        self.declare(node["name"], expression if sense == "=" else None)
        if sense == ">=":
            self.bounds[node["name"]] = expression

    def run(self, data: Any) -> str:
        """Check everything; return the conclusion with both sides in decimals."""
        fields(data, "format version claim reading says conclusion", "constants objects facts given notes")
        require(
            (data["format"], data["version"]) == (FORMAT, VERSION), f"format and version must be {FORMAT} {VERSION}"
        )
        texts = [data["claim"], data["reading"], data["says"], *sequence(data.get("notes", []))]
        require(all(isinstance(text, str) for text in texts), "claim, reading, says and notes must be texts")
        named = [data.get("objects", {}), data.get("constants", {})]
        require(all(isinstance(x, dict) for x in named), "objects and constants must be JSON objects")
        for name, node in named[0].items():
            self.read_object(name, node)
        for name, node in named[1].items():
            self.declare(name, node if isinstance(node, dict) else rational(node))
        for node in sequence(data.get("facts", [])):
            self.check_fact(node)
        for node in sequence(data.get("given", [])):
            self.check_lemma(node)
        return self.conclude(dict(fields(data["conclusion"], "relation left right")))

    def conclude(self, node: Any) -> str:
        """Decide the conclusion, in which a bound may only stand on the left of > or >=."""
        for name, expression in self.bounds.items():
            if node["left"] == {"ref": name} and node["relation"] in (">", ">="):
                node["left"] = expression
                self.used.add(name)
        declared = {name for name in self.names if "." not in name}
        before, self.used = self.used, set()
        self.memo.clear()
        require(self.decide(node), "the conclusion must be true, got a false one")
        loose = [name for name in self.used if isinstance(self.names[name], list) and name not in self.pinned]
        require(not loose, "a list that the conclusion uses must stand in a fact", *loose[:1])
        unused = sorted(declared - before - self.used)
        require(not unused, "a name must be used by a fact or by the conclusion", *unused[:1])
        return f"{decimal(self.value(node['left']))} {node['relation']} {decimal(self.value(node['right']))}"


SPECIAL: dict[str, Callable[[Checker, Any, int], Number]] = {
    "pi": lambda c, node, _: scaled(c.p, pi_at(c.p if fields(node, "op") else 0)),
    "sum": Checker.total,
    "dot": Checker.total,
    "mean-max-normal": Checker.expectation,
    "mean-abs-max-normal": Checker.expectation,
}


def decimal(x: Number) -> str:
    """Return a number as text."""
    if x[0] == x[1] and size(x[0]) < 80:
        return str(x[0])
    if not 2**-30 < abs(x[0]) < 2**90:
        return f"about {'-' if x[0] < 0 else ''}2^{abs(x[0].numerator).bit_length() - x[0].denominator.bit_length()}"
    digits = floor(abs(x[0]) * 10**12)
    return f"{'-' if x[0] < 0 else ''}{digits // 10**12}.{digits % 10**12:012d}..."


# ---- Facts: a sentence that names the parameters, and the test; lists have the shapes below ----

SHAPES = {"value": "n", "policy": "mn", "occupancy": "mn", "q": "mn", "noise": "mn", "matrix": "kk", "vector": "k"}
SHAPES |= {"offset": "k", "weights": "w", "sequence": "tk", "tables": "tmn"}


def backups(f: Any) -> Matrix:
    """Return r_a + gamma P_a v for every action."""
    return [
        [r + f.discount * f.dot(row, f.value) for row, r in zip(P, ra, strict=True)]
        for P, ra in zip(f.P, f.rewards, strict=True)
    ]


def best(q: Matrix) -> Vector:
    """Return the maximum over actions."""
    return [max(column) for column in zip(*q, strict=True)]


def mixed(f: Any, q: Matrix) -> Vector:
    """Return the mean under a policy, which must be one."""
    ones = [sum(column) for column in zip(*f.policy, strict=True)]
    require(
        set(ones) == {1} and min(flat(f.policy)) >= 0, "a policy must have probabilities that sum to 1 in each state"
    )
    return [f.dot(list(w), list(x)) for w, x in zip(zip(*f.policy, strict=True), zip(*q, strict=True), strict=True)]


def balanced(f: Any) -> bool:
    """Return whether sum_a (I - gamma P_a^T) lambda_a = e and lambda >= 0."""
    inflow = [
        sum(
            f.dot(list(column), x)
            for column, x in zip((list(zip(*P, strict=True))[s] for P in f.P), f.occupancy, strict=True)
        )
        for s in range(len(f.P[0]))
    ]
    outflow = [sum(x) for x in zip(*f.occupancy, strict=True)]
    return min(flat(f.occupancy)) >= 0 and outflow == [1 + f.discount * x for x in inflow]


def unique_best(gamma: Fraction, q: Vector, g: Vector) -> Fraction:
    """Return gamma max q + g at the maximiser, which must be unique."""
    require(q.count(max(q)) == 1, "noisy-literal must have a unique maximiser in each state")
    return gamma * max(q) + g[q.index(max(q))]


OPERATORS: dict[
    str, tuple[Callable[[Fraction, Vector, Vector], Fraction], int]
] = {  # next value, times g in the prediction
    "noisy-bracketed": (lambda gamma, q, g: gamma * max(map(operator.add, q, g)), 1),
    "noisy-target": (lambda gamma, q, g: gamma * max(map(operator.add, q, g)), 0),
    "noisy-prediction": (lambda gamma, q, g: gamma * max(q), 1),
    "noisy-outside": (lambda gamma, q, g: max(gamma * x + y for x, y in zip(q, g, strict=True)), 1),
    "noisy-literal": (unique_best, 1),
}


def updated(f: Any, ahead: Vector, carried: int) -> Matrix:
    """Return r + P ahead - carried g."""
    return [
        [f.rewards[a][s] + f.dot(row, ahead) - carried * f.noise[a][s] for s, row in enumerate(P)]
        for a, P in enumerate(f.P)
    ]


def is_fixed(f: Any) -> bool:
    """Return whether q = r + P next(q, g) - (g, where the prediction carries it)."""
    after, carried = OPERATORS.get(f.operator) or refuse("operator must be one of the table")
    columns = zip(zip(*f.q, strict=True), zip(*f.noise, strict=True), strict=True)
    return f.q == updated(f, [after(f.discount, list(q), list(g)) for q, g in columns], carried)


def none_fixed(f: Any) -> bool:
    """Return whether each selection of a maximiser has a fixed point in tables (only one: a contraction) that it does not maximise."""
    n, m = len(f.P[0]), len(f.P)
    require(n < 20 and len(f.tables) == m**n, "tables must hold one q for each of the m^n selections")
    for choice, q in zip(product(range(m), repeat=n), f.tables, strict=True):
        if q != updated(f, [f.discount * q[a][s] + f.noise[a][s] for s, a in enumerate(choice)], 1):
            return False
        if all(q[a][s] == top for s, (a, top) in enumerate(zip(choice, best(q), strict=True))):
            return False
    return True


FACTS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "optimal-value": (
        "{value} is the optimal value of {mdp}, attained by the policy {policy}",
        lambda f: f.value == best(backups(f)) == mixed(f, backups(f)),
    ),
    "policy-value": ("{value} is the value in {mdp} of the policy {policy}", lambda f: f.value == mixed(f, backups(f))),
    "not-optimal": ("{value} is not the optimal value of {mdp}", lambda f: f.value != best(backups(f))),
    "primal-feasible": (
        "{value} satisfies v >= r_a + gamma P_a v for all actions of {mdp}",
        lambda f: all(map(operator.ge, f.value, best(backups(f)))),
    ),
    "dual-feasible": ("{occupancy} is dual feasible for {mdp}", balanced),
    "lp-pair": (
        "{value} and {occupancy} solve the linear program of {mdp} and its dual",
        lambda f: (
            all(map(operator.ge, f.value, best(backups(f))))
            and balanced(f)
            and sum(f.value) == f.dot(flat(f.occupancy), flat(f.rewards))
        ),
    ),
    "fixed-point": ("{q} is a fixed point of the update {operator} in {mdp} with the noise {noise}", is_fixed),
    "no-fixed-point": (
        "the update noisy-literal in {mdp} with the noise {noise} has no fixed point, see {tables}",
        none_fixed,
    ),
    "iteration": (
        "{sequence} follows x -> A x + b, A = {matrix}, b = {offset}",
        lambda f: all(
            y == [f.dot(a, x) + b for a, b in zip(f.matrix, f.offset, strict=True)] for x, y in pairwise(f.sequence)
        ),
    ),
    "eigenvector": (
        "{vector} is an eigenvector of {matrix} for {factor}",
        lambda f: any(f.vector) and [f.dot(row, f.vector) for row in f.matrix] == [f.factor * x for x in f.vector],
    ),
    "distribution": ("{weights} is a probability distribution", lambda f: min(f.weights) >= 0 and sum(f.weights) == 1),
}


# ---- Lemmas: = or >=, what the value is, why, and the expression (None where the hypotheses fail) ----


def op(name: str, *args: Any) -> Any:
    """Build an expression."""
    return {"op": name, "args": [str(x) if isinstance(x, int | Fraction) else x for x in args]}


def stays(f: Any) -> list[int]:
    """Return the actions with P_a = I."""
    n = len(f.P[0])
    return [a for a, P in enumerate(f.P) if all(P[s][s] == 1 for s in range(n))]


def still(f: Any, name: str) -> Any:
    """Return sigma E max / (1 - gamma) if every P_a = I and all actions have the same rewards."""
    mean = {"op": name, "args": ["1"], "copies": [len(f.P)]}
    same = len(stays(f)) == len(f.P) and all(r == f.rewards[0] for r in f.rewards)
    return op("/", op("*", f.sigma, mean), 1 - f.discount) if same else None


def one_good_arm(f: Any) -> Any:
    """Return the regret of the greedy arm when one arm of one state is better than the others, which are equal."""
    r = sorted((row[0] for row in f.rewards), reverse=True)
    fit = len(f.P[0]) == 1 and len(r) > 1 and len(set(r[1:])) == 1
    return (
        op("/", op("*", f.sigma, op("bandit-regret", len(r), op("/", r[0] - r[1], f.sigma))), 1 - f.discount)
        if fit
        else None
    )


def cycle_with_stay(f: Any) -> Any:
    """Return sigma E max_d gamma^d Z_d / (1 - gamma) if the actions are stays and moves to the next state of a cycle."""
    n, here = len(f.P[0]), stays(f)
    moves = [a for a, P in enumerate(f.P) if all(P[s][(s + 1) % n] == 1 for s in range(n))]
    scales = [str(f.discount**d) for d in range(n if f.discount and len(moves) else 1)]
    mean = {"op": "mean-max-normal", "args": scales, "copies": [len(here)] * len(scales)}
    fit = n > 1 and here and len(here) + len(moves) == len(f.P) and not any(flat(f.rewards))
    return op("/", op("*", f.sigma, mean), 1 - f.discount) if fit else None


NOISED = "in the MDP {mdp} under independent reward noise N(0, sigma^2), v' optimal for the noised reward"
IDENTITY = "P_a = I gives v' = (r + max_a z_a)/(1 - gamma) and v* = r/(1 - gamma), state by state."
LEMMAS: dict[str, tuple[str, str, str, Callable[[Any], Any]]] = {
    "identity-value-error": (
        "=",
        f"E (1/n) ||v' - v*||_1 {NOISED}",
        IDENTITY,
        lambda f: still(f, "mean-abs-max-normal"),
    ),
    "identity-value-bias": ("=", f"E (1/n) e^T (v' - v*) {NOISED}", IDENTITY, lambda f: still(f, "mean-max-normal")),
    "value-error-lower-bound": (
        ">=",
        f"E |v'(s) - v*(s)|, at each state s {NOISED}",
        "Raising all z_a(s) by c raises v'(s) by at least c; their mean is N(0, sigma^2/m), independent of their differences.",
        lambda f: op("*", f.sigma, op("sqrt", op("/", 2, op("*", {"op": "pi"}, len(f.P))))),
    ),
    "bandit-policy-loss": (
        "=",
        f"E (v* - v^pi'), pi' greedy for the noised reward, {NOISED}",
        "pi' is wrong iff the best of m - 1 noises beats the good arm's by the gap, and then loses the gap at each step.",
        one_good_arm,
    ),
    "cycle-value-error": (
        ">=",
        f"E (1/n) ||v' - v*||_1 {NOISED}",
        "Given the noise of the stays, walking d steps and staying has mean gamma^d max z/(1 - gamma); E max >= max of means.",
        cycle_with_stay,
    ),
}


# ---- Files and the command ----


def parse(raw: bytes) -> Any:
    """Read the bytes of a certificate: JSON without floats, long integers or repeated keys."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        require(len(dict(pairs)) == len(pairs), "a JSON object must have distinct keys")
        return dict(pairs)

    def whole(text: str) -> int:
        return (
            int(text)
            if len(text) < 10 and text.lstrip("-").isdigit()
            else refuse("JSON numbers must be integers of at most 9 digits")
        )

    require(len(raw) <= MAX_BYTES, f"a certificate must have at most {MAX_BYTES} bytes")
    try:
        return json.loads(
            raw.decode(), object_pairs_hook=unique, parse_int=whole, parse_float=whole, parse_constant=whole
        )
    except (ValueError, RecursionError) as error:
        fault = "too deep" if isinstance(error, RecursionError) else str(error)
        return refuse(f"a certificate must be JSON in UTF-8, got a fault: {fault}"[:200])


def check(certificate: Any) -> dict[str, Any]:
    """Check one certificate; return accepted, sentence, and in details one sentence for each fact, lemma and note."""
    try:
        sentence = f"accepted: {Checker().run(certificate)}"
    except Refused as refusal:
        return {"accepted": False, "sentence": f"refused: {refusal}", "details": []}
    facts = [FACTS[f["fact"]][0].format(**f) for f in certificate.get("facts", []) if f["fact"] != "relation"]
    lemmas = [(g, LEMMAS[g["theorem"]]) for g in certificate.get("given", [])]
    given = [f"{g['name']} {entry[0]} {entry[1].format(**g['parameters'])}" for g, entry in lemmas]
    notes = [f"not checked: {note}" for note in certificate.get("notes", [])]
    return {"accepted": True, "sentence": sentence, "details": [*facts, *given, *notes]}


def check_file(path: str) -> dict[str, Any]:
    """Check the certificate in a file."""
    try:
        require(Path(path).is_file(), "a certificate must be a file that exists")
        with open(path, "rb") as file:
            return check(parse(file.read(MAX_BYTES + 1)))
    except (Refused, OSError, ValueError) as error:
        return {
            "accepted": False,
            "sentence": f"refused: {error if isinstance(error, Refused) else 'unreadable file'}",
            "details": [],
        }


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
