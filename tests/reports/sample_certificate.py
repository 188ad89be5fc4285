"""A certificate, and decision processes in the form of its objects."""

import hashlib
import json
from typing import Any


def bound(id_: str, reading: str) -> dict[str, Any]:
    """Return a statement without a formula as a certificate carries it."""
    content = {
        "id": id_,
        "reading": reading,
        "printed": [],
        "formal": [],
        "domain": [],
        "integers": [],
        "quantities": {},
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return {**content, "digest": hashlib.sha256(text.encode()).hexdigest()[:16]}


CERTIFICATE = {
    "format": "theory-checks/certificate",
    "version": 3,
    "statement": bound("demo/prop10", "reward-noise"),
    "says": "Five states, four ways to stay and one to move on, all rewards 0, noise with $\\sigma = 1$.",
    "constants": {
        "n": "5",
        "sigma": "1",
        "bound": {
            "op": "/",
            "args": [
                {"op": "*", "args": ["2", {"op": "sqrt", "args": ["2"]}]},
                {"op": "sqrt", "args": [{"op": "*", "args": ["5", {"op": "pi"}]}]},
            ],
        },
    },
    "objects": {
        "M": {
            "transitions": [
                *[[[str(int(s == t)) for t in range(5)] for s in range(5)]] * 4,
                [[str(int(t == (s + 1) % 5)) for t in range(5)] for s in range(5)],
            ],
            "rewards": [["0"] * 5] * 5,
            "discount": "1/2",
        },
        "v_star": ["0"] * 5,
    },
    "facts": [
        {"fact": "optimal-value", "mdp": "M", "value": "v_star"},
        {"fact": "relation", "relation": ">", "left": {"ref": "n"}, "right": "4"},
    ],
    "given": [],
    "assumed": ["the left side is a lower bound of the loss, by Jensen's inequality"],
    "conclusion": {
        "relation": ">",
        "left": {
            "op": "/",
            "args": [
                {"op": "*", "args": [{"ref": "sigma"}, {"op": "mean-max-normal", "args": ["1"], "copies": ["4"]}]},
                {"op": "-", "args": ["1", "1/2"]},
            ],
        },
        "right": {"ref": "bound"},
    },
}
MIXED = {
    "transitions": [
        [["1/2", "1/2", "0"], ["0", "1/3", "2/3"], ["1", "0", "0"]],
        [["0", "1", "0"], ["1/4", "0", "3/4"], ["0", "0", "1"]],
    ],
    "rewards": [["1", "0", "-1/2"], ["0", "2", "1"]],
    "discount": "9/10",
}
ONE_STATE = {"transitions": [[["1"]]] * 6, "rewards": [["1"], ["0"], ["0"], ["0"], ["0"], ["1/2"]], "discount": "1/2"}
