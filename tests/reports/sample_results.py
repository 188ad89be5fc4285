"""A small, complete results.json for tests: every verdict, every kind of figure, a stale record, an error, a repair."""

import copy
import json
from pathlib import Path

from sample_certificate import CERTIFICATE, MIXED, ONE_STATE, bound
from sample_figures import bar_chart, figure, linear_figure

Json = dict


def evidence(case: str, outcome: str = "holds", **changes: object) -> Json:
    return {
        "case": case,
        "method": "exact",
        "outcome": outcome,
        "quantity": "",
        "relation": "<=",
        "left": "1/3",
        "right": "1/2",
        "tightness": None,
        "detail": "",
        "region": "",
        "error_probability": 0.0,
        "power": "",
        "certificate": None,
    } | changes


DIGESTS = {"reward-noise": CERTIFICATE["statement"]["digest"]}


ROLE = {"role": "reading", "because": "", "part": "", "amends": "", "region": [], "border": "", "complete": False}


def reading(verdict: str | None = "VERIFIED", name: str = "printed", **changes: object) -> Json:
    return {
        "name": name,
        **ROLE,
        "says": "",
        "expected": verdict,
        "verdict": verdict,
        "reason": "decided exactly on the whole stated domain",
        "domain": r"every finite MDP with $n \leq 8$ states, $m \leq 4$ actions and discount $\gamma < 1$",
        "refuted_by": r"an MDP on which the left side of $\leq$ is larger, as a certificate",
        "not_covered": "continuous state spaces",
        "covers": "",
        "formal": [],
        "digest": DIGESTS.get(name, "0123456789abcdef"),
        "evidence": [
            evidence("chain of 8 states"),
            evidence("tight: one state", left="2/7", right="2/7", tightness=1.0),
        ],
        "controls": [{"name": "no discount", "kind": "broken", "behaved": True, "detail": "refuted on: one state"}],
        "figures": [],
        "tables": [],
        "certificates": [],
        "source": {
            "module": "reports.math",
            "function": "render",
            "path": "reports/math/__init__.py",
            "line": 28,
            "digest": "0123456789abcdef",
            "objects": ["rule = reports.math.render"],
        },
        "seed": 0,
        "error": None,
    } | changes


def blank(name: str = "printed") -> Json:
    texts = {"digest": "0123456789abcdef", "formal": []} | dict.fromkeys(
        ("says", "reason", "domain", "refuted_by", "not_covered", "covers"), ""
    )
    lists = {key: [] for key in ("evidence", "controls", "figures", "tables", "certificates")}
    return {
        "name": name,
        **ROLE,
        "expected": None,
        "verdict": None,
        **texts,
        **lists,
        "source": None,
        "seed": None,
        "error": None,
    }


TAGS = {"demo/prop10": "4FK7", "demo/prop10/repaired": "7C2R", "demo/thm2": "9XX3"}


def statement(id_: str, label: str, verdict: str | None = None, **changes: object) -> Json:
    return {
        "id": id_,
        "tag": TAGS.get(id_, ""),
        "paper": "demo",
        "label": label,
        "kind": "lemma",
        "place": "Section 3.2",
        "quantifier": "forall",
        "says": "",
        "formulas": [],
        "assumes": [],
        "depends_on": [],
        "repairs": None,
        "repaired_by": [],
        "expected": verdict,
        "verdict": verdict,
        "untested": None if verdict else "its family comes later",
        "readings": [reading(verdict)] if verdict else [blank()],
        "summary": "",
        "reason": "",
    } | changes


