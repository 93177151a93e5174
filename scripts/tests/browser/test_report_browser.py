"""The report page in headless Chromium: it draws, follows the address, the keys and the search, is light and dark."""

import pytest
from drawn_pages import rungs, shown

ENTER, DOWN, SLASH = "\ue007", "\ue015", "/"
SEARCH = "const i = document.getElementById('search'); i.value = arguments[0]; i.dispatchEvent(new Event('input'))"


def address(browser):
    return browser.run("return decodeURI(location.hash)")


def wait_for_rung(page, name):
    """Waits until the detail of the rung of this name is open."""
    page.wait(lambda: page.run("return document.querySelector('#case-0 [aria-expanded=true]')?.textContent") == name,
              f"{name} is not open")


def test_a_card_leads_to_its_ladder(page):
    page.click(".card h2 a", "tiles")
    top = "return document.querySelector('#case-0').getBoundingClientRect().top"
    page.wait(lambda: 0 <= page.run(top) < 200, "the case is not on the screen")
    assert address(page) == "#tiles"
    page.run("scrollTo(0, 0)")
    page.click(".card p a", "quick")  # its biggest step
    wait_for_rung(page, "quick")
    top = "return document.querySelector('#case-0 [aria-expanded=true]').getBoundingClientRect().top"
    page.wait(lambda: 0 <= page.run(top) < 800, "the rung is not on the screen")
    assert address(page) == "#tiles/gpu/quick"


def test_links_lead_to_what_stands_below_the_ladders(page):
    names = shown(page, "#further a")
    assert names == ["What the documents claim", "GPU against GPU", "The run"]
    for name, part in zip(names, ("claims", "gpus", "facts")):
        page.run("[...document.querySelectorAll('#further a')].find(e => e.textContent === arguments[0]).click()", name)
        top = f"return document.querySelector('#the-{part}').getBoundingClientRect().top"
        page.wait(lambda: 0 <= page.run(top) < 800, f"{name} is not on the screen")  # noqa: B023 (called here)
    page.run(SEARCH, "reversed")
    found = page.run("return [...document.querySelectorAll('tr[id^=claim-]')].filter(e => !e.hidden).length")
    assert found == page.run("return [...document.querySelectorAll('tr[id^=claim-]')].filter(e => "
                             "e.querySelector('.v-reversed')).length")


def test_steps_are_written_with_words_and_bars_follow_scale_and_problem(page):
    page.click(".choice button", "GPU")
    rows = {text.split("\n")[0].split("\t")[0]: text for text in shown(page, "#case-0 tr.rung")}
    assert "2.40x faster" in rows["quick"] and "1.03x slower" in rows["wide"]
    assert "library" in rows["library"] and "failed" in rows["wrong"]
    wide = "return [...document.querySelectorAll('#case-0 .bar')].map(e => e.getBoundingClientRect().width)"
    widths = page.run(wide)
    assert widths[1] / widths[0] == pytest.approx(20 / 48, rel=0.05)  # linear
    page.click("#case-0 .choice button", "logarithmic")
    logs = page.run(wide)
    assert logs[1] / logs[0] > widths[1] / widths[0]
    page.run("const select = document.querySelector('#case-0 select');"
             "select.selectedIndex = [...select.options].findIndex(o => o.text.includes('tile=2'));"
             "select.dispatchEvent(new Event('change'))")
    assert shown(page, "#case-0 tr.rung")[0].split()[:2] == ["slow", "42.0"]


def test_a_bar_opens_its_rung_with_source_and_counters(page):
    page.click(".choice button", "GPU")
    page.run("document.querySelector('#case-0 button.name').focus()")
    page.press([DOWN, ENTER])  # by keyboard alone
    wait_for_rung(page, "quick")
    assert address(page).startswith("#tiles/gpu/quick")
    lines = page.run("return [...document.querySelectorAll('.source .line')].map(e => e.className + e.innerText)")
    assert [line[len("line "):].replace("\n", "") for line in lines] == ["same2 int a;", "removed3-int b;",
                                                                         "added3+int c;"]
    assert "-67 %" in "".join(shown(page, ".counted td"))  # instructions
    assert shown(page, ".detail .command code")[0].startswith("bench '--filter=^tiles/gpu/quick$'")
    page.click(".detail .choice button", "whole file")
    assert "// Quick." in shown(page, ".source")[0]
    page.press([ENTER])
    page.click(".detail button", "Close")
    page.wait(lambda: page.run("return document.querySelectorAll('.detail').length === 0"), "the rung is still open")


