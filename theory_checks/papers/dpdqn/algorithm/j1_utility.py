r"""J = 1, one noise path for the whole run, as the worst case for utility (Section 3.2), noise inside the maximum.

v'_k = max_a Q_k is the value function that is returned after k iterations on tables with r = 0, from Q_0 = 0, so
v* = 0; once with one noise table (J = 1), once with a fresh one in every iteration (J = T/B). s is the signed step:
alpha with the minus sign in line 22, -alpha with the printed plus sign; c = 1 - s, rho = 1 - s (1 - gamma), sigma = 1
and e_2 = E max(Z_1, Z_2) = 1/sqrt(pi).

One state, two actions, two iterations. Write a noise table as m + (x, -x), with independent N(0, 1/2) numbers; then

    v'_2 = s gamma rho |x_0| + s gamma |x_1 - s x_0| + |s| |c x_0 + x_1| - (1 - rho)(rho m_0 + m_1)

and the lemmas have the means. The same with the minus sign and k iterations:

    one path     v'_k is the size of one normal number plus another one: `one_path_error`
    fresh paths  the difference V of the actions and their mean U follow V <- (1 - alpha) V - alpha D and
                 U <- rho U + alpha gamma |V + D|/2 - alpha (1 - gamma) m, D = 2 x, and v'_k = U + |V|/2

The maximum turns fresh noise into a bias that adds up; with one path it enters once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from flint import arb

from tabular.algorithms.private_value_iteration import bracketed, literal
from tabular.gaussian import mean_abs_max_normal, mean_max_normal
from tabular.numbers.balls import ball
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formal import Formal
from theory_checks.kit.cases import HALF, swap
from theory_checks.papers.dpdqn.algorithm._noise_paths import (
    TwoActions,
    compare_two_actions,
    error_variances,
    sign_of,
)

NEAR_ONE = Fraction(99, 100)
STEPS = (Fraction(1), Fraction(-1))
GAMMA, ITERATIONS, SMALL = Fraction(9, 10), 78, Fraction(3, 10_000)  # the last two are T/B and alpha of Appendix E.3
PAIR = swap()


@claim(
    "dpdqn/j1-worst-utility",
    reading="bracketed",
    sound={r"the step size $3 \cdot 10^{-4}$ of Appendix E.3, minus sign": {"steps": (SMALL,)}},
)
def j1_bracketed(trial: Trial, *, steps: Sequence[Fraction] = STEPS) -> Iterator[Finding]:
    """Compare the errors of one path and of fresh paths, with a choice of actions and without one."""
    for step in steps:
        yield compare_two_actions(trial, TwoActions(bracketed, NEAR_ONE, step))
    yield _two_states(trial, steps[0])
    yield _bias_figure()
    yield _bias_table()
    yield _step_size_table()
    yield _sign_table()


def _two_states(trial: Trial, step: Fraction) -> Evidence:
    one_path, fresh_paths = error_variances(PAIR, bracketed, step, 2)
    return exact(
        f"two states that follow each other, one action, $\\alpha = {step}$, minus sign",
        one_path,
        ">=",
        fresh_paths,
        quantity=r"$\frac\pi2 (\mathbb{E}|v'_2 - v^*|)^2$ in each state, $\sigma = 1$: with $J = 1$, and with $J = 2$",
        certificate=_larger_variance(trial.formal, step) if step == 1 else None,
    )


def _larger_variance(formal: Formal, step: Fraction) -> Certificate:
    says = "On two states that follow each other two fresh paths give $v'$ a larger variance after two iterations."
    lemmas = {"fresh": "fresh-noise-two-states", "same": "same-noise-two-states"}
    return instance(formal, says, {"states": 2, "step": step, "gamma": PAIR.discount, "sigma": 1}, by=lemmas)


def one_path_error(alpha: Fraction, gamma: Fraction, iterations: int) -> arb:
    """Return E |v'_k| with one path, minus sign, for 0 < alpha <= 1."""
    kept, beta = (1 - alpha * (1 - gamma)) ** iterations, (1 - alpha) ** iterations
    return (ball((1 - kept) ** 2 + (1 + kept - 2 * beta) ** 2) / arb.pi()).sqrt()


