"""The hunt for points at which formulas fail: a panel of false and true claims, and how each ending is told."""

import json
from fractions import Fraction

import pytest

import theory_checks as tc
from tabular.errors import InputError
from theory_checks.checker import checker
from theory_checks.core.statement import LedgerError

WORK = 60_000
FALSE = {
    "a constant a little too small": ("x * (1 - x) <= 249/1000", ["0 <= x <= 1"]),
    "Bernoulli below -1": ("(1 + x)**n >= 1 + n * x", ["x >= -5", "n >= 0 integer"]),
    "the power of a sum": ("(x + y)**2 <= x**2 + y**2", ["x >= 0", "y >= 0"]),
    "a root above 1 only": ("sqrt(x) <= x", ["x >= 0"]),
    "advanced composition without its second term": (
        "n * epsilon <= epsilon * sqrt(2 * n * log(1 / delta))",
        ["epsilon > 0", "n >= 1 integer", "0 < delta < 1/10"],
    ),
    "the horizon without its logarithm": (
        "gamma**h <= 1/10",
        ["0 < gamma < 1", "h >= 1 / (1 - gamma)", "h >= 1 integer"],
    ),
    "the triangle inequality the wrong way": ("abs(x + y) >= abs(x) - abs(y) / 2", ["-1 <= x <= 1", "-1 <= y <= 1"]),
    "a tail of the normal law": ("1 - Phi(x) <= exp(-x**2) / 2", ["x >= 0"]),
    "a strict bound that is attained": ("x * (1 - x) < 1/4", ["0 <= x <= 1"]),
    "the fixed point of a noisy update": (
        "v <= r / (1 - gamma)",
        ["v == r + gamma * v + 1/100", "0 <= gamma < 1", "r >= 0"],
    ),
    "only far out": ("x**2 <= 1000000 * x", ["x >= 1"]),
}  # fmt: skip
TRUE = {
    "the tangent of the logarithm": ("log(x) <= x - 1", ["x > 0"]),
    "Bernoulli": ("(1 + x)**n >= 1 + n * x", ["x >= -1", "n >= 0 integer"]),
    "the means": ("x * y <= (x**2 + y**2) / 2", ["x >= 0", "y >= 0"]),
    "the horizon": ("gamma**h <= 1/10", ["0 < gamma < 1", "h >= log(10) / (1 - gamma)", "h >= 1 integer"]),
    "a discounted sum": ("v == r / (1 - gamma)", ["v == r + gamma * v", "0 <= gamma < 1", "r >= 0"]),
    "Cauchy and Schwarz": (
        "(a*c + b*d)**2 <= (a**2 + b**2) * (c**2 + d**2)",
        [f"-9 <= {x} <= 9" for x in "abcd"],
    ),
}  # fmt: skip


def hunted(text, where, **more):
    return tc.hunt(tc.formula(text, where=where), **{"work": WORK, "seconds": 60} | more)


@pytest.mark.parametrize("name", FALSE)
def test_a_false_claim_is_refuted_with_a_certificate_that_the_checker_accepts(name):
    result = hunted(*FALSE[name])

    assert result.fate is tc.Fate.REFUTED
    answer = checker.check_bytes(result.certificate.to_bytes())
    assert answer["accepted"], answer


@pytest.mark.parametrize("name", FALSE)
def test_a_counterexample_is_pasted_as_a_test(name):
    scope = {}
    exec(hunted(*FALSE[name]).prey.test, scope)

    scope["test_it_fails"]()


@pytest.mark.parametrize("name", TRUE)
def test_a_true_claim_survives(name):
    result = hunted(*TRUE[name])

    assert result.fate in (tc.Fate.SURVIVED, tc.Fate.PROVED)
    assert result.verdict in (tc.Verdict.CONSISTENT, tc.Verdict.VERIFIED)
    assert sum(result.tried.values()) > WORK / 2


def test_what_is_found_is_simple():
    assert hunted("x * (1 - x) <= 249/1000", "0 <= x <= 1").prey.data == {"x": "1/2"}
    assert hunted("1 / (1 - g) <= 100", "0 <= g < 1").prey.data == {"g": "100/101"}
    assert hunted("(x + y)**2 <= x**2 + y**2", ["x >= 0", "y >= 0"]).prey.data == {"x": "1", "y": "1"}


def test_the_tightest_instance_is_told():
    result = hunted("x * (1 - x) <= 26/100", "0 <= x <= 1", work=100_000)

    assert result.tightest.ratio == pytest.approx(25 / 26)
    assert "x = 0.5" in str(result)


