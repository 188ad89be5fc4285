"""Statements by what people call them, and the short card."""

import pytest
from click.testing import CliRunner

from theory_checks.commands.group import cli
from theory_checks.commands.naming import statement_named
from theory_checks.core.statement import LedgerError
from theory_checks.engine.papers import load


def call(*arguments, **environment):
    return CliRunner().invoke(cli, [str(a) for a in arguments], catch_exceptions=False, env=environment)


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("dpdqn/prop10", "dpdqn/prop10"),
        ("DPDQN/Prop10", "dpdqn/prop10"),
        ("Proposition 10", "dpdqn/prop10"),
        ("prop. 10", "dpdqn/prop10"),
        ("prop10", "dpdqn/prop10"),
        ("proposition 10, repaired", "dpdqn/prop10/repaired"),
        ("Thm 2 GPOPE", "gpope/thm2"),
        ("gpope theorem 2", "gpope/thm2"),
        ("Eq. (2.1)", "gpope/saddle-point"),
        ("remark returning user", "pucb/remark-returning-user"),
    ],
)
def test_a_statement_is_found_by_id_and_by_label(name, id_):
    assert statement_named(load(), name).id == id_


@pytest.mark.parametrize("id_", sorted(load().statements))
def test_every_id_names_its_statement(id_):
    assert statement_named(load(), id_).id == id_


@pytest.mark.parametrize("id_", sorted(load().statements))
def test_every_tag_names_its_statement(id_):
    tag = load()[id_].tag

    assert statement_named(load(), tag).id == id_
    assert statement_named(load(), tag.lower()).id == id_


def test_the_card_shows_the_tag():
    tag = load()["dpdqn/prop10"].tag

    assert f"tag {tag}\n" in call("show", "dpdqn/prop10").output
    assert call("show", tag).output == call("show", "dpdqn/prop10").output


def test_a_name_of_several_tells_them():
    with pytest.raises(LedgerError, match=r"'Lemma 8' for dpdqn/lemma8 \(Lemma 8\), dpdqn-v1/lemma8 \(Lemma 8\)"):
        statement_named(load(), "Lemma 8")


@pytest.mark.parametrize("name", ["", "?", "Proposition 1000", "nothing at all"])
def test_a_name_of_none_is_refused(name):
    with pytest.raises(LedgerError, match="a statement id must be one of"):
        statement_named(load(), name)


def test_the_card_says_what_to_use_instead_and_no_more():
    text = call("show", "Proposition", "10").output

    assert "REFUTED: False as printed" in text
    assert "(2√(2)σ)/(√(nπ)(1-γ))" in text
    assert "use instead (dpdqn/prop10/repaired, VERIFIED)" in text
    assert "would be refuted by" not in text
    assert "would be refuted by" in call("show", "Proposition 10", "--long").output


@pytest.mark.parametrize("id_", sorted(load().statements))
def test_every_statement_has_a_card(id_):
    result = call("show", id_)

    assert result.exit_code == 0
    assert result.output.startswith(id_)


def test_a_list_fits_a_narrow_terminal():
    wide = call("list", "dpdqn").output
    narrow = call("list", "dpdqn", FORCE_COLOR="1", NO_COLOR="1", TERM="xterm", COLUMNS="60").output

    assert max(map(len, wide.splitlines())) > 80
    words_of = [line.split()[-1] for line in wide.splitlines()[:30]]
    assert [word for word in words_of if word not in narrow] == []
    assert max(len(line.rstrip()) for line in narrow.splitlines()[:-1]) <= 75
