"""The independent certificate checker: this file and lemmas.json, `python checker.py [--json] CERT.json ...`.

Exit status 0: all certificates are accepted; 1: one is refused; 2: a mistake in the call. Facts and the hypotheses of
lemmas are checked, then the conclusion: that a relation of the statement fails at values of its symbols in its domain.

An entry of lemmas.json has a sentence with parameters in braces (MDPs and lists by name, of a shape in `shapes`),
relations to `require` (`for` integers of ranges), `let`s, and for a lemma, which is believed, its `value` or `cases`.
A number is a pair of rationals around it, equal while it is rational, else rounded outward to multiples of 2**-p; p
grows until a relation (worth 1 or 0) is decided. All work is paid for beforehand, in units of at most 1/4 microsecond.

Means are trapezoid sums of step h in t of x G(x), x = e^t, G(x) = 1 - F(x) -+ F(-x), F(x) = prod Phi(x/s_i)^k_i. As
|erfc z| <= |exp(-z^2)| for Re z >= 0, the integral of the modulus on |Im t| <= pi/6 is at most M = s (K + 1)
(3/2)^(K-1), K = sum k_i, s = max s_i; shifting contours, the error is at most 2 M / (exp(pi^2/(3 h)) - 1). 0 <= G <= 1
bounds the sum left of the grid by its last x, and G <= K exp(-x^2/(2 s^2)) the sum right of it.
"""

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Callable
from decimal import ROUND_DOWN, Context, Decimal
from fractions import Fraction
from functools import cache
from math import ceil, comb, floor, isqrt, prod
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path
from typing import Any, NoReturn

