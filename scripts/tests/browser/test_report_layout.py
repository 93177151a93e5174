"""The page at all widths, in Chromium: nothing is cut, nothing lies on something else, nothing scrolls sideways."""

import pytest

WIDTHS = [(360, "light", ""), (768, "dark", ""), (1280, "light", ""), (2560, "dark", ""), (900, "light", "print")]
FITS = "const page = document.documentElement; return page.scrollWidth <= page.clientWidth"
OPEN_ALL = "document.querySelectorAll('details').forEach(part => part.open = true)"
# What a reader sees as one piece of text, and where it lies.
PIECES = """
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest('.warnings ul')
        || parent.closest('script, style, .unseen, .skip, .tablebox, pre, select')
        || parent.closest('header') || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width > 1 && box.height > 1) found.push([node.textContent.trim().slice(0, 40), box]);
    }
  }"""
FAULTS = PIECES + """
  const width = document.documentElement.clientWidth, faults = [];
  found.sort((a, b) => a[1].top - b[1].top);
  found.forEach(([text, a], place) => {
    if (a.left < -1 || a.right > width + 1) faults.push('cut: ' + text);
    for (let next = place + 1; next < found.length && found[next][1].top < a.bottom; next += 1) {
      const [other, b] = found[next];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > Math.min(a.height, b.height) / 2.5) faults.push(text + ' on ' + other);
    }
  });
  return [faults.slice(0, 9), found.length]"""


@pytest.mark.parametrize(("name", "gpus"), [("two", ""), ("two", "both"), ("hostile", ""), ("committed", ""),
                                            ("committed", "both")])
def test_no_text_is_cut_or_lies_on_another(browser, pages, name, gpus):
    path = pages.get(name) or pytest.skip("no results in this tree")
    for number, (width, scheme, media) in enumerate(WIDTHS):
        browser.emulate(width, 800, scheme)
        if name != "committed" or number == 0:  # that page takes long to open: it is made wider and narrower
            browser.open(path)
            if gpus:
                browser.click("#controls .choice button", "both")
            browser.run(OPEN_ALL)
        browser.emulate(width, 800, scheme, media)
        faults, count = browser.run(FAULTS)
        assert count > 100 and faults == [], width
        assert media or browser.run(FITS), width


@pytest.mark.parametrize("width", [360, 760, 1000, 1280, 2560])
def test_bars_have_room_beside_an_open_rung_and_nothing_scrolls_sideways(browser, pages, width):
    browser.emulate(width, 800)
    for name in ("hostile", "two"):
        browser.open(pages[name], "#tiles/gpu/quick")
        bars, table, part = browser.run("""
            const width = selector => document.querySelector(selector).getBoundingClientRect().width;
            return [width('#case-0 .track'), width('#case-0 .ladder'), width('#case-0')]""")
        assert name == "hostile" or (bars > 0.2 * table and table > 0.95 * part)
        browser.run(OPEN_ALL)
        assert browser.run(FITS), name


def test_pages_of_several_runs_have_room(browser, site):
    for path in site.glob("*.html"):
        browser.open(path)
        if path.name.startswith("diff"):
            browser.click(".choice button", "all rows")
        for width in (360, 1280, 2560):
            browser.emulate(width, 800)
            faults, count = browser.run(FAULTS)
            assert count > 5 and faults == [] and browser.run(FITS), (path.name, width)


def test_the_checker_finds_planted_faults(browser, pages):
    browser.open(pages["two"])
    browser.run("const p = document.createElement('p'); p.textContent = 'planted';"
                "p.style = 'position:absolute; top:0; left:0; margin:0'; document.querySelector('.card').append(p);"
                "document.querySelector('.card').style.position = 'relative';"
                "const q = document.createElement('p'); q.textContent = 'far'; q.style = 'margin-left:-30px';"
                "document.getElementById('end').append(q);")
    faults, _ = browser.run(FAULTS)
    assert any("planted" in fault and " on " in fault for fault in faults) and "cut: far" in faults
