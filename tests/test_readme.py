"""The README's Python runs as it stands there."""

import re
from pathlib import Path

import pytest

from theory_checks.commands.group import COMMANDS

README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("snippet", SNIPPETS, ids=[s.splitlines()[0] for s in SNIPPETS])
def test_a_snippet_runs_and_prints(snippet, capsys):
    exec(compile(snippet, "README.md", "exec"), {})

    assert capsys.readouterr().out.strip()


def test_a_claim_of_your_own_is_refuted_in_fifteen_lines(capsys):
    (snippet,) = [text for text in SNIPPETS if "tc.claim" in text]
    exec(compile(snippet, "README.md", "exec"), {})
    card = capsys.readouterr().out

    assert len(snippet.splitlines()) <= 15
    assert "✗ REFUTED" in card
    assert "8/27 > 1/4" in card


def test_there_are_snippets():
    assert len(SNIPPETS) >= 2


def test_every_command_of_the_readme_exists_after_the_first_line_that_puts_it_on_the_path():
    (block,) = [text for text in re.findall(r"```\n(.*?)```", README, re.DOTALL) if "theory-checks list" in text]
    first, *rest = block.strip().splitlines()

    assert first.startswith(". .venv/bin/activate")
    assert {line.split()[1] for line in rest if line.startswith("theory-checks")} == set(COMMANDS)
