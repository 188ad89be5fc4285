r"""Corollary 7 (first version: Lemma 8): neural networks of one variable lie in H^1.

network     x -> W_d psi(... psi(W_1 x + b_1) ...) + b_d, psi on every entry and not after the last affine layer
Lipschitz   |psi(u) - psi(v)| <= c |u - v| makes the network Lipschitz; so int (df)^2 <= L^2, and on each grid
            sum (Delta f)^2/Delta x <= L^2
a.e. only   a step and the Cantor function have gradient 0 almost everywhere. If psi itself were in H^1, its weak
            derivative would be 0 and psi constant, but both rise from 0 to 1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise

from flint import arb

from tabular.numbers.balls import ball as enclosure
from tabular.privacy import relu_network
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Term
from theory_checks.core.interpret import exact as value_of
from theory_checks.core.texts import fill, texts_of
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.common.comparisons import all_decided, sides
from theory_checks.papers.dpdqn.hilbert._cantor_function import cantor
from theory_checks.papers.dpdqn.hilbert._chords import HALF, energy, grid
from theory_checks.papers.dpdqn.hilbert._networks import (
    DEEP,
    HAT,
    RELU,
    SINGLE,
    STEEP,
    Activation,
    Network,
    exactly,
    random_network,
    relu,
    steep_line,
    steepest,
    steepest_values,
    steepness,
)

TEXTS = texts_of(__file__)
NORM_BOUND = formal_of(__file__, "dpdqn/intro-rkhs-norm/repaired").claims[1].right

# ---- Activations ----


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


V1_RELU = Activation(r"$\min(0, x - 1/2)$", v1_relu, Fraction(1))
EXACT = (RELU, V1_RELU, Activation("softsign", softsign, Fraction(1)))
ENCLOSED = (Activation("tanh", hyperbolic_tangent, Fraction(1)), Activation("sigmoid", sigmoid, Fraction(1, 4)))
LIPSCHITZ = (*EXACT, *ENCLOSED)
JUMPING = (Activation("Cantor function", cantor, Fraction(0)), Activation("step at 1/2", step, Fraction(0)))
ENERGIES = dict(zip(JUMPING, ("cantor-energy", "step-energy"), strict=True))

# ---- The corollary ----

CELLS = 27
TENTHS = {
    f"nine tenths of the Lipschitz constant of the {x.name}": {
        "activations": [Activation(x.name, x.function, Fraction(9, 10) * x.gradient)]
    }
    for x in (RELU, ENCLOSED[1])
}
ENERGY = r"$\sum (\Delta f)^2/\Delta x$ on a grid, at most $\int (\partial f)^2$ for $f \in H^1$, and its bound $L^2$"


@claim(
    "dpdqn/cor7",
    "dpdqn-v1/lemma8",
    reading="bounded-everywhere",
    broken={
        "a step and the Cantor function, with gradient 0 almost everywhere": {"activations": JUMPING},
        "half the Lipschitz constant of the ReLU": {"activations": [Activation("ReLU", relu, HALF)]},
        **TENTHS,
    },
    near=[*TENTHS],
)
def in_sobolev_space(trial: Trial, *, activations: Sequence[Activation] = LIPSCHITZ) -> Iterator[Finding]:
    """Compare energies on grids with L^2, and for ReLU networks the exact integral and slopes."""
    drawn = [random_network(trial, i) for i in range(30 if trial.full else 4)]
    for activation in activations:
        yield _energy_case(SINGLE, activation)
        if activation.enclosed:
            yield from (_energy_case(net, activation) for net in (STEEP, HAT))
        else:
            nets = (STEEP, HAT, *DEEP, *drawn)
            pairs = {
                net.name: (_energy(net, activation), "<=", net.lipschitz(activation.gradient) ** 2) for net in nets
            }
            yield exact_all(f"{activation.name}, {len(nets)} networks, {CELLS} cells", pairs, quantity=ENERGY)
    if RELU in activations:
        yield from (_broken_line(net) for net in (SINGLE, STEEP, HAT, *DEEP, *drawn))


@claim(
    "dpdqn/cor7/repaired", broken={"a step and the Cantor function, which are not Lipschitz": {"activations": JUMPING}}
)
def in_sobolev_space_with_a_bound(trial: Trial, *, activations: Sequence[Activation] = LIPSCHITZ) -> Iterator[Finding]:
    """Compare the same, and what is claimed with networks that attain it."""
    for net, c in steepest():
        f, (low, high) = steep_line(net, c), (Fraction(1, 4), Fraction(1))
        values = {
            **steepest_values(net, c),
            "rise": abs(f(high) - f(low)),
            "distance": high - low,
            "energy": energy(f, Fraction(1)),
        }
        yield from all_decided(
            f"$x \\mapsto {f(Fraction(1))}x$ by {len(net.weights)} layers, $c = {c}$",
            sides(trial.formal.claims, values),
            quantity="rise, Lipschitz constant and energy",
        )
    yield from in_sobolev_space(trial, activations=activations)


def _energy_case(net: Network, activation: Activation, cells: int = CELLS) -> Evidence:
    """Compare N sum (Delta f)^2 with L^2."""
    case, bound = f"{activation.name}, {net.name}, {cells} cells", net.lipschitz(activation.gradient) ** 2
    if not activation.enclosed:
        return exact(case, _energy(net, activation, cells), "<=", bound, quantity=ENERGY)
    values = [enclosure(net.value(activation, x)) for x in grid(cells)]
    total = sum(((v - u) ** 2 for u, v in pairwise(values)), start=arb(0))
    return ball(case, cells * total, "<=", enclosure(bound), quantity=ENERGY)


def _energy(net: Network, activation: Activation, cells: int = CELLS) -> Fraction:
    """Return N sum (Delta f)^2 for an activation function that maps rationals to rationals."""
    values = [exactly(net.value(activation, x)) for x in grid(cells)]
    return cells * sum(((v - u) ** 2 for u, v in pairwise(values)), start=Fraction(0))


def _broken_line(net: Network) -> Evidence:
    """Compare the exact slopes and the exact energy of a ReLU network with L."""
    line, L, beta = relu_network(net.weights, net.shifts)[0], net.lipschitz(Fraction(1)), Fraction(1)
    top = max(map(abs, line.values))
    return exact_all(
        f"ReLU, {net.name}, exactly",
        {
            "largest slope and $L$": (steepness(line), "<=", L),
            r"$\int (\partial f)^2$ and $L^2$": (energy(line, Fraction(1)), "<=", L**2),
            r"$\|f\|^2$ for $\beta = 1$ and its bound": (
                line.norm_squared(beta),
                "<=",
                value_of(NORM_BOUND, {"beta": beta, "M": top, "L": L}),
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
        for level in (0, 3, 5):
            yield certified(_energy_case(SINGLE, activation, 3**level), partial(_rough, activation, level))
    yield _growth()


def _rough(activation: Activation, level: int) -> Certificate:
    """Certify that the energy on the grid is larger than the gradient allows."""
    values: dict[str, Term] = {"gradient": activation.gradient}
    return Certificate(
        says=fill(TEXTS["too_large_text"], activation_name=activation.name, cells=3**level),
        given=[lemma("energy", ENERGIES[activation], level=level, **values)],
        values={"energy": "energy", **values},
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
