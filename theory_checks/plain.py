r"""LaTeX for a terminal: \frac{a}{b} becomes (a)/(b), \gamma becomes γ. Legible, not typeset; the page has the real thing."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SYMBOLS: Mapping[str, str] = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "theta": "θ",
    "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ",
    "varphi": "φ", "psi": "ψ", "omega": "ω", "eta": "η", "zeta": "ζ", "kappa": "κ", "chi": "χ",
    "Delta": "Δ", "Gamma": "Γ", "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "Theta": "Θ",
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
_GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"


def plain(text: str) -> str:
    """Return a text with LaTeX between dollar signs as plain Unicode."""
    return re.sub(r"\$([^$]+)\$", lambda match: formula(match[1]), text)


def formula(latex: str) -> str:
    """Return one formula as plain Unicode."""
    text = re.sub(r"\\(begin|end)\{[a-z*]+\}(\{[lcr|]*\})?", " ", latex)
    text = re.sub(r"\\pmod" + _GROUP, r"(mod \1)", text)
    text = _until_stable(r"\\[dt]?frac" + _GROUP + _GROUP, _fraction, text)
    text = _until_stable(r"\\sqrt" + _GROUP, lambda match: f"√({match[1]})", text)
    text = re.sub(r"\\mathbb\{(\w)\}", lambda match: _ALPHABETS["mathbb"].get(match[1], match[1]), text)
    text = re.sub(rf"\\(?:{_WRAPPERS})(?![A-Za-z])", "", text)
    text = re.sub(r"\\([A-Za-z]+)", lambda match: _SYMBOLS.get(match[1], match[1]), text)
    text = text.replace("\\|", "‖").replace("\\{", "❴").replace("\\}", "❵").replace("\\\\", "\n").replace("&", "")
    text = re.sub(r"\\[,;:! ]", " ", text)
    text = re.sub(r"\{([^{}]?)\}", r"\1", text).replace("{", "(").replace("}", ")")
    text = text.replace("❴", "{").replace("❵", "}").replace("\\", "")
    return re.sub(r"[ \t]+", " ", text).strip()


def _fraction(match: re.Match[str]) -> str:
    return f"{_atom(match[1])}/{_atom(match[2])}"


def _atom(text: str) -> str:
    return text if re.fullmatch(r"\\?\w+", text) else f"({text})"


def _until_stable(pattern: str, replace: object, text: str) -> str:
    """Replace until nothing changes: fractions and roots nest."""
    previous = None
    while previous != text:
        previous, text = text, re.sub(pattern, replace, text)  # type: ignore[arg-type]
    return text