def prop10() -> Json:
    cases = [
        evidence(
            f"cycle of {n} states",
            "holds" if n < 5 else "fails",
            left=f"[{2 * n}.03000000000000 +/- {n}.49e-15]",
            relation="<=",
            right=f"[{n}.33333333333333 +/- {n}.49e-15]",
            method="ball",
            quantity=r"$\mathbb{E}[\|v'-v^*\|_1/n]$",
            tightness=0.2 * n,
            certificate="sha256:0a1b2c3d4e5f" if n == 5 else None,
        )
        for n in range(1, 34)
    ]
    printed = reading(
        "REFUTED",
        "reward-noise",
        reason="a counterexample stands",
        evidence=cases,
        says=r"$v'$ is the optimal value function under the noised reward $r_i + z_i$, as in Appendix D.",
        domain=r"$n = 5$ states, $m = 5$ actions, $\gamma = 1/2$, every $\sigma > 0$",
        covers=r"the inequality is homogeneous in $\sigma$, so one value decides all",
        controls=[
            {"name": "the repaired bound", "kind": "sound", "behaved": True, "detail": "passes on 33 cases"},
            {
                "name": "bound divided by ten",
                "kind": "broken",
                "behaved": True,
                "detail": "refuted on: cycle of 1 state",
            },
        ],
        figures=[figure(), linear_figure(), bar_chart()],
        tables=[
            {
                "title": "Smallest $n$ at which the printed bound fails",
                "columns": ["$m$", "$n$", "ratio"],
                "rows": [[2, 9, 1.013], [3, 6, 1.071], [4, 5, 1.107]],
                "caption": "For the cycle with stay.",
            }
        ],
        certificates=[{"digest": "sha256:0a1b2c3d4e5f", "certificate": CERTIFICATE}],
    )
    policy = reading(
        "VERIFIED",
        "policy-value",
        says="$v'$ is the value, under the true reward, of the policy that is optimal under the noised one.",
        domain=r"every finite MDP with $m = 2$ actions",
        covers=r"the worst case over $n$ is the one-state bandit",
    )
    return statement(
        "demo/prop10",
        "Proposition 10",
        "HOLDS_ON_REGION",
        kind="proposition",
        place="Section 3.2; Appendix D",
        readings=[printed, policy],
        says=(
            "Let $v'$ and $v^*$ be the value function learned by the algorithm and the optimal one. "
            "In the case $J = 1$, $|S| = n < \\infty$ "
            "and $\\gamma < 1$ the utility loss [dwork-roth-2014] is bounded as follows."
        ),
        formulas=[
            r"\mathbb{E}\left[\frac{1}{n}\|v' - v^*\|_1\right] \leq \frac{2\sqrt{2}\sigma}{\sqrt{n\pi}(1-\gamma)}"
        ],
        assumes=["$J = 1$", r"$|S| = n < \infty$", r"$\gamma < 1$"],
        depends_on=["demo/lemma16", "demo/claim17", "demo/thm2"],
        repaired_by=["demo/prop10/repaired"],
        reason="true under one reading of the printed text, false under another",
        summary=r"The loss does not vanish with $n$: on a cycle of 5 states it already exceeds the printed bound.",
        explore=explore(),
    )


def explore() -> Json:
    """Return sliders for the bound: the error sigma, which is no less than 2 sigma/sqrt(n) from four states on."""

    def slider(name: str, label: str, values: list[str], start: int) -> Json:
        return {"name": name, "label": label, "says": "", "values": values, "start": start, "scale": "linear"}

    root = {"op": "sqrt", "args": [{"ref": "n"}]}
    bound = {"op": "/", "args": [{"op": "*", "args": ["2", {"ref": "sigma"}]}, {"ref": "root"}]}
    promise = {"words": "As printed", "left": "error", "sign": "<=", "right": "printed", "where": []}
    narrow = [{"relation": ">", "left": {"ref": "n"}, "right": "1"}]
    return {
        "says": r"All states stay, with $\sigma \geq 1/2$.",
        "across": "n",
        "scale": "linear",
        "sliders": [
            slider("n", "n", [str(n) for n in range(1, 10)], 4),
            slider("sigma", r"\sigma", ["1/2", "1", "3/2"], 1),
        ],
        "names": {"root": root},
        "curves": [
            {"name": "error", "says": "the error", "value": {"ref": "sigma"}},
            {"name": "printed", "says": "the printed bound", "value": bound},
            {"name": "bound", "says": r"the bound $2\sigma$", "value": {"op": "*", "args": ["2", {"ref": "sigma"}]}},
        ],
        "promises": [promise, promise | {"words": "Use instead", "right": "bound", "where": narrow}],
    }


