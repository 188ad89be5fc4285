"""Headless Chromium over its DevTools pipe, with nothing but the standard library.

The browser reads commands from file descriptor 3 and writes answers to 4, each a JSON text that ends with a zero byte.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--hide-scrollbars", "--mute-audio",
    "--remote-debugging-pipe", "--force-color-profile=srgb",
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",  # a mouse
)  # fmt: skip
PATIENCE = 60.0  # seconds until a silent browser counts as broken


class BrowserError(RuntimeError):
    """The browser did not do what was asked."""


def executable() -> str:
    """The browser that is installed; `make test-browser` installs one where it may."""
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    raise BrowserError(f"one of {', '.join(NAMES)} must be installed, got none")


# Puts the ends of the pipes on the descriptors where the browser expects them, and becomes the browser.
LAUNCH = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])"
)


def _start(profile: str, *ends: int) -> subprocess.Popen[bytes]:
    high = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in ends]  # above 4, so that neither overwrites the other
    command = [executable(), *FLAGS, f"--user-data-dir={profile}", "about:blank"]
    quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    launch = [sys.executable, "-c", LAUNCH, *map(str, high), *command]
    process = subprocess.Popen(launch, pass_fds=high, **quiet)
    for end in (*ends, *high):
        os.close(end)
    return process


class Browser:
    """A running browser with one page."""

    def __init__(self) -> None:
        self.profile = tempfile.mkdtemp(prefix="theory-checks-browser-")
        to_browser, self.input = os.pipe()
        self.output, from_browser = os.pipe()
        self.process = _start(self.profile, to_browser, from_browser)
        self.buffer = b""
        self.number = 0
        self.session = ""
        self.events: list[dict[str, Any]] = []
        try:
            self._open_page()
        except BaseException:
            self.close()
            raise

    def _open_page(self) -> None:
        target = self.send("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = self.send("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "DOM"):
            self.send(f"{domain}.enable")

    def close(self) -> None:
        """End the browser and remove its profile."""
        os.close(self.input)
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.output)
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method: str, parameters: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Send a command and return its answer; events that arrive meanwhile are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": dict(parameters or {})}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.input, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive(time.monotonic() + PATIENCE)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, event: str) -> dict[str, Any]:
        """Return the next event of a kind, whether it came already or not."""
        deadline = time.monotonic() + PATIENCE
        seen = 0
        while True:
            for seen, item in enumerate(self.events):
                if item.get("method") == event:
                    return self.events.pop(seen)["params"]
            self.events.append(self._receive(deadline))

    def _receive(self, deadline: float) -> dict[str, Any]:
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.output], [], [], max(0.0, deadline - time.monotonic()))
            chunk = os.read(self.output, 1 << 16) if ready else b""
            if not chunk:
                raise BrowserError("the browser must answer, got silence")
            self.buffer += chunk
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)


class Page:
    """What the tests do with a page."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def open(self, path: Path, fragment: str = "") -> None:
        """Load a file and wait until it stands; complaints of earlier pages are forgotten."""
        for url in ("about:blank", path.as_uri() + fragment):  # a new fragment alone would load nothing
            self.browser.events.clear()
            self.browser.send("Page.navigate", {"url": url})
            self.browser.wait_for("Page.loadEventFired")

    def reload(self) -> None:
        """Load the page again."""
        self.browser.events.clear()
        self.browser.send("Page.reload")
        self.browser.wait_for("Page.loadEventFired")

    def follow(self, script: str) -> None:
        """Do what opens another page, and wait until that stands."""
        self.browser.events.clear()
        self.run(script)
        self.browser.wait_for("Page.loadEventFired")

    def run(self, script: str) -> Any:
        """Return the value of an expression; promises are awaited, exceptions become errors."""
        answer = self.browser.send(
            "Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True}
        )
        if "exceptionDetails" in answer:
            raise BrowserError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def size(self, width: int, height: int = 900) -> None:
        """Set the size of the window."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.browser.send("Emulation.setDeviceMetricsOverride", metrics)

    def hover(self, selector: str) -> None:
        """Put the mouse on an element."""
        element = f"document.querySelector({selector!r})"
        self.run(f"{element}.scrollIntoView({{behavior: 'instant'}})")
        box = self.run(f"(b => [b.left + b.width / 2, b.top + b.height / 2])({element}.getBoundingClientRect())")
        self.browser.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": box[0], "y": box[1]})

    def media(self, *, scheme: str = "light", medium: str = "") -> None:
        """Prefer a colour scheme; show the page as on paper."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.browser.send("Emulation.setEmulatedMedia", {"media": medium, "features": features})

    def scripts(self, *, on: bool) -> None:
        """Switch scripts on or off for pages loaded from now on."""
        self.browser.send("Emulation.setScriptExecutionDisabled", {"value": not on})

    def key(self, name: str, code: int) -> None:
        """Press a key."""
        text = {"text": "\r"} if name == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            event = {"type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code}
            self.browser.send("Input.dispatchKeyEvent", event | (text if kind == "keyDown" else {}))

    def screenshot(self, path: Path, limit: int = 6000) -> None:
        """Save a picture of the whole page, cut at a height."""
        size = self.browser.send("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], limit), "scale": 1}
        data = self.browser.send("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})["data"]
        path.write_bytes(base64.b64decode(data))

    def complaints(self) -> list[str]:
        """What the browser complained about since the page was opened: errors, warnings, violations of the policy."""
        actual: list[str] = []
        for event in self.browser.events:
            method, params = event.get("method"), event.get("params", {})
            if method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
                actual.append(params["entry"]["text"])
            elif method == "Runtime.exceptionThrown":
                actual.append(params["exceptionDetails"]["text"])
            elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
                actual.append(str(params["args"]))
        return actual

    def requests(self) -> list[str]:
        """The addresses that the page asked for."""
        return [
            e["params"]["request"]["url"] for e in self.browser.events if e.get("method") == "Network.requestWillBeSent"
        ]
