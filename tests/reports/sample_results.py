"""A small, complete results.json for tests: every verdict, every kind of figure, a stale record, an error, a repair."""

from __future__ import annotations

import copy
import json
import math
from pathlib import Path

Json = dict

CERTIFICATE = {
    "format": "theory-checks/certificate",
    "version": 1,
    "claim": "demo/prop10",
    "reading": "reward-noise",
    "says": "Five states, four ways to stay and one to move on, all rewards 0, noise with $\\sigma = 1$.",
    "constants": {
        "n": "5",
        "sigma": "1",
        "bound": {
            "op": "/",
            "args": [
                {"op": "*", "args": ["2", {"op": "sqrt", "args": ["2"]}]},
                {"op": "sqrt", "args": [{"op": "*", "args": ["5", {"op": "pi"}]}]},
            ],
        },
    },
    "objects": {
        "M": {
            "transitions": [
                *[[[str(int(s == t)) for t in range(5)] for s in range(5)]] * 4,
                [[str(int(t == (s + 1) % 5)) for t in range(5)] for s in range(5)],
            ],
            "rewards": [["0"] * 5] * 5,
            "discount": "1/2",
        },
        "v_star": ["0"] * 5,
    },
    "facts": [
        {"fact": "optimal-value", "mdp": "M", "value": "v_star", "policy": [0, 0, 0, 0, 0]},
        {"fact": "relation", "relation": ">", "left": {"ref": "n"}, "right": "4"},
    ],
    "given": [],
    "notes": ["the left side is a lower bound of the loss, by Jensen's inequality"],
    "conclusion": {
        "relation": ">",
        "left": {
            "op": "/",
            "args": [
                {"op": "*", "args": [{"ref": "sigma"}, {"op": "mean-max-normal", "args": ["1"], "copies": [4]}]},
                {"op": "-", "args": ["1", "1/2"]},
            ],
        },
        "right": {"ref": "bound"},
    },
}
MIXED = {
    "transitions": [
        [["1/2", "1/2", "0"], ["0", "1/3", "2/3"], ["1", "0", "0"]],
        [["0", "1", "0"], ["1/4", "0", "3/4"], ["0", "0", "1"]],
    ],
    "rewards": [["1", "0", "-1/2"], ["0", "2", "1"]],
    "discount": "9/10",
}
ONE_STATE = {"transitions": [[["1"]]] * 6, "rewards": [["1"], ["0"], ["0"], ["0"], ["0"], ["1/2"]], "discount": "1/2"}


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


def reading(verdict: str | None = "VERIFIED", name: str = "printed", **changes: object) -> Json:
    return {
        "name": name,
        "says": "",
        "expected": verdict,
        "verdict": verdict,
        "reason": "decided exactly on the whole stated domain",
        "domain": r"every finite MDP with $n \leq 8$ states, $m \leq 4$ actions and discount $\gamma < 1$",
        "refuted_by": r"an MDP on which the left side of $\leq$ is larger, as a certificate",
        "not_covered": "continuous state spaces",
        "covers": "",
        "evidence": [
            evidence("chain of 8 states"),
            evidence("tight: one state", left="2/7", right="2/7", tightness=1.0),
        ],
        "controls": [{"name": "no discount", "kind": "broken", "behaved": True, "detail": "refuted on: one state"}],
        "figures": [],
        "tables": [],
        "certificates": [],
        "source": {
            "module": "reports.mathml",
            "function": "render",
            "path": "reports/mathml/__init__.py",
            "line": 28,
            "digest": "0123456789abcdef",
        },
        "seed": 0,
        "error": None,
    } | changes


def blank(name: str = "printed") -> Json:
    texts = dict.fromkeys(("says", "reason", "domain", "refuted_by", "not_covered", "covers"), "")
    lists = {key: [] for key in ("evidence", "controls", "figures", "tables", "certificates")}
    return {
        "name": name,
        "expected": None,
        "verdict": None,
        **texts,
        **lists,
        "source": None,
        "seed": None,
        "error": None,
    }


def statement(id_: str, label: str, verdict: str | None = None, **changes: object) -> Json:
    return {
        "id": id_,
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


def figure() -> Json:
    sizes = [2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233]
    line = {"low": [], "high": []}
    return {
        "title": "Utility loss against the number of states",
        "caption": r"Four ways to stay and one step around a cycle, $\sigma = 1$, $\gamma = 1/2$.",
        "x_label": "number of states $n$",
        "y_label": r"$\mathbb{E}[\|v' - v^*\|_1/n]$",
        "x_scale": "log",
        "y_scale": "log",
        "series": [
            {
                "label": "cycle with stay, measured",
                "kind": "dots",
                "x": sizes,
                "y": [2.06 + 0.4 / n for n in sizes],
                **line,
            },
            {
                "label": "printed bound",
                "kind": "line",
                "x": sizes,
                "y": [4 * math.sqrt(2 / (math.pi * n)) for n in sizes],
                **line,
            },
            {
                "label": r"repaired bound $\sigma\sqrt{2 \ln m}/(1-\gamma)$",
                "kind": "line",
                "x": sizes,
                "y": [3.59] * len(sizes),
                **line,
            },
            {
                "label": "95 % range over 64 random MDPs",
                "kind": "band",
                "x": sizes,
                "y": [],
                "low": [0.6 + 0.5 / n for n in sizes],
                "high": [1.7 + 0.9 / n for n in sizes],
            },
        ],
    }


def linear_figure() -> Json:
    steps = list(range(61))
    return {
        "title": "Residual by iteration",
        "caption": "",
        "x_label": "iteration",
        "y_label": "residual",
        "x_scale": "linear",
        "y_scale": "log",
        "series": [
            {
                "label": "value iteration",
                "kind": "line",
                "x": steps,
                "y": [0.9**k if k != 30 else None for k in steps],
                "low": [],
                "high": [],
            },
            {
                "label": "policy iteration",
                "kind": "line",
                "x": steps[:6],
                "y": [1, 0.2, 0.01, 1e-6, 1e-12, 0],
                "low": [],
                "high": [],
            },
        ],
    }


def prop10() -> Json:
    cases = [
        evidence(
            f"cycle of {n} states",
            "holds" if n < 5 else "fails",
            left=f"{200 * n + 3}/{100 * n}",
            relation="<=",
            right=f"{n}/3",
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
        figures=[figure(), linear_figure()],
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
    )


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
                    "claim": "demo/thm2",
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
            "bibliography": {
                "dwork-roth-2014": "C. Dwork and A. Roth, The Algorithmic Foundations of Differential Privacy, 2014."
            },
            "statements": statements,
        }
    )


