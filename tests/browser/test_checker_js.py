"""The checker of the report page answers as the one in Python does: in a browser, as a classic script from the disk."""

import json
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/theory_checks/checker"))

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
    GOOD.replace('"version": 1', '"version": 1.0'),
    GOOD.replace('"constants": {}', '"constants": {}, "constants": {}'),
    GOOD.replace('"constants": {}', '"constants": {"__proto__": "1"}'),
    GOOD.replace('"constants": {}', '"constants": {"toString": "1"}'),
    GOOD.replace('"optimal-value"', '"constructor"'),
    GOOD.replace('"1"', '"1\\n"'),
    GOOD.replace("[1, 0]", "[true, false]"),
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
