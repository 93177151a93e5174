"""The page at all widths, in Chromium: nothing is cut, nothing lies on something else, nothing scrolls sideways; and
axe-core finds no fault of accessibility, wherever it is opened. Pages of any kind open."""

import base64
import re
from pathlib import Path

import pytest
from conftest import records
from drawn_pages import go, report, rungs, shown
from report_data import OPTIONS, document, write_run

WIDTHS = [(390, "light", ""), (768, "dark", ""), (1280, "light", ""), (2560, "dark", ""), (1040, "light", "print")]
FITS = "const page = document.documentElement; return page.scrollWidth <= page.clientWidth"
OPEN_ALL = """
  document.querySelectorAll('.fold [aria-expanded=false]').forEach(part => part.click());
  document.querySelectorAll('details').forEach(part => part.open = true);
  const frame = () => new Promise(requestAnimationFrame);  // a change of the system is told with the next one
  return frame().then(frame)"""
# Of each piece of text that a reader sees, where it lies: texts cut, and those that lie on others.
FAULTS = """
  scrollTo(0, 0);  // where heads that stay lie on nothing
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest('.warnings ul')
        || parent.closest('script, style, .unseen, .skip, .tablebox, .limits, pre, select')
        || parent.closest('header') || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const cut = getComputedStyle(parent).webkitLineClamp === 'none' ? Infinity : parent.getBoundingClientRect().bottom;
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2 || box.bottom > cut + 2) continue;
      found.push([node.textContent.trim().slice(0, 40), box]);
    }
  }
  const width = document.documentElement.clientWidth, faults = [];
  found.sort((a, b) => a[1].top - b[1].top);
  found.forEach(([text, a], place) => {
    if (a.left < -1 || a.right > width + 1) faults.push('cut: ' + text);
    for (let next = place + 1; next < found.length && found[next][1].top < a.bottom; next += 1) {
      const [other, b] = found[next];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (text !== other && wide > 2 && high > Math.min(a.height, b.height) / 2.5) faults.push(text + ' on ' + other);
    }
  });
  return [faults.slice(0, 9), found.length]"""
VIOLATIONS = """axe.run().then(all => all.violations.flatMap(
    one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 120)} ${node.failureSummary.slice(0, 200)}`)))"""
PLACES = {"two": ("#technique=carry&step=tiles/gpu/quick&show=counters", "#case=tiles&step=quick&gpu=both"),
          "hostile": ("", "#case=tiles"),
          "committed": ("#technique=carry&step=stitch/gpu/incremental_wrap&show=difference", "#case=median&gpu=both",
                        "#case=distance&step=two_passes")}


@pytest.mark.parametrize(("name", "place"), [(name, place) for name, places in PLACES.items() for place in places])
def test_no_text_is_cut_or_lies_on_another_and_nothing_scrolls_sideways(browser, pages, name, place):
    for number, (width, scheme, media) in enumerate(WIDTHS):
        browser.emulate(width, 800, scheme)
        if name != "committed" or number == 0:  # that page takes long to open: it is made wider and narrower
            browser.open(pages[name], place)
            browser.run(OPEN_ALL)
        browser.emulate(width, 800, scheme, media)
        faults, count = browser.run(FAULTS)
        assert count > 20 and faults == [], width
        assert media or browser.run(FITS), width


def test_the_first_screen_shows_eight_techniques_a_phone_does_not_scroll_for_ever_and_print_is_short(browser, pages):
    browser.open(pages["committed"])
    browser.emulate(1280, 800)
    bottoms = "return [...document.querySelectorAll('.technique')].map(e => e.getBoundingClientRect().bottom)"
    assert sum(bottom <= 800 for bottom in browser.run(bottoms)) >= 8
    browser.emulate(390, 800)
    assert browser.run("return document.documentElement.scrollHeight") < 7000
    go(browser, "#carry", lambda page: shown(page, ".technique.open td"))
    assert all(width > 60 for width in browser.run("return [...document.querySelectorAll('.technique.open > *')]"
               ".filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().width)"))
    line, *sizes = browser.run("return [...document.querySelector('.small').querySelectorAll('text, .line:last-child "
                               "circle')].map(e => e.textContent)")
    assert line == "1x" and len(sizes) > 3 and sizes[0] in sizes[2] and sizes[1] in sizes[-1]  # first and last dot
    assert pages_printed(browser) < 12
    go(browser, "#case=median&gpu=both", lambda page: shown(page, "#case .ladder"))
    assert pages_printed(browser) < 12