def test_a_claim_on_a_closed_box_is_proved_on_all_of_its_domain():
    result = hunted("x * y <= 1 + (x**2 + y**2) / 2", ["-1 <= x <= 1", "-1 <= y <= 1"], work=200_000)

    assert result.fate is tc.Fate.PROVED
    assert result.verdict is tc.Verdict.VERIFIED
    assert "everywhere on the box -1 <= x <= 1; -1 <= y <= 1" in str(result)


def test_a_proof_on_a_box_of_a_larger_domain_says_so():
    result = hunted("exp(x) >= x", "x >= 0", work=200_000)

    assert result.fate is tc.Fate.PROVED
    assert result.verdict is tc.Verdict.CONSISTENT
    assert "Proved on a box" in str(result)
    assert "0 <= x <= 10" in str(result)


def test_a_proof_excludes_ends_that_the_domain_excludes():
    result = hunted("-log(x) >= 0", "0 < x < 1", work=200_000)

    assert result.fate is tc.Fate.PROVED
    assert "1/100 <= x <= 99/100" in str(result.proof)


def test_integers_are_counted_where_boxes_are():
    result = hunted("n**2 - 3*n + 3 >= 1", "0 <= n <= 6 integer", work=200_000)

    assert result.fate is tc.Fate.PROVED
    assert result.verdict is tc.Verdict.VERIFIED


def test_a_formula_without_a_value_is_a_broken_claim():
    result = hunted("x / x == 1", "x >= 0")

    assert result.fate is tc.Fate.BROKEN
    assert "no value at x = 0: a division by 0" in str(result)


def test_hypotheses_that_nothing_satisfies_are_a_broken_claim():
    result = hunted("x < 1", ["x > 2", "x < 1"])

    assert result.fate is tc.Fate.BROKEN
    assert "no instance that satisfies its hypotheses was found" in str(result)


@pytest.mark.parametrize(
    ("text", "where", "fate"),
    [
        ("n <= 2**70 + 3", "n > 2**70 integer", tc.Fate.REFUTED),
        ("n**2 > n", "n > 2**64 integer", tc.Fate.PROVED),
        ("m < n", ["m > 2**64 integer", "n >= 2**64 integer"], tc.Fate.REFUTED),
        ("n < 1", ["2**64 < n < 2**64 + 1", "n integer"], tc.Fate.BROKEN),
    ],
)
def test_whole_numbers_that_are_one_to_floats(text, where, fate):
    assert hunted(text, where).fate is fate


@pytest.mark.parametrize("text", ["10**10**10 > x", "x * 3**7**11 > 1 - 2**5**13", "0**10**12 < 1 + (-1)**10**12 + x"])
def test_a_power_that_no_memory_holds_is_decided_by_balls(text):
    result = hunted(text, "0 < x < 1", work=2000)

    assert result.fate in (tc.Fate.SURVIVED, tc.Fate.PROVED)


def test_a_failure_of_which_the_checker_accepts_no_certificate_is_open():
    result = hunted("10**10**10 < x", "0 < x < 1", work=2000)

    assert result.fate is tc.Fate.OPEN
    assert "it seems to fail near x = " in str(result)


def test_what_only_floats_see_failing_is_open():
    """No number is exactly sqrt(2) times another, so that no point of the domain can be written down."""
    result = hunted("s <= x", ["s == sqrt(2) * x", "x >= 1"])

    assert result.fate is tc.Fate.OPEN
    assert result.verdict is tc.Verdict.INCONCLUSIVE
    assert "it seems to fail near x = 1" in str(result)


def test_what_balls_settle_is_not_open():
    """Floats take s**2 - 2 x**2, which is 0, for as much as 1e-16 of its terms."""
    result = hunted("s**2 - 2 * x**2 >= -(x**2) / 10**18", ["s == sqrt(2) * x", "x >= 1"])

    assert result.fate is tc.Fate.SURVIVED


def test_a_hunt_is_a_card_in_a_notebook():
    html = hunted("x * (1 - x) <= 1/5", "0 <= x <= 1")._repr_html_()

    assert "REFUTED: False" in html
    assert "1/4 &gt; 1/5" in html


def test_equations_are_solved_one_way_after_another():
    result = hunted("k <= 4", "(k - 3) * (k - 5) == 0")

    assert result.prey.data == {}
    assert "k = 5" in result.prey.says


def test_the_same_seed_finds_the_same():
    first, again = (hunted(*FALSE["the horizon without its logarithm"], seed=7) for _ in range(2))

    assert first.prey.data == again.prey.data
    assert first.certificate.to_bytes() == again.certificate.to_bytes()
    survivors = [hunted(*TRUE["the means"], seed=7) for _ in range(2)]
    assert survivors[0].tightest == survivors[1].tightest
    assert survivors[0].tried == survivors[1].tried


