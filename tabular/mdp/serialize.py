"""MDPs as JSON: the keys ``transitions``, ``rewards`` and ``discount``, nothing else.

An exact number is a text "p/q" or "p"; a float is a JSON number in the shortest form that reads back to the same bits.
Dense transitions are nested lists (action, state, next state). Sparse ones are the CSR arrays of the stacked matrix,
``{"shape": [m, n, n], "data": [...], "indices": [...], "indptr": [...]}``. Reading validates everything; a text from a
stranger can at worst be refused.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any, cast

import numpy as np

from tabular.errors import InputError, must, show
from tabular.mdp import FiniteMDP
from tabular.numbers.arrays import Array, convert, read_numbers
from tabular.numbers.sparsity import csr_from_parts

_RATIONAL = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")
_MOST_BITS = 13_287  # every integer of so many bits has at most 4000 digits
_INT32_MAX = 2**31 - 1
_KEYS = {"transitions", "rewards", "discount"}
_SPARSE_KEYS = {"shape", "data", "indices", "indptr"}


def mdp_to_json(mdp: FiniteMDP) -> str:
    """Return the JSON text of an MDP."""
    return json.dumps(mdp_to_data(mdp), allow_nan=False, separators=(",", ":"))


def mdp_to_data(mdp: FiniteMDP) -> dict[str, Any]:
    """Return the same as plain lists, texts and numbers, ready to be part of a larger JSON document."""
    return {
        "transitions": _sparse_data(mdp) if mdp.is_sparse else _plain(mdp.transitions),
        "rewards": _plain(mdp.rewards),
        "discount": _text(mdp.discount) if mdp.is_exact else mdp.discount,
    }


def mdp_from_json(text: object) -> FiniteMDP:
    """Return the MDP of a JSON text."""
    if not isinstance(text, str):
        raise must("JSON", "be a text", f"a {type(text).__name__}")
    try:
        data = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise must("JSON", "be well-formed", str(error).splitlines()[0]) from None
    return mdp_from_data(data)


def mdp_from_data(data: object) -> FiniteMDP:
    """Return the MDP of what :func:`mdp_to_data` gives."""
    fields = _fields("an MDP", data, _KEYS)
    transitions = fields["transitions"]
    P = _sparse_matrix(transitions) if isinstance(transitions, dict) else _numbers("transitions", transitions, 3)
    return FiniteMDP(P, _numbers("rewards", fields["rewards"], 2), _numbers("discount", fields["discount"], 0))


def _plain(array: Array) -> Any:
    if array.dtype != object:
        return array.tolist()
    return np.array([_text(value) for value in array.reshape(-1)], dtype=object).reshape(array.shape).tolist()


def _text(value: Fraction) -> str:
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _MOST_BITS:
        raise must("an exact MDP", "have numbers of at most 4000 digits to be written", show(value))
    return str(value)


def _sparse_data(mdp: FiniteMDP) -> dict[str, Any]:
    stacked = mdp.stacked
    parts = {name: getattr(stacked, name).tolist() for name in ("data", "indices", "indptr")}
    return {"shape": [mdp.n_actions, mdp.n_states, mdp.n_states], **parts}


def _fields(name: str, data: object, keys: set[str]) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise must(name, "be a JSON object", f"a {type(data).__name__}")
    fields = cast("dict[str, Any]", data)
    if fields.keys() != keys:
        raise must(name, f"have the keys {sorted(keys)}", show(sorted(fields)))
    return fields


def _numbers(name: str, value: object, depth: int) -> Any:
    """Return nested lists with their texts read as Fractions."""
    if depth > 0 and isinstance(value, list):
        return [_numbers(name, part, depth - 1) for part in cast("list[object]", value)]
    if not isinstance(value, str):
        return value
    if not _RATIONAL.fullmatch(value):
        raise must(name, "hold numbers or rationals like '-7/5'", show(value))
    try:
        return Fraction(value)
    except ZeroDivisionError:
        raise must(name, "have denominators other than 0", show(value)) from None


def _sparse_matrix(data: object) -> Any:
    fields = _fields("sparse transitions", data, _SPARSE_KEYS)
    shape, indices, indptr = (_integers(name, fields[name]) for name in ("shape", "indices", "indptr"))
    if shape.shape != (3,) or shape[1] != shape[2] or shape.min() < 1:
        raise must("shape", "be [m, n, n] with m and n of at least 1", show(fields["shape"]))
    m, n = int(shape[0]), int(shape[1])
    if indptr.size != m * n + 1:
        raise must("indptr", f"have m * n + 1 = {m * n + 1} entries", str(indptr.size))
    values = read_numbers("data", fields["data"], 1)
    if values.array.size != indices.size:
        raise must("data", f"hold one float for each of {indices.size} indices", show(fields["data"]))
    return csr_from_parts(convert(values, "float"), indices, indptr, (m * n, n), canonical=False)


def _integers(name: str, values: object) -> Array:
    numbers = read_numbers(name, values, 1)
    outside = [value for value in numbers.array.tolist() if not 0 <= value <= _INT32_MAX]
    if numbers.kind != "integer" or outside:
        raise must(name, "hold integers from 0 to 2**31 - 1", show(outside[0] if outside else values))
    return numbers.array.astype(np.int64)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise must("JSON", "have every key once", show(sorted(key for key, _ in pairs)))
    return result


def _no_constant(name: str) -> float:
    raise must("JSON", "hold finite numbers", name)
