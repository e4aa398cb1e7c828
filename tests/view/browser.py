# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, driven by its DevTools protocol through a pipe: no driver, socket or
package."""

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections import deque
from pathlib import Path

FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--hide-scrollbars",
    "--mute-audio",
    "--force-color-profile=srgb",
    "--remote-debugging-pipe",
    "--disable-breakpad",
]


def executable():
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which(
        "google-chrome")
    assert found, "there is no Chromium here: run make setup"
    return found


class Browser:
    """One Chromium, which opens pages one after the other."""
    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="weir-chromium.")
        to_read, to_write = os.pipe(), os.pipe()

        def wire():
            # Chromium reads commands from descriptor 3 and answers on 4
            commands, answers = fcntl.fcntl(to_read[0], fcntl.F_DUPFD, 10), fcntl.fcntl(
                to_write[1], fcntl.F_DUPFD, 10)
            os.dup2(commands, 3)
            os.dup2(answers, 4)

        self.process = subprocess.Popen(
            [executable(), *FLAGS, f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=wire,
            close_fds=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.profile})
        os.close(to_read[0])
        os.close(to_write[1])
        self.out, self.into = to_read[1], to_write[0]
        self.number, self.rest, self.messages, self.events = 0, b"", deque(), deque()

    def receive(self, timeout=60):
        import select

        end = time.monotonic() + timeout
        while not self.messages:
            left = end - time.monotonic()
            assert left > 0 and select.select([self.into], [], [],
                                              left)[0], "Chromium does not answer"
            data = os.read(self.into, 1 << 20)
            assert data, "Chromium has ended"
            *whole, self.rest = (self.rest + data).split(b"\0")
            self.messages.extend(json.loads(message) for message in whole)
        return self.messages.popleft()

    def call(self, method, session=None, timeout=60, **params):
        self.number += 1
        mine = self.number
        message = {
            "id": mine, "method": method, "params": params,
            **({"sessionId": session} if session else {})
        }
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        while True:
            got = self.receive(timeout)
            if got.get("id") == mine:
                assert "error" not in got, f"{method}: {got['error']}"
                return got["result"]
            self.events.append(got)

    def close(self):
        try:
            self.call("Browser.close", timeout=10)
        except (AssertionError, OSError):
            self.process.kill()
        self.process.wait(20)
        shutil.rmtree(self.profile, ignore_errors=True)


class Page:
    """A tab of the browser. Any problem in it fails the test: see problems."""
    def __init__(self, browser, width=1280, height=800, scale=1, touch=False, dark=False):
        self.browser = browser
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target,
                                    flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.size(width, height, scale)
        if touch:
            self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
        self.prefer("dark" if dark else "light")

    def call(self, method, timeout=60, **params):
        return self.browser.call(method, self.session, timeout, **params)

    def size(self, width, height, scale=1):
        self.width, self.height = width, height
        self.call("Emulation.setDeviceMetricsOverride",
                  width=width,
                  height=height,
                  deviceScaleFactor=scale,
                  mobile=False)

    def prefer(self, scheme):
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, path, fragment="", ready="weir.ready.then(() => null)", timeout=60):
        url = path if str(path).startswith("http") else Path(path).resolve().as_uri()
        self.call("Page.navigate", url=url + fragment)
        end = time.monotonic() + timeout
        while self.run("document.readyState") != "complete":
            assert time.monotonic() < end, "the page does not load"
            time.sleep(0.02)
        if ready:
            self.run(ready, timeout=timeout)
        return self

    def run(self, script, timeout=60):
        """The value of an expression in the page; awaits a promise."""
        done = self.call("Runtime.evaluate",
                         timeout,
                         expression=f"(async () => ({script}))()",
                         awaitPromise=True,
                         returnByValue=True)
        assert "exceptionDetails" not in done, json.dumps(done["exceptionDetails"])[:2000]
        return done["result"].get("value")

    def settle(self):
        """Waits until the page is drawn, and its URL updated."""
        self.run("new Promise((done) => setTimeout(() => requestAnimationFrame(() => "
                 "requestAnimationFrame(() => done(null))), 220))")

    def problems(self):
        """Errors of scripts, and requests of the page other than for itself."""
        self.run("null")
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            params = event.get("params", {})
            if event["method"] == "Runtime.exceptionThrown":
                found.append(json.dumps(params["exceptionDetails"])[:1000])
            elif event["method"] == "Log.entryAdded" and params["entry"]["level"] == "error":
                found.append(params["entry"]["text"])
            elif event["method"] == "Network.requestWillBeSent" and params[
                    "type"] != "Document" and not params["request"]["url"].startswith("data:"):
                found.append("request of " + params["request"]["url"])
        return found

    # --- hands ---

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y, count=1):
        self.mouse("mouseMoved", x, y)
        for i in range(count):
            self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=i + 1)
            self.mouse("mouseReleased", x, y, button="left", clickCount=i + 1)

    def drag(self, x0, y0, x1, y1, modifiers=0):
        self.mouse("mouseMoved", x0, y0, modifiers=modifiers)
        self.mouse("mousePressed",
                   x0,
                   y0,
                   button="left",
                   buttons=1,
                   clickCount=1,
                   modifiers=modifiers)
        for i in range(1, 6):
            self.mouse("mouseMoved",
                       x0 + (x1 - x0) * i / 5,
                       y0 + (y1 - y0) * i / 5,
                       button="left",
                       buttons=1,
                       modifiers=modifiers)
        self.mouse("mouseReleased", x1, y1, button="left", clickCount=1, modifiers=modifiers)

    def wheel(self, x, y, dy=0, dx=0, modifiers=0):
        self.mouse("mouseWheel", x, y, deltaX=dx, deltaY=dy, modifiers=modifiers)

    def touch(self, kind, *points):
        self.call("Input.dispatchTouchEvent",
                  type=kind,
                  touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)])

    def key(self, key, modifiers=0):
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, modifiers=modifiers, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=modifiers)

    def type(self, text):
        self.call("Input.insertText", text=text)

    # --- eyes ---

    def picture(self):
        """A PNG of the page."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def grid(self, columns, rows, box=None):
        """The picture as columns by rows of mean colours, [[(r, g, b), ...], ...], scaled by the
        browser. box: x, y, width and height of the part to take."""
        x, y, width, height = box or (0, 0, self.width, self.height)
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
        png = self.call("Page.captureScreenshot", format="png", clip=clip)["data"]
        flat = self.run(
            f"(async () => {{const bytes = Uint8Array.from(atob('{png}'), (c) => c.charCodeAt(0)), "
            f"canvas = new OffscreenCanvas({columns}, {rows}); "
            f"const image = await createImageBitmap(new Blob([bytes]), {{resizeWidth: {columns}, "
            f"resizeHeight: {rows}, resizeQuality: 'high'}}); "
            f"const c = canvas.getContext('2d'); c.drawImage(image, 0, 0); return "
            f"Array.from(c.getImageData(0, 0, {columns}, {rows}).data);}})()")
        cells = [tuple(flat[i:i + 3]) for i in range(0, len(flat), 4)]
        return [cells[row * columns:(row + 1) * columns] for row in range(rows)]

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
