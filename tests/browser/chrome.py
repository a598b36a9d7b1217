"""A headless Chromium that tells everything: console, requests, pictures."""

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

T = TypeVar("T")

CHROMIUM = Path("/usr/bin/chromium")
DRIVER = Path("/usr/bin/chromedriver")

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--lang=en",
)
VISIBLE = """
  return [...document.querySelectorAll(arguments[0])].find(
    node => node.checkVisibility() && node.getClientRects().length) ?? null;
"""
WIDE = (1400, 900)
PHONE = (390, 844)


class Browser:
    """One window."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver
        self._seen: set[str] = set()

    # ------------------------------------------------------------------------ state

    def size(self, width: int, height: int) -> None:
        self._command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def scheme(self, name: str) -> None:
        """``light`` or ``dark``, as the reader's system asks for it."""
        feature = {"name": "prefers-color-scheme", "value": name}
        self._command("Emulation.setEmulatedMedia", features=[feature])

    def javascript(self, *, on: bool) -> None:
        self._command("Emulation.setScriptExecutionDisabled", value=not on)

    def fresh(self) -> None:
        """Back to an empty, wide, light window with JavaScript on and nothing stored."""
        self.javascript(on=True)
        self.size(*WIDE)
        self.scheme("light")
        self.driver.get("about:blank")
        for origin in self._seen:
            self._command("Storage.clearDataForOrigin", origin=origin, storageTypes="all")
        self.console()
        self.requests()

    @contextmanager
    def before_pages(self, script: str) -> Iterator[None]:
        """Runs a script in every page before its own."""
        added = self._command("Page.addScriptToEvaluateOnNewDocument", source=script)
        try:
            yield
        finally:
            self._command("Page.removeScriptToEvaluateOnNewDocument", **added)

    # ---------------------------------------------------------------------- reading

    def open(self, url: str) -> None:
        parts = urlsplit(url)
        self._seen.add(f"{parts.scheme}://{parts.netloc}")
        self.driver.get(url)

    def console(self) -> list[str]:
        """What the page and the browser have complained about since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Addresses asked for since the last call, in order."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found

    def foreign(self, *hosts: str) -> list[str]:
        """Requests to any place but ``hosts``."""
        near = {"data", "blob", "about", "chrome"}
        asked = (urlsplit(url) for url in self.requests())
        return [url.geturl() for url in asked if url.scheme not in near and url.netloc not in hosts]

    @property
    def url(self) -> str:
        return str(self.driver.current_url)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def find(self, selector: str) -> WebElement:
        """The first visible element, waited for."""
        return self.wait(lambda: self.run(VISIBLE, selector), f"a visible {selector}")

    def all(self, selector: str) -> list[WebElement]:
        return list(self.driver.find_elements("css selector", selector))

    def texts(self, selector: str) -> list[str]:
        """Texts of all elements, in one question to the browser."""
        script = (
            "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent.trim())"
        )
        return list(self.run(script, selector))

    def wait(self, condition: Callable[[], T | None], what: str, seconds: float = 15) -> T:
        """The first true value of ``condition``."""
        end = time.monotonic() + seconds
        while not (value := condition()):
            assert time.monotonic() < end, f"no {what} after {seconds} s at {self.url}"
            time.sleep(0.03)
        return value

    # ----------------------------------------------------------------------- acting

    def press(self, *keys: str) -> None:
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def chord(self, modifier: str, key: str) -> None:
        chain = ActionChains(self.driver, duration=0)
        chain.key_down(modifier).send_keys(key).key_up(modifier).perform()

    def picture(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(path))

    def _command(self, name: str, **parameters: Any) -> Any:
        return self.driver.execute_cdp_cmd(name, parameters)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser with a profile of its own, gone afterwards."""
    for program in (CHROMIUM, DRIVER):
        assert program.exists(), f"{program}: install Debian's chromium and chromium-driver"
    options = Options()
    options.binary_location = str(CHROMIUM)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for flag in (*FLAGS, f"--user-data-dir={profile}", f"--window-size={WIDE[0]},{WIDE[1]}"):
            options.add_argument(flag)
        driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
        try:
            yield Browser(driver)
        finally:
            driver.quit()


__all__ = ["CHROMIUM", "DRIVER", "PHONE", "WIDE", "Browser", "Keys", "chromium"]