def test_the_address_brings_the_view_back(page, pages):
    page.open(pages["hostile"])
    page.open(pages["two"], "#tiles/gpu/slow/hot/1000x1000;tile=8;mode=plain@both")
    pressed = "return [...document.querySelectorAll('#controls [aria-pressed=true]')].map(e => e.textContent)"
    assert page.run(pressed) == ["both", "hot"]
    assert "40.0 us" in shown(page, "#case-0 tr.rung")[0] and "80.0 us" in shown(page, "#case-0 tr.rung")[0]
    assert page.run("return document.querySelector('#case-0 [aria-expanded=true]').textContent") == "slow"
    page.click("#case-0 .choice button", "logarithmic")
    assert address(page).endswith("@both@log")
    page.open(pages["hostile"])
    page.open(pages["two"], "#tiles@@log")
    assert shown(page, "#case-0 .choice [aria-pressed=true]") == ["logarithmic"]
    page.run("location.hash = '#tiles/gpu/quick/cold@GPU'")
    wait_for_rung(page, "quick")
    assert page.run(pressed) == ["GPU", "cold"]


def test_two_gpus_side_by_side(page):
    page.click(".choice button", "both")
    first = shown(page, "#case-0 tr.rung")[0]
    assert "48.0 us" in first and "96.0 us" in first and "bigger 2.00x slower" in first
    copied = page.run("return [...document.querySelectorAll('#case-0 tr.rung')][1].querySelector('.time').dataset.copy")
    assert copied == "GPU 20.0 us; bigger 40.0 us"
    assert "x0." not in page.run("return document.body.innerText")


def test_charts_are_drawn_when_they_are_looked_at(browser, pages):
    browser.emulate(1280, 800)
    for name in [name for name in ("two", "committed") if name in pages]:
        browser.open(pages[name])
        assert browser.run("return document.querySelectorAll('.chart').length") == 0
        browser.run("document.querySelectorAll('details.charts').forEach(part => part.open = true)")
        browser.wait(lambda: browser.run("return [...document.querySelectorAll('details.charts')].every("
                                         "part => part.querySelector('.panel'))"), "charts are not drawn")
        lines = browser.run("const count = (of, what) => of.querySelectorAll(what).length;"
                            "return [...document.querySelectorAll('.panel')].map(panel => ["
                            "count(panel, '.series path'), count(panel, '.keys li')])")
        assert lines and all(0 < named <= 8 and named <= drawn for drawn, named in lines), lines


def test_the_search_keeps_what_has_every_word(page):
    everything = rungs(page)
    page.press([SLASH])
    page.run(SEARCH, "tiles QUICK")
    assert page.run("return document.activeElement.id") == "search"
    assert [name for name in rungs(page) if name != "quick"] == [] and len(everything) > 3
    assert page.run("return document.getElementById('said').textContent").endswith("rungs found")
    page.run(SEARCH, "nothing has this")
    assert rungs(page) == [] and shown(page, ".card") == []
    page.run(SEARCH, "")
    assert rungs(page) == everything


def test_light_and_dark_follow_the_system_until_the_button_is_pressed(page, pages):
    def look():
        return page.run("""
            const dark = colour => Number(colour.match(/[0-9]+/)[0]) < 128;
            const frame = () => new Promise(requestAnimationFrame);  // a change of the system is told with the next one
            return frame().then(frame).then(() => {
              const look = getComputedStyle(document.body);
              const button = document.getElementById('theme');
              return [dark(look.backgroundColor), dark(look.color), button.getAttribute('aria-pressed')];
            })""")

    light, dark = [False, True, "false"], [True, False, "true"]
    assert look() == light
    page.emulate(1280, 800, "dark")
    assert look() == dark
    page.click("#theme")
    assert look() == light
    page.open(pages["hostile"])
    page.open(pages["two"])
    assert look() == light  # remembered
    page.emulate(1280, 800, "light")
    page.click("#theme")
    assert look() == dark
    page.emulate(1280, 800, "dark", media="print")
    assert look()[0] is False
