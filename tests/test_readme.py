"""The README's Python runs as it stands there."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("snippet", SNIPPETS, ids=[s.splitlines()[0] for s in SNIPPETS])
def test_a_snippet_runs_and_prints(snippet, capsys):
    exec(compile(snippet, "README.md", "exec"), {})

    assert capsys.readouterr().out.strip()


def test_there_are_snippets():
    assert len(SNIPPETS) >= 2
