"""Algorithms of off-policy evaluation from trajectories, private and not.

from tabular.algorithms.evaluation import GPOPE, Records

records = Records.of(data, ratios, Tabular(n), discount=0.99)
run = GPOPE(clip=0.01, sigma=1.5, step_size=0.1, steps=10_000).run(records, seed=0)
run.theta, run.average_theta
"""

from __future__ import annotations

from tabular.algorithms.evaluation.gpope import GPOPE, GPOPERun
from tabular.algorithms.evaluation.gtd2 import GTD2
from tabular.algorithms.evaluation.lstd import Estimate, lstd
from tabular.algorithms.evaluation.monte_carlo import FirstVisits, first_visit
from tabular.algorithms.evaluation.records import Records
from tabular.algorithms.evaluation.trials import run_trials, trial_seed
from tabular.algorithms.evaluation.wis_lstd import wis_lstd

__all__ = [
    "GPOPE",
    "GTD2",
    "Estimate",
    "FirstVisits",
    "GPOPERun",
    "Records",
    "first_visit",
    "lstd",
    "run_trials",
    "trial_seed",
    "wis_lstd",
]
