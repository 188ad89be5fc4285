"""Expression trees and facts of certificates as mathematics. What is not understood is shown as the JSON it is."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from reports.math import MathError, render

MAX_FORMULA = 1200
MAX_DEPTH = 24
MAX_DIGITS = 24
RATIONAL = re.compile(r"(-?)(\d+)(?:/(\d+))?")
NAME = re.compile(r"([A-Za-z]+)(?:[_.-]?([A-Za-z0-9]+(?:[_.-][A-Za-z0-9]+)*))?")
GREEK = {
    "alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta", "kappa", "lambda", "mu", "nu", "xi", "pi", "rho",
    "sigma", "tau", "phi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Sigma", "Phi", "Psi", "Omega",
}  # fmt: skip
# The parts of a decision process M: M.discount is printed as gamma_M.
PARTS = {"discount": r"\gamma", "states": "n", "actions": "m", "rewards": "r", "transitions": "P"}
MARKS = {"star": "^{*}", "prime": "'"}
RELATIONS = {"<": "<", "<=": r"\leq", ">": ">", ">=": r"\geq", "=": "=", "==": "=", "!=": r"\neq"}
FUNCTIONS = {
    "sqrt": r"\sqrt{?}",
    "abs": r"\left|?\right|",
    "floor": r"\left\lfloor ?\right\rfloor",
    "exp": r"\exp\left(?\right)",
    "log": r"\log\left(?\right)",
    "normal-cdf": r"\Phi\left(?\right)",
}

SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4


class UnknownExpressionError(ValueError):
    """An expression whose operations this page does not know."""


def comparison(data: Any) -> str | None:
    """Return `left relation right` in LaTeX, or None for what is no such thing or would not fit a page."""
    try:
        left, _ = latex(data["left"])
        right, _ = latex(data["right"])
        return _printable(f"{left} {RELATIONS[data['relation']]} {right}")
    except (UnknownExpressionError, MathError, KeyError, TypeError, ValueError, RecursionError):
        return None


NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


def refuted(data: Mapping[str, Any]) -> Any:
    """Return the negation of what a certificate refutes of its statement; None for what is no such thing."""
    try:
        relation = data["statement"]["formal"][data["part"]]
        return {**relation, "relation": NEGATED[relation["relation"]]}
    except (KeyError, TypeError, IndexError):
        return None


def _printable(formula: str) -> str | None:
    """Return a formula if it is of a readable length and the converter prints it."""
    if len(formula) > MAX_FORMULA:
        return None
    render(formula)
    return formula


def has_normals(expression: Any) -> bool:
    """Tell whether an expression speaks of standard normal variables."""
    text = json.dumps(expression)
    return any(name in text for name in ("mean-max-normal", "mean-abs-max-normal"))


def source(expression: Any) -> str:
    """Return the JSON of a part of a certificate, on one line, cut where it is long."""
    text = json.dumps(expression, ensure_ascii=False)
    return text if len(text) <= MAX_FORMULA else f"{text[:MAX_FORMULA]} ..."


def latex(expression: Any, depth: int = 0) -> tuple[str, int]:
    """Return an expression in LaTeX and how tightly it binds."""
    if depth > MAX_DEPTH:
        raise UnknownExpressionError("too deep")
    if isinstance(expression, str | int) and not isinstance(expression, bool):
        return _rational(str(expression))
    if not isinstance(expression, Mapping):
        raise UnknownExpressionError("neither number nor object")
    tree = cast("Mapping[str, Any]", expression)
    if "ref" in tree:
        return _reference(tree), ATOM
    if "of" in tree:
        return _over_arrays(tree), ATOM
    if "index" in tree:
        low, high, body = (latex(tree[part], depth + 1)[0] for part in ("from", "to", "body"))
        sign = {"series": r"\sum", "+": r"\sum", "*": r"\prod"}[tree["op"]]
        return rf"{sign}_{{{name(str(tree['index']))}={low}}}^{{{high}}} {body}", SUM
    if "relation" in tree:
        sides = [latex(tree[side], depth + 1)[0] for side in ("left", "right")]
        return rf"\left[{sides[0]} {RELATIONS[tree['relation']]} {sides[1]}\right]", ATOM
    arguments = [latex(argument, depth + 1) for argument in tree.get("args", [])]
    return _operation(tree, arguments)


def name(text: str) -> str:
    """Return a name in LaTeX: v_star is v with a star, M.discount is a name with an index."""
    match = NAME.fullmatch(text)
    if match is None:
        raise UnknownExpressionError("a name of other signs")
    head, tail = match[1], match[2]
    if tail in PARTS and "." in text:
        return f"{PARTS[tail]}_{{{name(head)}}}"
    printed = head if len(head) == 1 else f"\\{head}" if head in GREEK else rf"\mathrm{{{head}}}"
    if tail is None:
        return printed
    if tail in MARKS:
        return printed + MARKS[tail]
    return f"{printed}_{{{tail}}}" if tail.isdigit() else rf"{printed}_{{\text{{{re.sub('[_.-]', ' ', tail)}}}}}"


def _rational(text: str) -> tuple[str, int]:
    match = RATIONAL.fullmatch(text)
    if match is None:
        raise UnknownExpressionError("no rational")
    sign, top, bottom = match.groups()
    bottom = None if bottom == "1" else bottom
    if max(len(top), len(bottom or "")) > MAX_DIGITS:
        raise UnknownExpressionError("a number too long to print")
    if bottom is None:
        return sign + top, SUM if sign else ATOM
    return rf"{sign}\frac{{{top}}}{{{bottom}}}", SUM if sign else POWER


def _reference(tree: Mapping[str, Any]) -> str:
    base = name(str(tree["ref"]))
    indices = [latex(i)[0] for i in tree.get("at", [])]
    return (
        f"({base})_{{{','.join(indices)}}}"
        if indices and ("_" in base or "^" in base)
        else (f"{base}_{{{','.join(indices)}}}" if indices else base)
    )


def _over_arrays(tree: Mapping[str, Any]) -> str:
    arrays = [name(str(array)) for array in tree["of"]]
    if tree["op"] == "sum" and len(arrays) == 1:
        return rf"\operatorname{{sum}}({arrays[0]})"
    if tree["op"] == "dot" and len(arrays) == 2:
        return rf"\langle {arrays[0]}, {arrays[1]} \rangle"
    if tree["op"] == "length" and len(arrays) == 1:
        return rf"\operatorname{{length}}({arrays[0]})"
    raise UnknownExpressionError("an unknown operation on arrays")


Part = tuple[str, int]


def _operation(tree: Mapping[str, Any], arguments: Sequence[Part]) -> Part:
    operation = tree["op"]
    if operation in ("+", "-", "*", "/", "pow", "neg"):
        return _arithmetic(operation, arguments)
    texts = [text for text, _ in arguments]
    if operation in FUNCTIONS and len(texts) == 1:
        return FUNCTIONS[operation].replace("?", texts[0]), ATOM
    match operation, texts:
        case "pi", []:
            return r"\pi", ATOM
        case (("min" | "max"), [_, *_]):
            return rf"\{operation}\left\{{{', '.join(texts)}\right\}}", ATOM
        case (("mean-max-normal" | "mean-abs-max-normal"), [_, *_]):
            return _expectation(operation, texts, tree.get("copies", [])), ATOM
        case "binomial", [n, k]:
            return rf"\binom{{{n}}}{{{k}}}", ATOM
        case _:
            raise UnknownExpressionError("an unknown operation")


def _arithmetic(operation: str, parts: Sequence[Part]) -> Part:
    match operation, parts:
        case "+", [_, *_]:
            return " + ".join(_within(part, SUM if i == 0 else PRODUCT) for i, part in enumerate(parts)), SUM
        case "*", [_, *_]:
            factors = [part for part in parts if part[0] != "1"] or [("1", ATOM)]
            return (
                factors[0]
                if len(factors) == 1
                else (r" \cdot ".join(_within(part, PRODUCT) for part in factors), PRODUCT)
            )
        case "-", [left, right]:
            return f"{_within(left, SUM)} - {_within(right, PRODUCT)}", SUM
        case "/", [top, ("1", _)]:
            return top
        case "/", [(top, _), (bottom, _)]:
            return rf"\frac{{{top}}}{{{bottom}}}", POWER
        case "neg", [part]:
            return f"-{_within(part, PRODUCT)}", SUM
        case "pow", [base, ("1", _)]:
            return base
        case "pow", [base, (exponent, _)]:
            return f"{_within(base, ATOM)}^{{{exponent}}}", POWER
        case _:
            raise UnknownExpressionError("a wrong number of arguments")


def _within(part: Part, level: int) -> str:
    text, binding = part
    return text if binding >= level else rf"\left({text}\right)"


def _expectation(operation: str, scales: Sequence[str], copies: Any) -> str:
    """Write E max_i s_i Z_i; the Z_i are independent standard normals, which the page says beside it."""
    counts = [int(copy) for copy in copies] or [1] * len(scales)
    pairs = [*zip(scales, counts, strict=True)]
    if len(pairs) == 1:
        scale, count = pairs[0]
        inside = rf"\max_{{i \leq {count}}} {'' if scale == '1' else scale} Z_i"
        where = ""
    else:
        inside = r"\max_i s_i Z_i"
        listed = [scale if count == 1 else rf"{scale}\;({count}\times)" for scale, count in pairs]
        where = rf" : s = ({', '.join(listed)})"
    inside = f"|{inside}|" if operation == "mean-abs-max-normal" else inside
    return rf"\mathbb{{E}}\left[{inside}{where}\right]"
