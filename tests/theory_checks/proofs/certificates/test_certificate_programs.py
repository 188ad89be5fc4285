"""What the reader makes of certificates, as programs of Coq, and what it refuses. None of this needs Coq."""

from copy import deepcopy
from fractions import Fraction

import pytest

from tabular.mdp import FiniteMDP
from theory_checks.checker import checker
from theory_checks.core.binding import Binding
from theory_checks.core.certificate import Certificate, fact, instance, lemma
from theory_checks.core.formal import formal
from theory_checks.core.formula import ref
from theory_checks.proofs.certificates.expressions import CertificateError, Expressions, Pattern
from theory_checks.proofs.certificates.kernel import forgeries, goal
from theory_checks.proofs.certificates.programs import program, tables

CLAIM = formal(["x**2 <= 2*x + k"], ["x >= 0", "k >= 1 integer"])
AMENDED = formal(
    ["level <= bound"], ["n >= 1 integer"], quantities={"level": {"is": "path-level", "level": "n", "sigma": "2"}}
)


def certificate(claim=CLAIM, values=None):
    made = instance(claim, "x is too large.", values or {"x": Fraction(7, 2), "k": 3})
    return made.about(Binding("a/b", "printed", (), tuple(claim.claims), claim.domain, {})).to_json()


def loop():
    mdp = FiniteMDP([[[Fraction(1)]]], [[Fraction(1)]], Fraction(1, 2))
    made = Certificate(
        says="The loop is worth 2.",
        objects={"M": mdp, "v": [Fraction(2)]},
        facts=[fact("optimal-value", mdp="M", value="v")],
        conclusion=ref("v", 0) > 1,
    )
    return made.about(Binding("a/b")).to_json()


def term(node, **known):
    return Expressions().term(node, known)


def test_a_program_says_where_the_values_lie_and_that_the_claim_fails_there():
    assert program(certificate()) == [
        'Let "statement.x" (Number (7 # 2))',
        'Let "statement.k" (Number (3 # 1))',
        'Claim (Holds AtLeast (Name "statement.x") (Number (0 # 1)))',
        'Claim (Holds AtLeast (Name "statement.k") (Number (1 # 1)))',
        'Claim (Holds Same (Apply Floor (Name "statement.k")) (Name "statement.k"))',
        'Claim (Holds Above (Combine Power (Name "statement.x") (Number (2 # 1)))'
        ' (Combine Plus (Combine Times (Number (2 # 1)) (Name "statement.x")) (Name "statement.k")))',
    ]


def test_an_mdp_must_be_one_before_anything_is_said_of_it():
    steps = program(loop())

    assert steps[:5] == [
        'Data "M.transitions" (Node [(Node [(Node [(Leaf (1 # 1))])])])',
        'Data "M.rewards" (Node [(Node [(Leaf (1 # 1))])])',
        'Data "M.discount" (Leaf (1 # 2))',
        'Let "M.actions" (Number (1 # 1))',
        'Let "M.states" (Number (1 # 1))',
    ]
    assert any('Holds Below (Name "M.discount") (Number (1 # 1))' in step for step in steps)
    assert any('Holds Same (Total (Item (Item (Name "M.transitions")' in step for step in steps)
    assert any('(Dot (Item (Item (Name "M.transitions")' in step and "Each Greater" in step for step in steps)
    assert steps[-1] == 'Claim (Holds Above (Item (Name "v") (Number (0 # 1))) (Number (1 # 1)))'


def test_what_bounds_a_number_from_one_side_leaves_it_open():
    data = certificate()
    data["given"] = [dict(lemma("low", "path-level", level=0, sigma=1))]
    data["given"][0]["parameters"] = {"level": "0", "sigma": "1"}

    steps = program(data)
    bounded = [step for step in steps if step.startswith("Bounded")]

    assert bounded == [
        'Bounded "low" AtLeast (Apply Cdf (Apply Opposite (Combine Over (Name "low.level") (Name "low.sigma"))))'
    ]
    assert 'Claim (Holds Above (Name "low.sigma") (Number (0 # 1)))' in steps


