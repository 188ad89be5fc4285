"""PUCB (Vietri, Balle, Krishnamurthy and Wu): as printed, repaired, and with the constants that its proof allows."""

from __future__ import annotations

from tabular.algorithms.episodic.pucb.audit import replay
from tabular.algorithms.episodic.pucb.constants import Constants, Sizes
from tabular.algorithms.episodic.pucb.learner import PUCB, PUCBAgent
from tabular.algorithms.episodic.pucb.practical import Practical
from tabular.algorithms.episodic.pucb.printed import Printed
from tabular.algorithms.episodic.pucb.repaired import Repaired

__all__ = ["PUCB", "Constants", "PUCBAgent", "Practical", "Printed", "Repaired", "Sizes", "replay"]
