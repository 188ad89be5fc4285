"""The commands that may occur in a formula. What is not listed here (or in the parser) is refused.

`SYMBOLS` maps a command to its character and its class; the classes are those of TeX:
ord, op, bin, rel, open, close, punct, inner.
"""

from __future__ import annotations

LOWER_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π",
    "varpi": "ϖ", "rho": "ρ", "varrho": "ϱ", "sigma": "σ", "varsigma": "ς", "tau": "τ", "upsilon": "υ", "phi": "ϕ",
    "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
}  # fmt: skip

# TeX prints these upright.
UPPER_GREEK = {
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ",
    "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip

ORDINARY = {
    "infty": "∞", "partial": "∂", "nabla": "∇", "ell": "ℓ", "hbar": "ℏ", "emptyset": "∅", "varnothing": "∅",
    "forall": "∀", "exists": "∃", "nexists": "∄", "neg": "¬", "lnot": "¬", "top": "⊤", "bot": "⊥", "Re": "ℜ",
    "Im": "ℑ", "aleph": "ℵ", "prime": "′", "dagger": "†", "angle": "∠", "square": "□", "Box": "□", "imath": "ı",
    "jmath": "ȷ", "checkmark": "✓", "S": "§", "degree": "°", "backslash": "\\", "heartsuit": "♡",
    "diamondsuit": "♢", "spadesuit": "♠", "clubsuit": "♣", "triangle": "△", "diamond": "⋄", "blacksquare": "■",
}  # fmt: skip

RELATIONS = {
    "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "lt": "<", "gt": ">", "ll": "≪", "gg": "≫",
    "equiv": "≡", "sim": "∼", "simeq": "≃", "approx": "≈", "cong": "≅", "propto": "∝", "in": "∈", "notin": "∉",
    "ni": "∋", "subset": "⊂", "subseteq": "⊆", "subsetneq": "⊊", "supset": "⊃", "supseteq": "⊇", "prec": "≺",
    "preceq": "⪯", "succ": "≻", "succeq": "⪰", "lesssim": "≲", "gtrsim": "≳", "leqslant": "⩽", "geqslant": "⩾",
    "mid": "∣", "nmid": "∤", "parallel": "∥", "perp": "⊥", "vdash": "⊢", "models": "⊨", "asymp": "≍", "doteq": "≐",
    "coloneqq": "≔", "eqqcolon": "≕", "triangleq": "≜", "to": "→", "rightarrow": "→", "leftarrow": "←", "gets": "←",
    "leftrightarrow": "↔", "Rightarrow": "⇒", "Leftarrow": "⇐", "Leftrightarrow": "⇔", "implies": "⟹",
    "impliedby": "⟸", "iff": "⟺", "mapsto": "↦", "longmapsto": "⟼", "longrightarrow": "⟶", "longleftarrow": "⟵",
    "hookrightarrow": "↪", "uparrow": "↑", "downarrow": "↓", "nearrow": "↗", "searrow": "↘", "rightharpoonup": "⇀",
    "leadsto": "⇝", "rightsquigarrow": "⇝", "nleq": "≰", "ngeq": "≱",
}  # fmt: skip

BINARY = {
    "pm": "±", "mp": "∓", "times": "×", "div": "÷", "cdot": "⋅", "ast": "∗", "star": "⋆", "circ": "∘", "bullet": "∙",
    "cap": "∩", "cup": "∪", "wedge": "∧", "land": "∧", "vee": "∨", "lor": "∨", "setminus": "∖", "oplus": "⊕",
    "otimes": "⊗", "odot": "⊙", "uplus": "⊎", "sqcup": "⊔", "sqcap": "⊓", "amalg": "⨿",
}  # fmt: skip

# Large operators whose limits stand above and below in display style.
LARGE = {
    "sum": "∑", "prod": "∏", "coprod": "∐", "bigcup": "⋃", "bigcap": "⋂", "bigvee": "⋁", "bigwedge": "⋀",
    "bigoplus": "⨁", "bigotimes": "⨂", "bigsqcup": "⨆",
}  # fmt: skip
INTEGRALS = {"int": "∫", "iint": "∬", "iiint": "∭", "oint": "∮"}

PUNCTUATION = {"colon": ":", "ldotp": "."}
DOTS = {"dots": "…", "ldots": "…", "dotsc": "…", "cdots": "⋯", "dotsb": "⋯", "vdots": "⋮", "ddots": "⋱"}

OPENERS = {
    "{": "{",
    "lbrace": "{",
    "langle": "⟨",
    "lfloor": "⌊",
    "lceil": "⌈",
    "lvert": "|",
    "lVert": "‖",
    "lbrack": "[",
}
CLOSERS = {
    "}": "}",
    "rbrace": "}",
    "rangle": "⟩",
    "rfloor": "⌋",
    "rceil": "⌉",
    "rvert": "|",
    "rVert": "‖",
    "rbrack": "]",
}
BARS = {"|": "‖", "vert": "|", "Vert": "‖"}

FUNCTION_NAMES = (
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "dim", "exp", "hom", "ker", "lg",
    "ln", "log", "sec", "sin", "sinh", "tan", "tanh",
)  # fmt: skip
FUNCTIONS = {name: name for name in FUNCTION_NAMES}
# Named operators whose limits stand below in display style.
LIMIT_FUNCTIONS = {name: name for name in ("det", "gcd", "inf", "lim", "max", "min", "sup", "Pr")} | {
    "limsup": "lim sup",
    "liminf": "lim inf",
    "argmax": "arg max",
    "argmin": "arg min",
}

# Widths in em, as TeX sets them (1 mu = 1/18 em).
SPACES = {
    ",": "0.1667em", "thinspace": "0.1667em", ":": "0.2222em", ">": "0.2222em", "medspace": "0.2222em",
    ";": "0.2778em", "thickspace": "0.2778em", "!": "-0.1667em", "negthinspace": "-0.1667em", " ": "0.25em",
    "\n": "0.25em", "enspace": "0.5em", "quad": "1em", "qquad": "2em", "space": "0.25em",
}  # fmt: skip

# Accents: the character and whether it stretches over a long base.
ACCENTS = {
    "hat": ("^", False), "widehat": ("^", True), "tilde": ("~", False), "widetilde": ("~", True), "bar": ("¯", False),
    "vec": ("→", False), "overrightarrow": ("→", True), "dot": ("˙", False),
    "ddot": ("¨", False), "check": ("ˇ", False), "breve": ("˘", False), "acute": ("´", False), "grave": ("`", False),
    "mathring": ("˚", False),
}  # fmt: skip
LINES = ("overline", "underline")
BRACES = {"overbrace": ("⏞", "over"), "underbrace": ("⏟", "under")}

ALPHABETS = {
    "mathbf": "bold", "boldsymbol": "bold-italic", "bm": "bold-italic", "mathbb": "double-struck", "mathcal": "script",
    "mathscr": "script", "mathfrak": "fraktur", "mathsf": "sans-serif", "mathtt": "monospace", "mathrm": "upright",
    "mathit": "italic", "mathbfit": "bold-italic",
}  # fmt: skip
TEXTS = {
    "text": "",
    "textrm": "",
    "textnormal": "",
    "mbox": "",
    "textit": "italic",
    "textbf": "bold",
    "texttt": "monospace",
}

BIG_SIZES = {"big": "1.2em", "Big": "1.8em", "bigg": "2.4em", "Bigg": "3em"}

# Plain characters: their printed form and class. Letters and digits are dealt with by the parser.
CHARACTERS = {
    "+": ("+", "bin"), "-": ("−", "bin"), "*": ("∗", "bin"), "/": ("/", "ord"), "=": ("=", "rel"), "<": ("<", "rel"),
    ">": (">", "rel"), ":": (":", "rel"), ",": (",", "punct"), ";": (";", "punct"), "(": ("(", "open"),
    "[": ("[", "open"), ")": (")", "close"), "]": ("]", "close"), "|": ("|", "bar"), "!": ("!", "close"),
    "?": ("?", "close"), ".": (".", "ord"), "−": ("−", "bin"), "·": ("⋅", "bin"), "′": ("′", "ord"),
}  # fmt: skip
ESCAPED = {"%": "%", "#": "#", "&": "&", "_": "_", "$": "$"}


def _build() -> dict[str, tuple[str, str]]:
    classes = (
        (LOWER_GREEK, "letter"), (UPPER_GREEK, "upright"), (ORDINARY, "symbol"), (RELATIONS, "rel"), (BINARY, "bin"),
        (LARGE, "large"), (INTEGRALS, "integral"), (PUNCTUATION, "punct"), (DOTS, "dots"), (OPENERS, "open"),
        (CLOSERS, "close"), (BARS, "bar"), (FUNCTIONS, "function"), (LIMIT_FUNCTIONS, "limit"), (ESCAPED, "symbol"),
    )  # fmt: skip
    return {command: (character, kind) for table, kind in classes for command, character in table.items()}


SYMBOLS = _build()
# A character typed directly means what its command means.
UNICODE = {character: kind for character, kind in SYMBOLS.values() if len(character) == 1 and not character.isascii()}
