r"""Corollary 7 (first version: Lemma 8): neural networks of one variable lie in H^1.

network     x -> W_d psi(... psi(W_1 x + b_1) ...) + b_d, psi on every entry and not after the last affine layer
Lipschitz   |psi(u) - psi(v)| <= c |u - v| makes the network Lipschitz with L = c^{d-1} prod ||W_i||, ||W|| = the
            largest sum of |entries| of a row; so int (df)^2 <= L^2, and sum (Delta f)^2/Delta x <= L^2 on each grid
a.e. only   a step and the Cantor function have gradient 0 almost everywhere. If psi itself were in H^1, its weak
            derivative would be 0 and psi constant, but both rise from 0 to 1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from flint import arb

from tabular.privacy import PiecewiseLinear, relu_network
from tabular.privacy.arguments import ball as enclosure
from theory_checks.core.certificate import Certificate, op, relation
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Outcome, ball, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.papers.dpdqn.hilbert.cantor import cantor
from theory_checks.papers.dpdqn.hilbert.embedding import energy
from theory_checks.papers.dpdqn.hilbert.reproducing import HALF, norm_certificate

Number = Fraction | arb
Matrix = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Activation:
    """A function with a bound on its gradient (wherever that exists)."""

    name: str
    function: Callable[[Fraction], Number]
    gradient: Fraction


@dataclass(frozen=True)
class Network:
    """Weights and shifts, layer by layer; no activation follows the last layer."""

    name: str
    weights: tuple[Matrix, ...]
    shifts: tuple[tuple[Fraction, ...], ...]

    def value(self, activation: Activation, x: Fraction) -> Number:
        """Return the output at x."""
        layer: list[Number] = [x]
        for i, (matrix, shift) in enumerate(zip(self.weights, self.shifts, strict=True)):
            inputs = [activation.function(_exactly(u)) for u in layer] if i else layer
            layer = [_total(row, inputs, b) for row, b in zip(matrix, shift, strict=True)]
        return layer[0]

    def norm_product(self) -> Fraction:
        """Return the product of the norms of the weights."""
        product = Fraction(1)
        for matrix in self.weights:
            product *= max(sum((abs(w) for w in row), start=Fraction(0)) for row in matrix)
        return product

    def lipschitz(self, gradient: Fraction) -> Fraction:
        """Return the Lipschitz constant that follows from the layers."""
        return gradient ** (len(self.weights) - 1) * self.norm_product()


def _total(row: Sequence[Fraction], inputs: Sequence[Number], shift: Fraction) -> Number:
    if all(isinstance(u, Fraction) for u in inputs):
        return sum((w * u for w, u in zip(row, inputs, strict=True) if isinstance(u, Fraction)), start=shift)
    return sum((enclosure(w) * _ball(u) for w, u in zip(row, inputs, strict=True)), start=enclosure(shift))


def _exactly(u: Number) -> Fraction:
    if isinstance(u, arb):
        raise TypeError(f"the value of a network must be a Fraction here, got the ball {u}")
    return u


def _ball(u: Number) -> arb:
    return u if isinstance(u, arb) else enclosure(u)


# ---- Activations ----


def relu(u: Fraction) -> Fraction:
    """Return max(u, 0)."""
    return max(u, Fraction(0))


def v1_relu(u: Fraction) -> Fraction:
    """Return min(0, u - 1/2), the example in the first version."""
    return min(Fraction(0), u - HALF)


def softsign(u: Fraction) -> Fraction:
    """Return u/(1 + |u|), which is differentiable everywhere with a gradient of at most 1."""
    return u / (1 + abs(u))


def hyperbolic_tangent(u: Fraction) -> arb:
    """Return tanh u."""
    return 1 - 2 / (1 + (2 * enclosure(u)).exp())


def sigmoid(u: Fraction) -> arb:
    """Return 1/(1 + e^-u)."""
    return 1 / (1 + (-enclosure(u)).exp())


def step(u: Fraction) -> Fraction:
    """Return 1 for u >= 1/2 and 0 otherwise."""
    return Fraction(u >= HALF)


RELU = Activation("ReLU", relu, Fraction(1))
V1_RELU = Activation(r"$\min(0, x - 1/2)$", v1_relu, Fraction(1))
EXACT = (RELU, V1_RELU, Activation("softsign", softsign, Fraction(1)))
ENCLOSED = (Activation("tanh", hyperbolic_tangent, Fraction(1)), Activation("sigmoid", sigmoid, Fraction(1, 4)))
LIPSCHITZ = (*EXACT, *ENCLOSED)
JUMPING = (Activation("Cantor function", cantor, Fraction(0)), Activation("step at 1/2", step, Fraction(0)))

# ---- Networks ----


def network(
    name: str, weights: Sequence[Sequence[Sequence[int | Fraction]]], shifts: Sequence[Sequence[int]]
) -> Network:
    """Return a network with exact weights."""
    matrices = tuple(tuple(tuple(map(Fraction, row)) for row in matrix) for matrix in weights)
    return Network(name, matrices, tuple(tuple(map(Fraction, shift)) for shift in shifts))


SINGLE = network("one unit", [[[1]], [[1]]], [[0], [0]])
STEEP = network("one unit with weight 3", [[[3]], [[2]]], [[-1], [0]])
HAT = network("three units, a hat", [[[2], [2], [2]], [[1, -2, 1]]], [[0, -1, -2], [0]])
DEEP = (
    network("two layers", [[[1], [-1]], [[2, 1], [1, -1]], [[1, -2]]], [[0, 1], [-1, 0], [0]]),
    network("tent map of the tent map", [[[2], [2]], [[2, -4], [2, -4]], [[1, -2]]], [[0, -1], [0, -1], [0]]),
)


def random_network(trial: Trial, index: int) -> Network:
    """Return a network with two hidden layers of three units and weights in eighths."""
    rng = trial.rng("network", str(index))
    sizes = ((3, 1), (3, 3), (1, 3))
    weights = [[[Fraction(k, 8) for k in row] for row in rng.integers(-16, 17, size).tolist()] for size in sizes]
    shifts = [[int(k) for k in rng.integers(-2, 3, size[0])] for size in sizes]
    return network(f"random network {index}", weights, shifts)


# ---- The corollary ----

CELLS = 27
ENERGY = r"$\sum (\Delta f)^2/\Delta x$ on a grid, at most $\int (\partial f)^2$ for $f \in H^1$, and its bound $L^2$"


@claim(
    "dpdqn/cor7",
    "dpdqn-v1/lemma8",
    reading="bounded-everywhere",
    broken={
        "a step and the Cantor function, with gradient 0 almost everywhere": {"activations": JUMPING},
        "half the Lipschitz constant of the ReLU": {"activations": [Activation("ReLU", relu, HALF)]},
    },
)
@claim(
    "dpdqn/cor7/repaired", broken={"a step and the Cantor function, which are not Lipschitz": {"activations": JUMPING}}
)
def in_sobolev_space(trial: Trial, *, activations: Sequence[Activation] = LIPSCHITZ) -> Iterator[Finding]:
    """Compare energies on grids with L^2, and for ReLU networks the exact integral and slopes."""
    drawn = [random_network(trial, i) for i in range(30 if trial.full else 4)]
    for activation in activations:
        yield _energy_case(SINGLE, activation)
        if activation in ENCLOSED:
            yield from (_energy_case(net, activation) for net in (STEEP, HAT))
        else:
            nets = (STEEP, HAT, *DEEP, *drawn)
            pairs = {
                net.name: (_energy(net, activation), "<=", net.lipschitz(activation.gradient) ** 2) for net in nets
            }
            yield exact_all(f"{activation.name}, {len(nets)} networks, {CELLS} cells", pairs, quantity=ENERGY)
    if RELU in activations:
        yield from (_broken_line(net) for net in (SINGLE, STEEP, HAT, *DEEP, *drawn))


def _energy_case(net: Network, activation: Activation, cells: int = CELLS) -> Evidence:
    """Compare N sum (Delta f)^2 with L^2."""
    case, bound = f"{activation.name}, {net.name}, {cells} cells", net.lipschitz(activation.gradient) ** 2
    if activation not in ENCLOSED:
        return exact(case, _energy(net, activation, cells), "<=", bound, quantity=ENERGY)
    values = [_ball(net.value(activation, Fraction(i, cells))) for i in range(cells + 1)]
    total = sum(((v - u) ** 2 for u, v in pairwise(values)), start=arb(0))
    return ball(case, cells * total, "<=", enclosure(bound), quantity=ENERGY)


def _energy(net: Network, activation: Activation, cells: int = CELLS) -> Fraction:
    """Return N sum (Delta f)^2 for an activation function that maps rationals to rationals."""
    values = [_exactly(net.value(activation, Fraction(i, cells))) for i in range(cells + 1)]
    return cells * sum(((v - u) ** 2 for u, v in pairwise(values)), start=Fraction(0))


def _broken_line(net: Network) -> Evidence:
    """Compare the exact slopes and the exact energy of a ReLU network with L."""
    line, L, beta = relu_network(net.weights, net.shifts)[0], net.lipschitz(Fraction(1)), Fraction(1)
    slopes = [abs(v - u) / (b - a) for (a, b), (u, v) in zip(pairwise(line.knots), pairwise(line.values), strict=True)]
    top = max(map(abs, line.values))
    return exact_all(
        f"ReLU, {net.name}, exactly",
        {
            "largest slope and $L$": (max(slopes), "<=", L),
            r"$\int (\partial f)^2$ and $L^2$": (energy(line, Fraction(1)), "<=", L**2),
            r"$\|f\|^2$ for $\beta = 1$ and its bound": (
                line.norm_squared(beta),
                "<=",
                (1 + beta / 2) * top**2 + L**2 / (2 * beta),
            ),
        },
        quantity="slopes, energy and norm",
    )


@claim(
    "dpdqn/cor7",
    "dpdqn-v1/lemma8",
    reading="bounded-almost-everywhere",
    sound={"Lipschitz activation functions": {"activations": LIPSCHITZ}},
)
def almost_everywhere(trial: Trial, *, activations: Sequence[Activation] = JUMPING) -> Iterator[Finding]:
    """Compare the energy of one unit with what its gradient allows, on finer and finer grids."""
    for activation in activations:
        for cells in (1, 27, 243):
            yield _certified(trial, activation, _energy_case(SINGLE, activation, cells), cells)
    yield _growth()


def _certified(trial: Trial, activation: Activation, found: Evidence, cells: int) -> Evidence:
    """Attach the certificate: the chords of the grid have a larger norm than the gradient allows."""
    return replace(found, certificate=_too_large(trial, activation, cells)) if found.outcome is Outcome.FAILS else found


def chords(activation: Activation, cells: int) -> PiecewiseLinear:
    """Return the broken line through the values on the grid, without knots at which it does not bend."""
    grid = [Fraction(i, cells) for i in range(cells + 1)]
    values = [_exactly(SINGLE.value(activation, x)) for x in grid]
    bends = [i for i in range(1, cells) if values[i + 1] - values[i] != values[i] - values[i - 1]]
    kept = [0, *bends, cells]
    return PiecewiseLinear.through([grid[i] for i in kept], [values[i] for i in kept])


def _too_large(trial: Trial, activation: Activation, cells: int) -> Certificate:
    height = op("*", op("+", 1, op("/", "beta", 2)), op("*", "M", "M"))
    slope = op("/", op("*", "gradient", "gradient"), op("*", 2, "beta"))
    line = chords(activation, cells)
    return norm_certificate(
        trial,
        f"The {activation.name} is 0 at 0, 1 at 1, and has gradient 0 almost everywhere. Its chords between multiples "
        f"of 1/{cells} have a larger squared norm than a function of $H^1$ with these bounds can have, and a larger "
        "one than their energy.",
        line,
        HALF,
        relation("norm", ">", op("max", "energy", op("+", height, slope))),
        constants={"beta": HALF, "M": 1, "gradient": activation.gradient, "energy": energy(line, Fraction(1))},
        notes=[
            r"For $f \in H^1$ with $|f| \leq M$ the squared norm of the chords is at most $(1 + \beta/2)M^2 + "
            r"\frac{1}{2\beta}\int (\partial f)^2$, because $\sum (\Delta f)^2/\Delta x \leq \int (\partial f)^2$, and "
            r"the weak derivative is the derivative almost everywhere. The energy $\sum (\Delta f)^2/\Delta x$ grows "
            "without bound from grid to grid, so there is no square-integrable weak derivative at all.",
        ],
    )


def _growth() -> Table:
    rows: list[list[str | int | float]] = []
    for level in (0, 1, 3, 5, 7):
        cells = 3**level
        energies = [_energy(SINGLE, activation, cells) for activation in (*JUMPING, RELU)]
        rows.append([cells, *(f"{float(x):.6g}" for x in energies)])
    return Table(
        title=r"$\sum (\Delta f)^2/\Delta x$ of one unit",
        columns=["cells", "Cantor function", "step", "ReLU"],
        rows=rows,
        caption=r"Only the last column is bounded, as it is for every function of $H^1$.",
    )
