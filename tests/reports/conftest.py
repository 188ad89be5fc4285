"""The sample data as files, and the site that is built from it once."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import sample_documents
import sample_results
from jinja2 import FileSystemBytecodeCache

from reports.__main__ import main
from reports.pages import templating

OLD, NEW = "0123456789abcdef", "ffffffffffffffff"


def sources() -> dict[str, str]:
    """Digests of today: those of the records, but for one that has changed."""
    keys = [f"{s['id']}#{r['name']}" for s in sample_results.sample()["statements"] for r in s["readings"]]
    return {key: NEW if key.startswith("demo/claim17") else OLD for key in keys}


@pytest.fixture(scope="session", autouse=True)
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compile templates once for all sites of these tests: that is two thirds of the time of a small site."""
    cache = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templating, "Environment", partial(templating.Environment, bytecode_cache=cache))
        yield


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sample site."""
    folder = tmp_path_factory.mktemp("report")
    results = sample_results.write(folder)
    files = {
        "sources": sources(),
        "timings": {"schema": "theory-checks/timings/1", "seconds": {"demo/prop10#reward-noise": 1.234}},
    }
    arguments = [str(results), "--out", str(folder / "site"), "--benchmarks", str(sample_documents.documents(folder))]
    for name, value in files.items():
        (folder / f"{name}.json").write_text(json.dumps(value))
        arguments += [f"--{name}", str(folder / f"{name}.json")]
    assert main(arguments) == 0
    return folder / "site"
