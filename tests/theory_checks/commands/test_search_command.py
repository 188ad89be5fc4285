"""Search: names first, then words, authors, symbols and what people say for them."""

import json

import pytest
from click.testing import CliRunner
from search_queries import FIRST

from theory_checks.commands.group import cli
from theory_checks.commands.search import entries, ranked, words
from theory_checks.engine.papers import load

KNOWN = entries(load())


def call(*arguments):
    return CliRunner().invoke(cli, [str(a) for a in arguments], catch_exceptions=False)


def test_words_know_short_forms_and_numbers():
    assert words("Thm. 2, Eq. (2.3) and prop10") == ["theorem", "2", "equation", "2.3", "and", "proposition", "10"]


@pytest.mark.parametrize(("text", "first"), FIRST.items())
def test_the_best_match_comes_first(text, first):
    assert ranked(load(), KNOWN, text)[0].id == first


@pytest.mark.parametrize(("author", "paper"), [("Vietri", "pucb"), ("Hegde", "dpdqn"), ("Xie", "gpope")])
def test_authors_find_their_paper_main_results_first(author, paper):
    found = ranked(load(), KNOWN, author)

    assert {s.paper for s in found} == {paper}
    assert found[0].kind in ("theorem", "proposition", "claim")


@pytest.mark.parametrize("id_", sorted(id_ for id_, s in load().statements.items() if s.kind != "repair"))
def test_every_printed_statement_is_first_for_its_id(id_):
    assert ranked(load(), KNOWN, id_)[0].id == id_


@pytest.mark.parametrize("id_", sorted(load().statements))
def test_a_tag_finds_its_statement_or_what_that_corrects_and_nothing_else(id_):
    ledger = load()
    found = ranked(ledger, KNOWN, f" {ledger[id_].tag.lower()} ")

    assert found
    assert all(id_ == s.id or id_ in s.repaired_by for s in found)


def test_a_statement_is_listed_with_its_tag():
    tag = load()["dpdqn/prop10"].tag

    assert call("find", tag).output.splitlines()[0].endswith(f"Proposition 10  {tag}")
    assert call("find", tag, "--json").output.count(f'"tag": "{tag}"') == 1


def test_every_correction_is_found_with_what_it_corrects():
    ledger = load()
    found = {repair for entry in KNOWN for repair in entry.repairs}

    assert found == {s.id for s in ledger.statements.values() if s.kind == "repair"}
    assert ranked(ledger, KNOWN, "dpdqn/prop10/repaired")[0].id == "dpdqn/prop10"
    assert "\n  corrected: dpdqn/prop10/repaired  ✓ VERIFIED\n" in call("find", "Proposition", 10).output


def test_a_program_is_told_the_corrections():
    first = json.loads(call("find", "Vietri", "privacy", "--json").output)[0]

    assert (first["id"], first["verdict"]) == ("pucb/jdp", "REFUTED")
    assert first["repaired_by"] == ["pucb/budget-split/repaired"]


def test_nothing_found_is_no_error_and_says_what_to_try():
    result = call("find", "xyzzy")

    assert result.exit_code == 0
    assert result.output.startswith("Nothing has these words. Try a label (Proposition 10), an author")


@pytest.mark.parametrize("text", ["", "?!", "the", "\\", "0" * 500, "\N{GREEK SMALL LETTER SIGMA}"])
def test_no_text_breaks_it(text):
    ranked(load(), KNOWN, text)
