"""Report pages in headless Chromium, for the tests that look at them. Pages are made once, for all modules."""

import contextlib
import io

import hostile
import pytest
from conftest import ROOT, Command, records
from report_data import OPTIONS, counters_of, on_another_gpu, write_run
from webdriver import Browser, programs

from rungs.data import fact_files

report = Command("report")
STEPS = ("case,variant,technique,step\ntiles,gpu/quick,carry,gain\ntiles,gpu/wide,coalesce,gain\n"
         "sum,gpu/shuffle,shuffle,gain\n")
LOOPS = (",".join(fact_files.LOOP_COLUMNS) + '\ntiles,gpu/quick,quick,sm_90,2,1,"LDG\nSTG",,built\n'
         "tiles,gpu/slow,slow,sm_90,1,1,NOP,,another build\n")


@pytest.fixture(scope="session")
def one_browser(tmp_path_factory):
    if isinstance(programs(), str):
        pytest.skip(programs())
    with Browser(tmp_path_factory.mktemp("browser")) as window:
        yield window


@pytest.fixture
def browser(one_browser):
    """The browser, as if it had just been started."""
    one_browser.begin_anew()
    return one_browser


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """Paths by name: two GPUs with counters, hostile text, and the committed results."""
    folder = tmp_path_factory.mktemp("pages")
    rows = [dict(row, sm_clock_mhz="1000", binary="built") for row in records()]
    cases = folder / "cases"
    (cases / "tiles" / "gpu").mkdir(parents=True)
    for name, text in (("slow", "// Slow.\nint a;\nint b;\n"), ("quick", "// Quick.\nint a;\nint c;\n")):
        (cases / "tiles" / "gpu" / f"{name}.cu").write_text(text, encoding="utf-8")
    two = [write_run(folder / "one", rows, counters_csv=counters_of(rows), rows_steps_csv=STEPS, rows_loops_csv=LOOPS),
           write_run(folder / "other", on_another_gpu(rows), rows_steps_csv=STEPS)]
    made = {"two": two, "hostile": [write_run(folder / "hostile", hostile.change(rows))],
            "committed": sorted((ROOT / "results").glob("*/latest"))}
    for name, runs in made.items():
        options = [] if name == "committed" else [*OPTIONS, "--cases", str(cases)]
        with contextlib.redirect_stderr(io.StringIO()) as said:
            code = report.run(*runs, "--out", folder / f"{name}.html", *options)
        assert code == ("incorrect" in said.getvalue())
    return {name: folder / f"{name}.html" for name in made}


@pytest.fixture
def page(browser, pages):
    """The page of two GPUs, freshly opened in a wide and light window."""
    browser.open(pages["two"])
    return browser


def shown(browser, selector):
    """The texts of what the selector finds and a reader can see."""
    return browser.run("return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility())"
                       ".map(e => e.innerText.trim())", selector)


def rungs(browser):
    return shown(browser, "#case button.name")


def go(browser, place, there=rungs):
    """Goes to a place of the page that is open, and waits until what is shown there is."""
    browser.run("location.hash = arguments[0]", place)
    browser.wait(lambda: there(browser), f"{place} is not shown")
