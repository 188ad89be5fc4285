"""The checker of the report page answers as the one in Python does: in a browser, as a classic script from the disk."""

import json
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/theory_checks/checker"))

import test_binding  # noqa: E402
from certificate_corpus import alterations, corpus  # noqa: E402  the folder of the helper is on the path only now
from test_checker_hostile import BOMBS, GOOD, bomb  # noqa: E402

from theory_checks.checker import checker, script  # noqa: E402

PAGE = """<!doctype html><meta charset="utf-8"><title>checker</title>
<script src="checker.js"></script>
<script id="texts" type="application/json">{texts}</script>
<pre id="answers"></pre>
<script>
const texts = JSON.parse(document.getElementById("texts").textContent);
const answer = (text) => {{ try {{ return {call}; }} catch (error) {{ return {{ crash: String(error.stack) }}; }} }};
document.getElementById("answers").textContent = JSON.stringify(texts.map(answer));
</script>"""


def in_browser(tmp_path, texts, call="window.checkCertificateText(text)"):
    """Return the answers of the page's checker to these texts."""
    data = json.dumps(texts).replace("<", "\\u003c")
    (tmp_path / "checker.js").write_text(script(), encoding="utf-8")
    page = tmp_path / "page.html"
    page.write_text(PAGE.format(texts=data, call=call), encoding="utf-8")
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    assert browser, "chromium must be installed"
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile"]
    done = subprocess.run([browser, *options, "--dump-dom", page.as_uri()], capture_output=True, check=True)
    shown = done.stdout.decode().partition('<pre id="answers">')[2].partition("</pre>")[0]
    return json.loads(unescape(shown))


def in_python(texts):
    return [checker.check_bytes(text.encode()) for text in texts]


def test_sound_certificates(tmp_path):
    texts = [json.dumps(data) for data in corpus().values()]
    answers = in_browser(tmp_path, texts)
    assert answers == in_python(texts)
    assert all(answer["accepted"] for answer in answers)
    assert in_browser(tmp_path, texts, "window.checkCertificate(JSON.parse(text))") == answers


def test_altered_certificates(tmp_path):
    texts = [json.dumps(altered) for data in corpus().values() for _, altered in alterations(data)]
    assert in_browser(tmp_path, texts) == in_python(texts)


def test_bombs(tmp_path):
    texts = [bomb(name) for name in BOMBS]
    assert in_browser(tmp_path, texts) == in_python(texts)


HOSTILE = [
    *("", "null", "[]", "[" * 10**5, '{"a":' * 10**5, "1" * 10**6, "1e9", "0.5", "NaN", '{"a": 1, "a": 2}'),
    GOOD[:-1],
    GOOD + GOOD,
    GOOD.replace('"version": 3', '"version": 3.0'),
    GOOD.replace('"constants": {}', '"constants": {}, "constants": {}'),
    GOOD.replace('"constants": {}', '"constants": {"__proto__": "1"}'),
    GOOD.replace('"constants": {}', '"constants": {"toString": "1"}'),
    GOOD.replace('"optimal-value"', '"constructor"'),
    GOOD.replace('"1"', '"1\\n"'),
    GOOD.replace("An example.", r"Größer: \ud800 \u0000 </script> \" 1.5e3 \"a\": {}"),
    " " * 2**22 + GOOD,
]


def test_hostile_texts(tmp_path):
    """The two engines word the faults of JSON differently; they agree on what is one."""
    browser, python = in_browser(tmp_path, HOSTILE), in_python(HOSTILE)
    assert [answer.get("accepted") for answer in browser] == [answer["accepted"] for answer in python]
    assert [answer["accepted"] for answer in python] == [
        text.startswith('{"f') and "Größer" in text for text in HOSTILE
    ]
    assert [answer for answer in browser if answer["accepted"]] == [answer for answer in python if answer["accepted"]]


def bound_certificates():
    """Certificates of a statement with a formula: one that is sound, and what is wrong with others."""
    yield test_binding.example()
    for values in ({"n": 3}, {"n": "9/2"}, {"gamma": 1}, {"error": 1000}, {"extra": 1}, {"n": "nothing"}):
        yield test_binding.example(values=test_binding.VALUES | values)
    for change in test_binding.OTHER.values():
        other = test_binding.stated(**change)
        yield test_binding.example(statement=other)
        yield test_binding.example(statement=other | {"digest": test_binding.STATEMENT["digest"]})
    for change in test_binding.HOSTILE:
        broken = test_binding.STATEMENT | change
        if "digest" not in change and change.get("printed") != ["\ud800"]:
            broken["digest"] = checker.digest_of(broken)
        yield test_binding.example(statement=broken)
    yield test_binding.example(statement=test_binding.stated(printed=['é "\\ \n\t\x01 \u2028 \U0001d53c </p>']))
    yield test_binding.example(part=1)
    for values in ({}, {"n": 100}, {"sigma": "1/100"}, {"error": 1000}, {"gamma": 0}):
        yield test_binding.tied(values=test_binding.VALUES | values)
    yield test_binding.tied(objects={"M": test_binding.MDP, "N": test_binding.MDP})
    for n, x in ((3, "9/10"), (2, "1/2"), (10**6, "1/2")):
        yield test_binding.geometric(n, x)
    for change in ({"index": 3}, {"from": None}, {"body": []}, {"index": "n"}):
        yield test_binding.geometric(9, "9/10", **change)


def test_certificates_of_a_statement_with_a_formula(tmp_path):
    texts = [json.dumps(data) for data in bound_certificates()]
    answers = in_browser(tmp_path, texts)
    assert answers == in_python(texts)
    assert answers[0]["accepted"]
    assert sum(answer["accepted"] for answer in answers) >= 2


def test_the_page_takes_only_a_certificate_of_what_it_shows(tmp_path):
    digest, text = test_binding.STATEMENT["digest"], json.dumps(test_binding.example())
    for id_, reading, shown, accepted in (
        ("dpdqn/prop10", "reward-noise", digest, True),
        ("dpdqn/prop10", "printed", digest, False),
        ("dpdqn/lemma16", "reward-noise", digest, False),
        ("dpdqn/prop10", "reward-noise", "0" * 16, False),
    ):
        about = json.dumps({"id": id_, "reading": reading, "digest": shown})
        (answer,) = in_browser(tmp_path, [text], f"window.checkCertificateText(text, {about})")
        assert answer["accepted"] == accepted
        assert accepted or "must be about a statement as it stands" in answer["sentence"]
