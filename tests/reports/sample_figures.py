"""A figure of each kind, as results.json holds them."""

import math

Json = dict


def figure() -> Json:
    sizes = [2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233]
    line = {"low": [], "high": []}
    return {
        "title": "Utility loss against the number of states",
        "caption": r"Four ways to stay and one step around a cycle, $\sigma = 1$, $\gamma = 1/2$.",
        "x_label": "number of states $n$",
        "y_label": r"$\mathbb{E}[\|v' - v^*\|_1/n]$",
        "x_scale": "log",
        "y_scale": "log",
        "series": [
            {
                "label": "cycle with stay, measured",
                "kind": "dots",
                "x": sizes,
                "y": [2.06 + 0.4 / n for n in sizes],
                **line,
            },
            {
                "label": "printed bound",
                "kind": "line",
                "x": sizes,
                "y": [4 * math.sqrt(2 / (math.pi * n)) for n in sizes],
                **line,
            },
            {
                "label": r"repaired bound $\sigma\sqrt{2 \ln m}/(1-\gamma)$",
                "kind": "line",
                "x": sizes,
                "y": [3.59] * len(sizes),
                **line,
            },
            {
                "label": "95 % range over 64 random MDPs",
                "kind": "band",
                "x": sizes,
                "y": [],
                "low": [0.6 + 0.5 / n for n in sizes],
                "high": [1.7 + 0.9 / n for n in sizes],
            },
        ],
    }


def linear_figure() -> Json:
    steps = list(range(61))
    return {
        "title": "Residual by iteration",
        "caption": "",
        "x_label": "iteration",
        "y_label": "residual",
        "x_scale": "linear",
        "y_scale": "log",
        "series": [
            {
                "label": "value iteration",
                "kind": "line",
                "x": steps,
                "y": [0.9**k if k != 30 else None for k in steps],
                "low": [],
                "high": [],
            },
            {
                "label": "policy iteration",
                "kind": "line",
                "x": steps[:6],
                "y": [1, 0.2, 0.01, 1e-6, 1e-12, 0],
                "low": [],
                "high": [],
            },
        ],
    }


def bar_chart() -> Json:
    bars = ((r"input noise, $\sigma = 1$", 2.0, 1.5, 2.5), ("output noise", -0.5, -0.75, -0.25))
    return {
        "title": "Two methods",
        "caption": "Means and intervals.",
        "x_label": "method",
        "y_label": "gain",
        "x_scale": "linear",
        "y_scale": "linear",
        "series": [
            {"label": label, "kind": "bars", "x": [k], "y": [y], "low": [low], "high": [high]}
            for k, (label, y, low, high) in enumerate(bars, 1)
        ]
        + [{"label": "goal", "kind": "line", "x": [0.5, 2.5], "y": [3, 3], "low": [], "high": []}],
    }