def scaling() -> Json:
    """Return times against size: we grow like N^(1/2), one peer like N, another has no library; and a limit."""
    row = {"bar_nanoseconds": None, "growth_exponent": None, "growth_misfit": None, "comparable": True, "note": ""}
    rows = [
        row | {"problem": group, "solver": name, "ours": ours, "points": n, "nanoseconds": at(n)}
        for group, name, ours, at in (
            ("online", "peer", False, float),
            ("online", "blocks", True, lambda n: 3.0 * n**0.5),
            ("limit", "sort", False, lambda n: 10.0),
        )
        for n in (100, 10_000)
    ]
    rows.append(rows[0] | {"solver": "absent", "nanoseconds": None, "note": "absent is not installed"})
    for place, bar in ((2, 40.0), (3, 200.0)):
        rows[place] |= {"bar_nanoseconds": bar, "growth_exponent": 0.5, "growth_misfit": 1.0}
    groups = [
        {"key": "online", "title": "One after the other", "says": "In random order.", "beside": ["sort"]},
        {"key": "limit", "title": "Limits", "says": ""},
    ]
    return {
        "schema": "theory-checks/scaling/1",
        "title": "A path, point by point",
        "says": "Nanoseconds a query.",
        "words": {"symbol": "N", "size": "points", "unit": "query", "contestant": "sampler"},
        "machine": {"cores": 2},
        "groups": groups,
        "rows": rows,
    }


def benchmarks() -> Json:
    row = {
        "group": "dense, 200 states, 10 actions",
        "problem": "dense200",
        "discount": 0.99,
        "extra_megabytes": 0.5,
        "error": 1e-9,
        "note": "",
    }
    return {
        "schema": "theory-checks/benchmarks/1",
        "title": "Solvers",
        "says": "Seconds to the value.",
        "machine": "2 cores, Python 3.11",
        "rows": [
            row | {"solver": "modified policy iteration", "ours": True, "seconds": 0.0003, "ratio_to_best_peer": 0.62},
            row | {"solver": "peer A", "ours": False, "seconds": 0.0005, "ratio_to_best_peer": 1.0},
            row
            | {
                "solver": "peer B",
                "ours": False,
                "seconds": 0.31,
                "ratio_to_best_peer": 640.0,
                "error": None,
                "note": "stopped early",
            },
            row
            | {
                "group": "lake",
                "problem": "lake",
                "solver": "value iteration",
                "ours": True,
                "seconds": 0.02,
                "ratio_to_best_peer": 1.3,
            },
            row
            | {
                "group": "lake",
                "problem": "lake",
                "solver": "peer B",
                "ours": False,
                "seconds": None,
                "ratio_to_best_peer": None,
                "note": "over the limit",
            },
        ],
    }


def measurements() -> Json:
    """Return tables and a figure: one bar of two is met, and a cell is empty."""
    series = {"label": "eager", "kind": "line", "x": [1.0, 2.0], "y": [3.0, 6.0], "low": [], "high": []}
    axes = {"x_label": "states", "y_label": "cost", "x_scale": "log", "y_scale": "log"}
    rows = [
        ["fast", {"value": 1.25e6, "bar": 1e6, "better": "larger"}, 10],
        ["small", {"value": 300.0, "bar": 200, "better": "smaller"}, None],
    ]
    return {
        "schema": "theory-checks/measurements/1",
        "title": "Learners",
        "says": "Whole runs with $\\varepsilon = 1$.",
        "machine": "2 cores",
        "findings": ["The cost grows like $S$."],
        "tables": [{"title": "Speed", "columns": ["who", "episodes", "T"], "rows": rows, "caption": "On one thread."}],
        "figures": [{"title": "Cost", "caption": "", **axes, "series": [series]}],
    }


def documents(folder: Path) -> Path:
    """Write one document of each kind into a folder of benchmarks and return it."""
    place = folder / "benchmarks"
    place.mkdir()
    for name, value in (("solvers", benchmarks()), ("noise", scaling()), ("learners", measurements())):
        (place / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
    return place


def write(folder: Path, results: Json | None = None) -> Path:
    """Write a results.json into a folder."""
    path = folder / "results.json"
    path.write_text(json.dumps(results or sample(), ensure_ascii=False), encoding="utf-8")
    return path