def test_an_index_captures_no_name_of_the_certificate():
    body = {"op": "*", "args": [{"ref": "i"}, {"ref": "x"}]}
    series = {"op": "+", "index": "i", "from": "1", "to": "3", "body": body}

    assert term(series, x='(Name "i")') == (
        '(Each Plus "i.0" (Number (1 # 1)) (Number (3 # 1)) (Combine Times (Name "i.0") (Name "i")))'
    )


def test_the_cases_of_a_lemma_are_tried_in_their_order():
    entry = {
        "cases": [
            {"when": {"relation": "<", "left": {"ref": "k"}, "right": "1"}, "value": "0"},
            {"value": "5"},
        ]
    }

    assert (
        Expressions().cases(entry, {}) == '(Choose Below (Name "k") (Number (1 # 1)) (Number (0 # 1)) (Number (5 # 1)))'
    )
    assert Expressions().cases({"cases": entry["cases"][:1]}, {}).endswith("(Combine Over (Number 1) (Number 0)))")


@pytest.mark.parametrize("theorem", tables()["lemmas"])
def test_every_lemma_but_means_of_maxima_can_be_read(theorem):
    """The language reaches what the checker reaches, but for the numbers that it finds by numerical integration."""
    entry = tables()["lemmas"][theorem]
    names = checker.parameter_names(entry["says"])
    lists = {
        name: [[["1"]]] if len(tables()["shapes"][name]) == 3 else [["1"]]
        for name in names
        if name in tables()["shapes"]
    }
    lists |= {name: ["1"] for name in lists if len(tables()["shapes"][name]) == 1}
    data = {
        "objects": {"M": {"transitions": [[["1"]]], "rewards": [["1"]], "discount": "0"}, **lists},
        "constants": {},
        "facts": [],
        "given": [
            {
                "name": "given",
                "theorem": theorem,
                "parameters": {x: "M" if x == "mdp" else x if x in lists else "1" for x in names},
            }
        ],
        "assumed": ["all"],
        "conclusion": {"relation": "=", "left": "1", "right": "1"},
    }

    if "mean-" in str(entry.get("value", entry.get("cases"))) or "mean-" in str(entry.get("let")):
        with pytest.raises(CertificateError, match=r"an operation must be one of Certificate\.v, got mean-"):
            program(data)
    else:
        assert program(data)[-1] == "Claim (Holds Same (Number (1 # 1)) (Number (1 # 1)))"


@pytest.mark.parametrize(
    ("node", "message"),
    [
        ("1/0", 'a number must be a text "p" or "p/q", got 1/0'),
        ("x", 'a number must be a text "p" or "p/q", got x'),
        (7, "an expression must be a number or an object, got 7"),
        ({"ref": 'a"b'}, 'a name must be a text, got a"b'),
        ({"relation": "~", "left": "1", "right": "1"}, "a relation must be one of < <= > >= = !=, got ~"),
        ({"op": "gamma", "args": ["1"]}, r"an operation must be one of Certificate.v, got gamma"),
        ({"op": "/", "args": ["1"]}, "/ must have 2 arguments, got 1"),
        ({"op": "dot", "of": ["a"]}, "sum and length must be of one list, dot of two, got dot"),
        (
            {"op": "exp", "index": "i", "from": "1", "to": "2", "body": "1"},
            "an operation over a range must be one of + * min max, got exp",
        ),
    ],
)
def test_what_is_no_expression_is_refused(node, message):
    with pytest.raises(CertificateError) as refused:
        term(node)
    assert str(refused.value) == message


def test_a_pattern_has_all_of_its_indices():
    words, known, table = Expressions(), {}, tables()["facts"]["optimal-value"]
    known["backup"] = Pattern(table["let"][0][1], table["let"][0][2], {})
    with pytest.raises(CertificateError, match="a pattern must have all of its indices, got backup"):
        words.term({"ref": "backup", "at": ["0"]}, known)


def changed(data, *path, to):
    made = deepcopy(data)
    place = made
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return made


