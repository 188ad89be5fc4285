"""Tests for tabular/compiler_front.py: shortcuts of the compiler change nothing but how long it takes."""

import copy

from numba.core import ir
from numba.core.compiler import Flags
from numba.core.untyped_passes import TranslateByteCode

from tabular.compiled import njit


def test_what_is_inlined_is_prepared_once_and_means_the_same_in_each_place(monkeypatch):
    prepared, translate = [], TranslateByteCode.run_pass

    def noted(self, state):
        prepared.append(state.func_id.func_name)
        return translate(self, state)

    monkeypatch.setattr(TranslateByteCode, "run_pass", noted)

    @njit(inline="always")
    def one_more(x):
        y = x
        y += 1
        return y

    @njit()
    def mixed(x, y):
        return one_more(one_more(x)) * one_more(y)

    @njit()
    def less(x):
        return one_more(x) - 3

    assert (mixed(3, 0.5), less(3)) == (7.5, 1)
    assert prepared.count("one_more") == 1


def test_a_copy_of_names_takes_new_ones_alone():
    place = ir.Loc("file", 1)
    names = ir.Scope(None, place)
    names.define("x", place)
    copied = copy.deepcopy(names)
    copied.redefine("x", place)
    copied.define("y", place)

    assert list(names.localvars._con) == ["x"]
    assert list(copied.localvars._con) == ["x", "x.1", "y"]
    assert (names.get_versions_of("x"), copied.get_versions_of("x")) == (set(), {"x.1"})
    assert (names.redefined, copied.redefined) == ({}, {"x": 1})


def test_options_are_equal_if_they_say_the_same_given_or_not():
    one, other, same = Flags(), Flags(), Flags()
    one.nrt = True
    same.nrt = False

    assert one != other
    assert same == other
    assert hash(same) == hash(other)
    assert same != "nrt"
