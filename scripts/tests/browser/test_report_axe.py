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
    for name, part in (("hostile", "#case=tiles"), ("two", "#case=tiles"), ("two", "")):
        browser.open(pages[name], part)
        browser.run(OPEN)
        assert violations(browser) == [], (name, part)
    browser.run("document.getElementById('trust').innerHTML = '<button></button><input><h2>y</h2><h4>x</h4>"
                "<p style=\"color: #aaa; background: #fff\">pale</p>'")
    assert {one.split(":")[0] for one in violations(browser)} >= {"button-name", "label", "heading-order",
                                                                  "color-contrast"}
