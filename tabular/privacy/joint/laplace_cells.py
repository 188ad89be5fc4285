r"""Probabilities of polyhedral cells of independent standard Laplace noises, exactly.

A *cell* is the event that finitely many affine forms k + sum_i c_i z_i in the noises z_i are positive, with rational k
and c_i. Its probability is a sum of rational multiples of exponentials of rationals. One noise v is integrated out at a
time: on either side of 0 its density is exp(-|v|) / 2, and where the form L is its largest lower bound and U its
smallest upper bound (both affine in the other noises) the integral from L to U of terms q z**p exp(<r, z>) consists of
such terms again. Groups of noises that share no form are independent. The work grows fast with the noises of one group:
up to four take a fraction of a second.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tabular.numbers.antiderivatives import antiderivative
from tabular.numbers.arguments import finite
from tabular.privacy.joint.exponential_sums import ExponentialSum

# A row (c_1, ..., c_d, k) stands for k + sum_i c_i z_i > 0.
_Row = tuple[Fraction, ...]
# {(powers, rates, exponent): q}: a sum of q prod_i z_i**powers_i exp(sum_i rates_i z_i + exponent).
_Terms = dict[tuple[tuple[int, ...], tuple[Fraction, ...], Fraction], Fraction]
_ZERO = Fraction(0)


@dataclass(frozen=True)
class Affine:
    """The form constant + sum of factor * noise over ``parts`` = {(noise, factor)}; made by ``noise`` and +, -, *."""

    parts: frozenset[tuple[Hashable, Fraction]]
    constant: Fraction

    @classmethod
    def noise(cls, name: Hashable, scale: Fraction | int = 1) -> Affine:
        """Return the Laplace noise of this name, with density exp(-|x| / scale) / (2 scale)."""
        factor = finite("scale", scale)
        return cls(frozenset({(name, factor)} if factor else ()), _ZERO)

    @classmethod
    def of(cls, value: Affine | Fraction | int) -> Affine:
        """Return a number as a form."""
        return value if isinstance(value, Affine) else cls(frozenset(), Fraction(value))

    def __add__(self, other: Affine | Fraction | int) -> Affine:
        second = Affine.of(other)
        total: dict[Hashable, Fraction] = defaultdict(Fraction)
        for name, factor in (*self.parts, *second.parts):
            total[name] += factor
        return Affine(frozenset((n, c) for n, c in total.items() if c), self.constant + second.constant)

    def __mul__(self, factor: Fraction | int) -> Affine:
        scaled = ((name, c * factor) for name, c in self.parts if factor)
        return Affine(frozenset(scaled), self.constant * factor)

    def __sub__(self, other: Affine | Fraction | int) -> Affine:
        return self + Affine.of(other) * -1


Cell = frozenset[Affine]


def cell_probability(cell: Iterable[Affine]) -> ExponentialSum:
    """Return the probability that all these forms are positive."""
    forms = frozenset(cell)
    constants = [form.constant for form in forms if not form.parts]
    if any(value <= 0 for value in constants):
        return ExponentialSum.rational(0)
    result = ExponentialSum.rational(1)
    for names, rows in _components([form for form in forms if form.parts]):
        start: _Terms = {((0,) * len(names), (_ZERO,) * len(names), _ZERO): Fraction(1)}
        result = result * ExponentialSum.of(_integral(start, rows, len(names)).items())
    return result


def _components(forms: list[Affine]) -> Iterator[tuple[list[Hashable], list[_Row]]]:
    """Yield the groups of noises that share forms, and their rows."""
    groups: list[tuple[set[Hashable], list[Affine]]] = []
    for form in forms:
        names, members = {name for name, _ in form.parts}, [form]
        apart: list[tuple[set[Hashable], list[Affine]]] = []
        for group in groups:
            if group[0] & names:
                names, members = names | group[0], members + group[1]
            else:
                apart.append(group)
        groups = [*apart, (names, members)]
    for names, members in groups:
        order = sorted(names, key=repr)
        yield order, [_row(dict(form.parts), form.constant, order) for form in members]


def _row(parts: Mapping[Hashable, Fraction], constant: Fraction, order: list[Hashable]) -> _Row:
    return (*(parts.get(name, _ZERO) for name in order), constant)


def _integral(terms: _Terms, rows: list[_Row], d: int) -> dict[Fraction, Fraction]:
    """Return {e: q} of the integral of terms * density over the d noises that make all rows positive."""
    total: dict[Fraction, Fraction] = defaultdict(Fraction)
    if d == 0:
        for (_, _, exponent), factor in terms.items():
            total[exponent] += factor
        return total
    for sign in (Fraction(1), Fraction(-1)):
        half = _with_density(terms, sign)
        for lower, upper, rest in _slices([*rows, (*(_ZERO,) * (d - 1), sign, _ZERO)]):
            kept = _reduced(rest)
            if kept is not None:
                for exponent, factor in _integral(_inner(half, lower, upper), kept, d - 1).items():
                    total[exponent] += factor
    return total


def _with_density(terms: _Terms, sign: Fraction) -> _Terms:
    """Return terms * exp(-sign v) / 2 for the last noise v."""
    return {(p, (*r[:-1], r[-1] - sign), e): q / 2 for (p, r, e), q in terms.items()}


def _slices(rows: list[_Row]) -> Iterator[tuple[_Row | None, _Row | None, list[_Row]]]:
    """Yield (lower, upper, rows of the other noises where these bounds of the last noise are the tight ones)."""
    free = [(*row[:-2], row[-1]) for row in rows if not row[-2]]
    lowers, uppers = ({_bound(row) for row in rows if row[-2] * sign > 0} for sign in (1, -1))
    for lower in sorted(lowers) or [None]:
        for upper in sorted(uppers) or [None]:
            rest = [_minus(lower, other) for other in lowers if lower is not None and other != lower]
            rest += [_minus(other, upper) for other in uppers if upper is not None and other != upper]
            if lower is not None and upper is not None:
                rest.append(_minus(upper, lower))
            yield lower, upper, free + rest


def _bound(row: _Row) -> _Row:
    """Return the form of the other noises at which the row vanishes, as a value of the last noise."""
    return tuple(-c / row[-2] for c in (*row[:-2], row[-1]))


def _minus(first: _Row, second: _Row) -> _Row:
    return tuple(a - b for a, b in zip(first, second, strict=True))


def _reduced(rows: list[_Row]) -> list[_Row] | None:
    """Return the rows without those that others imply in the same direction; None if two or one exclude everything."""
    tightest: dict[_Row, Fraction] = {}
    for row in rows:
        lead = next((abs(c) for c in row[:-1] if c), None)
        if lead is None:
            if row[-1] <= 0:
                return None
            continue
        direction, level = tuple(c / lead for c in row[:-1]), row[-1] / lead
        tightest[direction] = min(level, tightest.get(direction, level))
    for direction, level in tightest.items():
        opposite = tightest.get(tuple(-c for c in direction))
        if opposite is not None and level + opposite <= 0:
            return None
    return [(*direction, level) for direction, level in tightest.items()]


def _inner(terms: _Terms, lower: _Row | None, upper: _Row | None) -> _Terms:
    """Return the integral over the last noise from lower to upper; None is an infinite end, where the terms vanish."""
    result: _Terms = defaultdict(Fraction)
    for (powers, rates, exponent), factor in terms.items():
        for power, part in antiderivative(powers[-1], rates[-1]):
            for end, sign in ((upper, 1), (lower, -1)):
                if end is not None:
                    shifted = tuple(r + rates[-1] * c for r, c in zip(rates[:-1], end[:-1], strict=True))
                    level = exponent + rates[-1] * end[-1]
                    for more, q in _power(end, power).items():
                        total = tuple(a + b for a, b in zip(powers[:-1], more, strict=True))
                        result[total, shifted, level] += sign * factor * part * q
    return {key: q for key, q in result.items() if q}


def _power(form: _Row, power: int) -> dict[tuple[int, ...], Fraction]:
    """Return {powers: q} of (k + sum_i c_i z_i)**power."""
    d = len(form) - 1
    units = [(tuple(int(i == j) for j in range(d)), form[i]) for i in range(d + 1)]
    result = {(0,) * d: Fraction(1)}
    for _ in range(power):
        grown: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for powers, q in result.items():
            for unit, c in units:
                if c:
                    grown[tuple(a + b for a, b in zip(powers, unit, strict=True))] += q * c
        result = dict(grown)
    return result