def fresh_path_error(alpha: Fraction, gamma: Fraction, iterations: int) -> tuple[arb, arb]:
    """Return two bounds of E |v'_k| with fresh paths, minus sign: E v'_k, and that plus the mean size of the m's."""
    e_2, rho, rate = mean_max_normal(2), ball(1 - alpha * (1 - gamma)), ball(alpha)
    mean, spread, common = arb(0), arb(0), arb(0)  # E U, var V / 2, variance of what the m_k add to U
    for _ in range(iterations):
        mean = rho * mean + rate * ball(gamma) * e_2 * (spread + 1).sqrt()
        spread = (1 - rate) ** 2 * spread + rate**2
        common = rho**2 * common + (1 - rho) ** 2 / 2
    least = mean + e_2 * spread.sqrt()
    return least, least + (2 * common / arb.pi()).sqrt()


def fresh_path_floor(gamma: Fraction) -> arb:
    """Return gamma e_2 / (1 - gamma), which the error with fresh paths exceeds or tends to, whatever the step size."""
    return ball(gamma / (1 - gamma)) * mean_max_normal(2)


def _bias_figure() -> Figure:
    steps = list(range(1, 61))
    return Figure(
        title="Fresh noise in every iteration adds up",
        x_label="iterations",
        y_label=r"error $\mathbb{E}|v' - v^*|/\sigma$",
        series=[
            Series(label="$J = 1$: one path", x=steps, y=[float(one_path_error(STEPS[0], GAMMA, k)) for k in steps]),
            Series(
                label="$J = T/B$: a fresh path each time, at least",
                x=steps,
                y=[float(fresh_path_error(STEPS[0], GAMMA, k)[0]) for k in steps],
            ),
        ],
        caption=r"One state, two actions, $r = 0$, $\gamma = 9/10$, bracketed, minus sign, $\alpha = 1$: exact means.",
    )


def _bias_table() -> Table:
    one, e_2 = mean_abs_max_normal(2), mean_max_normal(2)
    rows = [
        [str(g), *_decimals(one, fresh_path_floor(g), fresh_path_floor(g) * arb(2).sqrt() + e_2)]
        for g in (HALF, Fraction(3, 5), GAMMA, NEAR_ONE, Fraction(999, 1000))
    ]
    return Table(
        title=r"Errors after many iterations, in units of $\sigma$",
        columns=[
            r"$\gamma$",
            "$J = 1$",
            r"$J = T/B$, any $\alpha$: at least",
            r"$J = T/B$, $\alpha = 1$: mean of $v'$",
        ],
        rows=rows,
        caption=r"One state, two actions, $r = 0$, bracketed, minus sign. For $\alpha \to 0$ the third column is the "
        r"limit, and $J = 1$ is then the worse one if $\gamma < 2 - \sqrt{2} = 0.5858$.",
    )


def _step_size_table() -> Table:
    rows = [
        [str(alpha), *_decimals(one_path_error(alpha, GAMMA, ITERATIONS), *fresh_path_error(alpha, GAMMA, ITERATIONS))]
        for alpha in (SMALL, Fraction(1, 100), Fraction(1, 10), Fraction(1))
    ]
    return Table(
        title=r"Errors after 78 iterations, in units of $\sigma$",
        columns=[r"$\alpha$", "$J = 1$", "$J = 78$: at least", "$J = 78$: at most"],
        rows=rows,
        caption=r"One state, two actions, $r = 0$, $\gamma = 9/10$, bracketed, minus sign. 78 iterations and "
        r"$\alpha = 3/10000$ are the values of Appendix E.3: with so small a step $J = 1$ is the worse one.",
    )


def _sign_table() -> Table:
    rows = [
        [name, sign_of(step), *(str(x) for x in error_variances(PAIR, rule, step, 2))]
        for name, rule in (("bracketed", bracketed), ("literal", literal))
        for step in STEPS
    ]
    return Table(
        title=r"Two states that follow each other: variance of $v'_2$, $\sigma = 1$",
        columns=["line 19", "line 22", "$J = 1$", "$J = 2$"],
        rows=rows,
        caption=r"One action, $r = 0$, $\gamma = 1/2$, $\alpha = 1$, two iterations. With the printed plus sign, with "
        "which nothing converges, the order is reversed.",
    )


def _decimals(*values: arb) -> list[str]:
    return [f"{float(x):.6f}" for x in values]
