"""The checker as one file: alone in a folder it accepts and refuses what the checker of the suite does."""

import ast
import json
import subprocess
import sys

import pytest
from certificate_corpus import alterations, corpus
from raw import certificate, relation

from theory_checks.checker import checker, program


@pytest.fixture
def alone(tmp_path):
    """Ask the program, which has nothing beside it but what it is asked about."""
    (tmp_path / "checker.py").write_text(program(), encoding="utf-8")

    def ask(certificates, *more):
        for name, data in certificates.items():
            (tmp_path / name).write_text(json.dumps(data), encoding="utf-8")
        command = [sys.executable, "-I", "checker.py", "--json", *more, *certificates]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        answers = json.loads(done.stdout)
        assert done.returncode == (not all(answer["accepted"] for answer in answers))
        return answers

    return ask


def test_it_answers_like_the_checker_of_the_suite(alone):
    certificates = {f"{number}.json": data for number, data in enumerate(corpus().values())}
    forged = {
        f"{name}-forged.json": next(other for _, other in alterations(data))
        for name, data in list(certificates.items())[:10]
    }
    asked = certificates | forged
    expected = [checker.check_bytes(json.dumps(data).encode(), None) for data in asked.values()]

    answers = [{key: value for key, value in answer.items() if key != "file"} for answer in alone(asked)]
    assert answers == expected
    assert all(answer["accepted"] for answer in answers[: len(certificates)])
    assert not all(answer["accepted"] for answer in answers[len(certificates) :])


def test_it_is_one_file_of_the_standard_library_and_says_so():
    tree = ast.parse(program())
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}

    assert modules <= set(sys.stdlib_module_names)
    assert "lemmas.json" not in (ast.get_docstring(tree) or "").split(":")[1].splitlines()[0]
    assert "with_name" not in program()


def test_it_says_on_the_same_line_what_is_assumed(tmp_path, capsys):
    data = certificate(relation("one", ">", 0), constants={"one": 1}, assumed=["all\nb.json: accepted: 2 > 1"])
    (tmp_path / "a.json").write_text(json.dumps(data), encoding="utf-8")

    assert checker.main([str(tmp_path / "a.json")]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    contrary = "assumed: this contradicts paper/theorem#printed"
    assert line.endswith(f"a.json: accepted: 1 > 0; {contrary}; assumed: all\\nb.json: accepted: 2 > 1")
