r"""Section 3.3: what drawing N values costs for kernels other than exp(-beta |x - y|).

Two neighbours suffice for every list of points exactly if K(x, z) K(y, y) = K(x, y) K(y, z) for all x < y < z. Among
continuous stationary kernels phi(|x - y|), phi(0) = 1, these are phi(t) = exp(-beta t) alone; without stationarity
there are others, as 1 + min(x, y). For a general kernel the n-th value is drawn given all others by one more row of the
triangular factor of the kernel matrix, K = L L^T, in (n - 1)(n - 2)/2 + 3 (n - 1) multiplications and divisions. Some
kernels are Markov in more than the value: for (1 + t) exp(-t) (Matern, 3/2) value and slope together have the
covariances exp(-t) M(t), M(t) = [[1 + t, t], [-t, 1 - t]], and M(s) M(t) = M(s + t).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np

from tabular.noise.exact import exponential_kernel, predict
from tabular.noise.stores import Store, balanced_tree, linked_list
from tabular.numbers.arrays import Array
from tabular.numbers.rational import matmul_exact
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact, exact_all
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Term, ref
from theory_checks.core.interpret import exact as value
from theory_checks.papers.dpdqn.common.comparisons import compared
from theory_checks.papers.dpdqn.sampler._sparse_trees import LEVELS, sparse_order

Kernel = Callable[[Rational, Rational], Fraction]
Kernels = Mapping[str, Kernel]
HALF = Fraction(1, 2)


def gaussian(x: Rational, y: Rational) -> Fraction:
    """Return q^((x - y)^2), q = 9/10, for integers: the squared-exponential kernel."""
    return Fraction(9, 10) ** int((x - y) ** 2)


def quadratic(x: Rational, y: Rational) -> Fraction:
    """Return 1 / (1 + (x - y)^2 / 9): the rational quadratic kernel."""
    return 1 / (1 + Fraction((x - y) ** 2, 9))


def triangle(x: Rational, y: Rational) -> Fraction:
    """Return max(0, 1 - |x - y| / 12)."""
    return max(Fraction(0), 1 - Fraction(abs(x - y), 12))


def exponential(x: Rational, y: Rational) -> Fraction:
    """Return 2^-|x - y| for integers: the kernel of the paper."""
    return exponential_kernel(HALF)(int(x), int(y))


def _walk(start: Rational, end: Rational, fall: Rational) -> Kernel:
    return lambda x, y: Fraction((start + min(x, y)) * (end - fall * max(x, y)))


STATIONARY: Kernels = {
    "squared exponential": gaussian,
    "rational quadratic": quadratic,
    "triangle": triangle,
}
EXPONENTIAL: Kernels = {"exponential": exponential}
# (start + min(x, y)) (end - fall max(x, y))
PRODUCTS_OF_LINES = {
    "1 + min(x, y)": {"start": 1, "end": 1, "fall": 0},
    "Brownian bridge": {"start": 0, "end": 1, "fall": Fraction(1, 20)},
}
WALKS: Kernels = {name: _walk(**lines) for name, lines in PRODUCTS_OF_LINES.items()}
MARKOV: Kernels = {**EXPONENTIAL, **WALKS}


def distant_weights(kernel: Kernel, stored: Sequence[int], x: int) -> list[Fraction]:
    """Return the weights of the stored values other than those at the nearest point on either side."""
    weights = predict(kernel, stored, x).weights
    return [w for y, w in zip(stored, weights, strict=True) if y not in _neighbours(stored, x)]


# The first is beyond all stored points; between two of them the triangle kernel needs no third one, as long as the
# points are less than 12 apart.
LISTS = (((1, 2), 3), ((1, 2, 4), 3), ((1, 3, 4, 7, 9), 6))


def wide_triangle(x: Rational, y: Rational) -> Fraction:
    """Return max(0, 1 - |x - y| / 24)."""
    return triangle(Fraction(x, 2), Fraction(y, 2))


def slow_exponential(x: Rational, y: Rational) -> Fraction:
    """Return (9/10)^|x - y| for integers."""
    return exponential_kernel(Fraction(9, 10))(int(x), int(y))


@claim(
    "dpdqn/sec33-other-kernels",
    reading="no-other-kernel",
    sound={"squared exponential, rational quadratic, triangle": {"kernels": STATIONARY}},
)
def distant_values_matter(trial: Trial, *, kernels: Kernels = WALKS) -> Iterator[Evidence]:
    """Count the stored values beyond the two neighbours that have a weight in the mean."""
    for name, kernel in kernels.items():
        for stored, x in LISTS[:1] if kernel is triangle else LISTS:
            yield exact(
                f"{name}: value at {x}, stored {', '.join(map(str, stored))}",
                sum(w != 0 for w in distant_weights(kernel, stored, x)),
                ">",
                0,
                quantity="stored values beyond the two neighbours that have a weight in the mean",
                certificate=_unused(name) if name in PRODUCTS_OF_LINES else None,
            )


@claim(
    "dpdqn/sec33-other-kernels",
    reading="stationary-two-neighbours",
    broken={
        r"$e^{-\beta|x-y|}$ itself": {"kernels": EXPONENTIAL},
        "a third value between two others, for a triangle": {"kernels": {"wide triangle": wide_triangle}},
        r"$e^{-\beta|x-y|}$ and another $\beta$": {"kernels": {"(9/10)^|x - y|": slow_exponential}},
    },
    near=("a third value between two others, for a triangle", r"$e^{-\beta|x-y|}$ and another $\beta$"),
)
def distant_values_always_matter(trial: Trial, *, kernels: Kernels = STATIONARY) -> Iterator[Finding]:
    """Count the same for stationary kernels, and draw the weights."""
    yield from distant_values_matter(trial, kernels=kernels)
    yield _weights_against_distance()


def _unused(name: str) -> Certificate:
    return Certificate(
        says=f"Kernel {name}: in the mean of a value given others only the nearest value on either side has a weight.",
        given=[lemma("distant", "distant-weight", **PRODUCTS_OF_LINES[name], low=0, high=20)],
        values={"distant": "distant"},
    )


def _neighbours(stored: Sequence[int], x: int) -> set[int]:
    return {y for y in stored if not any(min(x, y) < z < max(x, y) for z in stored)}


def _weights_against_distance() -> Figure:
    stored = list(range(-9, 10, 2))
    kernels = {**EXPONENTIAL, **STATIONARY}
    return Figure(
        title="The weights of all stored values in the mean at 0",
        x_label="stored point",
        y_label="weight",
        series=[
            Series(label=name, x=stored, y=[float(w) for w in predict(kernel, stored, 0).weights])
            for name, kernel in kernels.items()
        ],
        caption="Stored are the odd numbers from -9 to 9. For the exponential kernel only -1 and 1 have a weight.",
    )


Cost = Callable[[int], int]  # n -> multiplications and divisions for the n-th value


def one_more_row(n: int) -> int:
    """Count the operations of the n-th value: solve L w = k by substitution, then w.w and w.z."""
    steps = 0
    for row in range(n - 1):
        steps += row + 1  # one product for each earlier entry of w, and one division
    return steps + 2 * (n - 1)


def known_weights(n: int) -> int:
    """Count the operations of the n-th value if the weights of all earlier values were known."""
    return n - 1


def new_factor(n: int) -> int:
    """Count the operations of the n-th value if the whole matrix is factored again."""
    return sum(one_more_row(k) for k in range(1, n + 1))


@claim(
    "dpdqn/sec33-other-kernels",
    reading="quadratic-total",
    sound={"weights that come for free": {"cost": known_weights}, "$C N^3$ in place of $C N^2$": {"more": ref("N")}},
)
def quadratic_total(trial: Trial, *, cost: Cost = one_more_row, more: Term = 1) -> Iterator[Evidence]:
    """Compare the total with C N^2."""
    for C in (1, 10, 100):
        n = 6 * C
        total = sum(cost(k) for k in range(1, n + 1))
        yield exact(
            f"$C = {C}$, $N_q = {n}$",
            total,
            "<=",
            value(trial.formal.right * more, {"C": C, "N": n}),
            quantity="multiplications and divisions, counted",
            certificate=_cubic(C, n),
        )


REPAIRED = formal_of(__file__, "dpdqn/sec33-other-kernels/repaired")
PRODUCTS, FAST, _, SQUARE, SUMMED = REPAIRED.claims
STEPS, TOTAL = REPAIRED.defined["steps"], SUMMED.right


def _cubic(C: int, n: int) -> Certificate:
    return Certificate(
        says=f"{n} values, each drawn given all earlier ones by one more row of the triangular factor, take more than "
        f"C N^2 steps for C = {C}.",
        given=[lemma("steps", "triangular-draw-steps", queries=n)],
        values={"steps": "steps", "C": C, "N": n},
    )


@claim(
    "dpdqn/sec33-other-kernels",
    reading="quadratic-per-query",
    broken={"the whole matrix is factored again": {"cost": new_factor}},
)
def quadratic_per_query(trial: Trial, *, cost: Cost = one_more_row) -> Iterator[Finding]:
    """Compare the cost of the n-th value with n^2, and with its closed form."""
    sizes = range(1, 61)
    counts = {n: cost(n) for n in sizes}
    yield exact_all(
        "counted",
        {f"n = {n}": (counts[n], "<=", value(trial.formal.right, {"n": n})) for n in sizes},
        quantity="steps, and $n^2$",
    )
    closed = {f"n = {n}": (counts[n], "==", value(STEPS, {"n": n})) for n in sizes}
    yield exact_all("counted", closed, quantity="steps, and $(n-1)(n+4)/2$")
    yield _costs_table()


def _costs_table() -> Table:
    rows = [[n, one_more_row(n), int(value(TOTAL, {"N": n})), n * n] for n in (10, 100, 1000)]
    return Table(
        title="Drawing each value given all earlier ones",
        columns=["$N_q$", "steps of the last query", "steps of all queries", "$N_q^2$"],
        rows=rows,
        caption="The last query is quadratic, all of them together are cubic.",
    )


def value_and_slope(t: Fraction) -> Array:
    """Return e^t times the covariances of (f, f')(x + t) with (f, f')(x) for the kernel (1 + t) e^-t."""
    return np.array([[1 + t, t], [-t, 1 - t]], dtype=object)


def value_alone(t: Fraction) -> Array:
    """Return e^t times the covariance of f(x + t) with f(x) for the kernel (1 + t) e^-t."""
    return np.array([[1 + t]], dtype=object)


@claim(
    "dpdqn/sec33-other-kernels/repaired",
    broken={
        "the value without the slope": {"state": value_alone},
        "a linked list in place of the tree": {"store": linked_list},
        "two neighbours for kernels that are not Markov": {"markov": STATIONARY},
    },
)
def markov_states(
    trial: Trial,
    *,
    state: Callable[[Fraction], Array] = value_and_slope,
    store: Store = balanced_tree,
    markov: Kernels = MARKOV,
) -> Iterator[Evidence]:
    """Check the product formula of the pair, the two criteria on kernels, and the counts."""
    steps = [Fraction(k, 3) for k in (1, 2, 5, 30)]
    pairs: dict[str, tuple[Rational, str, Rational]] = {}
    for s, t in product(steps, steps):
        through, needed = matmul_exact(state(s), state(t)), state(s + t)
        for i, j in np.ndindex(needed.shape):
            pairs[f"entry {i}, {j} for s = {s}, t = {t}"] = (
                Fraction(through.item(i, j)),
                "==",
                Fraction(needed.item(i, j)),
            )
    yield exact_all(
        "$M(s)M(t) = M(s+t)$", pairs, quantity="covariances over a distance $s + t$, through a point between"
    )
    yield from _criterion()
    yield from _two_neighbours(markov)
    yield from _fast(store)
    yield from _general()


def _general() -> Iterator[Evidence]:
    """Compare counted steps for a general kernel with what is claimed of a query and of all queries."""
    counts = {n: one_more_row(n) for n in range(1, 61)}
    closed = {f"n = {n}": (steps, "==", value(STEPS, {"n": n})) for n, steps in counts.items()}
    yield exact_all("$(n-1)(n+4)/2$", closed, quantity="steps of a query for a general kernel, counted")
    square = {f"n = {n}": (steps, "<=", value(SQUARE.right, {"n": n})) for n, steps in counts.items()}
    yield exact_all("$n^2$", square, quantity="steps of a query for a general kernel, counted")
    totals = {f"N = {n}": (sum(map(one_more_row, range(1, n + 1))), "==", value(TOTAL, {"N": n})) for n in (1, 9, 60)}
    yield exact_all("$N(N-1)(N+7)/6$", totals, quantity="steps for a general kernel, counted")
    sums = {f"N = {n}": (value(SUMMED.left, {"N": n}), "==", value(TOTAL, {"N": n})) for n in (1, 9, 60)}
    yield exact_all("$N(N-1)(N+7)/6$, the sum", sums, quantity="both sides of the third formula")


def _criterion() -> Iterator[Evidence]:
    """Compare the product formula with the weight of the farthest value, for all triples of some points."""
    for name, kernel in {**EXPONENTIAL, **WALKS, **STATIONARY}.items():
        pairs: dict[str, tuple[Rational, str, Rational]] = {}
        for x, y, z in combinations((1, 2, 4, 7, 11), 3):
            values = {"K_xy": kernel(x, y), "K_yy": kernel(y, y), "K_xz": kernel(x, z), "K_yz": kernel(y, z)}
            differ = value(PRODUCTS.left, values) != value(PRODUCTS.right, values)
            weight = predict(kernel, [x, y], z).weights[0]
            pairs[f"points {x}, {y}, {z}"] = (int(differ), "==", int(weight != 0))
        yield exact_all(name, pairs, quantity="the product formula fails exactly where the farthest value has a weight")


def _two_neighbours(kernels: Kernels) -> Iterator[Evidence]:
    """Compare the variance given the two neighbours with that given all stored values, for all orders of some points.

    They agree exactly if the mean given the neighbours is that given all, as it is the best prediction.
    """
    for name, kernel in kernels.items():
        pairs: dict[str, tuple[Rational, str, Rational]] = {}
        for order in permutations((1, 2, 4, 7, 11)):
            for n, x in enumerate(order):
                stored = sorted(order[:n])
                near = predict(kernel, sorted(_neighbours(stored, x)), x).variance
                pairs[f"value at {x}, stored {stored}"] = (near, "==", predict(kernel, stored, x).variance)
        yield exact_all(f"{name}: all orders of five points", pairs, quantity="variances given two and all values")


def _fast(store: Store) -> Iterator[Evidence]:
    """Count what a value costs if the two neighbours suffice: to find them, to store the value, and to draw it."""
    for name, order in {
        "ascending": range(500),
        "from the middle": sorted(range(500), key=lambda k: abs(k - 250)),
        **{f"the last on a longest way of {levels}": sparse_order(levels) for levels in LEVELS},
    }.items():
        *_, kept = store(order)
        yield compared(
            f"a Markov kernel, {len(order)} states, {name}",
            FAST,
            {"n": len(order), "markov_steps": sum(kept) + one_more_row(min(len(order), 3))},
            quantity=r"steps of the $n$-th query, and $2\log_\varphi n + 11$",
        )
