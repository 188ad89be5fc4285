r"""LaTeX for a terminal: \frac{a}{bc} becomes a/(bc), \gamma becomes γ. Legible, not typeset."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_SYMBOLS: Mapping[str, str] = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "theta": "θ",
    "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ",
    "varphi": "φ", "psi": "ψ", "omega": "ω", "eta": "η", "zeta": "ζ", "kappa": "κ", "chi": "χ",
    "Delta": "Δ", "Gamma": "Γ", "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
    "Theta": "Θ", "Pi": "Π", "Xi": "Ξ",
    "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈", "sim": "~", "equiv": "≡",
    "in": "∈", "subseteq": "⊆", "cup": "∪", "cap": "∩", "times": "×", "cdot": "·", "pm": "±", "infty": "∞",
    "sum": "Σ", "prod": "Π", "int": "∫", "partial": "∂", "nabla": "∇", "to": "→", "rightarrow": "→", "leftarrow": "←",
    "Rightarrow": "⇒", "mapsto": "↦", "forall": "∀", "exists": "∃", "ldots": "…", "dots": "…", "cdots": "…",
    "vdots": "⋮", "ddots": "⋱", "mid": "|", "vert": "|", "Vert": "‖", "lVert": "‖", "rVert": "‖", "langle": "⟨",
    "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "top": "ᵀ", "ell": "ℓ", "prime": "′",
    "heartsuit": "♡", "blacklozenge": "◆", "spadesuit": "♠", "quad": "  ", "qquad": "    ", "setminus": "∖",
    "ln": "ln", "log": "log", "exp": "exp", "max": "max", "min": "min", "sup": "sup", "inf": "inf", "arg": "arg",
    "lim": "lim", "Pr": "Pr", "cosh": "cosh", "sinh": "sinh", "tanh": "tanh", "det": "det", "bmod": "mod",
    "succeq": "⪰", "preceq": "⪯", "propto": "∝", "ll": "≪", "gg": "≫", "star": "*", "ast": "*", "circ": "∘",
}  # fmt: skip
_ALPHABETS = {"mathbb": {"E": "E", "P": "P", "R": "ℝ", "N": "ℕ", "I": "I", "Z": "ℤ"}}
_WRAPPERS = (
    "mathbb|mathcal|mathbf|mathrm|mathfrak|mathsf|boldsymbol|text|textbf|textit|operatorname|hat|widehat|bar|overline"
    "|tilde|widetilde|underset|overset|stackrel|left|right|big|Big|bigg|Bigg|bigl|bigr|Bigl|Bigr|displaystyle|limits"
)
_WORDS = "mathrm|mathsf|text|operatorname"  # which one word needs no brackets after
_ACCENTS: Mapping[str, str] = {
    "hat": "\u0302",
    "widehat": "\u0302",
    "tilde": "\u0303",
    "widetilde": "\u0303",
    "bar": "\u0304",
    "overline": "\u0304",
    "dot": "\u0307",
}
_SEPARATORS = {"quad", "qquad", "begin", "end"}  # commands that are no factor
_SPACE = r"(?:\s|\\[,;:! ]|\\(?:left|right|[bB]igg?[lr]?)(?![A-Za-z]))*"  # and the sizes of brackets
_TOKEN = r"(\\[A-Za-z]+|\S)"
_GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"

_ARGUMENT = rf"\s*(?:{_GROUP}|(\\[A-Za-z]+|\w))"  # in braces, or one token


def plain(text: str) -> str:
    """Return a text with LaTeX between dollar signs as plain Unicode, on one line."""
    return re.sub(r"\s+", " ", re.sub(r"\$([^$]+)\$", lambda match: formula(match[1]), text)).strip()


def formula(latex: str) -> str:
    """Return one formula as plain Unicode."""
    text = re.sub(r"\\(begin|end)\{[a-z*]+\}(\{[lcr|]*\})?", " ", latex)
    text = re.sub(r"\\pmod" + _GROUP, r"(mod \1)", text)
    text = _until_stable(r"\\[dt]?frac(?![A-Za-z])" + _ARGUMENT + _ARGUMENT, _fraction, text)
    text = _until_stable(r"\\sqrt" + _GROUP, _root, text)
    text = re.sub(r"\\\\", " \n ", text)
    text = re.sub(rf"\\({'|'.join(_ACCENTS)})(?![A-Za-z])\s*(?:\{{(\\?\w+)\}}|(\w))", _accent, text)
    text = re.sub(r"\\mathbb\{(\w)\}", lambda match: _ALPHABETS["mathbb"].get(match[1], match[1]), text)
    text = re.sub(rf"\\(?:{_WORDS})\{{(\w+)\}}", r"\1", text)
    text = re.sub(rf"\\(?:{_WRAPPERS})(?![A-Za-z])", "", text)
    text = re.sub(r"\\([A-Za-z]+)", lambda match: _SYMBOLS.get(match[1], match[1]), text)
    text = text.replace("\\|", "‖").replace("\\{", "❴").replace("\\}", "❵").replace("&", " ")
    text = re.sub(r"\\[,;:! ]", " ", text)
    text = re.sub(r"\{([^{}]?)\}", r"\1", text).replace("{", "(").replace("}", ")")
    text = text.replace("❴", "{").replace("❵", "}").replace("\\", "")
    return re.sub(r"[ \t]+", " ", text).strip()


def _root(match: re.Match[str]) -> str:
    return f"√({match[1]})"


def _fraction(match: re.Match[str]) -> str:
    text = f"{_atom(match[1] or match[2])}/{_atom(match[3] or match[4])}"
    before = re.search(_TOKEN + _SPACE + "$", match.string[: match.start()])
    after = re.match(_SPACE + _TOKEN, match.string[match.end() :])
    joined = (before and _joins(before[1], ")]}/")) or (after and _joins(after[1], "([{/^"))
    return f"({text})" if joined else text


def _joins(token: str, signs: str) -> bool:
    """Return whether a fraction next to this token must be in brackets: it is a factor, a function or a power."""
    if token in signs:
        return True
    command = token.removeprefix("\\")
    return command not in _SEPARATORS and _SYMBOLS.get(command, command).isalnum()


def _atom(text: str) -> str:
    """Bracket what is more than one symbol or one number."""
    return text if re.fullmatch(r"\d+|\w|\\[A-Za-z]+", text) else f"({text})"


def _accent(match: re.Match[str]) -> str:
    base = match[2] or match[3]
    return f"{_SYMBOLS.get(base.lstrip(chr(92)), base)}{_ACCENTS[match[1]]}"


def _until_stable(pattern: str, replace: Callable[[re.Match[str]], str], text: str) -> str:
    """Replace until nothing changes: fractions and roots nest."""
    previous = None
    while previous != text:
        previous, text = text, re.sub(pattern, replace, text)
    return text