FORMAT, VERSION = "theory-checks/certificate", 3
MAX_BYTES, MAX_DIGITS, MAX_BITS, MAX_DEPTH, MAX_LEVELS, MAX_WORK = 1 << 20, 4000, 1 << 16, 100, 250, 10_000_000
SECTIONS = "format version statement says constants objects facts given assumed"
TABLES: dict[str, Any] = json.loads(Path(__file__).with_name("lemmas.json").read_bytes())
FACTS, SHAPES, LEMMAS, NAMED = TABLES["facts"], TABLES["shapes"], TABLES["lemmas"], {"mdp", *TABLES["shapes"]}
PRECISIONS, LETTERS = (48, 96, 192, 384, 768), "[A-Za-z\u00c0-\u1fff\u3040-\U0010ffff]"
NUMBER = re.compile(f"(-?[0-9]{{1,{MAX_DIGITS}}})(?:/([0-9]{{1,{MAX_DIGITS}}}))?")
WELL_FORMED = f"a certificate must be JSON in UTF-8, nested at most {MAX_LEVELS} levels deep"
UNREADABLE, MAX_RESULTS = "refused: a certificate must be a file that can be read", 1 << 28
UNDECIDED = "could not decide a relation within the precision of the checker"
Ints = tuple[int, int]  # around a number, scaled by 2**p; f_at(x, p) are those around f(x / 2**p)
Number = tuple[Fraction, Fraction]  # around a number
ZERO, ONE = (Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """The certificate is refused; the text says why in one sentence."""


def refuse(rule: str, *got: Any) -> NoReturn:
    """Refuse the certificate."""
    shown = ["a list or an object" if isinstance(x, list | dict) else json.dumps(x)[:60] for x in got]
    raise Refused(", got ".join([rule, *shown]))


def require(condition: bool, rule: str, *got: Any) -> None:
    """Refuse unless the condition holds."""
    if not condition:
        refuse(rule, *got)


def price(bits: int) -> int:
    """Return the price of an operation on rationals of so many bits, all in all."""
    return 8 + (bits >> 4) + (bits * bits >> 16)


def summed(term: int, following: Callable[[int, int], int], shares: Callable[[int], int]) -> tuple[int, int]:
    """Return the sum of terms, each divided by its share, until one is 0, and how many there are."""
    total = k = 0
    while term:
        total, k = total + term // shares(k), k + 1
        term = following(term, k)
    return total, k


def exp_at(x: int, p: int) -> Ints:
    """Enclose exp: Taylor series of |x| / 2**s below 1/256, then s squarings."""
    require(x >> p < 1 << 14, "exp must have an argument below 16384")
    if -x >> p >= p:
        return 0, 1
    s = max(0, abs(x).bit_length() - p) + 8
    w = p + 2 * s + 16
    low, k = summed(1 << w, lambda term, k: (term * abs(x) >> p + s) // k, lambda _: 1)
    high = low + 2 * k + 4  # each term is short by less than 2 units, the tail after the last by less than 3
    for _ in range(s):
        low, high = low * low >> w, -(-high * high >> w)
    if x < 0:
        low, high = (1 << 2 * w) // high, -(-(1 << 2 * w) // low)
    return low >> (w - p), -(-high >> (w - p))


def log_at(x: int, p: int) -> Ints:
    """Enclose log, x > 0, as 2 artanh((m - 1)/(m + 1)) + k 2 artanh(1/3) with m = x / 2**(k + p) in [1, 2)."""
    w, bits, low, high = p + 32, x.bit_length() - 1, 0, 1
    x, one = (x, 1 << bits) if bits <= w else (x >> bits - w, 1 << w)  # what is cut off adds less than 1 unit
    for top, bottom, count in ((x - one, x + one, 1), (1, 3, bits - p)):
        squares = top**2, bottom**2
        total, k = summed((top << w) // bottom, lambda x, _, s=squares: x * s[0] // s[1], lambda k: 2 * k + 1)
        ends = sorted((count * total, count * (total + 3 * k + 3)))  # less than 2 units short a power, 1 a quotient
        low, high = low + ends[0], high + ends[1]
    return low >> 31, -(-high >> 31)


def pi_at(p: int) -> Ints:
    """Enclose pi = 2 + 2/3 + 2/3 2/5 + 2/3 2/5 3/7 + ..."""
    total, k = summed(2 << p + 16, lambda term, k: term * k // (2 * k + 1), lambda _: 1)
    return total >> 16, -(-(total + 2 * k + 2) >> 16)  # each term and the tail are short by less than 2 units


@cache
def density_peak(w: int) -> Ints:
    """Enclose 1/sqrt(2 pi)."""
    low, high = pi_at(w)
    return (1 << 2 * w) // (isqrt(high << w + 1) + 1), -(-(1 << 2 * w) // isqrt(low << w + 1))


def cdf_at(x: int, p: int) -> Ints:
    """Enclose Phi = 1/2 + (x - x^3/(2 1! 3) + x^5/(4 2! 5) - ...)/sqrt(2 pi)."""
    square = x * x
    if square >= 2 * p << 2 * p:
        return ((1 << p) - 1, 1 << p) if x > 0 else (0, 1)  # 1 - Phi(|x|) <= exp(-x^2/2) <= 2**-p
    extra = (3 * square >> 2 * p + 2) + 1  # exp(x^2/2) < 2**extra bounds how the rounding of a term may grow
    w = (p + 2 * extra) // 32 * 32 + 64
    total, n = summed(abs(x) << w - p, lambda t, n: t * square // (n << 2 * p + 1), lambda n: (-1) ** n * (2 * n + 1))
    error, peak, cut = 3 * (n + 1) << extra, density_peak(w), 2 * w - p
    low, high = max(total - error, 0) * peak[0] >> cut, -(-(total + error) * peak[1] >> cut)
    return ((1 << p - 1) + low, (1 << p - 1) + high) if x > 0 else ((1 << p - 1) - high, (1 << p - 1) - low)


def power_of(x: Ints, k: int, w: int) -> Ints:
    """Enclose x^k, x >= 0, by squaring."""
    low, high = 1 << w, 1 << w
    for bit in f"{k:b}":
        require(high.bit_length() - w < 1 << 13, "pow must not make numbers that large")
        low, high = low * low >> w, -(-high * high >> w)
        low, high = (low * x[0] >> w, -(-high * x[1] >> w)) if bit == "1" else (low, high)
    return low, high


def mean_of_max(p: int, scales: dict[Ints, int], absolute: bool) -> Ints:
    """Enclose E max s_i Z_i, or E |max s_i Z_i|, for k copies of each scale s, enclosed at scale 2**(p + 40)."""
    w, copies = p + 40, sum(scales.values())
    one, largest = 1 << w, -(-max(s[1] for s in scales) >> w)
    bits = p + copies.bit_length() + largest.bit_length() + 2
    n = (bits + 3 * copies // 5 + 6) * 22 // 100 + 1  # a step of 1/n: exp(3.28 n) > 4 M 2**(p + 2)
    step = exp_at(-(one // n) - 1, w)[0], exp_at(-(one // n), w)[1]
    x0 = x1 = largest * (isqrt(2 * bits) + 1) << w
    low = high = 0
    while x1 >> (w - p - 2):
        f0 = f1 = g0 = g1 = one  # around F(x) and F(-x)
        for s, k in scales.items():
            start, end = (x0 << w) // s[1], -(-(x1 << w) // s[0])
            phi0, phi1 = cdf_at(start, w)
            phi1 = min(phi1 + end - start, one)  # Phi has slope below 1
            above, below = power_of((phi0, phi1), k, w), power_of((one - phi1, one - phi0), k, w)
            f0, f1, g0, g1 = f0 * above[0] >> w, -(-f1 * above[1] >> w), g0 * below[0] >> w, -(-g1 * below[1] >> w)
        least, most = (one - f1 + g0, one - f0 + g1) if absolute else (one - f1 - g1, one - f0 - g0)
        low, high = low + (x0 * max(least, 0) >> w), high - (-x1 * most >> w)
        x0, x1 = x0 * step[0] >> w, -(-x1 * step[1] >> w)
    slack = 1 << (w - p)  # bounds the trapezoid error and the sums right and left of the grid, together
    return (low // n - slack) >> 40, -(-(high // n + slack + 1) >> 40)


def scaled(p: int, x: Ints) -> Number:
    """Return the numbers x / 2**p."""
    return Fraction(x[0], 2**p), Fraction(x[1], 2**p)


def size(x: tuple[Fraction, ...]) -> int:
    """Return the number of bits of the longest of some numbers."""
    return max(y.numerator.bit_length() + y.denominator.bit_length() for y in x)


def times(_: int, a: Number, b: Number) -> Number:
    """Enclose the product."""
    products = [x * y for x in {*a} for y in {*b}]
    return min(products), max(products)


def over(p: int, a: Number, b: Number) -> Number:
    """Enclose the quotient."""
    require(b != ZERO, "a denominator must not be 0")
    require(not b[0] <= 0 <= b[1], UNDECIDED)
    return times(p, a, (1 / b[1], 1 / b[0]))


def power(p: int, a: Number, b: Number) -> Number:
    """Enclose a^k for an integer k; exactly where a is exact and the power is short."""
    k = abs(b[0].numerator)
    require(b in ((k, k), (-k, -k)) and k <= 10**6, "pow must have an integer exponent of size at most 10^6")
    low, high = a if b[0] >= 0 else over(p, ONE, a)
    if low == high and k * size(a) <= MAX_BITS:
        return low**k, high**k
    w, signs = p + 64, [-1 if x < 0 and k % 2 else 1 for x in (low, high)]
    sizes = [(floor(abs(x) * 2**w), ceil(abs(x) * 2**w)) for x in (low, high)]
    ends = sorted(s * end for s, x in zip(signs, sizes, strict=True) for end in scaled(w, power_of(x, k, w)))
    return (Fraction(0) if low < 0 < high and k % 2 == 0 else ends[0]), ends[-1]


def choices(_: int, n: Number, k: Number) -> Number:
    """Return the number of ways to choose k of n things."""
    top, part = n[0].numerator, k[0].numerator
    require(n == (top, top) and k == (part, part) and 0 <= part <= top, "binomial must have integers 0 <= k <= n")
    require(min(part, top - part) * top.bit_length() <= 1 << 14, "binomial must not make numbers that large")
    return (count := Fraction(comb(top, part))), count


def root(p: int, a: Number, _: Number) -> Number:
    """Enclose the square root; exactly where it is rational."""
    require(a[1] >= 0, "sqrt must not have a negative argument")
    require(a[0] >= 0, UNDECIDED)
    x = Fraction(isqrt(a[0].numerator), isqrt(a[0].denominator))
    return (x, x) if a == (x**2, x**2) else scaled(p, (isqrt(floor(a[0] * 4**p)), isqrt(ceil(a[1] * 4**p)) + 1))


def rising(function: Callable[[int, int], Ints]) -> Callable[[int, Number, Number], Number]:
    """Extend an increasing function from points to enclosures."""
    return lambda p, a, _: scaled(p, (function(floor(a[0] * 2**p), p)[0], function(ceil(a[1] * 2**p), p)[1]))


def log(p: int, a: Number, _: Number) -> Number:
    """Enclose the logarithm."""
    require(a[1] > 0, "log must have a positive argument")
    require(a[0] * 2**p >= 1, UNDECIDED)
    return rising(log_at)(p, a, a)


def price_of_power(p: int, a: Number, b: Number) -> int:
    """Return the price of squarings, and of the length of a power, which grows only if it is exact or above 1."""
    k, growth = min(abs(b[0].numerator), 10**6), (ceil(max(map(abs, a))) - 1).bit_length()
    growth = size(a) if b[0] < 0 or (a[0] == a[1] and k * size(a) <= MAX_BITS) else growth
    return (96 << (b[0] < 0)) * (a[0] < a[1]) + 8 * k.bit_length() * (3 + (p >> 8)) + price(min(k * growth, MAX_BITS))


# Number of arguments (0: fold), price beyond that of the arguments (if none is said, 12), enclosure.
OPERATIONS: dict[str, tuple[int, Callable[[int, Number, Number], int] | None, Callable[[int, Number, Number], Any]]] = {
    "+": (0, None, lambda p, a, b: (a[0] + b[0], a[1] + b[1])),
    **{x: (n, lambda _, a, b: 24 << (a[0] < a[1] or b[0] < b[1]), f) for x, n, f in (("*", 0, times), ("/", 2, over))},
    "-": (2, None, lambda p, a, b: (a[0] - b[1], a[1] - b[0])), "neg": (1, None, lambda p, a, _: (-a[1], -a[0])),
    "min": (0, None, lambda p, a, b: (*map(min, a, b),)), "max": (0, None, lambda p, a, b: (*map(max, a, b),)),
    "abs": (1, None, lambda p, a, _: (max(a[0], -a[1], Fraction(0)), max(a[1], -a[0]))),
    "floor": (1, None, lambda p, a, _: require(floor(a[0]) == floor(a[1]), UNDECIDED) or (Fraction(floor(a[0])),) * 2),
    "sqrt": (1, lambda p, a, _: 4 * price(size(a) + 2 * p), root),
    "exp": (1, lambda p, a, _: p + 400 + price(3 * max(0, min(ceil(a[1]), 1 << 14)) // 2), rising(exp_at)),
    "pow": (2, price_of_power, power), "log": (1, lambda p, a, _: (p + 40) * (3 + (p * p >> 16)), log),
    "binomial": (2, lambda p, n, k: 12 * max(0, min(k[0].numerator, (n[0] - k[0]).numerator, 1 << 14)), choices),
    "normal-cdf": (1, lambda p, a, _: (p + 80 + 14 * (t := min(ceil(max(map(abs, a))) ** 2, 2 * p)))  # at most w/2, 6 t
        * (3 + ((p + 66 + 2 * t) ** 2 >> 18)), rising(cdf_at)),  # terms of w = p + 66 + 2 t bits, t = min(x^2, 2 p)
}  # fmt: skip
NEUTRAL = {"+": ZERO, "*": ONE}
RATIONAL = {"exp": (ZERO, ONE), "log": (ONE, ZERO), "normal-cdf": (ZERO, (Fraction(1, 2), Fraction(1, 2)))}
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
RELATIONS: dict[str, Callable[[Fraction, Fraction], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq, "!=": ne}


def shape(a: Any) -> tuple[int, ...]:
    """Return the lengths of the levels."""
    return (len(a), *shape(a[0] if a else None)) if isinstance(a, list) else ()


def flat(a: Any) -> list[Fraction]:
    """Return all entries in order."""
    return [x for item in a for x in flat(item)] if isinstance(a, list) else [a]


def fields(node: Any, names: str) -> Any:
    """Return a JSON object with exactly these fields."""
    require(isinstance(node, dict) and {*node} == {*names.split()}, f"an object must have exactly the fields {names}")
    return node


def listed(node: Any) -> list[Any]:
    """Return a JSON list."""
    return node if isinstance(node, list) else refuse("a list must stand here", node)


def parameter_names(says: str) -> list[str]:
    """Return what the sentence of a fact or of a lemma names in braces."""
    return [name for name in dict.fromkeys(re.findall(r"{(\w+)}", says)) if name != "name"]


def digest_of(statement: Any) -> str:
    """Return the first digits of the sha256 of a statement without its digest."""
    rest = {key: x for key, x in statement.items() if key != "digest"}
    raw = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    require(not re.search("[\ud800-\udfff]", raw), "a statement must be Unicode")
    return hashlib.sha256(raw.encode()).hexdigest()[:16]


class Checker:
    """The names of one certificate, and evaluation at one precision within a budget of operations."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}  # an expression or nested lists of numbers; None for an MDP and for a bound
        self.mdps, self.bounds, self.larger = dict[str, Any](), dict[str, Any](), dict[str, bool]()
        self.used, self.pinned, self.p, self.left = set[str](), set[str](), PRECISIONS[0], MAX_WORK
        self.memo, self.numbers, self.indices = dict[Any, Number](), dict[str, Fraction](), dict[str, Fraction]()

    def spend(self, units: int) -> None:
        """Take units of work from the budget, before the work is done: the same limit on every machine."""
        self.left -= units
        require(self.left >= 0, f"a certificate must be decidable within its budget of {MAX_WORK} units of work")

    def weigh(self, node: Any, levels: int = MAX_LEVELS) -> None:
        """Charge for reading a certificate, and refuse one that is nested deeply."""
        require(levels >= 0, WELL_FORMED)
        self.spend(4)
        for x in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
            self.weigh(x, levels - 1)

    def symbols(self, node: Any) -> set[str]:
        """Return the names of which a nest of expressions speaks; the index of a series is none of them."""
        if isinstance(node, dict) and "index" in node:
            own = {x for x in [node["index"]] if isinstance(x, str)}
            found = self.symbols([node.get(x) for x in ("from", "to", "copies")]) | self.symbols(node.get("body")) - own
        else:
            inside = [*node.values()] if isinstance(node, dict) else node if isinstance(node, list) else []
            lists = node.get("of") if isinstance(node, dict) else []
            named = [node.get("ref"), *(lists if isinstance(lists, list) else [])] if isinstance(node, dict) else []
            found = {x for x in named if isinstance(x, str)}.union(*map(self.symbols, inside))
        self.spend(4 + len(found))
        return found

    def rational(self, text: Any) -> Fraction:
        """Read an exact number."""
        if not isinstance(text, str) or text not in self.numbers:
            match = NUMBER.fullmatch(text) if isinstance(text, str) else None
            self.spend(price(4 * len(text)) if match else 0)
            rule = f'a number must be a string "p" or "p/q", q > 0, with parts of at most {MAX_DIGITS} digits'
            top, bottom = match.groups("1") if match and int(match[2] or 1) else refuse(rule, text)
            self.numbers[text] = Fraction(int(top), int(bottom))
        return self.numbers[text]

    def array(self, node: Any, levels: int = 3) -> Any:
        """Read nested lists of numbers."""
        if not isinstance(node, list):
            return self.rational(node)
        require(bool(node) and levels > 0, "nested lists must not be empty and have at most 3 levels")
        items = [self.array(item, levels - 1) for item in node]
        require(len({shape(item) for item in items}) == 1, "nested lists must have items of one shape")
        return items

    def rounded(self, x: Number) -> Number:
        """Return x within the precision, unless it is exact."""
        require(size(x) <= MAX_BITS, f"numbers must have at most {MAX_BITS} bits")
        return x if x[0] == x[1] else self.spend(16) or scaled(p := self.p, (floor(x[0] * 2**p), ceil(x[1] * 2**p)))

    def dot(self, *lists: Any) -> Fraction:
        """Return the inner product of lists of one shape, or the sum of one."""
        total = Fraction(0)
        self.spend(4 * prod(shape(lists[0])))
        for row in filter(all, zip(*map(flat, lists), strict=True)):
            self.spend(8 + price(2 * size(row) + size((total,))))
            total += prod(row)
            self.rounded((total, total))
        return total

    def value(self, node: Any, depth: int = 0) -> Number:
        """Enclose an expression."""
        require(depth < MAX_DEPTH, f"expressions must be at most {MAX_DEPTH} levels deep, references included")
        self.spend(8)
        if not isinstance(node, dict):
            return (exact := self.rational(node)), exact
        if "ref" in node:
            return self.reference(node, depth)
        if "relation" in node:
            return (told := Fraction(self.told(fields(node, "relation left right"), depth + 1))), told
        op = {"series": "+"}.get(str(node.get("op")), str(node.get("op")))
        if op in SPECIAL:
            return self.rounded(SPECIAL[op](self, node, depth))
        arity, more, function = OPERATIONS.get(op) or refuse("op must be one of the operations", node.get("op"))
        args = self.terms(node, depth) or ([NEUTRAL[op]] if "index" in node and op in NEUTRAL else [])
        require(len(args) == arity if arity else args != [], f"{op} must have {arity or 'some'} arguments")
        if op in RATIONAL and args[0] == RATIONAL[op][0]:
            return RATIONAL[op][1]
        total, *rest = args * 2 if arity == 1 else args
        for x in rest:
            self.spend(price(size(total) + size(x)) + (more(self.p, total, x) if more else 12))
            total = self.rounded(function(self.p, total, x))
        return total

    def terms(self, node: Any, depth: int, more: str = "") -> list[Number]:
        """Enclose the arguments of an operation: those listed, or its body at each integer between two ends."""
        if "index" not in node:
            return [self.value(x, depth + 1) for x in listed(fields(node, f"op args{more}")["args"])]
        index = fields(node, f"op index from to body{more}")["index"]
        new = isinstance(index, str) and len(index) < 99 and index not in self.names and index not in self.indices
        require(new, "an index must be a new name", index)
        low, high = (self.integer(node[end], depth + 1) for end in ("from", "to"))
        require(high - low < 10**5, "an index must run over at most 10^5 integers")
        outer, found = self.indices, list[Number]()
        for k in range(low, high + 1):
            self.spend(24)
            self.indices = {**outer, index: Fraction(k)}
            found.append(self.value(node["body"], depth + 1))
        self.indices = outer
        return found

    def integer(self, node: Any, depth: int = 0, rule: str = "an integer must stand here") -> int:
        """Return the integer that an expression is."""
        low, high = self.value(node, depth)
        require(low == high and low.denominator == 1, rule)
        return low.numerator

    def reference(self, node: Any, depth: int) -> Number:
        """Enclose what a name or an entry of a list stands for."""
        thing = self.entry(node, depth)
        if isinstance(thing, Fraction):
            return thing, thing
        require(isinstance(thing, dict | str), "a reference must be to a number", node["ref"])
        key = self.p, node["ref"]
        if key not in self.memo:
            outer, self.indices = self.indices, {}  # what a name stands for knows nothing of an index around it
            self.memo[key], self.indices = self.value(thing, depth + 1), outer
        return self.memo[key]

    def entry(self, node: Any, depth: int) -> Any:
        """Return what a name stands for, or what a list holds at some places."""
        name = fields(node, "ref at" if isinstance(node, dict) and "at" in node else "ref")["ref"]
        table: Any = self.indices if isinstance(name, str) and name in self.indices else self.names
        require(isinstance(name, str) and name in table, "a name must be declared", name)
        self.used.update({name} if table is self.names else ())
        thing = table[name]
        for place in listed(node.get("at", [])):
            k = self.integer(place, depth + 1)
            require(isinstance(thing, list) and 0 <= k < len(thing), "an index must be in range")
            thing = thing[k]
        return thing

    def closed(self, nodes: Any) -> None:
        """Refuse expressions that speak of unknown names, which an index of the formula around them could capture."""
        for name in sorted(x for x in self.symbols(nodes) if x not in self.names):  # however many names there are
            refuse("a name must be declared", name)

    def total(self, node: Any, depth: int) -> Number:
        """Add the entries of a list, or the products of the entries of two, or count the items of a list."""
        self.spend(16)
        of = listed(fields(node, "op of")["of"])
        lists = [self.entry(x if isinstance(x, dict) else {"ref": x}, depth) for x in of]
        fit = len(lists) == (2 if node["op"] == "dot" else 1) and shape(lists[0]) == shape(lists[-1]) != ()
        require(fit, "sum and length must be of one list, dot of two of one shape")
        result = Fraction(len(lists[0])) if node["op"] == "length" else self.dot(*lists)
        return result, result

    def expectation(self, node: Any, depth: int) -> Number:
        """Enclose a mean of a maximum."""
        args = self.terms(node, depth, " copies" if "copies" in node else "")
        copies = [self.integer(k, depth + 1) for k in listed(node.get("copies", ["1"]))]
        copies = copies * len(args) if len(copies) == 1 else copies
        fit = len(copies) == len(args) > 0 and all(0 < k <= 10**6 for k in copies)
        require(fit, "a mean of a maximum must have as many copies as scales")
        fit = all(self.spend(price(size(s)) + len(args) // 2) or 0 < s[1] <= 10**9 for s in args)  # hashes may collide
        require(fit, "a scale must be positive and at most 10^9")
        scales: dict[Ints, int] = {}
        for s, k in zip(args, copies, strict=True):
            key = floor(s[0] * 2 ** (self.p + 40)), ceil(s[1] * 2 ** (self.p + 40))
            scales[key] = scales.get(key, 0) + k
        require(min(scales)[0] > 0, UNDECIDED)
        self.spend((self.p + sum(copies) + 60) * (self.p + 40) * len(scales) * (self.p // 32 + 4))
        return scaled(self.p, mean_of_max(self.p, scales, node["op"] == "mean-abs-max-normal"))

    def told(self, node: Any, depth: int = 0) -> bool:
        """Decide a relation at the present precision."""
        test = RELATIONS.get(str(node["relation"])) or refuse("a relation must be one of < <= > >= = !=")
        a, b = self.value(node["left"], depth), self.value(node["right"], depth)
        self.spend(price(size(a) + size(b)))
        answers = {test(x, y) for x in a for y in b}
        apart = a[1] < b[0] or b[1] < a[0] or (a[0] == a[1] and b[0] == b[1])
        require(len(answers) == 1 and (apart or node["relation"] not in ("=", "!=")), UNDECIDED)
        return answers.pop()

    def decide(self, node: Any) -> bool:
        """Decide a relation at growing precision."""
        for self.p in PRECISIONS:
            self.indices = {}
            try:
                return self.told(node)
            except Refused as refusal:
                require(str(refusal) == UNDECIDED, str(refusal))
        return refuse(UNDECIDED)

    def number(self, node: Any) -> None:
        """Refuse what is no number, also where nothing else asks for it."""
        self.decide({"relation": "=", "left": {"op": "*", "args": ["0", node]}, "right": "0"})

    def filled(self, node: Any, known: Any, lists: bool = False) -> Any:
        """Return an expression with what is known in the place of its names; only in lemmas.json it speaks of lists."""
        self.spend(4 + (len(known) if isinstance(node, dict) and "index" in node else 0))
        if isinstance(node, list):
            return [self.filled(x, known, lists) for x in node]
        if not isinstance(node, dict):
            return node
        require(lists or not node.keys() & {"at", "of"}, "a statement must not speak of lists")
        index = node.get("index", "")  # gets a dot, which no name declared has: it captures nothing that is put in
        require(isinstance(index, str), "an index must be a new name", index)
        own = {**known, index: {"ref": f"{index}."}} if "index" in node else known
        inside = {key: self.filled(x, own if key == "body" else known, lists) for key, x in node.items()}
        inside.update({"index": f"{index}."} if "index" in node else {})
        if "of" in node:
            inside["of"] = [part_of(x, known) if isinstance(x, str) else x for x in listed(inside["of"])]
        if "ref" in node:
            require(isinstance(node["ref"], str), "a name must be declared", node["ref"])
            stands = known.get(node["ref"])
            if isinstance(stands, tuple):  # a let with indices
                indices, body, around = stands
                return self.filled(body, {**around, **dict(zip(indices, inside["at"], strict=True))}, True)
            if node["ref"] in known and "at" not in node:
                return stands
            inside["ref"] = part_of(node["ref"], known)
        return inside

    def holds(self, condition: Any, known: Any) -> bool:
        """Decide a relation of lemmas.json, at all integers of its ranges."""
        node = {key: condition[key] for key in ("relation", "left", "right")}
        for index, low, high in reversed(condition.get("for", [])):
            every = {"op": "*", "index": index, "from": low, "to": high, "body": node}
            node = {"relation": "=", "left": every, "right": "1"}
        return self.decide(self.filled(node, known, True))

    def parameters(self, node: Any, entry: Any) -> Any:
        """Return what the names in an entry of lemmas.json stand for: parameters, of fitting shapes, and lets."""
        known, sizes, prefix = {**node}, dict[str, int](), f".{len(self.names)}."
        self.closed([*node.values()])
        if "mdp" in node:
            sizes |= (isinstance(node["mdp"], str) and self.mdps.get(node["mdp"])) or refuse("mdp must name an MDP")
            self.used.add(node["mdp"])
        for kind in sorted(SHAPES.keys() & node.keys()):
            found, letters = shape(self.entry({"ref": node[kind]}, 0)), SHAPES[kind]
            fit = len(found) == len(letters)
            fit = fit and all(0 < n == sizes.setdefault(x, n) for x, n in zip(letters, found, strict=True))
            require(fit, f"{kind} must be of shape {' x '.join(letters)}")
            self.pinned.add(node[kind])
        for name, *indices, expression in entry.get("let", []):
            if indices:
                known[name] = indices[0], expression, {**known}
            else:
                self.names[prefix + name] = self.filled(expression, known, True)
                known[name] = {"ref": prefix + name}
        return known

    def declare(self, name: Any, thing: Any) -> None:
        """Take a new name."""
        fresh = isinstance(name, str) and re.fullmatch("[A-Za-z][A-Za-z0-9_]{0,59}", name) and name not in self.names
        require(bool(fresh), "a name must be new and of at most 60 letters, digits and _", name)
        self.names[name] = thing

    def read_object(self, name: str, node: Any) -> None:
        """Read an MDP or nested lists."""
        if not isinstance(node, dict):
            return self.declare(name, self.array(node))
        self.declare(name, None)
        parts = {part: self.array(x) for part, x in fields(node, "transitions rewards discount").items()}
        P, r, discount = parts["transitions"], parts["rewards"], parts["discount"]
        require(len(shape(P)) == 3 and shape(P) == (*shape(r), len(P[0])), f"{name} must have P m x n x n and r m x n")
        sound = all(min(row) >= 0 and self.dot(row) == 1 for matrix in P for row in matrix)
        require(sound, f"{name} must have rows that are non-negative and sum to 1")
        require(shape(discount) == () and 0 <= discount < 1, f"{name} must have a discount in [0, 1)")
        self.mdps[name] = {"m": len(P), "n": len(P[0])}
        parts |= {"actions": Fraction(len(P)), "states": Fraction(len(P[0]))}
        return self.names.update({f"{name}.{part}": x for part, x in parts.items()})

    def given(self, entry: Any, parameters: Any, rule: str) -> Any:
        """Check what an entry of lemmas.json requires of its parameters; return what its names stand for."""
        known = self.parameters(parameters, entry)
        for name in sorted(parameters.keys() - NAMED):
            self.number(parameters[name])
        for x in entry.get("positive", []):
            require(self.decide({"relation": ">", "left": parameters[x], "right": "0"}), f"{x} must be positive")
        for condition in entry.get("require", []):
            require(self.holds(condition, known), condition.get("else", rule))
        return known

    def check_fact(self, node: Any) -> None:
        """Check one fact."""
        key = str(node["fact"]) if isinstance(node, dict) and isinstance(node.get("fact"), str) else ""
        if key == "relation":
            require(self.decide(fields(node, "fact relation left right")), "a relation among the facts must be true")
            return
        entry = FACTS.get(key) or refuse("a fact must be one of the table", key)
        fields(node, " ".join(["fact", *parameter_names(entry["says"])]))
        told = entry["says"].format(**{name: short(x) for name, x in node.items()})
        parameters = {name: x for name, x in node.items() if name != "fact"}
        self.given(entry, parameters, f"a fact must be true, got a false one: {told}"[:300])

    def check_lemma(self, node: Any) -> None:
        """Check the hypotheses of one lemma and name its value."""
        theorem = str(fields(node, "name theorem parameters because")["theorem"])
        entry = LEMMAS.get(theorem) or refuse("a theorem must be one of the table")
        rule = f"the hypotheses of {theorem} must hold"
        require(node["because"] == entry["because"], f"because must be the proof of {theorem} in the table")
        known = self.given(entry, fields(node["parameters"], " ".join(parameter_names(entry["says"]))), rule)
        cases = [case for case in entry.get("cases", [entry]) if "when" not in case or self.holds(case["when"], known)]
        require(cases != [], rule)
        expression = self.filled(cases[0]["value"], known, True)
        self.declare(node["name"], expression if entry["sense"] == "=" else None)
        self.bounds.update({node["name"]: expression} if entry["sense"] != "=" else {})
        self.larger[node["name"]] = entry["sense"] == ">="

    def shaped(self, data: Any) -> bool:
        """Check the parts that every certificate has; return whether it refutes the formula of its statement."""
        self.weigh(data)
        bound = isinstance(data, dict) and "values" in data
        fields(data, f"{SECTIONS} {'values part' if bound else 'conclusion'}")
        form = [data["format"], data["version"]] == [FORMAT, VERSION]
        require(form, f"format and version must be {FORMAT} {VERSION}")
        statement = fields(data["statement"], "id reading printed formal domain integers quantities digest")
        lists = listed(data["assumed"]) + listed(statement["printed"]) + listed(statement["integers"])
        texts = all(isinstance(x, str) for x in [data["says"], statement["id"], statement["reading"], *lists])
        require(texts, "id, reading, printed, integers, says, assumed must be texts")
        require(all(re.search(LETTERS, x) for x in data["assumed"]), "what is assumed must be said in words")
        require(bound or bool(data["assumed"]), "a conclusion of its own must rest on what is assumed")
        told = [fields(x, "relation left right") for x in listed(statement["formal"]) + listed(statement["domain"])]
        require(bound or not told, "a statement that is a formula must be refuted at values of its symbols")
        require((x := statement["digest"]) == digest_of(statement), "digest must be that of the statement", x)
        named = [data["objects"], data["constants"], data.get("values", {}), statement["quantities"]]
        require(all(isinstance(x, dict) for x in named), "objects, constants, values and quantities must have names")
        return bound

    def run(self, data: Any) -> str:
        """Check everything; return what is decided, with both sides as numbers."""
        bound = self.shaped(data)
        for name, node in data["objects"].items():
            self.read_object(name, node)
        for name, node in data["constants"].items():
            self.declare(name, node if isinstance(node, dict) else self.rational(node))
        for node in listed(data["facts"]):
            self.check_fact(node)
        for node in listed(data["given"]):
            self.check_lemma(node)
        node = self.instance(data) if bound else dict(fields(data["conclusion"], "relation left right"))
        return self.conclude(node, bound)

    def instance(self, data: Any) -> Any:
        """Return the negation of one relation of the statement at these values, which must lie in its domain."""
        statement, values, part = data["statement"], data["values"], data["part"]
        formal, domain, integers = statement["formal"], statement["domain"], statement["integers"]
        spoken, limited = self.symbols(formal + domain), self.symbols(domain) | {*integers}
        wanted = {name for name in spoken if "." not in name} | {*integers}
        objects = {name.partition(".")[0] for name in spoken if "." in name}
        require(not objects or objects == self.mdps.keys(), "the MDPs must be those of the statement", *sorted(objects))
        require(set(values) == wanted, f"values must be given of exactly the symbols {' '.join(sorted(wanted))}")
        require(type(part) is int and 0 <= part < len(formal), "part must be the place of a relation", part)
        self.closed([*values.values()])
        for relation in domain:
            require(self.decide(self.filled(relation, values)), "the values must satisfy the domain of the statement")
        for name in integers:
            self.integer(values[name], rule=f"{name} must be an integer")
        for name, quantity in statement["quantities"].items():
            self.tie(name, quantity, data)
        if formal[part]["relation"] == "=" and formal[part]["left"] in [{"ref": name} for name in wanted]:
            limited -= self.symbols(formal[part]["left"]) - self.symbols([x for x in domain if x["relation"] == "="])
        own, free = self.symbols(formal[part]), wanted - limited - statement["quantities"].keys()
        for name in sorted(free - own):  # of another relation: a number all the same
            self.number(values[name])
        self.use([*values.values()])
        tied = f"{' '.join(sorted(free & own))} must be tied to what a lemma gives by quantities, or assumed"
        require(not free & own or bool(data["assumed"]), tied)
        return {**self.filled(formal[part], values), "relation": NEGATED.get(str(formal[part]["relation"]), "")}

    def tie(self, name: str, quantity: Any, data: Any) -> None:
        """Refuse unless the value of a symbol is what a lemma gives of the very quantity that the statement names."""
        require(isinstance(quantity, dict) and name in data["values"], "a quantity must be one of the symbols", name)
        own = self.spend(len(data["given"])) or [x for x in data["given"] if data["values"][name] == {"ref": x["name"]}]
        fit = own and LEMMAS[own[0]["theorem"]].get("gives", own[0]["theorem"]) == quantity.get("is")
        require(bool(fit), f"{name} must be what a lemma gives of", quantity.get("is"))
        for key in sorted(quantity.keys() - {"is"}):
            its, given = self.filled(quantity[key], data["values"]), own[0]["parameters"].get(key, "")
            self.weigh([its, given])
            same = its == given or (key not in NAMED and self.decide({"relation": "=", "left": given, "right": its}))
            require(same, f"{key} of {name} must be that of the statement")

    def use(self, node: Any) -> None:
        """Note the names on which an expression rests, through constants and lemmas."""
        new, known = self.symbols(node), self.names | self.bounds
        while new:
            self.used |= new
            new = self.symbols([known[name] for name in new if isinstance(known.get(name), dict)]) - self.used

    def conclude(self, node: Any, bound: bool) -> str:
        """Decide the conclusion: a lower bound may only stand on its larger side, an upper bound on the smaller one."""
        used, self.used = self.used, set()
        ends = {"<": ("left", "right"), ">": ("right", "left")}.get(str(node["relation"])[:1], "")  # the larger last
        for name in [x for x in self.bounds if ends and node[ends[self.larger[x]]] == {"ref": x}]:
            node[ends[self.larger[name]]], used = self.bounds[name], used | {name}
        self.memo.clear()
        require(self.decide(node), "the conclusion must be true, got a false one")
        speaks = bound or bool(self.used | used & self.bounds.keys())
        require(speaks, "the conclusion must speak of something in the certificate")
        loose = [x for x in sorted(self.used - self.pinned) if isinstance(self.names[x], list) and "." not in x]
        require(not loose, "a list in the conclusion must stand in a fact", *loose[:1])
        unused = sorted({x for x in self.names if "." not in x} - {x.partition(".")[0] for x in used | self.used})
        require(not unused, "a name must be used by a fact or by the conclusion", *unused[:1])
        return compared(self.value(node["left"]), node["relation"], self.value(node["right"]))


SPECIAL: dict[str, Callable[[Checker, Any, int], Number]] = {
    "pi": lambda c, node, _: c.spend(3 * c.p) or scaled(c.p, pi_at(c.p if fields(node, "op") else 0)),
    **dict.fromkeys(("sum", "dot", "length"), Checker.total),
    **dict.fromkeys(("mean-max-normal", "mean-abs-max-normal"), Checker.expectation),
}


def digits(x: Fraction, n: int) -> str:
    """Return the first n decimal digits."""
    shown = Context(n, ROUND_DOWN).divide(Decimal(x.numerator), Decimal(x.denominator))
    e = shown.adjusted()
    return f"{shown:.{n - 1 - e}f}..." if -6 < e < n - 1 else f"{shown:.{n - 1}e}".replace("e", "...e").replace("+", "")


def compared(a: Number, sign: str, b: Number) -> str:
    """Return both sides of a relation, with as many digits as tell them apart, or with both ends."""
    n = next((n for n in (6, 12, 24, 48, 96) if not {digits(x, n) for x in a} & {digits(x, n) for x in b}), 12)
    ends = [" to ".join(dict.fromkeys(digits(y, n) for y in x)) for x in (a, b)]
    shown = [str(x[0]) if x[0] == x[1] and size(x) < 80 else e for x, e in zip((a, b), ends, strict=True)]
    return f" {sign} ".join(shown)


def part_of(name: str, known: Any) -> str:
    """Return the name of a list, or of a part of an MDP, that a name such as mdp.rewards stands for."""
    base, dot, part = name.partition(".")
    return f"{known[base] if isinstance(known.get(base), str) else base}{dot}{part}"


def short(x: Any) -> str:
    """Return a parameter as it stands in a sentence, which may be no parameter at all."""
    if not (isinstance(x, dict) and isinstance(x.get("ref"), str)):
        return x if isinstance(x, str) else "(...)"
    return x["ref"] + "".join(f"[{short(i)}]" for i in (x["at"] if isinstance(x.get("at"), list) else []))


def parse(raw: bytes) -> Any:
    """Read the bytes of a certificate."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        require(len(dict(pairs)) == len(pairs), "a JSON object must have distinct keys")
        return dict(pairs)

    def whole(text: str) -> int:
        require(bool(re.fullmatch("-?[0-9]{1,9}", text)), "JSON numbers must be integers of at most 9 digits")
        return int(text)

    require(len(raw) <= MAX_BYTES, f"a certificate must have at most {MAX_BYTES} bytes")
    try:
        hooks: Any = {"object_pairs_hook": unique, "parse_int": whole, "parse_float": whole, "parse_constant": whole}
        return json.loads(raw.decode(), **hooks)
    except (ValueError, RecursionError) as error:
        return refuse(f"{WELL_FORMED}, got a fault: {error}"[:200])


def check_bytes(raw: bytes, expected: dict[str, str] | None = None) -> dict[str, Any]:
    """Check one certificate, about one of the expected {id#reading: digest}; return what it says in sentences."""
    run = Checker()
    try:
        certificate = parse(raw)
        sentence = f"accepted: {run.run(certificate)}"
        statement = certificate["statement"]
        key = f"{statement['id']}#{statement['reading']}"
        stands = expected is None or expected.get(key) == statement["digest"]
        require(stands, "the certificate must be about a statement as it stands", key)
    except (Refused, RecursionError, ValueError) as refusal:  # the last: an interpreter that allows fewer digits
        return {"accepted": False, "sentence": f"refused: {refusal}", "details": [], "work": MAX_WORK - run.left}
    told = [(FACTS[f["fact"]], f) for f in certificate["facts"] if f["fact"] != "relation"]
    told += [(LEMMAS[g["theorem"]], {**g["parameters"], "name": g["name"]}) for g in certificate["given"]]
    rests = [entry["says"].format(**{name: short(x) for name, x in known.items()}) for entry, known in told]
    values = ", ".join(f"{name} = {short(x)}" for name, x in sorted(certificate.get("values", {}).items()))
    decided = f"relation {certificate['part'] + 1} of {key} fails for {values}" if "part" in certificate else ""
    rests += [f"assumed: {text}" for text in certificate["assumed"]]
    details = [decided or f"assumed: this contradicts {key}", *rests]
    return {"accepted": True, "sentence": sentence, "details": details, "work": MAX_WORK - run.left}


def check_file(path: str, expected: dict[str, str] | None = None) -> dict[str, Any]:
    """Check the certificate in a file."""
    try:
        with open(path if Path(path).is_file() and Path(path).stat().st_size else "", "rb") as file:
            return check_bytes(file.read(MAX_BYTES + 1), expected)
    except (OSError, ValueError):
        return {"accepted": False, "sentence": UNREADABLE, "details": [], "work": 0}


def statements(path: str) -> dict[str, str]:
    """Read the digests of the statements of a results file."""
    try:
        found = json.loads(Path(path if Path(path).stat().st_size in range(1, MAX_RESULTS) else "").read_bytes())
        return {f"{x['id']}#{r['name']}": str(r["digest"]) for x in found["statements"] for r in x["readings"]}
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise argparse.ArgumentTypeError(f"RESULTS must be results with digests of statements, got {path}") from error


def main(arguments: list[str] | None = None, expected: dict[str, str] | None = None) -> int:
    """Check the certificates named on the command line."""
    parser = argparse.ArgumentParser(prog="checker.py", description="Check certificates in exact arithmetic.")
    parser.add_argument("certificates", nargs="+", metavar="CERT.json")
    parser.add_argument("--json", action="store_true", help="print one JSON list")
    parser.add_argument("--statements", type=statements, default=expected, metavar="RESULTS", help="refuse all others")
    options = parser.parse_args(arguments)
    sys.set_int_max_str_digits(max(4300, MAX_DIGITS))  # whatever the environment says
    reports = [{"file": path, **check_file(path, options.statements)} for path in options.certificates]
    assumed = [[json.dumps(x)[1:-1][:300] for x in r["details"] if x.startswith("assumed: ")] for r in reports]
    lines = [f"{r['file']}: {'; '.join([r['sentence'], *x])}" for r, x in zip(reports, assumed, strict=True)]
    lines = [json.dumps(reports)] if options.json else lines
    try:
        print("\n".join(lines).encode("ascii", "backslashreplace").decode(), flush=True)  # noqa: T201
    except BrokenPipeError:  # to a reader that has left, as where the output is closed, the status answers
        sys.stdout = None
    return 2 if any(r["sentence"] == UNREADABLE for r in reports) else 0 if all(r["accepted"] for r in reports) else 1


if __name__ == "__main__":
    sys.exit(main())
