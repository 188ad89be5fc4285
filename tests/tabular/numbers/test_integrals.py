"""Integrals in balls: right, and the same whatever was integrated before."""

import pytest
from flint import acb, arb, ctx

from tabular.gaussian import mean_max_normal
from tabular.gaussian.maxima import _normals
from tabular.numbers.integrals import integral


def bell(x, _):
    return (-x * x).exp()


def one_normal():
    _normals.cache_clear()
    return mean_max_normal(1).str(20)


def anew(work):
    """Return what a piece of work gives in a process that has computed nothing."""
    ctx.cleanup()
    return work()


def test_it_is_the_integral():
    with ctx.workprec(100):
        found = integral(bell, -12, 12, abs_tol=arb(2) ** -90)

        assert found.overlaps(arb.pi().sqrt())
        assert found.rad() < arb(2) ** -80


@pytest.mark.parametrize("precision", [60, 130, 135, 150, 200])
def test_no_bit_depends_on_what_was_integrated_before(precision):
    alone = anew(one_normal)
    with ctx.workprec(precision):
        anew(lambda: integral(bell, 0, 10))

    assert one_normal() == alone


def test_an_integral_within_another_one_takes_nothing_from_it():
    def within(x, _):
        with ctx.workprec(90):
            return acb(x) * 2 * integral(lambda y, _: acb(y), 0, 1)

    assert integral(within, 0, 3).overlaps(arb(9) / 2)
