r"""Figure 2: Algorithm 1 beside input perturbation and DP-SGD, as the paper calibrates them and by what they keep.

As the paper calibrates: sigma = 0.32 and 0.74 with beta of k = 2.3; reward noise sqrt(2 T ln(e +
epsilon/delta))/epsilon; gradient noise as in dpdqn/e2-dpsgd-constant. "Significantly outperforms" is taken to say that a
run of Algorithm 1 has a better mean return in its last ten episodes than a run of the other with probability at least
1/2. Policy evaluation, calibrated for one observed reward, is shown beside them by what its greedy policies are worth:
it has no episodes during training.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from tabular.dpdqn.baselines import dp_sgd, input_perturbation
from tabular.dpdqn.options import PRINTED, RELEASED_CODE, Algorithm1
from theory_checks.audit import Audit, Mechanism
from theory_checks.audit.validation import detection_table
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.texts import fill, texts_of
from theory_checks.papers.dpdqn.common.feasible_parameters import VERSIONS, smallest
from theory_checks.papers.dpdqn.experiments._learner_tables import fits, worth_of_tables
from theory_checks.papers.dpdqn.experiments._published import PUBLISHED, K, ours
from theory_checks.papers.dpdqn.experiments._release_audits import (
    DELTA,
    audits,
    evidence,
    kernel_rate,
    learner,
    repaired_learner,
)
from theory_checks.papers.dpdqn.experiments._training_runs import (
    LITERAL,
    QUIET,
    TUNED,
    bars,
    best,
    learning_curve,
    population,
    share_of_runs,
    spread,
)

TEXTS = texts_of(__file__)

Rivals = Callable[[Algorithm1, float], Mapping[str, Algorithm1]]
Settings = Callable[[str], Mapping[str, tuple[Algorithm1, float]]]

_RUNS = {"quick": 100, "full": 500}
_BATCHES = 10  # of the 78, where many readings or learners are audited
_FIT = "policy evaluation"
_ENOUGH = 1.0  # an improvement worth the name: 1 in a return of at most 25


def others(base: Algorithm1, epsilon: float) -> dict[str, Algorithm1]:
    """Return the two private baselines as the paper calibrates them."""
    quiet = base.but(**QUIET)
    return {
        "input perturbation": input_perturbation(epsilon, DELTA, quiet, accounting="composition-theorem").options,
        "DP-SGD": dp_sgd(epsilon, DELTA, quiet, accounting="paper").options,
    }


def _weak(base: Algorithm1, epsilon: float) -> dict[str, Algorithm1]:
    return {"input perturbation": others(base, epsilon)["input perturbation"]}


def _without_noise(base: Algorithm1, epsilon: float) -> dict[str, Algorithm1]:
    return {"no privacy": base.but(**QUIET)}


def _with_level(chart: Figure, label: str, value: float) -> Figure:
    ends = [0.5, len(chart.series) + 0.5]
    return replace(chart, series=[*chart.series, Series(label=label, x=ends, y=[value, value])])


def _outperforms(trial: Trial, base: Algorithm1, epsilon: float, rivals: Mapping[str, Algorithm1]) -> Iterator[Finding]:
    count = _RUNS[trial.profile]
    mine = population(ours(base, epsilon), count, trial.seed)
    found = {name: population(options, count, trial.seed + 1 + i) for i, (name, options) in enumerate(rivals.items())}
    last = mine.returns[:, -10:].mean(axis=1)
    for name, runs in found.items():
        yield share_of_runs(
            f"against {name}",
            last > runs.returns[:, -10:].mean(axis=1),
            0.5,
            quantity="pairs of runs in which Algorithm 1 has the better last ten episodes",
            detail=f"{spread(last)} against {spread(runs.returns[:, -10:].mean(axis=1))}",
        )
    everything = {"Algorithm 1": mine, **found, "no privacy": population(base.but(**QUIET), count, trial.seed + 9)}
    fitted = worth_of_tables(fits(epsilon, count, trial.seed + 10))
    chart = bars(
        rf"Returns at the claimed $\epsilon = {epsilon}$",
        "return of an episode of 50 steps",
        {name: runs.returns[:, -10:].mean(axis=1) for name, runs in everything.items()},
        "The last ten episodes of each run. Policy evaluation has none: see the greedy policies.",
    )
    yield _with_level(chart, "best policy", best())
    greedy = bars(
        rf"Greedy policies at the claimed $\epsilon = {epsilon}$",
        "expected return of an episode",
        {name: runs.worth for name, runs in everything.items()} | {_FIT: fitted},
        "Policy evaluation is calibrated for one observed reward.",
    )
    yield _with_level(greedy, "best policy", best())
    yield Figure(
        title=rf"Learning curves at the claimed $\epsilon = {epsilon}$",
        x_label="samples",
        y_label="return of an episode of 50 steps",
        series=[x for name, runs in everything.items() for x in learning_curve(name, runs)],
        caption=f"Means of {count} runs in blocks of 5 episodes, standard deviations; the best is {best():.4g}. Policy "
        "evaluation is fitted once to 5000 samples under uniform actions, and has no learning curve.",
    )
    yield Table(
        title="Returns",
        columns=["method", "first ten episodes", "last ten episodes", "greedy policy"],
        rows=[
            [name, spread(r.returns[:, :10].mean(axis=1)), spread(r.returns[:, -10:].mean(axis=1)), spread(r.worth)]
            for name, r in everything.items()
        ]
        + [[_FIT, "", "", spread(fitted)]],
        caption="Mean and standard deviation over the runs; calibrated as the paper does, not to what they keep. "
        "Policy evaluation has no episodes of its own: it is fitted once to samples under uniform actions.",
    )


@claim(
    "dpdqn/fig2a-comparison",
    reading="as-described",
    broken={"no noise in the other method": {"base": TUNED, "rivals": _without_noise}},
)
def as_described(trial: Trial, *, base: Algorithm1 = LITERAL, rivals: Rivals = others) -> Iterator[Finding]:
    """Compare returns during training; here noise in the actions is exploration, and helps."""
    yield from _outperforms(trial, base, 0.9, rivals(base, 0.9))


@claim("dpdqn/fig2a-comparison", reading="learning-works", sound={"input perturbation alone": {"rivals": _weak}})
def learning_works(trial: Trial, *, rivals: Rivals = others) -> Iterator[Finding]:
    """Compare returns where learning without noise works."""
    yield from _outperforms(trial, TUNED, 0.9, rivals(TUNED, 0.9))


def published_settings(profile: str) -> dict[str, tuple[Algorithm1, float]]:
    """Return the parameters that are audited against epsilon = 0.9, with what is claimed."""
    sigma, k = smallest(VERSIONS[0], 0.9)
    published = LITERAL.but(noise_level=PUBLISHED[0.9], kernel_rate=kernel_rate(K))
    settings = {
        r"published: $\sigma = 0.32$, $k = 2.3$": published,
        "the same, noise at the maximiser (line 19 as printed)": published.but(target="literal"),
        rf"all hypotheses of Theorem 5: $\sigma = {sigma:.5g}$, $k = {k:.5g}$": LITERAL.but(
            noise_level=sigma, kernel_rate=kernel_rate(k)
        ),
    }
    settings |= _essential(published)
    if profile == "full":
        settings |= _further(published)
    return {name: (options, 0.9) for name, options in settings.items()}


def high_privacy_settings(profile: str) -> dict[str, tuple[Algorithm1, float]]:
    """Return the parameters that are audited against epsilon = 0.45."""
    published = LITERAL.but(noise_level=PUBLISHED[0.45], kernel_rate=kernel_rate(K))
    settings = {r"published: $\sigma = 0.74$, $k = 2.3$": published}
    if profile == "full":
        line_19 = {"noise at the maximiser (line 19 as printed)": _short(published).but(target="literal")}
        settings |= _named(line_19) | _essential(published) | _further(published)
    return {name: (options, 0.45) for name, options in settings.items()}


def _essential(published: Algorithm1) -> dict[str, Algorithm1]:
    """Return the readings that every profile audits, after few batches."""
    short = _short(published)
    return _named(
        {
            r"noise outside the discount, $\max(\gamma Q + g)$": short.but(target="outside"),
            "every line as printed": _with_parameters(PRINTED, short),
            "separate paths for prediction and target": short.but(separate_paths=True),
            "$J = 1$": short.but(resets=1),
        }
    )


def _further(published: Algorithm1) -> dict[str, Algorithm1]:
    """Return the readings that only the full profile audits; the released program makes an update in each step."""
    short = _short(published)
    program = _with_parameters(RELEASED_CODE, short).but(horizon=2 * RELEASED_CODE.batch_size)
    return _named(
        {
            "a new path in each episode": short.but(resets="episode"),
            "reward of the state that is left": short.but(reward_at="state"),
            "no noise in the prediction": short.but(prediction_noise=False),
            "no noise in the actions": short.but(acts_on_noise=False),
            "the printed sign": short.but(ascends=True),
            "the gradient through the target too": short.but(gradient="full"),
            r"$k = 23$": short.but(kernel_rate=kernel_rate(23.0)),
            r"$\beta = 1$": short.but(kernel_rate=1.0),
            r"$\gamma = 0.9$": short.but(discount=0.9),
            "batches from a replay memory": short.but(replay=10_000),
            "RMSprop and random actions that fade": _with_parameters(TUNED, short),
        }
    ) | {f"the released program, {program.horizon} steps": program}


def _short(published: Algorithm1) -> Algorithm1:
    return published.but(horizon=_BATCHES * published.batch_size)


def _with_parameters(preset: Algorithm1, given: Algorithm1) -> Algorithm1:
    return preset.but(noise_level=given.noise_level, kernel_rate=given.kernel_rate, horizon=given.horizon)


def _named(readings: Mapping[str, Algorithm1]) -> dict[str, Algorithm1]:
    return {f"{options.batches} batches, {name}": options for name, options in readings.items()}


def _no_settings(profile: str) -> dict[str, tuple[Algorithm1, float]]:
    return {}


def _repaired(profile: str, epsilon: float) -> dict[str, tuple[Mechanism, float, float]]:
    """Return two learners that are proved to be private; ten batches of DP-SGD are calibrated as 78 are."""
    base = TUNED.but(**QUIET) if profile == "full" else TUNED.but(horizon=_BATCHES * TUNED.batch_size, **QUIET)
    fed = dp_sgd(epsilon, DELTA, base, accounting="all-rewards").options
    return {
        "repaired: Q-learning, randomised response": (repaired_learner(epsilon), epsilon, DELTA),
        f"repaired: DP-SGD for all rewards, {fed.batches} batches, line 24": (
            learner(fed, noised=False),
            epsilon,
            DELTA,
        ),
    }


def _by_release(
    settings: Mapping[str, tuple[Algorithm1, float]], *, slow: bool
) -> dict[str, tuple[Mechanism, float, float]]:
    """Return both releases of the settings that make an update in each step (slow), or of all others."""
    return {
        f"{name}, {release}": (learner(options, noised=release == "noised"), claimed, DELTA)
        for name, (options, claimed) in settings.items()
        for release in ("line 24", "noised")
        if (options.update_every == 1) is slow
    }


def _audited(trial: Trial, settings: Mapping[str, tuple[Algorithm1, float]], epsilon: float) -> Iterator[Finding]:
    """Audit both releases of each setting; the repaired learners stand beside them."""
    found = audits(_by_release(settings, slow=False), trial.profile, trial.seed)
    found |= audits(_by_release(settings, slow=True), "quick", trial.seed)
    found |= audits(_repaired(trial.profile, epsilon), trial.profile, trial.seed)
    for name, result in found.items():
        yield evidence(name, result)
    names = list(found)
    yield Figure(
        title=r"Claimed $\epsilon$ and what audits show",
        x_label="setting, numbered as in the table",
        y_label=r"$\epsilon$ at $\delta = 10^{-4}$",
        series=[
            Series(label="lower bound, confidence 95 %", x=_numbers(names), y=_bounds(found), kind="dots"),
            Series(label="claimed", x=_numbers(names), y=[found[n].epsilon for n in names], kind="line"),
            Series(label="most that so many runs can show", x=_numbers(names), y=_ceilings(found), kind="line"),
        ],
        caption="Above the line of the claim the claim is false, up to the error of the bound.",
    )
    yield Table(
        title="Audits",
        columns=["", "setting and release", "claimed", "lower bound", "Gaussian fit", "event in the worlds", "verdict"],
        rows=[
            [
                i + 1,
                name,
                f"{a.epsilon:g}",
                f"{a.epsilon_bound:.3f}",
                f"{a.gaussian_epsilon:.4g}",
                f"{a.hits}/{a.runs}, {a.false_hits}/{a.runs}",
                str(a.verdict),
            ]
            for i, (name, a) in enumerate(found.items())
        ],
        caption=fill(
            TEXTS["audited_caption"], batches=_BATCHES, literal_batches=LITERAL.batches, covered_trial=_covered(trial)
        ),
    )


def _covered(trial: Trial) -> str:
    if trial.full:
        return "The released program is confirmed by 1,000 runs in each world, as each of its steps is an update."
    return "The full profile audits the other readings as well."


def _numbers(names: list[str]) -> list[float]:
    return [float(i + 1) for i in range(len(names))]


def _bounds(found: Mapping[str, Audit]) -> list[float]:
    return [float(f"{a.epsilon_bound:.4g}") for a in found.values()]


def _ceilings(found: Mapping[str, Audit]) -> list[float]:
    return [float(f"{a.largest_bound:.4g}") for a in found.values()]


@claim(
    "dpdqn/fig2a-comparison", reading="same-privacy", sound={"the repaired learners alone": {"settings": _no_settings}}
)
def same_privacy(trial: Trial, *, settings: Settings = published_settings) -> Iterator[Finding]:
    """Audit whether Algorithm 1 is private at the target of the comparison, and how good audits are."""
    yield from _audited(trial, settings(trial.profile), 0.9)
    if settings is published_settings:
        yield detection_table(100 if trial.full else 5)


@claim(
    "dpdqn/fig2b-comparison", reading="same-privacy", sound={"the repaired learners alone": {"settings": _no_settings}}
)
def same_high_privacy(trial: Trial, *, settings: Settings = high_privacy_settings) -> Iterator[Finding]:
    """Audit whether Algorithm 1 is private at the target of the comparison."""
    yield from _audited(trial, settings(trial.profile), 0.45)


def _improve(trial: Trial, base: Algorithm1, rivals: Mapping[str, Algorithm1]) -> Iterator[Finding]:
    """Count the runs of each baseline whose last ten episodes are no better than the first ten."""
    gains = {
        name: population(options, _RUNS[trial.profile], trial.seed + 20 + i).gain
        for i, (name, options) in enumerate(rivals.items())
    }
    for name, gain in gains.items():
        yield share_of_runs(
            name,
            gain <= _ENOUGH,
            0.5,
            quantity=f"runs whose last ten episodes are better than the first ten by at most {_ENOUGH:g}",
            detail=f"improvement: {spread(gain)}",
        )
    chart = bars(
        "Improvement during training",
        "return of the last ten episodes less that of the first ten",
        gains,
        f"Up to {_ENOUGH:g} in a return of 50 steps counts as no improvement.",
    )
    yield _with_level(chart, "an improvement worth the name", _ENOUGH)


@claim(
    "dpdqn/fig2b-comparison",
    reading="as-described",
    broken={"learning that works, without noise": {"base": TUNED, "rivals": _without_noise}},
)
def do_not_improve_as_described(
    trial: Trial, *, base: Algorithm1 = LITERAL, rivals: Rivals = others
) -> Iterator[Finding]:
    """Compare first and last episodes of both baselines."""
    yield from _improve(trial, base, rivals(base, 0.45))


@claim("dpdqn/fig2b-comparison", reading="learning-works", sound={"input perturbation alone": {"rivals": _weak}})
def do_not_improve_where_learning_works(trial: Trial, *, rivals: Rivals = others) -> Iterator[Finding]:
    """Compare first and last episodes of both baselines."""
    yield from _improve(trial, TUNED, rivals(TUNED, 0.45))
    yield from (x for x in _outperforms(trial, TUNED, 0.45, others(TUNED, 0.45)) if isinstance(x, Figure | Table))
