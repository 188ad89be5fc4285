"""Single updates on neighbouring rewards: situations, bounds, distances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tabular.privacy import PiecewiseLinear, relu_network
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Term
from theory_checks.core.interpret import exact

Vector = tuple[Fraction, ...]
TENTH = Fraction(1, 10)


@dataclass(frozen=True)
class Sloped:
    """The approximator Q_theta(s) = theta + L s, whose gradient is 1 whatever L is."""

    slope: Fraction

    def line(self, theta: Vector) -> PiecewiseLinear:
        """Return Q_theta."""
        return PiecewiseLinear.through([0, 1], [theta[0], theta[0] + self.slope])

    def gradient(self, theta: Vector, s: Fraction) -> Vector:
        """Return the gradient in theta."""
        return (Fraction(1),)

    def overlap(self, theta: Vector, ends: Sequence[Vector], states: Sequence[Fraction]) -> Fraction:
        """Return Gamma."""
        return Fraction(1)


@dataclass(frozen=True)
class Hidden:
    """The network sum_i v_i relu(w_i s + b_i) + c with one hidden layer; theta is w, b, v and c in this order.

    Its overlap is an upper bound of Gamma, whichever gradients are taken on kinks.
    """

    width: int

    def line(self, theta: Vector) -> PiecewiseLinear:
        """Return Q_theta."""
        w, b, v, c = self._parts(theta)
        (output,) = relu_network([[[x] for x in w], [v]], [b, c])
        return output

    def gradient(self, theta: Vector, s: Fraction) -> Vector:
        """Return the gradient in theta, 0 for a unit on its kink."""
        w, b, v, _ = self._parts(theta)
        sums = [x * s + y for x, y in zip(w, b, strict=True)]
        active = [z if total > 0 else Fraction(0) for z, total in zip(v, sums, strict=True)]
        return (*(z * s for z in active), *active, *(max(total, Fraction(0)) for total in sums), Fraction(1))

    def overlap(self, theta: Vector, ends: Sequence[Vector], states: Sequence[Fraction]) -> Fraction:
        """Return an upper bound of Gamma: |v_i| and relu(w_i s + b_i) are convex, so largest at ends."""
        h = self.width
        highest = [max(abs(end[2 * h + i]) for end in ends) for i in range(h)]
        tops = [max(max(end[i] * s + end[h + i], Fraction(0)) for end in ends for s in (0, 1)) for i in range(h)]
        sizes: list[Fraction] = []
        for s in states:
            g = [abs(x) for x in self.gradient(theta, s)]
            inner = (highest[i] * (g[i] + g[h + i]) + tops[i] * g[2 * h + i] for i in range(h))
            sizes.append(sum(inner, start=Fraction(1)))
        return max(sizes)

    def _parts(self, theta: Vector) -> tuple[Vector, Vector, Vector, Vector]:
        h = self.width
        return theta[:h], theta[h : 2 * h], theta[2 * h : 3 * h], theta[3 * h :]


@dataclass(frozen=True)
class Step:
    """A step of the batch: the state, the reward, and the noise at it and at the next state, which is 0."""

    state: Fraction
    reward: Fraction
    noise: Fraction = Fraction(0)
    next_noise: Fraction = Fraction(0)


@dataclass(frozen=True)
class Situation:
    """A network with its parameters, a batch, the learning rate, and what the printed bounds refer to."""

    name: str
    network: Sloped | Hidden
    theta: Vector
    batch: tuple[Step, ...]
    k: Fraction = Fraction(24)
    r0: Fraction = Fraction(1)
    alpha: Fraction = TENTH
    discount: Fraction = Fraction(0)

    @property
    def constants(self) -> dict[str, Term]:
        """The constants of the printed bounds, for batches of equal steps."""
        step, q = self.batch[0], self.network.line(self.theta)
        printed: dict[str, Term] = {"alpha": self.alpha, "L": slope_of(self), "B": len(self.batch), "k": self.k}
        printed |= {"r0": self.r0, "shift": 1, "gamma": self.discount, "reward": step.reward}
        printed |= {"q": q(step.state), "q_next": q(Fraction(0))}
        printed |= {"noise": step.noise, "next_noise": step.next_noise}
        return {**printed, **dict.fromkeys(("D", "difference"), self.differences()[0])}

    def differences(self, shift: Fraction | int = 0) -> list[Fraction]:
        """Return the temporal differences, line 19 as printed, with all rewards shifted."""
        q = self.network.line(self.theta)
        later = self.discount * q(Fraction(0))
        return [q(t.state) + t.noise - (t.reward + shift + later + t.next_noise) for t in self.batch]

    def updated(self, shift: Fraction | int = 0) -> Vector:
        """Return the parameters after the update."""
        total = [Fraction(0)] * len(self.theta)
        for step, difference in zip(self.batch, self.differences(shift), strict=True):
            gradient = self.network.gradient(self.theta, step.state)
            total = [x + difference * g for x, g in zip(total, gradient, strict=True)]
        return tuple(x - self.alpha * y / len(self.batch) for x, y in zip(self.theta, total, strict=True))

    def overlap(self, *ends: Vector) -> Fraction:
        """Return Gamma, or an upper bound of it, for the segment between two parameter vectors."""
        return self.network.overlap(self.theta, ends, [step.state for step in self.batch])


def distance(network: Sloped | Hidden, x: Vector, y: Vector) -> Fraction:
    """Return sup_s |Q_x(s) - Q_y(s)|."""
    return max(abs(value) for value in (network.line(x) - network.line(y)).values)


def slope_of(situation: Situation) -> Fraction:
    """Return the Lipschitz constant L of Q_theta(s) = theta + L s."""
    line = situation.network.line(situation.theta)
    cells = zip(line.knots, line.knots[1:], line.values, line.values[1:], strict=False)
    return max(abs((b - a) / (y - x)) for x, y, a, b in cells)


Bound = Callable[[Situation], Fraction]
PROVED_CHANGE = formal_of(__file__, "dpdqn/thm5-one-step/repaired").right
PROVED_SENSITIVITY = formal_of(__file__, "dpdqn/thm5-sensitivity/repaired").right


def bound_of(id_: str) -> Bound:
    """Return the bound that a statement prints."""
    printed = formal_of(__file__, id_).right
    return lambda x: exact(printed, x.constants)


def repaired_change(x: Situation, *ends: Vector) -> Fraction:
    """Return the proved bound of the change of one update, or that with the gradients of other parameters."""
    gamma, largest = x.overlap(*(ends or (x.theta, x.updated()))), max(abs(d) for d in x.differences())
    return exact(PROVED_CHANGE, {"alpha": x.alpha, "Gamma": gamma, "largest_difference": largest})


def repaired_sensitivity(x: Situation, *ends: Vector) -> Fraction:
    """Return the proved bound of the distance of two updates whose rewards differ by 1, or that of other parameters."""
    gamma = x.overlap(*(ends or (x.updated(), x.updated(1))))
    return exact(PROVED_SENSITIVITY, {"alpha": x.alpha, "Gamma": gamma, "change": 1})


def situations(reward: Fraction, discount: Fraction = Fraction(0)) -> list[Situation]:
    """Return updates of Q_theta(s) = theta + L s, of which the last one keeps to the printed bounds."""
    still, one, zero, step = Sloped(Fraction(0)), Sloped(Fraction(1)), (Fraction(0),), Step(Fraction(0), reward)
    noisy = replace(step, state=Fraction(1), noise=Fraction(5))  # not at 0, the next state
    cases = [
        Situation(r"$Q_\theta(s) = \theta$, so that $L = 0$", still, zero, (step,)),
        Situation("$L = 1$, $B = 4$, the same step four times", one, zero, (step,) * 4),
        Situation("$L = 1$, $B = 1$, the noise at $s_t = 1$ is 5, at $s_{t+1} = 0$ it is 0", one, zero, (noisy,)),
        Situation(r"$L = 1$, $B = 1$, $\theta_0 = 5$", one, (Fraction(5),), (step,)),
        Situation("$L = 1$, $B = 1$, no noise", one, zero, (step,)),
    ]
    return [replace(case, discount=discount) for case in cases]


@dataclass(frozen=True)
class Size:
    """What is bounded: its name, how it is measured, its proved bound, and the lemma that gives it for equal steps."""

    quantity: str
    of: Callable[[Situation], Fraction]
    proved: Callable[..., Fraction]
    lemma: str

    def at_start(self, x: Situation) -> Fraction:
        """Return the proved bound with the gradients before the update in the place of those along the segment."""
        return self.proved(x, x.theta)


CHANGE = Size(
    r"$\|Q - Q_0\|_\infty$ and its bound",
    lambda x: distance(x.network, x.theta, x.updated()),
    repaired_change,
    "equal-steps-change",
)
SENSITIVITY = Size(
    r"$\|Q - Q'\|_\infty$ and its bound",
    lambda x: distance(x.network, x.updated(), x.updated(1)),
    repaired_sensitivity,
    "equal-steps-distance",
)


def batches() -> list[Situation]:
    """Return updates with the noise bounds k of the proof."""
    still, one, zero, step = Sloped(Fraction(0)), Sloped(Fraction(1)), (Fraction(0),), Step(Fraction(0), Fraction(0))
    return [
        Situation(r"$Q_\theta(s) = \theta$, so that $L = 0$; $k = 24$, $B = 1$", still, zero, (step,)),
        Situation("$L = 1$, $k = 24$, $B = 128$", one, zero, (step,) * 128),
        Situation("$L = 1$, $k = 1$, $B = 8$", one, zero, (step,) * 8, k=Fraction(1)),
    ]
