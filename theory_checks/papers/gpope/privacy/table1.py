r"""Table 1: the signs with which epsilon, delta, N, sigma and m move against each other.

Let delta*(epsilon, N, sigma, m) be the smallest delta for N steps, against all neighbours and all clipped gradients,
for one relation of neighbours: one record replaced, or one added or removed (m counts the larger set). If
delta* falls in epsilon, sigma and m and grows in N, then delta = delta* defines each of the five quantities by the
others, and all signs follow: two of epsilon, delta, sigma, m are negatively related, N is positively related to each of
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product

from flint import arb, ctx

from tabular.numbers.balls import ball as ball_of
from tabular.privacy.gaussian_balls import delta_ball
from tabular.privacy.subsampled import (
    Adjacency,
    Direction,
    Interval,
    delta_interval,
    epsilon_interval,
    step_delta_ball,
    worst_pair,
)
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact_all
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.papers.gpope.common.rounding import rounded

NAMES = (r"$\epsilon$", r"$\delta$", "$N$", r"$\sigma$", "$m$")


@dataclass(frozen=True)
class Setting:
    """epsilon, N, sigma and m."""

    epsilon: Fraction
    steps: int
    sigma: Fraction
    m: int

    @property
    def name(self) -> str:
        """What evidence calls the setting."""
        return f"$\\epsilon = {self.epsilon}$, $N = {self.steps}$, $\\sigma = {self.sigma}$, $m = {self.m}$"

    def scaled(self, name: str, factor: Fraction, least: int = 0) -> Setting:
        """Return the setting with one quantity scaled; an integer is rounded down, but not below `least`."""
        value = getattr(self, FIELDS[name])
        whole = isinstance(value, int)
        return replace(self, **{FIELDS[name]: max(least, int(value * factor)) if whole else value * factor})

    def moved(self) -> dict[str, Setting]:
        """Return the settings with one quantity increased."""
        return {name: self.scaled(name, Fraction(11, 10), int(getattr(self, FIELDS[name])) + 1) for name in SIGNS}


FIELDS = {"epsilon": "epsilon", "N": "steps", "sigma": "sigma", "m": "m"}
SIGNS: Mapping[str, int] = {"epsilon": -1, "N": 1, "sigma": -1, "m": -1}
LETTERS = {"epsilon": r"$\epsilon$", "N": "$N$", "sigma": r"$\sigma$", "m": "$m$"}


@cache
def smallest_delta(setting: Setting, relation: Adjacency = Adjacency.ADD_REMOVE) -> arb:
    """Return a ball that holds delta* of a relation of neighbours; one step gives the same for both.

    One record can only be replaced: an empty set gives no output.
    """
    if setting.m == 1:
        return delta_ball(setting.epsilon, 2 * arb(setting.steps).sqrt() / ball_of(setting.sigma))
    if setting.steps == 1:
        pair = worst_pair(setting.m, setting.sigma, Adjacency.REPLACE)
        return step_delta_ball(pair, setting.epsilon, Direction.DOMINATING)
    records = setting.m if relation is Adjacency.REPLACE else setting.m - 1
    return _hull(delta_interval(records, setting.sigma, setting.steps, setting.epsilon, relation))


def _hull(interval: Interval) -> arb:
    return ball_of(Fraction(interval.lower)).union(ball_of(Fraction(interval.upper)))


def table_of(signs: Mapping[str, int]) -> list[list[int]]:
    """Return the matrix of signs: row and column move together (1) or against each other (-1); 0 on the diagonal.

    With G = delta - delta* = 0 the sign is minus that of the product of both partial derivatives of G.
    """
    parts = [-signs["epsilon"], 1, -signs["N"], -signs["sigma"], -signs["m"]]
    return [[0 if i == j else -a * b for j, b in enumerate(parts)] for i, a in enumerate(parts)]


def formula_constant(setting: Setting, delta: Fraction) -> arb:
    """Return the c_2 for which sigma = c_2 sqrt(N ln(1/delta))/(m epsilon)."""
    root = (setting.steps * -ball_of(delta).log()).sqrt()
    return ball_of(setting.sigma * setting.m * setting.epsilon) / root


def formula_table(setting: Setting) -> list[list[int]]:
    """Return the matrix for the formula of Theorem 1: the signs with which c_2 moves, in place of G."""
    delta, moved = Fraction(1, 100), setting.moved()
    before, more = formula_constant(setting, delta), formula_constant(setting, 2 * delta)
    after = [formula_constant(moved["epsilon"], delta), more]
    after += [formula_constant(moved[name], delta) for name in ("N", "sigma", "m")]
    parts = [int(bool(x > before)) - int(bool(x < before)) for x in after]
    return [[0 if i == j else -a * b for j, b in enumerate(parts)] for i, a in enumerate(parts)]


SETTINGS = (
    Setting(Fraction(1, 2), 1, Fraction(2), 3),
    Setting(Fraction(3), 1, Fraction(1, 2), 100),
    Setting(Fraction(0), 1, Fraction(1), 2),
    Setting(Fraction(1), 100, Fraction(15), 1),
    Setting(Fraction(1, 2), 200, Fraction(5), 20),
)


@claim(
    "gpope/table1",
    broken={
        r"$\delta$ grows with $m$": {"signs": {**SIGNS, "m": 1}},
        r"$\delta$ falls with $N$": {"signs": {**SIGNS, "N": -1}},
        r"$\delta$ grows with $\epsilon$": {"signs": {**SIGNS, "epsilon": 1}},
        r"$\delta$ grows with $\sigma$": {"signs": {**SIGNS, "sigma": 1}},
    },
    near=(r"$\delta$ grows with $m$", r"$\delta$ falls with $N$"),
)
def signs_of_table(trial: Trial, *, signs: Mapping[str, int] = SIGNS) -> Iterator[Finding]:
    """Compare delta* before and after each quantity is increased, and the matrices of signs."""
    with ctx.workprec(128):
        for setting in SETTINGS:
            yield from _moves(setting, signs)
        yield from _spelled_out(signs)
    formula = formula_table(SETTINGS[-1])
    pairs = {f"{i}, {j}": (table_of(signs)[i][j], "==", formula[i][j]) for i, j in product(range(5), range(5))}
    yield exact_all(r"the signs of $\sigma = c_2\sqrt{N\log(1/\delta)}/(m\epsilon)$", pairs, quantity="signs")
    yield _matrix(signs)
    if signs is SIGNS:
        yield _figure()


def _moves(setting: Setting, signs: Mapping[str, int]) -> Iterator[Evidence]:
    relation_of = Adjacency.REPLACE if setting.m == 1 else Adjacency.ADD_REMOVE
    before = smallest_delta(setting, relation_of)
    for name, moved in setting.moved().items():
        if moved == setting:
            continue
        relation = "<" if signs[name] < 0 else ">"
        what = f"$\\delta^*$ after {LETTERS[name]} is increased, and before"
        case = f"{setting.name}, {'replacement' if setting.m == 1 else 'add/remove'}"
        yield ball(case, smallest_delta(moved, relation_of), relation, before, quantity=what)


@cache
def _epsilon(m: int, delta: float) -> arb:
    """Return a ball that holds the smallest epsilon of the last setting with m records in the smaller set."""
    start = SETTINGS[-1]
    return _hull(epsilon_interval(m, start.sigma, start.steps, delta, Adjacency.ADD_REMOVE))


def _spelled_out(signs: Mapping[str, int]) -> Iterator[Evidence]:
    """Check the two printed examples: epsilon and delta, and epsilon and m."""
    start, delta = SETTINGS[-1], 1e-5
    others, more = start.m - 1, start.m * 11 // 10 - 1

    table = table_of(signs)
    setting = f"add/remove, $N = {start.steps}$, $\\sigma = {start.sigma}$, $\\delta = 10^{{-5}}$, $m = {start.m}$"
    yield ball(
        f"spelled out: {setting}, then $\\delta = 2 \\cdot 10^{{-5}}$",
        _epsilon(others, 2 * delta),
        "<" if table[0][1] < 0 else ">",
        _epsilon(others, delta),
        quantity=r"$\epsilon$ after and before",
    )
    yield ball(
        f"spelled out: {setting}, then $m = {more + 1}$",
        _epsilon(more, delta),
        "<" if table[0][4] < 0 else ">",
        _epsilon(others, delta),
        quantity=r"$\epsilon$ after and before",
    )


def _matrix(signs: Mapping[str, int]) -> Table:
    marks = {0: "", 1: "positive", -1: "negative"}
    rows = [[name, *(marks[x] for x in row)] for name, row in zip(NAMES, table_of(signs), strict=True)]
    return Table(
        title="Signs of all relations",
        columns=["", *NAMES],
        rows=rows,
        caption=r"Row and column move together (positive) or against each other (negative) while the other three are "
        "fixed.",
    )


def _figure() -> Figure:
    start = SETTINGS[-1]
    factors = [0.8, 1.0, 1.25]
    series: list[Series] = []
    for name, label in LETTERS.items():
        values = [float(smallest_delta(start.scaled(name, Fraction(str(f)))).upper()) for f in factors]
        series.append(Series(label=label, x=factors, y=[rounded(y, 6) for y in values]))
    return Figure(
        title=r"$\delta$ when one quantity is scaled",
        x_label="factor",
        y_label=r"$\delta$",
        y_scale="log",
        series=series,
        caption=f"From {start.name}; add/remove neighbours, upper ends of proved intervals.",
    )