@pytest.mark.parametrize(
    ("path", "to", "message"),
    [
        (("facts", 0, "fact"), "no-fact", "a fact must be one of the table, got no-fact"),
        (("facts", 0, "mdp"), "N", "mdp must be the name of an MDP, got N"),
        (("facts", 0), {"fact": "optimal-value", "mdp": "M"}, "parameters must be mdp, value, got mdp"),
        (("assumed",), [], "the conclusion must be tied to the statement, or assumed to be, got nothing"),
        (
            ("given",),
            [{"name": "x", "theorem": "no-lemma", "parameters": {}}],
            "a lemma must be one of the table, got no-lemma",
        ),
    ],
)
def test_what_is_no_certificate_is_refused(path, to, message):
    with pytest.raises(CertificateError) as refused:
        program(changed(loop(), *path, to=to))
    assert str(refused.value) == message


NOISE = {"name": "g", "theorem": "path-level", "parameters": {"level": "1", "sigma": "2"}}


@pytest.mark.parametrize(
    ("path", "to", "name"),
    [
        (("objects", "M.rewards"), [["5"]], "M.rewards"),  # after the claims that M is an MDP
        (("constants",), {'a" (Number 1)]. (*': "1"}, 'a" (Number 1)]. (*'),  # no name, but sentences of Coq
        (("constants",), {"v": "1"}, "v"),
        (("given",), [NOISE, NOISE], "g"),  # a quantity would be tied to the first, and be the second
        (("given",), [{**NOISE, "name": "M"}], "M"),
        (("given",), [{**NOISE, "name": 7}], "7"),
    ],
)
def test_names_are_new_and_none_of_those_that_the_reader_makes(path, to, name):
    with pytest.raises(CertificateError) as refused:
        program(changed(loop(), *path, to=to))
    assert str(refused.value) == f"a name must be new and of letters, digits and _, got {name}"


def test_an_mdp_has_states():
    with pytest.raises(CertificateError, match="a list must not be empty"):
        program(changed(loop(), "objects", "M", to={"transitions": [[]], "rewards": [[]], "discount": "0"}))


def test_what_defines_a_name_ties_it_to_nothing():
    defined = formal(["D == x**2"], ["x >= 0", "D >= 0"])
    made = instance(defined, "No square.", {"x": 1, "D": 5})
    data = made.about(Binding("a/b", "printed", (), tuple(defined.claims), defined.domain, {})).to_json()

    with pytest.raises(CertificateError, match="D must be tied to the statement, or assumed to be"):
        program({**data, "assumed": []})


def tied():
    made = instance(AMENDED, "The level is passed.", {"n": 1, "bound": Fraction(1, 100)})
    quantities = {"level": {"is": "path-level", "level": "n", "sigma": "2"}}
    return made.about(Binding("a/b", "printed", (), tuple(AMENDED.claims), AMENDED.domain, quantities)).to_json()


def test_a_quantity_is_what_a_lemma_gives_of_the_parameters_of_the_statement():
    good = tied()
    other = changed(good, "given", 0, "parameters", "level", to="2")

    assert 'Let "statement.level" (Name "level")' in program(good)
    assert 'Claim (Holds Same (Name "level.level") (Name "statement.n"))' not in program(good)
    assert 'Claim (Holds Same (Name "level.level") (Name "statement.n"))' in program(other)


def test_a_quantity_of_another_kind_is_refused():
    other = changed(tied(), "statement", "quantities", "level", "is", to="grid-mean")

    with pytest.raises(CertificateError, match="level must be what a lemma gives of grid-mean, got path-level"):
        program(other)


def test_a_symbol_that_nothing_ties_must_be_assumed():
    with pytest.raises(CertificateError, match="bound must be tied to the statement, or assumed to be, got nothing"):
        program(changed(tied(), "assumed", to=[]))


def test_certificates_that_differ_have_theorems_of_different_names():
    one, two = goal(certificate()), goal(certificate(values={"x": 4, "k": 3}))

    assert one.name != two.name
    assert one.key == "a/b#printed"
    assert f"Theorem {one.name}_sound : sound {one.name}." in one.text


def test_a_forgery_claims_the_contrary_or_has_another_value():
    turned, moved = forgeries(loop())

    assert turned.steps[-1] == 'Claim (Holds AtMost (Item (Name "v") (Number (0 # 1))) (Number (1 # 1)))'
    assert 'Data "v" (Node [(Leaf (1 # 1))])' in moved.steps
