"""All that `import theory_checks as tc` offers: trials, and whatever a room of one's own needs."""

from theory_checks.audit import (
    Approximate,
    Audit,
    Budget,
    Concentrated,
    Data,
    Gaussian,
    Mechanism,
    Plan,
    Renyi,
    audit,
    audit_agent,
    audit_data,
)
from theory_checks.audit.validation import detection_table
from theory_checks.core import formula as formulas
from theory_checks.core.certificate import Certificate, fact, instance, lemma, lemma_at
from theory_checks.core.claim import Claim, Finding, Trial, claim
from theory_checks.core.decide import decide
from theory_checks.core.domain import holds
from theory_checks.core.evidence import (
    Evidence,
    Method,
    Outcome,
    Rational,
    Region,
    ball,
    exact,
    exact_all,
    searched,
    statistical,
    undefined,
)
from theory_checks.core.exhibits import Exhibit, Figure, Series, SilentTests, Table
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula, Relation, Term, num, ref
from theory_checks.core.interpret import Values, approximate, enclose, substitute, symbols
from theory_checks.core.interpret import exact as value_of
from theory_checks.core.judge import Verdict
from theory_checks.core.lemmas import hypotheses_of, of_lemma, steps_of
from theory_checks.core.notation import latex
from theory_checks.core.parsing import parse
from theory_checks.core.points import spoken, worth
from theory_checks.core.seeds import generator
from theory_checks.core.statement import LedgerError, Statement
from theory_checks.core.texts import fill, texts_of
from theory_checks.door.recorded import Recorded, statement, statements
from theory_checks.door.texts import formula
from theory_checks.door.trials import Result, check
from theory_checks.engine.execution import Computed
from theory_checks.engine.papers import add_folder as add_paper
from theory_checks.hunt import Fate, Hunt, greedy, hunt, occupancy, optimal_value, policy_value, q_values
from theory_checks.kit.cases import (
    HALF,
    Case,
    Comparisons,
    compare_everywhere,
    constant,
    deterministic_mdps,
    exhaustive_family,
    named_cases,
    random_table,
    seeded_cases,
    stay_or_swap,
    sup_norm,
    swap,
)
from theory_checks.kit.decimals import decimal, scientific
from theory_checks.statistics import (
    REFUTATION_ERROR,
    BoundedMeanTest,
    FixedBinomialTest,
    FixedHoeffdingTest,
    FixedSubGaussianTest,
    binomial_interval,
    detectable_effect,
    hoeffding_interval,
    subgaussian_interval,
)

__all__ = [
    "HALF",
    "REFUTATION_ERROR",
    "Approximate",
    "Audit",
    "BoundedMeanTest",
    "Budget",
    "Case",
    "Certificate",
    "Claim",
    "Comparisons",
    "Computed",
    "Concentrated",
    "Data",
    "Evidence",
    "Exhibit",
    "Fate",
    "Figure",
    "Finding",
    "FixedBinomialTest",
    "FixedHoeffdingTest",
    "FixedSubGaussianTest",
    "Formal",
    "Formula",
    "Gaussian",
    "Hunt",
    "LedgerError",
    "Mechanism",
    "Method",
    "Outcome",
    "Plan",
    "Rational",
    "Recorded",
    "Region",
    "Relation",
    "Renyi",
    "Result",
    "Series",
    "SilentTests",
    "Statement",
    "Table",
    "Term",
    "Trial",
    "Values",
    "Verdict",
    "add_paper",
    "approximate",
    "audit",
    "audit_agent",
    "audit_data",
    "ball",
    "binomial_interval",
    "check",
    "claim",
    "compare_everywhere",
    "constant",
    "decide",
    "decimal",
    "detectable_effect",
    "detection_table",
    "deterministic_mdps",
    "enclose",
    "exact",
    "exact_all",
    "exhaustive_family",
    "fact",
    "fill",
    "formal_of",
    "formula",
    "formulas",
    "generator",
    "greedy",
    "hoeffding_interval",
    "holds",
    "hunt",
    "hypotheses_of",
    "instance",
    "latex",
    "lemma",
    "lemma_at",
    "named_cases",
    "num",
    "occupancy",
    "of_lemma",
    "optimal_value",
    "parse",
    "policy_value",
    "q_values",
    "random_table",
    "ref",
    "scientific",
    "searched",
    "seeded_cases",
    "spoken",
    "statement",
    "statements",
    "statistical",
    "stay_or_swap",
    "steps_of",
    "subgaussian_interval",
    "substitute",
    "sup_norm",
    "swap",
    "symbols",
    "texts_of",
    "undefined",
    "value_of",
    "worth",
]
