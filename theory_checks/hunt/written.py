"""A world that refutes a claim, written down: in words, as Python, and as a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from tabular.mdp import FiniteMDP
from theory_checks.core.binding import Binding
from theory_checks.core.certificate import Certificate, fact
from theory_checks.core.formula import ref
from theory_checks.hunt.asking import ClaimFunction, Comparison, asked
from theory_checks.hunt.followed_mdps import TracedMDP
from theory_checks.hunt.outcome import Prey
from theory_checks.hunt.pictures import picture_of
from theory_checks.hunt.traced import Trace, Traced, certificate, traced
from theory_checks.hunt.worlds import DISCOUNT, World, kind_of

MOST_BITS = 1 << 13  # of a number that is written out: fewer digits than Python writes
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
IMPORTS = {
    "Fraction(": "from fractions import Fraction\n",
    "np.": "import numpy as np\n",
    "FiniteMDP(": "from tabular import FiniteMDP\n",
}


def prey_of(function: ClaimFunction, parameters: tuple[str, ...], world: World) -> Prey | None:
    """Return what was found, as all that is shown of it."""
    arguments = world.arguments(parameters)
    comparison = asked(function, arguments)
    if comparison is None:
        return None
    proof = certificate_of(function, arguments)
    left, sign, right = comparison
    compared = proof.compared if proof and _has_balls(comparison) else f"not {_short(left)} {sign} {_short(right)}"
    test = _test(function.__name__, arguments, comparison)
    says = f"It fails at {told(world)}."
    return Prey(says, compared, test, world.to_json(), proof, picture_of(world, parameters))


def certificate_of(function: ClaimFunction, arguments: Mapping[str, Any]) -> Certificate | None:
    """Run the claim once more on traced numbers; None if it computes what they cannot follow."""
    trace, name = Trace(), function.__name__
    try:
        comparison = asked(function, {key: _traced(key, x, trace) for key, x in arguments.items()})
        if comparison is None:
            return None
        left, sign, right = comparison
        made = certificate((left, sign.replace("==", "="), right), trace, name)
        made = made.about(Binding(f"hunt/{name}", "claimed"))
        return made if made.check()["accepted"] else None
    except Exception:  # functions beside those of the hunt refuse what is no array of numbers
        return None


def told(world: World) -> str:
    """Return a world in one line."""
    numbers = ", ".join(f"{key} = {_plain(array)}" for key, array in world.parts.items())
    return f"n = {world.n}, m = {world.m}: {numbers}" if DISCOUNT in world.parts else numbers


def _traced(name: str, argument: Any, trace: Trace) -> Any:
    kind = kind_of(name)
    if isinstance(argument, FiniteMDP):
        return TracedMDP(argument, trace)
    if kind in ("policy", "count"):
        return argument
    if not isinstance(argument, np.ndarray):
        trace.constants[name] = argument
        return Traced(argument, ref(name), trace)
    if kind in ("law", "start"):
        return _law(argument, trace)
    if kind in ("mechanism", "kernel"):
        return np.array([_law(row, trace) for row in argument], dtype=object)
    return traced(argument, trace)


def _law(law: Any, trace: Trace) -> Any:
    """Return the probabilities of a law that the certificate says to be one."""
    name = trace.named("p", law)
    trace.facts[name] = fact("distribution", weights=name)
    return traced(law, trace, name)


def _has_balls(comparison: Comparison) -> bool:
    return any(isinstance(x, Traced) and not x.is_rational for x in comparison[::2])


def _short(x: Any) -> str:
    """Return a number as text; of one that is too long for that, how long it is."""
    return f"a number of {_bits(x)} bits" if _is_long(x) else str(x)


def _is_long(x: Any) -> bool:
    return _bits(x) > MOST_BITS


def _bits(x: Any) -> int:
    exact = x.value if isinstance(x, Traced) else x
    return sum(n.bit_length() for n in exact.as_integer_ratio()) if isinstance(exact, (int, Fraction)) else 0


def _test(name: str, arguments: Mapping[str, Any], comparison: Comparison) -> str:
    given = "".join(f"    {key} = {_code(x)}\n" for key, x in arguments.items())
    left, sign, right = comparison
    call = f"{name}({', '.join(arguments)})"
    if _has_balls(comparison) or _is_long(left) or _is_long(right):
        end = f"    left, _, right = {call}\n    assert left {OPPOSITE[sign]} right"
    else:
        end = f"    assert {call} == ({_code(left)}, {sign!r}, {_code(right)})"
    body = f"def test_{name}_fails():\n{given}{end}"
    groups = [line for word, line in IMPORTS.items() if word in body]
    return "\n".join([*groups, *(["", body] if groups else [body])])


def _plain(array: Any) -> str:
    if isinstance(array, np.ndarray):
        return _plain(array.item()) if array.ndim == 0 else "[" + ", ".join(map(_plain, array)) + "]"
    return f"{array:.6g}" if isinstance(array, float) else str(array)


def _code(x: Any) -> str:
    """Return a value as Python."""
    if isinstance(x, FiniteMDP):
        parts = (_nested(x.transitions), _nested(x.rewards), "Fraction({}, {})".format(*x.discount.as_integer_ratio()))
        return "FiniteMDP(\n" + "".join(f"        {part},\n" for part in parts) + "    )"
    if isinstance(x, np.ndarray):
        return f"np.array({_nested(x)}{', dtype=object' if x.dtype == object else ''})"
    return _nested(x)


def _nested(x: Any) -> str:
    if isinstance(x, np.ndarray):
        return f"[{', '.join(map(_nested, x))}]"
    if isinstance(x, Traced):
        return _nested(x.value)
    if isinstance(x, float) and np.isinf(x):
        return "np.inf" if x > 0 else "-np.inf"
    exact = Fraction(x)
    return str(exact) if exact.denominator == 1 else f"Fraction({exact.numerator}, {exact.denominator})"