def pages_printed(browser):
    printed = base64.b64decode(browser._tool("Page.printToPDF")["data"])
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def test_bars_that_would_be_too_small_are_drawn_a_second_time_larger_and_say_so(browser, tmp_path):
    rows = [{**row, "time_median_us": str(float(row["time_median_us"]) * 100)} if row["variant"] in
            ("gpu/slow", "gpu/quick") and row["time_median_us"] else row for row in records()]
    out = tmp_path / "small.html"
    assert report.run(str(write_run(tmp_path / "run", rows)), "--out", str(out), *OPTIONS) in (0, 1)
    browser.open(out, "#case=tiles")
    assert "the same, times ten" in shown(browser, "#case thead")[0]
    widths = browser.run("return [...document.querySelectorAll('#case .two tr.rung')].map(row => "
                         "[...row.querySelectorAll('.bar')].map(e => e.getBoundingClientRect().width))")
    assert [len(mine) for mine in widths[:3]] == [1, 1, 2] and widths[2][1] > 3 > widths[2][0]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing(browser, pages, width, scheme):
    axe = pytest.importorskip("axe_core_python")
    script = Path(axe.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
    def violations():
        browser.evaluate(script)
        return browser.evaluate(VIOLATIONS)
    browser.emulate(width, 800, scheme)
    for name, part in (("hostile", "#case=tiles"), ("two", "#case=tiles"), ("two", "")):
        browser.open(pages[name], part)
        browser.run(OPEN_ALL)
        assert violations() == [], (name, part)
    browser.run("document.getElementById('trust').innerHTML = '<button></button><input><h2>y</h2><h4>x</h4>"
                "<p style=\"color: #aaa; background: #fff\">pale</p>'")
    assert {one.split(":")[0] for one in violations()} >= {"button-name", "label", "heading-order", "color-contrast"}


def test_the_checker_finds_planted_faults(browser, pages):
    browser.open(pages["two"])
    browser.run("const p = document.createElement('p'); p.textContent = 'planted';"
                "p.style = 'position:absolute; top:0; left:0; margin:0'; document.querySelector('.card').append(p);"
                "document.querySelector('.card').style.position = 'relative';"
                "const q = document.createElement('p'); q.textContent = 'far'; q.style = 'margin-left:-30px';"
                "document.getElementById('trust').append(q);")
    faults, _ = browser.run(FAULTS)
    assert any("planted" in fault and " on " in fault for fault in faults) and "cut: far" in faults


# Pages of any kind open, and run nothing that is not theirs.

def test_every_page_loads_without_a_complaint_and_shows_techniques_and_cases(browser, pages):
    for name, path in pages.items():
        browser.open(path)
        assert browser.complaints() == [], name
        assert len(shown(browser, "h2")) == 2 + (name != "hostile"), name
        cards = shown(browser, ".card")
        assert any(all(word in card for word in ("us", "faster", "biggest step:")) for card in cards), name


ODD = {"a machine without GPU": lambda row: row["backend"] == "host" and row,
       "no time": lambda row: row["status"] == "incorrect" and row,
       "libraries alone": lambda row: row["variant"].startswith("peer/") and row,
       "the name of a part of the page": lambda row: {**row, "case": "the-facts"},
       "names of JavaScript": lambda row: {**row, "case": "__proto__" if row["case"] == "tiles" else "constructor"}}


@pytest.mark.parametrize("name", ODD)
def test_rows_of_any_kind_are_drawn_and_open(browser, tmp_path, name):
    rows = [changed for row in records() if row["case"] == "tiles" and (changed := ODD[name](row))]
    out = tmp_path / "odd.html"
    assert report.run(write_run(tmp_path / "run", rows), "--out", out, *OPTIONS) in (0, 1)
    browser.open(out)
    browser.run("location.hash = `#case=${encodeURIComponent(arguments[0])}`", rows[0]["case"])
    browser.wait(lambda: rungs(browser) or shown(browser, "#case .fold"), "the case is not shown")
    if not rungs(browser):
        browser.click("#case .fold button")
    browser.click("#case button.name")
    assert len(shown(browser, ".detail .command")) == 1 and browser.complaints() == []


def test_a_foreign_script_does_not_run_and_is_complained_of(browser, pages, tmp_path):
    """The policy holds, and complaints() hears the console: a script is planted."""
    text = pages["two"].read_text(encoding="utf-8")
    planted = tmp_path / "planted.html"
    planted.write_text(text.replace("<h1>", "<script>document.title = 'taken'</script><h1>"), encoding="utf-8")
    browser.open(planted)
    assert browser.run("return document.title") != "taken"
    assert any("Content Security Policy" in words for words in browser.complaints())


def test_hostile_text_is_shown_as_it_is(browser, pages):
    browser.open(pages["hostile"], "#case=tiles")
    browser.run("document.querySelectorAll('#case .fold button').forEach(e => e.click())")
    assert "<b>&amp;</b><!-- /generated -->" in "".join(rungs(browser))
    assert browser.run("return document.querySelectorAll('main script, main img, .name b').length") == 0


def test_the_committed_results_make_one_small_whole_page(pages):
    assert pages["committed"].stat().st_size < 3_000_000
    shown = {case["name"]: case["cards"] for case in document(pages["committed"].read_text())["cases"]}
    assert [card["biggest"] for *_, cache, card in shown["reduce"] if cache == "cold"] == 2 * [["gpu/shared_atomics"]]
