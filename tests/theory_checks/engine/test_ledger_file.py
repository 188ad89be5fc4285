"""Reading a ledger: broken files get one sentence that names the rule, the value and the place."""

import pytest
from theory_checks.engine.ledger import LedgerError, read

from theory_checks.core.judge import Verdict

PAPER = '[paper]\nkey = "p"\ntitle = "T"\nauthors = "A"\nyear = 2020\n'
ENTRY = '[[claim]]\nid = "{id}"\nlabel = "L"\nkind = "{kind}"\nplace = "1"\nquantifier = "forall"\nsays = "S"\n{more}\n'


def entry(id_="p/a", kind="lemma", more='untested = "later"'):
    return ENTRY.format(id=id_, kind=kind, more=more)


@pytest.fixture
def ledger(tmp_path):
    def write(*entries):
        path = tmp_path / "ledger.toml"
        path.write_text(PAPER + "".join(entries), encoding="utf-8")
        return read([path])

    return write


def test_an_untested_statement_keeps_its_reason(ledger):
    assert ledger(entry())["p/a"].untested == "later"


def test_a_single_reading_inherits_the_verdict(ledger):
    statement = ledger(entry(more='verdict = "REFUTED"'))["p/a"]

    assert [(r.name, r.verdict) for r in statement.readings] == [("printed", Verdict.REFUTED)]


def test_readings_keep_their_order(ledger):
    more = 'verdict = "REFUTED"\n' + "".join(
        f'[[claim.reading]]\nname = "{n}"\nsays = "s"\nverdict = "REFUTED"\n' for n in "ba"
    )

    assert [r.name for r in ledger(entry(more=more))["p/a"].readings] == ["b", "a"]


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([entry(more="")], "either a verdict or an untested reason"),
        ([entry(more='verdict = "REFUTED"\nuntested = "x"')], "either a verdict or an untested reason"),
        ([entry(more='verdict = "TRUE"')], "verdict must be one of VERIFIED"),
        ([entry(), entry()], "an id must stand once"),
        ([entry(more='untested = "x"\ndepends_on = ["p/zzz"]')], "a reference must name a statement, got 'p/zzz'"),
        ([entry(more='untested = "x"\nrepaired_by = ["p/zzz"]')], "a reference must name a statement"),
        ([entry(more='untested = "x"\ncolour = "red"')], "an entry must use the keys .*'colour'"),
        ([entry(kind="repair")], "a repair, and nothing else, must say what it repairs"),
        ([entry(more='untested = "x"\nrepairs = "p/a"')], "a repair, and nothing else"),
        (['[[claim]]\nid = "p/a"\nuntested = "x"\n'], "an entry must be complete"),
        (["[[claim]\n"], "a ledger must be TOML"),
        (
            [entry(more='verdict = "REFUTED"\n[[claim.reading]]\nname = "a"\n[[claim.reading]]\nname = "b"\n')],
            "every reading of a tested statement must have a verdict",
        ),
    ],
)
def test_broken_ledgers(ledger, entries, message):
    with pytest.raises(LedgerError, match=message):
        ledger(*entries)


def test_a_missing_file(tmp_path):
    with pytest.raises(LedgerError, match="a ledger must exist"):
        read([tmp_path / "ledger.toml"])


def test_an_unknown_id_is_answered_with_near_ones(ledger):
    with pytest.raises(LedgerError, match=r"got 'q/a'; did you mean p/a\?"):
        ledger(entry())["q/a"]
