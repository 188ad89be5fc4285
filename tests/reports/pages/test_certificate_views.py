"""Certificates on a page: mathematics where it is understood, text where it is not, and always the JSON."""

import json
from typing import Any

import msgspec
import pytest
import sample_certificate
import sample_results
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from reports.math import lint_text, render
from reports.pages.certificates import Shown, certificate_text, size, view
from reports.pages.views import common_quantity, reading_views, tally
from reports.read.model import Certificate, Evidence, Statement
from reports.read.names import slug
from theory_checks.checker import checker
from theory_checks.checker.checker import check_bytes

LEMMAS = {"identity-value-error": "E ||v' - v*|| = {name} in {mdp}"}


def shown(data: Any, lemmas: dict[str, str] = LEMMAS) -> Any:
    about = Shown("demo/prop10", "printed", "0" * 16)
    return view(Certificate(digest="d", data=data), about, "a", "T", "f.json", lemmas)


def test_the_sample_is_shown_completely() -> None:
    page = shown(sample_certificate.CERTIFICATE)
    assert page.conclusion is not None
    assert page.constants[:2] == ["$n = 5$", r"$\sigma = 1$"]
    assert [p.name for p in page.processes] == ["M"]
    assert (
        "5 states, 5 actions, discount 1/2; all rewards are 0; inside a state: its optimal value."
        in page.processes[0].caption
    )
    assert page.facts == ["`v_star` is the optimal value of `M`", "$n > 4$"]
    assert page.assumed == ["the left side is a lower bound of the loss, by Jensen's inequality"]
    assert "independent standard normal" in page.note


def lemmas(*names: str, table: dict[str, str] = LEMMAS) -> list[str]:
    given = [{"name": "x", "theorem": name, "parameters": {"mdp": "M"}, "because": "P_a = I"} for name in names]
    return [*shown(sample_certificate.CERTIFICATE | {"given": given}, table).given]


def test_lemmas_say_what_they_are_about_and_why() -> None:
    assert lemmas("identity-value-error", "another") == [
        r"`identity-value-error` gives `x` for mdp `M`. It says: $\mathbb{E} \|v' - v^{*}\| = x$ in $M$. $P_{a} = I$",
        "`another` gives `x` for mdp `M`. $P_{a} = I$",
    ]


def test_lemmas_show_their_parameters() -> None:
    parameters = {"beta": "1/2", "points": "x", "values": ["1"], "y": {"op": "sqrt", "args": ["2"]}, "bad name": None}
    item = {"name": "k", "theorem": "another", "parameters": parameters}
    (text,) = shown(sample_certificate.CERTIFICATE | {"given": [item]}).given
    assert text == (
        r"`another` gives `k` for $\beta = \frac{1}{2}$, points `x`, values "
        r'`["1"]`, $y = \sqrt{2}$, ? `null`.'
    )
    assert lint_text(text) == []


@pytest.mark.parametrize("theorem", checker.LEMMAS)
def test_every_lemma_of_the_checker_is_shown_with_its_sentence(theorem: str) -> None:
    (text,) = lemmas(theorem, table={name: lemma["says"] for name, lemma in checker.LEMMAS.items()})
    assert "It says: " in text
    assert lint_text(text) == []


def said(says: str, **parameters: object) -> str:
    item = {"name": "x", "theorem": "one", "parameters": parameters}
    (text,) = shown(sample_certificate.CERTIFICATE | {"given": [item]}, {"one": says}).given
    return text.split("It says")[1]


def test_a_lemma_speaks_of_the_values_that_it_is_given() -> None:
    says = "P(max g > {level}) >= {name} in {mdp} with {n} steps of {delta}, {far} and {list}"
    parameters = {"level": "-1/2", "mdp": "M", "n": "3", "delta": "1/10", "far": "9" * 30, "list": ["1"]}
    assert (
        said(says, **parameters)
        == (
            r": $P (\max g > (-\frac{1}{2})) \geq x$ in $M$ with $3$ steps of $\frac{1}{10}$,"
            r" $\mathrm{far}$ and $\mathrm{list}$. "
        ).rstrip()
    )


@pytest.mark.parametrize("says", ["(" * 5000 + "x", "a \\alpha b", "x " * 3 + "^"])
def test_a_sentence_that_cannot_be_set_stays_as_it_is(says: str) -> None:
    assert lint_text(f"It says{said(says)}") == []


