"""Sheets of errata: main results first, no more than two pages hold, and LaTeX that can be compiled."""

import re
from pathlib import Path
from typing import Any

import pages_of
import pytest
import sample_results

from reports.__main__ import main
from reports.pages.errata import LINES, sheet
from reports.pages.latex import latex, words
from reports.pages.printed import Library, falls_short
from reports.pages.relations import Relations
from reports.read.load import load_results
from theory_checks.engine.papers import load
from theory_checks.engine.results import assemble
from theory_checks.engine.runner import Plan, Run

# What the frame of a document uses, and what a formula may: of LaTeX, amsmath and amssymb.
FRAME = """
documentclass usepackage newsavebox newcommand fitted sbox formulabox displaystyle ifdim wd linewidth resizebox
usebox else fi erratum side beside below dimexpr par medskip smallskip textbf textit setlength parindent begin end
footnotesize large texttt textbackslash textasciitilde
textasciicircum textless textgreater textbar ldots pm times leq geq neq infty
"""
MATHEMATICS = """
Bigl Bigr Delta Gamma Omega Phi Pi Pr Rightarrow Sigma alpha approx bar beta bigl bigr binom bmod cdot cdots chi
cosh cup ddots delta diamondsuit dots ell epsilon equiv eta exp forall frac gamma gg hat heartsuit iff implies in
int kappa lambda langle lceil left leftarrow lfloor lim ln log mathbb mathbf mathcal mathrm max mid min mu nabla
notin nu operatorname partial phi pi pmod prod psi qquad quad rangle rceil rfloor rho right rightarrow sigma sim
sinh sqrt stackrel subset subseteq succeq sum sup tanh tau text theta tilde to top underset varepsilon varphi vdots
widehat widetilde xi zeta
"""
KNOWN = {*FRAME.split(), *MATHEMATICS.split()}


