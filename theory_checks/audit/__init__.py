"""Black-box audits of the claim that a mechanism is (epsilon, delta)-private for one pair of neighbouring inputs.

    def mechanism(world, rng): ...            # world 0 or 1: the two inputs; anything that the adversary sees
    audit(mechanism, epsilon=1.0, delta=1e-5) -> Audit

An audit draws three samples that share no randomness. The first chooses a statistic of the output (fixed or learned)
and the direction, the second a threshold, the third decides: how often does the statistic exceed the threshold in
either world? Only the third carries confidence, and a REFUTED comes from a bet that may be watched at any time. Where
no statistic varies in the search, although outputs differ, the audit is INCONCLUSIVE.
"""

from theory_checks.audit.claims import Approximate, Concentrated, Gaussian, Renyi
from theory_checks.audit.inputs import audit_agent, audit_data
from theory_checks.audit.mechanism import Mechanism, from_file, mechanism
from theory_checks.audit.neighbours import Data
from theory_checks.audit.outcome import Audit
from theory_checks.audit.plans import Budget, Plan
from theory_checks.audit.procedure import audit

__all__ = [
    "Approximate",
    "Audit",
    "Budget",
    "Concentrated",
    "Data",
    "Gaussian",
    "Mechanism",
    "Plan",
    "Renyi",
    "audit",
    "audit_agent",
    "audit_data",
    "from_file",
    "mechanism",
]
