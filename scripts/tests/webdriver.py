"""Headless Chromium for the tests of pages, by chromedriver's protocol (W3C WebDriver); the standard library alone."""

import json
import os
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DRIVERS = ("chromedriver", "chromium.chromedriver")
ANSWER_SECONDS = 60
DRAWN = "return document.readyState === 'complete' && 'drawn' in document.documentElement.dataset"
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the protocol's key of an element


def programs():
    """(browser, driver) on PATH, or a sentence that says what is missing."""
    browser, driver = (next(filter(None, map(shutil.which, names)), None) for names in (BROWSERS, DRIVERS))
    if browser and driver:
        return browser, driver
    return f"no {'Chromium' if not browser else 'chromedriver'} on PATH (Debian: chromium and chromium-driver)"


class Browser:
    """One window. Use as a context; `folder` is for the browser's profile and the driver's log."""

    def __init__(self, folder):
        browser, driver = programs()
        self._driver = subprocess.Popen([driver, "--port=0", f"--log-path={folder}/driver.log"], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        options = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   f"--user-data-dir={folder}/profile", "--window-size=1280,900"]
        if os.geteuid() == 0:
            options.append("--no-sandbox")  # Chromium's sandbox refuses to run as root
        try:
            ports = (re.search(r"successfully on port (\d+)", line) for line in self._driver.stdout)
            self._at = f"http://127.0.0.1:{next(filter(None, ports))[1]}"
            wanted = {"browserName": "chrome", "goog:chromeOptions": {"binary": browser, "args": options},
                      "goog:loggingPrefs": {"browser": "ALL"}}
            session = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
            self._at += f"/session/{session['sessionId']}"
        except BaseException:
            self._driver.kill()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._ask("DELETE", "")
        finally:
            self._driver.terminate()
            self._driver.communicate(timeout=ANSWER_SECONDS)

    def _ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._at + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def begin_anew(self):
        """Goes on in a new tab, with nothing of the old one."""
        tab = self._ask("POST", "/window/new", {"type": "tab"})["handle"]
        self._ask("DELETE", "/window")
        self._ask("POST", "/window", {"handle": tab})
        self.emulate(1280, 800)
        self.complaints()

    def open(self, path, part=""):
        """Opens a file, at `part` of it, and waits until its script has drawn it."""
        self._ask("POST", "/url", {"url": f"{path.resolve().as_uri()}{part}"})
        self.wait(lambda: self.run(DRAWN), "the page is not drawn")

    def run(self, script, *arguments):
        """What a script (a function's body) returns."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def click(self, selector, words=""):
        """A click on the first shown element that the selector finds and that holds these words."""
        find = ("return [...document.querySelectorAll(arguments[0])].find("
                "e => e.checkVisibility() && e.textContent.includes(arguments[1]))")
        found = self.wait(lambda: self.run(find, selector, words), f"nothing to click: {selector} {words}")
        self._ask("POST", f"/element/{found[_ELEMENT]}/click", {})

    @staticmethod
    def wait(result, failure):
        """What `result` returns once it is true; fails after ANSWER_SECONDS. A page that is being left answers
        with errors, and what a click, a key or a new address leads to may come with a later event."""
        end = time.monotonic() + ANSWER_SECONDS
        while True:
            try:
                if value := result():
                    return value
                error = ""
            except AssertionError as found:
                error = f" ({found})"
            assert time.monotonic() < end, failure + error
            time.sleep(0.02)

    def press(self, keys):
        """Presses keys, one after another, wherever the focus is."""
        presses = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._ask("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": presses}]})

    def emulate(self, width, height, scheme="light", media=""):
        """Sizes the window, and says whether the system is light or dark, and for which medium the page is."""
        self._tool("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self._tool("Emulation.setEmulatedMedia", media=media,
                   features=[{"name": "prefers-color-scheme", "value": scheme}])

    def evaluate(self, expression):
        """What an expression gives, once its promise is kept, whatever scripts the page's policy forbids."""
        answer = self._tool("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return answer["result"].get("value")

    def _tool(self, name, **parameters):
        return self._ask("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def complaints(self):
        """What the console was told since the last time: errors and warnings, one text each."""
        return [entry["message"] for entry in self._ask("POST", "/se/log", {"type": "browser"})
                if entry["level"] in ("SEVERE", "WARNING")]