def faults(document: str) -> list[str]:
    """What a compiler would stop at: unknown commands; brackets, environments and dollars without partner."""
    text = re.sub(r"(?<!\\)%.*", "", document)
    unknown = set(re.findall(r"\\([A-Za-z]+)", text)) - KNOWN
    found = [f"unknown: {name}" for name in sorted(unknown)]
    bare = re.sub(r"\\\\|\\[{}$&%#_]", "", text)
    depth = 0
    for character in bare:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return [*found, "a bracket closes that was not open"]
    found += ["a bracket is open"] if depth else []
    found += ["a dollar is alone"] if bare.count("$") % 2 else []
    opened = [name for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", text) if kind == "begin"]
    closed = [name for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", text) if kind == "end"]
    found += ["an environment is open"] if sorted(opened) != sorted(closed) else []
    outside = re.sub(
        r"\$[^$]*\$|\\fitted\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\})*\}", "", bare
    )
    body = outside.split("document}", 1)[-1]
    found += [f"{sign} stands in words" for sign in "&_^#" if sign in body]
    return found + ["a character has no input encoding"] * any(ord(c) > 255 for c in text)


def recorded(folder: Path) -> Path:
    """All statements of the ledger with their verdicts."""
    results = assemble(Plan(keys=()), load(), Run(records={}, seconds={}))
    for statement in results["statements"]:
        for record in (statement, *statement["readings"]):
            record["verdict"] = record["expected"]
    return sample_results.write(folder, results)


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    results = load_results(recorded(tmp_path_factory.mktemp("ledger")))
    relations = Relations(results.statements)
    return {text.key: sheet(text, relations) for text in Library(results, relations).texts}


@pytest.mark.parametrize("key", ["dpdqn", "dpdqn-v1", "pucb", "gpope"])
def test_the_latex_of_every_paper_has_nothing_that_stops_a_compiler(sheets: dict[str, Any], key: str) -> None:
    document = latex(sheets[key], "Made by 100% of us.")
    assert faults(document) == []
    assert document.count("\\erratum{") == len(sheets[key].entries)


@pytest.mark.parametrize(
    ("good", "bad", "fault"),
    [
        (r"\fitted{\frac{1}{2}}", r"\fitted{\frac{1}{2}", "a bracket is open"),
        (r"$x$", r"$x", "a dollar is alone"),
        (r"$\alpha$", r"$\alfa$", "unknown: alfa"),
        (r"a\_b", "a_b", "_ stands in words"),
        ("e", "≤", "a character has no input encoding"),
        (r"\begin{center}x\end{center}", r"\begin{center}x", "an environment is open"),
    ],
)
def test_the_test_sees_what_stops_a_compiler(good: str, bad: str, fault: str) -> None:
    assert faults("\\begin{document}" + good + "\\end{document}") == []
    assert fault in faults("\\begin{document}" + bad + "\\end{document}")


def test_main_results_come_first_and_what_does_not_fit_is_counted(sheets: dict[str, Any]) -> None:
    for text in sheets.values():
        short = [s for s in text.text.printed if falls_short(s)]
        assert len(text.entries) + text.more == len(short)
        assert sum(entry.lines for entry in text.entries) <= LINES
        kinds = [entry.statement.kind for entry in text.entries]
        main_kinds = ("theorem", "proposition", "corollary", "lemma", "claim")
        first = [kind in main_kinds for kind in kinds]
        assert first == sorted(first, reverse=True)
        if "proof-step" in kinds:
            assert set(kinds[kinds.index("proof-step") :]) == {"proof-step"}
        listed = {entry.statement.id for entry in text.entries}
        failing = ("REFUTED", "ILL_POSED", "HOLDS_ON_REGION", "DEPENDS_ON_READING")
        results = [s.id for s in text.text.printed if s.kind in main_kinds and s.status in failing]
        assert results != []
        assert set(results) <= listed
    assert sheets["dpdqn"].more > 0
    names = [entry.statement.id for entry in sheets["dpdqn"].entries]
    assert {"dpdqn/thm5", "dpdqn/prop10", "dpdqn/cor7", "dpdqn/lemma8", "dpdqn/lemma16"} <= set(names[:9])


def test_a_result_that_is_true_in_part_only_says_so(sheets: dict[str, Any]) -> None:
    entries = {entry.statement.id: entry for entry in sheets["dpdqn"].entries}
    assert entries["dpdqn/thm5"].answer == ""
    assert entries["dpdqn/lemma8"].answer == "Holds on a region"
    assert "[3P4F]: Holds on a region}" in latex(sheets["dpdqn"], "")
    assert entries["dpdqn/claim13"].printed.formula.startswith("f(x)")  # what was corrected, not what defines Delta


def test_an_entry_says_printed_counterexample_and_correct(site: Path) -> None:
    page = pages_of.read(site / "errata/demo.html")
    entry = next(node for node in page.walk() if node.attributes.get("id") == "demo/thm2")
    text = pages_of.squeezed(entry)
    assert "9XX3" in text
    assert "Two states are enough to break the identity." in text
    ids = [node.attributes["id"] for node in pages_of.with_class(page, "erratum")]
    assert ids == ["demo/thm2", "demo/prop10", "demo/lemma16", "demo/eq2-variance", "demo/lemma16-heart"]


def test_every_sheet_is_linked_with_its_latex(site: Path) -> None:
    linked = {node.attributes.get("href") for node in pages_of.read(site / "errata.html").walk()}
    assert {"errata/demo.html", "errata/demo.tex"} <= linked
    assert faults((site / "errata/demo.tex").read_text("utf-8")) == []
    assert not (site / "errata/second.html").exists()
    assert "nothing that is printed there is false in this run" in pages_of.squeezed(
        pages_of.read(site / "errata.html")
    )


def test_words_are_escaped_and_formulas_are_not() -> None:
    assert words("5% of my_file & $x_1$ `c_d`") == r"5\% of my\_file \& $x_1$ \texttt{c\_d}"
    assert words("10⁻⁵ and −1.5") == r"10$^{-5}$ and $-$1.5"
    assert words("a\\b^c ~ {d} ≤ ☃") == r"a\textbackslash{}b\textasciicircum{}c \textasciitilde{} \{d\} $\leq$ ?"


def test_hostile_words_do_not_become_latex(tmp_path: Path) -> None:
    results = sample_results.sample()
    results["statements"][1]["label"] = "input{/etc/passwd} $x$ 100% \\$"
    results["statements"][1]["place"] = "}\\end{document}"
    assert main([str(sample_results.write(tmp_path, results)), "--out", str(tmp_path / "site")]) == 0
    document = (tmp_path / "site/errata/demo.tex").read_text("utf-8")
    assert document.count("\\end{document}") == 1
    assert faults(document) == []


def test_a_verdict_can_be_cited_and_what_to_cite_instead(site: Path) -> None:
    page = pages_of.read(site / "statements/demo/prop10.html")
    fold = next(
        n for n in page.walk() if n.tag == "details" and any(c.attributes.get("id") == "cite" for c in n.walk())
    )
    own, other = (node.text for node in fold.walk() if node.tag == "pre")
    assert own.startswith(
        "@misc{theory-checks-4FK7,\n  author = {{theory-checks}},\n  title = {Proposition 10 of ``Private"
    )
    assert "statement \\texttt{demo/prop10}" in own
    assert other.startswith("@misc{theory-checks-7C2R,")
    assert "verified" in other
    assert own.count("{") == own.count("}")
    assert "What to cite instead" in fold.text


def test_a_region_is_cited_as_a_formula(tmp_path: Path) -> None:
    results = sample_results.sample()
    next(s for s in results["statements"] if s["id"] == "demo/prop10")["answer"] = r"True only where $\gamma < 1$"
    assert main([str(sample_results.write(tmp_path, results)), "--out", str(tmp_path / "site")]) == 0
    text = (tmp_path / "site/statements/demo/prop10.html").read_text("utf-8")
    assert r"true only where $\gamma &lt; 1$}" in text


def test_what_is_cited_is_named_in_full(tmp_path: Path) -> None:
    results = sample_results.sample()
    repair = next(s for s in results["statements"] if s["id"] == "demo/prop10/repaired")
    repair["says"] = "By [dwork-roth-2014] and [nobody]."
    assert main([str(sample_results.write(tmp_path, results)), "--out", str(tmp_path / "site")]) == 0
    page = pages_of.read(tmp_path / "site/statements/demo/prop10.html")
    cited = [n.text for n in page.walk() if n.attributes.get("id", "").startswith("cited-")]
    assert cited == ["C. Dwork and A. Roth, The Algorithmic Foundations of Differential Privacy, 2014."]
