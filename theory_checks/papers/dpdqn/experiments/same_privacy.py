r"""Figure 2: audits of whether Algorithm 1 keeps the target at which it is compared, beside repaired learners."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tabular.dpdqn.baselines import dp_sgd
from tabular.dpdqn.options import PRINTED, RELEASED_CODE, Algorithm1
from theory_checks.audit import Audit, Mechanism
from theory_checks.audit.validation import detection_table
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.texts import fill, texts_of
from theory_checks.papers.dpdqn.common.feasible_parameters import VERSIONS, smallest
from theory_checks.papers.dpdqn.experiments._published import PUBLISHED, K
from theory_checks.papers.dpdqn.experiments._release_audits import (
    DELTA,
    audits,
    evidence,
    kernel_rate,
    learner,
    repaired_learner,
)
from theory_checks.papers.dpdqn.experiments._training_runs import LITERAL, QUIET, TUNED

TEXTS = texts_of(__file__)

Settings = Callable[[str], Mapping[str, Algorithm1]]
_BATCHES = 10  # of the 78, where many readings or learners are audited


def published_settings(profile: str) -> dict[str, Algorithm1]:
    """Return the parameters that are audited against epsilon = 0.9."""
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
    return settings


def high_privacy_settings(profile: str) -> dict[str, Algorithm1]:
    """Return the parameters that are audited against epsilon = 0.45."""
    published = LITERAL.but(noise_level=PUBLISHED[0.45], kernel_rate=kernel_rate(K))
    settings = {r"published: $\sigma = 0.74$, $k = 2.3$": published}
    if profile == "full":
        line_19 = {"noise at the maximiser (line 19 as printed)": _short(published).but(target="literal")}
        settings |= _named(line_19) | _essential(published) | _further(published)
    return settings


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


def _no_settings(profile: str) -> dict[str, Algorithm1]:
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
    settings: Mapping[str, Algorithm1], epsilon: float, *, slow: bool
) -> dict[str, tuple[Mechanism, float, float]]:
    """Return both releases of the settings that make an update in each step (slow), or of all others."""
    return {
        f"{name}, {release}": (learner(options, noised=release == "noised"), epsilon, DELTA)
        for name, options in settings.items()
        for release in ("line 24", "noised")
        if (options.update_every == 1) is slow
    }


def _audited(trial: Trial, settings: Mapping[str, Algorithm1], epsilon: float) -> Iterator[Finding]:
    """Audit both releases of each setting; the repaired learners stand beside them."""
    results = audits(_by_release(settings, epsilon, slow=False), trial.profile, trial.seed)
    results |= audits(_by_release(settings, epsilon, slow=True), "quick", trial.seed)
    results |= audits(_repaired(trial.profile, epsilon), trial.profile, trial.seed)
    for name, result in results.items():
        yield evidence(name, result)
    names = list(results)
    yield Figure(
        title=r"Claimed $\epsilon$ and what audits show",
        x_label="setting, numbered as in the table",
        y_label=r"$\epsilon$ at $\delta = 10^{-4}$",
        series=[
            Series(label="lower bound, confidence 95 %", x=_numbers(names), y=_bounds(results), kind="dots"),
            Series(label="claimed", x=_numbers(names), y=[epsilon for _ in names], kind="line"),
            Series(label="most that so many runs can show", x=_numbers(names), y=_ceilings(results), kind="line"),
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
            for i, (name, a) in enumerate(results.items())
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


def _bounds(results: Mapping[str, Audit]) -> list[float]:
    return [float(f"{a.epsilon_bound:.4g}") for a in results.values()]


def _ceilings(results: Mapping[str, Audit]) -> list[float]:
    return [float(f"{a.largest_bound:.4g}") for a in results.values()]


ALONE = {"the repaired learners alone": {"settings": _no_settings}}


@claim(
    "dpdqn/fig2a-comparison",
    reading="same-privacy",
    setting={"settings": published_settings, "epsilon": 0.9},
    sound=ALONE,
)
@claim(
    "dpdqn/fig2b-comparison",
    reading="same-privacy",
    setting={"settings": high_privacy_settings, "epsilon": 0.45},
    sound=ALONE,
)
def same_privacy(trial: Trial, *, settings: Settings, epsilon: float) -> Iterator[Finding]:
    """Audit whether Algorithm 1 is private at the target of the comparison, and how good audits are."""
    yield from _audited(trial, settings(trial.profile), epsilon)
    if settings is published_settings:
        yield detection_table(100 if trial.full else 5)