def test_what_is_found_is_tried_first_next_time(tmp_path):
    claim = tc.formula(*FALSE["only far out"][:1], where=FALSE["only far out"][1])
    first = tc.hunt(claim, work=WORK, atlas=tmp_path)
    (file,) = tmp_path.iterdir()
    kept = json.loads(file.read_text())["instance"]
    (tmp_path / "damaged.json").write_text("{")
    again = tc.hunt(claim, work=WORK, atlas=tmp_path)

    assert kept == first.prey.data
    assert 10**6 < int(again.prey.data["x"]) <= int(first.prey.data["x"])
    assert "grid and corners" not in again.tried


def test_ctrl_c_keeps_the_tightest(monkeypatch):
    calls = []

    def interrupting(stage, _spent, _tightest):
        calls.append(stage)
        if stage == "random points":
            raise KeyboardInterrupt

    result = hunted("x * (1 - x) <= 26/100", "0 <= x <= 1", progress=interrupting)

    assert result.interrupted
    assert result.tightest.ratio == pytest.approx(25 / 26)
    assert "interrupted" in str(result)
    assert "grid and corners" in calls


def test_a_statement_is_hunted_by_its_id():
    result = tc.hunt("dpdqn/e3-v-value#k-23", work=WORK)

    assert result.claim == "dpdqn/e3-v-value#k-23"
    assert result.fate is tc.Fate.REFUTED
    assert result.certificate.statement.digest == tc.statement("dpdqn/e3-v-value").binding("k-23").digest


@pytest.mark.parametrize(
    "name", ["dpdqn/thm5-final-delta", "dpdqn/intro-union-bound/repaired", "dpdqn-v1/lemma10-increment/repaired"]
)
def test_what_a_claim_says_a_name_stands_for_is_no_claim(name):
    """Each joins a bound of a quantity and `name == formula`, which is true by definition."""
    with pytest.raises(LedgerError, match="a statement must claim a formula of symbols that its domain limits"):
        tc.hunt(name)


def test_a_definition_beside_a_claim_limits_it():
    claims = ("s <= 2 * x", "s == x + 1")
    result = tc.hunt(tc.formula(*claims, where="x >= 0"), work=WORK)

    assert result.prey.data == {"x": "0"}
    assert result.certificate.part == 0
    assert tc.hunt(tc.formula(*claims, where="x >= 1"), work=WORK).fate is tc.Fate.SURVIVED


def test_a_sum_with_many_terms_keeps_the_time():
    claim = tc.formula("Sum(i, 1, n, 1/i**2) <= 5/3", where="n >= 1 integer")

    assert tc.hunt(claim, work=400).fate in (tc.Fate.SURVIVED, tc.Fate.PROVED)
    assert tc.hunt(tc.formula("Sum(i, 1, n, 1/i) <= 3", where="n >= 1 integer"), work=400).prey.data == {"n": "11"}


def test_a_claim_in_code_is_hunted_by_its_formula():
    @tc.claim(formal="x <= 1", where="0 <= x <= 2", broken={"none": {"top": 3}})
    def below_one(trial, *, top=1):
        """A number is at most 1."""
        yield tc.decide(trial.formal, {"x": top})

    assert tc.hunt(below_one, work=WORK).fate is tc.Fate.REFUTED


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (tc.formula("loss <= 1"), "a formula must speak of symbols that `where` limits to be hunted, got loss <= 1"),
        ("dpdqn/prop10", "a statement must claim a formula of symbols that its domain limits to be hunted"),
        ("dpdqn/prop1000", "a statement id must be one of"),
        (print, "a claim must be a formula, an id, or a function"),
    ],
)
def test_what_cannot_be_hunted_is_refused(claim, message):
    with pytest.raises(LedgerError, match=message):
        tc.hunt(claim)


@pytest.mark.parametrize(
    ("more", "message"), [({"seconds": 0}, "seconds must be above 0"), ({"work": 0}, "work must be")]
)
def test_a_budget_must_be_one(more, message):
    with pytest.raises(InputError, match=message):
        tc.hunt(tc.formula("x < 1", where="x > 0"), **more)


def test_numbers_become_simple():
    from theory_checks.hunt.rationals import near, simpler

    assert near(0.333, 0.01) == Fraction(1, 3)
    assert near(-0.5001, 0.01) == Fraction(-1, 2)
    assert near(0.0, 0.5) == 0
    assert next(iter(simpler(Fraction(7, 9)))) == 0
    assert [*simpler(Fraction(0))] == []