def sample() -> Json:
    """Return the results as parsed JSON, fresh each time."""
    refuted = reading(
        "REFUTED",
        reason="a counterexample stands",
        evidence=[evidence("two states", "fails", relation="==", left="7/12", right="1/2", certificate="sha256:beef")],
        certificates=[
            {
                "digest": "sha256:beef",
                "certificate": CERTIFICATE
                | {
                    "statement": bound("demo/thm2", "printed"),
                    "objects": {"M": MIXED, "bandit": ONE_STATE},
                    "facts": [],
                    "given": [],
                    "conclusion": {
                        "relation": "!=",
                        "left": {"op": "pow", "args": [{"op": "+", "args": ["1/2", "1/3"]}, "2"]},
                        "right": "1/2",
                    },
                },
            }
        ],
    )
    unsure = reading(
        "INCONCLUSIVE",
        reason="the check ended with an error",
        evidence=[],
        controls=[],
        error='Traceback (most recent call last):\n  File "x.py", line 3\nZeroDivisionError: division by zero',
    )
    tested = reading(
        "CONSISTENT",
        reason="no violation found",
        evidence=[
            evidence(
                "10 000 runs",
                method="statistics",
                error_probability=1e-12,
                left="0.031",
                right="0.05",
                power="a rate of 0.06 would have been seen with probability 0.999",
            )
        ],
    )
    ill = reading(
        "ILL_POSED",
        reason="the printed text cannot be evaluated",
        evidence=[evidence("$s^+ = s^-$", "undefined", left="", right="", detail="0/0")],
    )
    statements = [
        statement(
            "demo/def1",
            "Definition 1",
            "DEFINITION",
            kind="definition",
            says=r"$(\epsilon, \delta)$-differential privacy.",
            formulas=[
                r"\mathbb{P}(\mathcal{M}(d) \in \mathcal{Z}) \leq"
                r" \exp(\epsilon)\, \mathbb{P}(\mathcal{M}(d') \in \mathcal{Z}) + \delta"
            ],
        ),
        statement(
            "demo/thm2",
            "Theorem 2",
            "REFUTED",
            kind="theorem",
            readings=[refuted],
            summary="Two states are enough to break the identity.",
            depends_on=["demo/lemma16-heart"],
        ),
        statement(
            "demo/eq2-variance",
            "Equation (2), variance",
            "ILL_POSED",
            kind="formula",
            readings=[ill],
            summary="The variance is negative between any two points.",
            formulas=[
                r"d_{at} = -\frac{(\exp(\beta(s-s^-)) - \exp(-\beta(s-s^-)))\exp(\beta(s-s^-))}"
                r"{\exp(\beta(s^+-s^-)) - \exp(-\beta(s^+-s^-))}"
            ],
        ),
        prop10(),
        statement(
            "demo/prop10/repaired",
            "Proposition 10, repaired",
            "VERIFIED",
            kind="repair",
            repairs="demo/prop10",
            summary="The right order is $\\sqrt{\\ln m}$, without $n$.",
            formulas=[r"\mathbb{E}\left[\frac{1}{n}\|v' - v^*\|_1\right] \leq \frac{\sigma\sqrt{2\ln m}}{1-\gamma}"],
        ),
        statement(
            "demo/lemma16",
            "Lemma 16",
            "REFUTED",
            depends_on=["demo/lemma16-heart"],
            summary=r"The step marked $\heartsuit$ loses a factor $\sqrt{n}$.",
        ),
        statement("demo/lemma16-heart", r"Proof of Lemma 16, step $\heartsuit$", "REFUTED", kind="proof-step"),
        statement("demo/claim17", "Claim 17", "VERIFIED", kind="claim", depends_on=["demo/lemma14"]),
        statement("demo/lemma14", "Lemma 14", "CONSISTENT", readings=[tested]),
        statement("demo/claim15", "Claim 15", "INCONCLUSIVE", kind="claim", readings=[unsure]),
        statement("demo/rate", "Rate of convergence", kind="remark", depends_on=["demo/prop10"]),
        statement("demo/skipped", "Skipped today", kind="remark", untested=None, expected="VERIFIED"),
        statement("second/thm1", "Theorem 1", "VERIFIED", paper="second", kind="theorem", depends_on=["demo/prop10"]),
    ]
    return copy.deepcopy(
        {
            "schema": "theory-checks/results/1",
            "suite": {"name": "theory-checks", "version": "0.1.0", "seed": 0, "profile": "quick"},
            "versions": {"numpy": "2.4.6", "python": "3.11.7"},
            "error_control": {
                "bound": 1e-6,
                "spent": 1e-12,
                "tests": 1,
                "explanation": "The chances add up over all tests of the run.",
            },
            "papers": [
                {
                    "key": "demo",
                    "title": "Private Learning with Functional Noise",
                    "authors": "A. Author and B. Author",
                    "year": 2019,
                    "note": "Two printed versions.",
                },
                {"key": "second", "title": "Private Exploration", "authors": "C. Author", "year": 2020, "note": ""},
            ],
            "lemmas": {"identity-value-error": "E ||v' - v*|| = {name} in {mdp}"},
            "bibliography": {
                "dwork-roth-2014": "C. Dwork and A. Roth, The Algorithmic Foundations of Differential Privacy, 2014."
            },
            "statements": statements,
        }
    )


def write(folder: Path, results: Json | None = None) -> Path:
    """Write a results.json into a folder."""
    path = folder / "results.json"
    path.write_text(json.dumps(results or sample(), ensure_ascii=False), encoding="utf-8")
    return path
