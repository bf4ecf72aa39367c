"""Headless Chromium over its DevTools pipe: no driver, no port, no package; what the tests of the page need and no more.

Protocol: https://chromedevtools.github.io/devtools-protocol/ - JSON messages that end in a NUL byte, written to the browser's file
descriptor 3 and read from its 4.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome", "chromium-headless-shell")
_FLAGS = (
    "--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions", "--disable-quic",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--hide-scrollbars", "--lang=en-US",
)  # fmt: skip
_WAIT = 60.0  # seconds for one answer; a loaded machine of two cores needs a few to start the browser
_KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32}


class BrowserError(Exception):
    """The browser did not answer, or answered with an error."""


def find() -> str | None:
    """The browser: the one that CHROMIUM names, else the first that is installed; None where there is none."""
    named = os.environ.get("CHROMIUM")
    return next((found for name in ([named] if named else NAMES) if (found := shutil.which(name))), None)


def _high(ends: tuple[int, int]) -> tuple[int, int]:
    """The ends of a pipe under numbers that are neither 3 nor 4, which the browser's own would overwrite."""
    moved = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 20) for end in ends)
    for end in ends:
        os.close(end)
    return moved[0], moved[1]


class Chromium:
    """One browser process, ended when the ``with`` block is left."""

    def __init__(self, program: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        theirs_in, self._out = _high(os.pipe())
        self._in, theirs_out = _high(os.pipe())
        # Only a shell can give a child the numbers 3 and 4 without Python code between fork and exec.
        script = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out} {theirs_in}<&- {theirs_out}>&-'
        self._process = subprocess.Popen(
            ["/bin/bash", "-c", script, "chromium", program, *_FLAGS, f"--user-data-dir={self._folder.name}", "about:blank"],
            pass_fds=(theirs_in, theirs_out), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(theirs_in)
        os.close(theirs_out)
        self._read = b""
        self._number = 0
        self.events: dict[str, list[dict[str, Any]]] = {}  # by session

    def __enter__(self) -> Chromium:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            self.send("Browser.close")
            self._process.wait(20)
        except (BrowserError, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        os.close(self._out)
        self._folder.cleanup()

    def send(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        """The result of ``method``; raises BrowserError where it fails or nothing comes."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        os.write(self._out, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + _WAIT
        while True:
            answer = self._next(deadline - time.monotonic())
            if answer is None:
                raise BrowserError(f"{method}: no answer within {_WAIT:.0f} s")
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error'].get('message')}")
                return dict(answer["result"])

    def gather(self, seconds: float) -> None:
        """Read events for that long."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self._next(left)

    def _next(self, seconds: float) -> dict[str, Any] | None:
        """The next message, noted if it is an event; None where none comes in time."""
        deadline = time.monotonic() + seconds
        while b"\0" not in self._read:
            ready, _, _ = select.select([self._in], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                return None
            chunk = os.read(self._in, 1 << 20)
            if not chunk:
                raise BrowserError("the browser has gone")
            self._read += chunk
        raw, _, self._read = self._read.partition(b"\0")
        message: dict[str, Any] = json.loads(raw)
        if "method" in message:
            self.events.setdefault(message.get("sessionId", ""), []).append(message)
        return message

    def page(self, width: int = 1280, height: int = 900) -> Page:
        """A new tab, with script on and events of its console, network and problems noted."""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session, target)
        for domain in ("Page", "Runtime", "Log", "Network", "DOM"):
            page.send(f"{domain}.enable")
        page.size(width, height)
        return page


class Page:
    """One tab."""

    def __init__(self, browser: Chromium, session: str, target: str) -> None:
        self._browser = browser
        self._session = session
        self._target = target

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._browser.send(method, self._session, **parameters)

    def close(self) -> None:
        self._browser.send("Target.closeTarget", targetId=self._target)

    def events(self, *methods: str) -> list[dict[str, Any]]:
        """Parameters of the events that came so far."""
        return [event["params"] for event in self._browser.events.get(self._session, []) if event["method"] in methods]

    def open(self, path: Path) -> None:
        """Load a file and wait until it has loaded."""
        loaded = len(self.events("Page.loadEventFired"))
        self.send("Page.navigate", url=path.resolve().as_uri())
        self.until(lambda: len(self.events("Page.loadEventFired")) > loaded, "the page did not load")
        self._browser.gather(0.2)  # events of what the load set off

    def until(self, condition: Any, problem: str, seconds: float = 20.0) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise BrowserError(problem)
            self._browser.gather(0.05)

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression, awaited if it is a promise."""
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def size(self, width: int, height: int, scale: float = 1.0) -> None:
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def media(self, scheme: str = "light", motion: str = "reduce", medium: str = "") -> None:
        """What style sheets may ask: the colour scheme, whether to move, and the medium."""
        features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}]
        self.send("Emulation.setEmulatedMedia", media=medium, features=features)

    def script(self, on: bool) -> None:
        self.send("Emulation.setScriptExecutionDisabled", value=not on)

    def click(self, selector: str) -> None:
        """A mouse click at the middle of the first element of ``selector``, scrolled into view."""
        place = self.evaluate(
            f"(() => {{const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
            "const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]})()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)
        self._browser.gather(0.1)

    def key(self, name: str) -> None:
        """One key, pressed and released."""
        code = _KEYS[name]
        text = {"Enter": "\r", " ": " "}.get(name, "")
        for kind in ("keyDown", "keyUp"):
            extra = {"text": text} if text and kind == "keyDown" else {}
            self.send("Input.dispatchKeyEvent", type=kind, key=name, code=name.strip() or "Space", windowsVirtualKeyCode=code, **extra)

    def type(self, text: str) -> None:
        self.send("Input.insertText", text=text)

    def visible_text(self) -> str:
        """The text that is laid out, asked without script."""
        snapshot = self.send("DOMSnapshot.captureSnapshot", computedStyles=[])
        layout, strings = snapshot["documents"][0]["layout"], snapshot["strings"]
        return " ".join(strings[text] for text in layout["text"] if text >= 0)

    def picture(self, whole: bool = True) -> bytes:
        return base64.b64decode(self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"])

    def pdf(self) -> bytes:
        """The printed page, on A4."""
        return base64.b64decode(
            self.send("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, printBackground=True, preferCSSPageSize=True)["data"]
        )

    def problems(self) -> list[str]:
        """Errors and warnings of the console, uncaught exceptions, and dialogs that somebody opened."""
        entries = [e["entry"] for e in self.events("Log.entryAdded")]
        said = [f"{e['level']}: {e['text']}" for e in entries if e["level"] in ("error", "warning")]
        said += [f"console.{c['type']}: {c['args']}" for c in self.events("Runtime.consoleAPICalled") if c["type"] in ("error", "warning", "assert")]
        said += [f"exception: {e['exceptionDetails']['text']}" for e in self.events("Runtime.exceptionThrown")]
        return said + [f"dialog: {d['message']}" for d in self.events("Page.javascriptDialogOpening")]

    def requests(self) -> list[str]:
        """Addresses asked for, beside the page itself."""
        sent = [event for event in self.events("Network.requestWillBeSent") if event.get("type") != "Document"]
        return [event["request"]["url"] for event in sent if not event["request"]["url"].startswith("data:,")]
