"""Learning curves over the number of paths by brute force, and the readings that are audited."""

from __future__ import annotations

import math
from dataclasses import fields

import numpy as np
import pytest

from tabular.dpdqn.environment import MIDDLE
from tabular.dpdqn.options import PRINTED, Algorithm1
from tabular.dpdqn.training import train
from theory_checks.audit import Plan
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence
from theory_checks.core.exhibits import Figure, Table
from theory_checks.core.judge import Verdict
from theory_checks.papers.dpdqn.experiments import _release_audits as dqn_audits
from theory_checks.papers.dpdqn.experiments import noise_levels, resets, same_privacy, where_learning_works
from theory_checks.papers.dpdqn.experiments._release_audits import DELTA, audits, learner
from theory_checks.papers.dpdqn.experiments._training_runs import LITERAL

TRIAL = Trial(claim_id="dpdqn/fig1-reset")
LEFT_OPEN = {
    "target": {"bracketed", "literal", "outside"},
    "resets": {None, 1, "episode"},
    "gradient": {"semi", "full"},
    "reward_at": {"next", "state"},
    "exploration": {(0.0, 0.0, 1.0), (0.9, 0.05, 200.0), (0.9, 0.05, 500.0)},
    "rmsprop": {0.0, 0.99},
    "replay": {0, 10_000},
    "target_network": {0, 10},
    **{name: {False, True} for name in ("ascends", "prediction_noise", "acts_on_noise", "separate_paths", "huber")},
}


def test_the_curves_are_those_of_the_runs_with_so_many_paths(monkeypatch):
    monkeypatch.setitem(resets._CURVE_RUNS, "quick", 2)
    figures = [x for x in resets._by_resets(TRIAL, LITERAL) if isinstance(x, Figure)]

    assert [len(figure.series) for figure in figures] == [2, *[2 * len(resets.RESETS)] * 4]
    for (name, paths), line in zip(resets.RESETS.items(), figures[3].series[::2], strict=True):
        options = LITERAL.but(noise_level=0.4, resets=paths)
        returns = train(options, 2, TRIAL.seed + 200, rewards=MIDDLE, jobs=1).returns
        expected = [returns[:, i : i + 5].mean() for i in range(0, returns.shape[1] - 4, 5)]
        assert line.label == name
        np.testing.assert_allclose(line.y, expected, rtol=1e-5)


def test_every_number_of_paths_divides_the_batches():
    numbers = [j for j in resets.RESETS.values() if isinstance(j, int)]

    assert min(numbers) == 1
    assert all(LITERAL.batches % j == 0 for j in numbers)
    assert {None, "episode"} < set(resets.RESETS.values())


def test_quick_curves_have_ten_runs_and_full_ones_a_hundred():
    for runs in (resets._CURVE_RUNS, noise_levels._RUNS, noise_levels._PROGRAM_RUNS, where_learning_works._RUNS):
        assert runs["quick"] >= 10
        assert runs["full"] >= 100


def test_the_released_program_has_a_curve_for_each_level(monkeypatch):
    monkeypatch.setitem(noise_levels._PROGRAM_RUNS, "quick", 1)
    monkeypatch.setitem(noise_levels._PROGRAM_LEVELS, "quick", (0.4,))
    figure = noise_levels._released_program(TRIAL)

    assert [series.kind for series in figure.series] == ["line", "band"]
    assert figure.caption.startswith("1 runs")
    assert list(figure.series[0].y) == list(figure.series[1].low)


@pytest.mark.parametrize(
    "check", [where_learning_works.noise_costs_return, where_learning_works.new_paths_are_averaged]
)
def test_the_repairs_of_figure_1_show_the_curves_of_what_they_count(monkeypatch, check):
    monkeypatch.setitem(where_learning_works._RUNS, "quick", 3)
    found = list(check(TRIAL))
    curves = next(x for x in found if isinstance(x, Figure))
    names = [series.label for series in curves.series[::2]]

    assert names == sorted(names)
    for case in (x.case for x in found if isinstance(x, Evidence)):
        assert all(part.replace(".0$", "$") in names for part in case.split(" against "))


@pytest.mark.parametrize("settings", [same_privacy.published_settings, same_privacy.high_privacy_settings])
def test_every_option_that_the_text_leaves_open_is_audited_in_the_full_profile(settings):
    full, quick = settings("full"), settings("quick")
    found = {f.name: {getattr(options, f.name) for options in full.values()} for f in fields(Algorithm1)}

    assert quick.items() <= full.items()
    assert {name: found[name] for name in LEFT_OPEN} == LEFT_OPEN
    assert len(set(full.values())) == len(full)


def test_the_quick_profile_has_the_printed_lines_with_the_published_noise():
    settings = same_privacy.published_settings("quick")
    printed = settings["10 batches, every line as printed"]
    published = next(iter(settings.values()))

    assert printed == PRINTED.but(horizon=640, noise_level=0.32, kernel_rate=published.kernel_rate)
    assert [o.batches for o in settings.values()] == [78] * 3 + [10] * 4


def test_slow_settings_get_fewer_runs_and_every_setting_is_shown(monkeypatch):
    sizes = {"full": 80, "quick": 40}
    small = LITERAL.but(horizon=64, noise_level=5.0)
    settings = {"fast": small, "slow": small.but(replay=64, update_every=1)}
    monkeypatch.setattr(
        dqn_audits, "plan", lambda profile, seed: Plan(search=40, threshold=40, confirm=sizes[profile], seed=seed)
    )
    monkeypatch.setattr(same_privacy, "_repaired", lambda profile, epsilon: {})
    found = list(same_privacy._audited(Trial(claim_id="", profile="full"), settings, 0.9))
    table = next(x for x in found if isinstance(x, Table))
    shown = next(x for x in found if isinstance(x, Figure))

    assert [row[1] for row in table.rows] == ["fast, line 24", "fast, noised", "slow, line 24", "slow, noised"]
    assert [str(row[5]).split("/")[-1] for row in table.rows] == ["80", "80", "40", "40"]
    assert [row[2] for row in table.rows] == ["0.9"] * 4
    assert [len(series.x) for series in shown.series] == [4, 4, 4]
    assert [x.right for x in found if isinstance(x, Evidence)] == ["0.9"] * 4


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("noised", [False, True])
def test_the_audit_of_a_training_that_diverges_ends_with_a_result(noised):
    diverges = PRINTED.but(horizon=640, step_size=1e30, noise_level=0.32)
    mechanism = learner(diverges, noised=noised)
    found = audits({"": (mechanism, 0.9, DELTA)}, "quick", 0)[""]

    assert not np.isfinite(mechanism.draw(0, np.random.default_rng(0), 3)).any()
    assert found.verdict is not Verdict.REFUTED
    assert found.epsilon_bound == 0.0
    assert math.isfinite(found.largest_bound)
    assert math.isfinite(found.gaussian_epsilon)  # a fit, and no bound, of the bits that a NaN has


def test_the_larger_steps_change_what_the_first_version_leaves_open_and_nothing_else():
    rate_and_discount = {"step_size": LITERAL.step_size, "discount": LITERAL.discount}

    assert resets.LARGER_STEPS.but(**rate_and_discount) == LITERAL
