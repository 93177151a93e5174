"""axe-core finds no fault of accessibility on the page, wherever it is opened."""

from pathlib import Path

import pytest

AXE = Path(pytest.importorskip("axe_core_python").__file__).with_name("axe.min.js").read_text(encoding="utf-8")
FOUND = """axe.run().then(all => all.violations.flatMap(
    one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 120)} ${node.failureSummary.slice(0, 200)}`)))"""
OPEN = """document.querySelectorAll("details").forEach(each => { each.open = true });
    document.querySelectorAll(".fold [aria-expanded=false]").forEach(each => each.click())"""


def violations(browser):
    browser.evaluate(AXE)
    return browser.evaluate(FOUND)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing(browser, pages, width, scheme):
    browser.begin_anew()
    browser.emulate(width, 800, scheme)
    for part in ("", "#case=tiles"):
        browser.open(pages["two"], part)
        browser.run(OPEN)
        assert violations(browser) == [], part
    browser.run("document.querySelector('main').append(document.createElement('button'))")
    assert [one.split(":")[0] for one in violations(browser)] == ["button-name"]
