"""LaTeX -> MathML: structure against what TeX means, every letter of the ledgers, and no markup of a formula's own."""

import re
import tomllib
import unicodedata
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.math import MathError, render
from reports.math.library import FUNCTIONS, LIMITS
from reports.math.lint import ARGUMENTS, SIZES
from reports.math.plain import plain
from reports.math.prose import pieces
from reports.math.signs import NAMED

ROOT = Path(__file__).resolve().parents[3]


def tree(latex: str, display: bool = False) -> ET.Element:
    return ET.fromstring(render(latex, display))


def inside(latex: str) -> str:
    """Everything inside <math>, attributes left out."""
    return re.sub(r" [a-z]+=\"[^\"]*\"", "", render(latex)).removeprefix("<math>").removesuffix("</math>")


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"x", "<mi>x</mi>"),
        (r"12.5", "<mn>12.5</mn>"),
        (r".5", "<mn>.5</mn>"),
        (r"\alpha", "<mi>α</mi>"),
        (r"x := 1", "<mi>x</mi><mo>:=</mo><mn>1</mn>"),
        (r"x_i^2", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"),
        (r"x^2_i", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"),
        (r"x^{10}", "<msup><mi>x</mi><mn>10</mn></msup>"),
        (r"v'", "<msup><mi>v</mi><mo>′</mo></msup>"),
        (r"f''", "<msup><mi>f</mi><mo>′′</mo></msup>"),
        (r"\lambda_i'^T", "<msubsup><mi>λ</mi><mi>i</mi><mrow><mo>′</mo><mi>T</mi></mrow></msubsup>"),
        (r"\frac{a}{b}", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
        (r"\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
        (r"\frac ab", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
        (r"\sqrt2\,n", "<msqrt><mn>2</mn></msqrt><mspace /><mi>n</mi>"),
        (r"\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
        (r"\mathbb{E}", "<mi>𝔼</mi>"),
        (r"\mathbb R", "<mi>ℝ</mi>"),
        (r"\mathcal{M}", "<mi>ℳ</mi>"),
        (r"\mathbf{e}^T", "<msup><mi>𝐞</mi><mi>T</mi></msup>"),
        (r"\mathbf{1}", "<mn>𝟏</mn>"),
        (r"\boldsymbol{\lambda}", "<mi>𝝀</mi>"),
        (r"\mathrm{KL}", "<mi>KL</mi>"),
        (r"\text{if }x", "<mtext>if\u00a0</mtext><mi>x</mi>"),
        (
            r"\text{for $x$ large}",
            "<mtext>for\u00a0</mtext><mi>x</mi><mtext>\u00a0large</mtext>",
        ),
        (r"\hat{x}", "<mover><mi>x</mi><mo>^</mo></mover>"),
        (r"a \neq b", "<mi>a</mi><mo>≠</mo><mi>b</mi>"),
        (r"\binom{n}{k}", "<mrow><mo>(</mo><mfrac><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></mrow>"),
        (r"\underset{x}{\max}", "<munder><mo>max</mo><mi>x</mi></munder>"),
        (r"\stackrel{!}{=}", "<mover><mo>=</mo><mo>!</mo></mover>"),
        (r"{a}_{b}", "<msub><mi>a</mi><mi>b</mi></msub>"),
        (r"\ln n", "<mi>ln</mi><mo>\u2061</mo><mspace /><mi>n</mi>"),
        (r"\exp(x)", "<mi>exp</mi><mo>\u2061</mo><mo>(</mo><mi>x</mi><mo>)</mo>"),
        (r"ϵ ≤ δ", "<mi>ϵ</mi><mo>≤</mo><mi>δ</mi>"),
        (r"50\%", "<mn>50</mn><mi>%</mi>"),
    ],
)
def test_a_formula_has_the_structure_that_tex_gives_it(latex: str, expected: str) -> None:
    assert inside(latex) == expected


def test_limits_stand_below_operators_and_beside_integrals() -> None:
    assert inside(r"\sum_{i}^n") == "<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>"
    assert inside(r"\max_a Q") == "<munder><mo>max</mo><mi>a</mi></munder><mo>\u2061</mo><mspace /><mi>Q</mi>"
    assert inside(r"\int_0^1") == "<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>"
    assert inside(r"\operatorname*{arg\,max}_a Q").startswith("<munder><mo>arg max</mo><mi>a</mi></munder>")
    assert inside(r"\operatorname{tr}_a Q").startswith("<msub><mi>tr</mi><mi>a</mi></msub>")


@pytest.mark.parametrize(
    "latex", ["-x", "(-x)", "a=-x", "a,-x", r"a\leq -x", r"\|-x\|", r"a+|-x|", r"\max -x", r"{-x}", "e^{-x}"]
)
def test_a_minus_with_nothing_to_its_left_is_a_sign(latex: str) -> None:
    assert [o.get("form") for o in tree(latex).iter("mo") if o.text == "−"] == ["prefix"]


@pytest.mark.parametrize(
    "latex", ["a-x", "(a)-x", r"\|a\|-x", "|a|-x", "a'-x", r"\frac{a}{b}-x", r"\left(a\right)-x", "{a}-x"]
)
def test_a_minus_between_two_operands_is_an_operation(latex: str) -> None:
    assert [o.get("form") for o in tree(latex).iter("mo") if o.text == "−"] == ["infix"]


def test_a_minus_that_continues_an_aligned_line_is_an_operation() -> None:
    formula = tree(r"\begin{aligned} a &= b \\ & - c \end{aligned}")
    assert [o.get("form") for o in formula.iter("mo") if o.text == "−"] == ["infix"]


def test_delimiters_grow_only_around_what_is_tall() -> None:
    stretchy = lambda latex: [o.get("stretchy") for o in tree(latex).iter("mo") if o.text in ("(", ")")]  # noqa: E731
    assert stretchy(r"\left(x\right)") == ["false", "false"]
    assert stretchy(r"\left(\frac{x}{y}\right)") == ["true", "true"]
    assert stretchy(r"\left(\sum x\right)") == ["true", "true"]
    assert stretchy(r"(\frac{x}{y})") == ["false", "false"]


def test_a_missing_delimiter_is_not_printed() -> None:
    assert inside(r"\left.\frac{a}{b}\right|_{x=0}").count("<mo>") == 2


def test_a_point_after_right_is_no_number() -> None:
    assert inside(r"\left(\frac{a}{b}\right.5").endswith("<mn>5</mn>")


def test_tables_have_their_cells_and_alignments() -> None:
    matrix = tree(r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \\ \end{bmatrix}")
    assert [[cell[0].text for cell in row] for row in matrix.iter("mtr")] == [["1", "2"], ["3", "4"]]
    aligned = tree(r"\begin{aligned} a &= b \\ &\leq c \end{aligned}")
    assert [[cell.get("class") for cell in row] for row in aligned.iter("mtr")] == [["right", "left"]] * 2
    array = tree(r"\begin{array}{lc} a & b \end{array}")
    assert [cell.get("class") for cell in array.iter("mtd")] == ["left", "center"]


def test_words_keep_the_spaces_at_their_ends() -> None:
    assert [t.text for t in tree(r"x \text{ if } y").iter("mtext")] == ["\u00a0if\u00a0"]


def test_text_is_escaped() -> None:
    formula = render(r"\text{<script>alert(1)</script>} < x")
    assert "<script>" not in formula
    assert "&lt;script&gt;" in formula


def test_display_and_inline_differ() -> None:
    assert tree("x", display=True).get("display") == "block"
    assert tree("x").get("display") is None
    assert [e.get("displaystyle") for e in tree(r"\dfrac{a}{b}").iter("mstyle")] == ["true"]


@pytest.mark.parametrize(
    "latex",
    [
        "",
        "   ",
        "{",
        "}",
        "{x",
        "x}",
        r"\unknown",
        r"\frac{a}",
        r"\frac",
        r"\sqrt",
        "x^",
        "_x",
        "^2",
        "x_a_b",
        "x^a^b",
        "x^12",
        r"\sqrt 25",
        r"\left(x",
        r"x\right)",
        r"\left x \right)",
        r"\begin{aligned} x",
        r"\end{aligned}",
        r"\begin{aligned} x \end{cases}",
        r"\begin{tikzpicture}\end{tikzpicture}",
        r"\begin{array} a \end{array}",
        r"\begin{array}{cc} a & b & c \end{array}",
        r"\begin{array}{c|c} a & b \end{array}",
        "a & b",
        r"a \\ b",
        "a $ b",
        "a # b",
        "%",
        r"\text{\frac{a}{b}}",
        r"\text{a",
        r"\text{odd $ sign}",
        "\\text{\x01}",
        "\\text{\ud800}",
        r"\operatorname{\alpha}",
        r"\not x",
        r"a \not= b",
        r"\big x",
        r"\middle|",
        r"\hat",
        r"\mathbb",
        "\u0007",
        "文",
        r"\def\x{y}",
        r"\newcommand{\x}{y}",
        r"\color{red} x",
        r"\href{javascript:alert(1)}{x}",
        r"\style{color:red}{x}",
        r"\class{a}{x}",
        "'x",
        "x\\",
        r"\mathcal{α}b}",
    ],
)
def test_what_is_not_understood_is_refused_in_one_sentence(latex: str) -> None:
    with pytest.raises(MathError) as error:
        render(latex)
    assert "\n" not in str(error.value)
    assert " must " in str(error.value)


def test_deep_and_long_formulas_are_refused_at_once() -> None:
    with pytest.raises(MathError, match="nested at most"):
        render("{" * 10_000)
    with pytest.raises(MathError, match="nested at most"):
        render(r"\sqrt{" * 500 + "x" + "}" * 500)
    with pytest.raises(MathError, match="at most 20000 characters"):
        render("x" * 20_001)


COMMAND_WORDS = sorted(
    [*ARGUMENTS, *SIZES, *NAMED, r"\alpha", r"\leq", r"\sum", r"\left", r"\right", r"\text", r"\href"]
)
FRAGMENTS = st.sampled_from(
    [
        *COMMAND_WORDS,
        *"xy019+-=()[]|{}^_&'., <",
        r"\\",
        r"\text{a \& <b> \x01}",
        r"\{",
        r"\}",
        r"\|",
        "{x}",
        "{}",
        "{aligned}",
        r"\begin{cases}",
        r"\end{cases}",
    ]
)


TAGS = {
    "math", "mrow", "mi", "mo", "mn", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup", "munder",
    "mover", "munderover", "mtable", "mtr", "mtd", "mstyle",
}  # fmt: skip


def attempt(latex: str) -> tuple[str, str]:
    """The formula, or the sentence that refuses it."""
    try:
        return render(latex), ""
    except MathError as error:
        return "", str(error)


@given(st.one_of(st.lists(FRAGMENTS, max_size=14).map(" ".join), st.text(max_size=30)))
def test_whatever_is_typed_the_answer_is_well_formed_or_a_sentence(latex: str) -> None:
    formula, refusal = attempt(latex)
    if refusal:
        assert " must " in refusal
    else:
        assert {part.tag for part in ET.fromstring(formula).iter()} <= TAGS
        assert "\n" not in plain(latex)


def _ledger_formulas() -> list[str]:
    formulas: list[str] = []
    for path in sorted(ROOT.glob("theory_checks/papers/*/*/statements.toml")):
        for entry in tomllib.loads(path.read_text("utf-8"))["statement"]:
            formulas += entry.get("formulas", [])
            texts = [entry["says"], *entry.get("assumes", []), *(r.get("says", "") for r in entry.get("reading", []))]
            formulas += [p.text for text in texts for p in pieces(text) if p.kind in ("inline", "display")]
    return sorted(set(formulas))


def _meant(latex: str) -> str:
    """The letters and digits of a formula, read without any grammar: names of commands left out, of functions kept."""
    latex = re.sub(r"\\(?:begin|end)\s*\{[a-z]+\*?\}", "", latex)
    names = FUNCTIONS | LIMITS | {"arg"}
    latex = re.sub(r"\\([A-Za-z]+)", lambda match: match[1] if match[1] in names else "", latex)
    latex = re.sub(r"\\bmod|\\pmod", "mod", latex)
    return "".join(character for character in latex if character.isascii() and character.isalnum())


def _printed(latex: str) -> str:
    """The letters and digits that a formula prints, in any alphabet; the commands that print others are left out."""
    leaves = (part for part in tree(latex).iter() if part.tag in ("mi", "mn", "mo", "mtext"))
    text = unicodedata.normalize("NFKC", "".join(leaf.text or "" for leaf in leaves).replace("ℓ", ""))
    return "".join(character for character in text if character.isascii() and character.isalnum())


def test_every_formula_of_the_ledgers_prints_its_letters_and_digits() -> None:
    formulas = [latex for latex in _ledger_formulas() if "mod" not in latex]
    assert len(formulas) > 100
    for latex in formulas:
        assert sorted(_printed(latex)) == sorted(_meant(latex)), latex


@pytest.mark.parametrize(
    "latex",
    [
        r"\text{</mtext><script>alert(1)</script>}",
        r"\text{&lt;script&gt;}",
        r"\text{\&#60;script>}",
        "<script>alert(1)</script>",
        r"\mathrm{<img src=x onerror=alert(1)>}",
        r"\operatorname{<b>}",
        r"\begin{array}{\"><script>}x\end{array}",
        r"\unicode{x3c}script",
        r"\verb|<script>|",
        r"\text{&#x3c;script&#x3e;}",
        r"&#x3c;script&#x3e;",
    ],
)
def test_a_formula_never_becomes_markup_of_its_own(latex: str) -> None:
    formula, _ = attempt(latex)
    assert not re.search(r"<(?!/?m[a-z]+[ />])", formula)
    assert not re.search(r" (?:on\w+|href|style|src)=", formula)


@pytest.mark.parametrize("latex", [r"\arg\max_a Q", r"\arg \max_a Q", r"\operatorname*{arg\,max}_a Q", r"\argmax_a Q"])
def test_an_argument_of_a_maximum_is_one_name_with_its_limit_below(latex: str) -> None:
    assert inside(latex).startswith("<munder><mo>arg max</mo><mi>a</mi></munder>")


@pytest.mark.parametrize(
    ("latex", "signs"),
    [(r"\Bigl\{ x \Bigr\}", "{}"), (r"\bigl\| x \bigr\|", "‖‖"), (r"\Bigl\langle x\Bigr\rangle", "⟨⟩")],
)
def test_large_delimiters_are_signs_and_open_and_close(latex: str, signs: str) -> None:
    fences = [part for part in tree(latex).iter("mo") if part.get("minsize")]
    assert "".join(fence.text or "" for fence in fences) == signs
    implied = {"{": "prefix", "}": "postfix"}
    assert [fence.get("form", implied.get(fence.text or "")) for fence in fences] == ["prefix", "postfix"]


def test_what_browsers_know_is_not_said() -> None:
    brackets = [(part.text, part.get("form")) for part in tree(r"(a, b] + ]c, d[ + \left[x\right]").iter("mo")]
    said = [(text, form) for text, form in brackets if text in "()[]"]
    assert ("(", "prefix") not in said
    assert ("]", "postfix") not in said
    assert "fence" not in render(r"\left(\frac{a}{b}\right)")


def test_a_prime_and_what_follows_it_share_their_place() -> None:
    assert inside(r"\lambda_i'^{(k)}").startswith("<msubsup><mi>λ</mi><mi>i</mi><mrow><mo>′</mo>")
