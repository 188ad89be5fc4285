"""Black-box audits of what is claimed of a mechanism's privacy, for two neighbouring inputs or the worst ones found.

    def mechanism(world, rng): ...            # world 0 or 1: the two inputs; anything that the adversary sees
    audit(mechanism, epsilon=1.0, delta=1e-5) -> Audit
    audit(mechanism, Gaussian(1.0)).require()  # as a test

A `Budget` draws rounds that double. Each stakes the capital of all earlier ones on an event, a statistic beyond a
threshold, that earlier runs have chosen; a claim falls when the capital reaches 1e9, which happens to a true one with
probability 1e-9, whenever the audit stops. A `Plan` draws three samples of fixed size: a search, a threshold, and the
decision. What cannot be looked into, and what keeps state, is INCONCLUSIVE unless the rest refutes it.

Outputs are judged one at a time, as doubles unless ``bits`` is off. Finding nothing is no proof.
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
