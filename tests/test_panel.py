"""Near misses: a check that says `true` must have seen what is slightly wrong.

`theory-checks mutate` tries them and writes what became of each into `panel.json` of the room.
"""

from collections import Counter

import pytest

from theory_checks.core.borders import FALSE, HOLDS, NO_VALUE, OPEN
from theory_checks.engine.mutation import panels
from theory_checks.engine.panel import CAUGHT, MOVED, REFUTED, TRUE_AS_WELL, UNDETECTED, is_fresh, needed, recorded
from theory_checks.engine.papers import load

MAIN = ("theorem", "proposition", "corollary", "lemma")
STATEMENTS = load().statements
TASKS = needed(STATEMENTS.values())
PANELS = {(s.id, name): recorded(s).get(f"{s.id}#{name}", {}) for s, name in TASKS}


def is_main(statement):
    """Tell whether a statement is a main result of a paper, or the repair of one."""
    return STATEMENTS[statement.repairs or statement.id].kind in MAIN


@pytest.mark.parametrize(("statement", "name"), TASKS, ids=lambda x: getattr(x, "id", x))
def test_near_misses_were_tried_on_the_code_of_today(statement, name):
    panel = PANELS[statement.id, name]

    assert is_fresh(panel, statement, name), f"theory-checks mutate {statement.id}, and keep what it writes"
    assert panel[CAUGHT] or panel[TRUE_AS_WELL] or panel[UNDETECTED] or statement.reading(name).unseen
    assert REFUTED not in panel


def test_nothing_is_recorded_of_what_does_not_hold():
    kept = {key for statement, _ in TASKS for key in recorded(statement)}

    assert kept == {f"{statement.id}#{name}" for statement, name in TASKS}


def test_what_is_undetected_has_its_reason():
    assert [
        key for key, panel in PANELS.items() if panel[UNDETECTED] and not STATEMENTS[key[0]].reading(key[1]).unseen
    ] == []


def test_nearly_all_are_seen():
    undetected = sum(len(panel[UNDETECTED]) for panel in PANELS.values())
    tried = undetected + sum(len(panel[CAUGHT]) + len(panel[TRUE_AS_WELL]) for panel in PANELS.values())

    assert tried > 4000
    assert undetected < tried / 150


def test_moves_of_the_domain_are_counted_apart():
    moved = Counter(group for panel in PANELS.values() for group, moves in panel[MOVED].items() for _ in moves)

    assert moved.keys() == {CAUGHT, FALSE, NO_VALUE, HOLDS, OPEN}
    assert moved[CAUGHT] + moved[FALSE] > 100


def test_all_are_seen_of_the_main_results_and_their_repairs():
    assert {
        s.id: PANELS[s.id, name][UNDETECTED] for s, name in TASKS if is_main(s) and PANELS[s.id, name][UNDETECTED]
    } == {}


def test_what_is_recorded_is_what_a_trial_finds():
    """A few panels, tried again: the file is not believed."""
    chosen = [task for task in TASKS if PANELS[task[0].id, task[1]][CAUGHT]][::60]

    for (statement, name), panel in panels(chosen, 1):
        assert panel == PANELS[statement.id, name]