def test_the_independent_checker_accepts_the_sample() -> None:
    result = check_bytes(certificate_text(Certificate(digest="d", data=sample_certificate.CERTIFICATE)).encode())
    assert result["accepted"], result


def test_the_text_for_download_is_the_certificate() -> None:
    certificate = Certificate(digest="d", data=sample_certificate.CERTIFICATE)
    assert json.loads(certificate_text(certificate)) == sample_certificate.CERTIFICATE


def test_small_counterexamples_come_first() -> None:
    small = Certificate(digest="a", data={"objects": {"M": sample_certificate.ONE_STATE}})
    large = Certificate(digest="b", data={"objects": {"M": sample_certificate.CERTIFICATE["objects"]["M"]}})
    assert sorted([large, small], key=size) == [small, large]


def test_counterexamples_keep_the_order_of_their_check() -> None:
    """The first is what the check shows for its statement: the smallest can be degenerate."""
    met = {"digest": "sha256:" + "b" * 64, "certificate": sample_certificate.CERTIFICATE}
    least = {"digest": "sha256:" + "a" * 64, "certificate": {"says": "at 0"}}
    data = sample_results.statement("demo/a", "A", "REFUTED")
    data["readings"] = [sample_results.reading("REFUTED", certificates=[met, least])]
    (reading,) = reading_views(msgspec.convert(data, Statement), {})
    assert [one.anchor for one in reading.certificates] == ["certificate-" + "b" * 12, "certificate-" + "a" * 12]


def test_large_processes_are_shown_as_tables_only() -> None:
    n = 30
    identity = [[str(int(s == t)) for t in range(n)] for s in range(n)]
    (process,) = shown(
        {"objects": {"M": {"transitions": [identity], "rewards": [["0"] * n], "discount": "1/2"}}}
    ).processes
    assert process.picture is None
    assert len(process.table.rows) == n


@pytest.mark.parametrize("field", ["says", "constants", "objects", "facts", "given", "assumed", "conclusion"])
@pytest.mark.parametrize(
    "value",
    [None, 1, "x", [], {}, [1], ["x"], [[]], {"a": None}, [{"fact": {}}], [{"fact": "optimal-value"}], {"left": 1}],
)
def test_hostile_parts_never_stop_the_page(field: str, value: Any) -> None:
    page = shown(sample_certificate.CERTIFICATE | {field: value})
    for text in (*page.constants, *page.facts, *page.given, *page.assumed):
        assert lint_text(text) == []
    if page.conclusion:
        render(page.conclusion)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.text(max_size=6)
    | st.sampled_from(["1/2", "$", "`", "\\alpha"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["fact", "mdp", "value", "ref", "op", "args", "left", "right", "relation", "M", "theorem", "because"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)


@given(
    st.dictionaries(st.sampled_from(["says", "constants", "objects", "facts", "given", "assumed", "conclusion"]), JSON)
)
def test_any_json_is_shown_somehow(data: dict[str, Any]) -> None:
    page = shown(data)
    for text in (*page.constants, *page.facts, *page.given, *page.assumed):
        assert lint_text(text) == []


def item(**changes: Any) -> Evidence:
    return replace(Evidence(**sample_results.evidence("c")), **changes)


def test_evidence_is_counted_in_words() -> None:
    cases = [item(), item(outcome="fails", method="ball"), item(outcome="undecided", method="ball")]
    assert (
        tally(cases)
        == "Of 3 cases, 1 holds, 1 fails, 1 is undecided. Decided by rigorous enclosure (2), exact rationals (1)."
    )
    assert tally([item()]) == "Of 1 case, 1 holds. Decided by exact rationals (1)."


def test_what_all_cases_compare_is_said_once() -> None:
    assert common_quantity([item(quantity="q"), item(quantity="q")]) == "q"
    assert common_quantity([item(quantity="q"), item(quantity="p")]) == ""
    assert common_quantity([item(quantity="q")]) == ""


@pytest.mark.parametrize(
    ("text", "name"), [("reward-noise", "reward-noise"), ("A  b/c", "a-b-c"), ("文", "reading"), ("x" * 99, "x" * 60)]
)
def test_names_of_files_hold_nothing_but_letters_digits_and_hyphens(text: str, name: str) -> None:
    assert slug(text) == name
