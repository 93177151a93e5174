"""The report page in headless Chromium: it loads, sorts, filters, opens what a link names, is light and dark."""

import hostile
import pytest
from browser import Browser, programs
from conftest import SCRIPTS, Command, records
from report_data import OPTIONS, counters_of, on_another_gpu, write_run

report = Command("report")
RESULTS = SCRIPTS.parent / "results"
ENTER, TAB = "\ue007", "\ue004"

if isinstance(programs(), str):
    pytest.skip(programs(), allow_module_level=True)


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with Browser(tmp_path_factory.mktemp("browser")) as window:
        yield window


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Paths by name: two GPUs with counters, hostile text, and the committed results where there are any."""
    folder = tmp_path_factory.mktemp("pages")
    rows = [dict(row, sm_clock_mhz="1000") for row in records()]
    two = [write_run(folder / "one", rows, counters_csv=counters_of(rows)),
           write_run(folder / "other", on_another_gpu(rows))]
    made = {"two": two, "hostile": [write_run(folder / "hostile", hostile.change(rows))]}
    committed = sorted(run for run in RESULTS.glob("*/latest") if (run / "rows.csv").exists())
    if committed:
        made["committed"] = committed
    for name, runs in made.items():
        options = [] if name == "committed" else OPTIONS
        assert report.main([*map(str, runs), "--out", str(folder / f"{name}.html"), *options]) == 0
    return {name: folder / f"{name}.html" for name in made}


@pytest.fixture
def page(browser, pages):
    """The page of two GPUs, freshly opened in a wide and light window."""
    browser.emulate(1280, 900)
    browser.open(pages["two"])
    browser.run("localStorage.clear()")
    browser.open(pages["two"])
    browser.complaints()
    return browser


def shown(browser, selector):
    """The texts of what the selector finds and a reader can see."""
    return browser.run("return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility())"
                       ".map(e => e.innerText.trim())", selector)


def column(browser, number):
    """The texts of a column of the first table of rows that is shown."""
    return browser.run("const table = [...document.querySelectorAll('.problem table')].find(t => t.checkVisibility());"
                       "return [...table.tBodies[0].rows].filter(r => r.checkVisibility())"
                       ".map(r => r.cells[arguments[0]].innerText.trim())", number)


def microseconds(text):
    value, unit = text.split()
    return float(value) * {"us": 1, "ms": 1e3, "s": 1e6}[unit]


def test_every_page_loads_without_a_complaint(browser, pages):
    for name, path in pages.items():
        browser.open(path)
        assert browser.run("return document.readyState") == "complete"
        assert browser.complaints() == [], name
        assert len(shown(browser, "h2")) >= 6, name


def test_a_foreign_script_does_not_run_and_is_complained_of(browser, pages, tmp_path):
    """The policy holds, and complaints() hears the console: a script is planted."""
    text = pages["two"].read_text(encoding="utf-8")
    planted = tmp_path / "planted.html"
    planted.write_text(text.replace("<h1>", "<script>document.title = 'taken'</script><h1>"), encoding="utf-8")
    browser.open(planted)
    assert browser.run("return document.title") != "taken"
    assert any("Content Security Policy" in words for words in browser.complaints())


def test_a_column_sorts_up_and_down_and_what_has_no_time_stays_last(page):
    heading = "return [...document.querySelectorAll('.problem th[aria-sort]')].map(h => h.getAttribute('aria-sort'))"
    page.run("document.querySelector('.problem thead button').focus()")
    page.press([TAB, TAB, TAB, ENTER])  # sorting works by keyboard
    measured = [microseconds(time) for time in column(page, 3) if time]
    assert len(measured) > 5 and measured == sorted(measured) and column(page, 3)[-1] == ""
    assert page.run(heading) == ["ascending"]
    page.click(".problem thead button", "time")
    times = column(page, 3)
    assert [microseconds(time) for time in times if time] == measured[::-1] and times[-1] == ""
    assert page.run(heading) == ["descending"]
    page.click(".problem thead button", "variant")
    assert page.run(heading) == ["ascending"] and column(page, 0) == sorted(column(page, 0))


def test_rows_are_filtered_by_every_word(page):
    everything = column(page, 0)
    page.type(".problem input[type=search]", "Wrong BIGGER hot")
    kept = column(page, 0)
    assert kept == ["gpu/wrong"]
    assert f"{len(kept)} of {len(everything)} rows" in shown(page, ".problem [role=status]")
    page.type(".problem input[type=search]", " nothing has this")
    assert column(page, 0) == []
    page.run("const i = document.querySelector('.problem input[type=search]'); i.value = '';"
             "i.dispatchEvent(new Event('input'))")
    assert column(page, 0) == everything


def test_another_problem_is_chosen(page):
    page.run("const select = document.querySelector('#tiles select');"
             "select.value = arguments[0]; select.dispatchEvent(new Event('change'))", "1000x1000, tile=2, mode=plain")
    assert shown(page, "#tiles .problem caption") == ["tiles: 1000x1000, tile=2, mode=plain"]


def test_a_link_opens_what_it_names(page, pages):
    closed = page.run("return document.getElementById('tiles/gpu/quick').open")
    page.click(".problem .plot a", "gpu/quick")
    opened = "const part = document.getElementById('tiles/gpu/quick');" \
             "const box = part.getBoundingClientRect(); return [part.open, box.top >= -1 && box.top < innerHeight]"
    assert closed is False and page.run(opened) == [True, True]
    page.open(pages["hostile"])
    page.open(pages["two"], "#tiles/gpu/quick")
    assert page.run(opened) == [True, True]


def test_light_and_dark_follow_the_system_until_the_button_is_pressed(page, pages):
    def look():
        return page.run("""
            const dark = colour => Number(colour.match(/[0-9]+/)[0]) < 128;
            const frame = () => new Promise(requestAnimationFrame);  // a change of the system is told with the next one
            return frame().then(frame).then(() => {
              const look = getComputedStyle(document.body);
              const button = document.querySelector('.theme');
              return [dark(look.backgroundColor), dark(look.color), button.getAttribute('aria-pressed')];
            })""")

    light, dark = [False, True, "false"], [True, False, "true"]
    assert look() == light
    page.emulate(1280, 900, "dark")
    assert look() == dark
    page.click(".theme")
    assert look() == light
    page.open(pages["two"])
    assert look() == light  # remembered
    page.emulate(1280, 900, "light")
    page.click(".theme")
    assert look() == dark
    page.emulate(1280, 900, "dark", media="print")
    assert look()[0] is False


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_window_scrolls_sideways(browser, pages, width):
    for name, path in pages.items():
        browser.emulate(width, 800)
        browser.open(path)
        browser.run("document.querySelectorAll('details').forEach(part => part.open = true)")
        assert browser.run("const page = document.documentElement; return page.scrollWidth <= page.clientWidth"), name
        wide = browser.run("""
            return [...document.querySelectorAll('body *')].filter(e => {
              if (e.closest('.tablebox, pre, svg, .unseen') || !e.checkVisibility()) return false;
              const box = e.getBoundingClientRect();
              return box.width && (box.right > document.documentElement.clientWidth + 1 || box.left < -1);
            }).map(e => e.outerHTML.slice(0, 100))""")
        assert [words for words in wide if 'class="skip"' not in words] == [], name


def test_words_of_a_picture_do_not_lie_on_each_other_and_none_is_cut(browser, pages):
    for width in (360, 1280):
        for name, path in pages.items():
            browser.emulate(width, 800)
            browser.open(path)
            assert browser.run("""
                const faults = [];
                for (const plot of document.querySelectorAll('.plot')) {
                  if (!plot.checkVisibility()) continue;
                  const frame = plot.getBoundingClientRect();
                  const words = [...plot.querySelectorAll('text')].map(e => [e.textContent, e.getBoundingClientRect()]);
                  words.forEach(([text, a], i) => {
                    if (a.left < frame.left || a.right > frame.right) faults.push('cut: ' + text);
                    for (const [other, b] of words.slice(i + 1)) {
                      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                      if (wide > 1 && high > a.height / 3) faults.push(text + ' on ' + other);
                    }
                  });
                }
                return faults""") == [], (name, width)


def test_all_is_there_without_scripts(page, pages):
    page.scripts_on(False)
    try:
        page.open(pages["two"])
        assert shown(page, "button, input, select") == []
        assert shown(page, ".problem > summary") and len(shown(page, "#tiles .problem[open] tbody tr")) > 5
        count = page.run("return document.querySelectorAll('#tiles .problem').length")
        assert len(shown(page, "#tiles .problem > summary")) == count
    finally:
        page.scripts_on(True)


def test_print_has_the_tables_and_no_controls(page):
    page.emulate(1280, 900, media="print")
    assert shown(page, "button.theme, input, select, nav") == []
    assert len(shown(page, "#tiles .problem tbody tr")) > 5
    page.emulate(1280, 900)


def test_what_a_screen_reader_needs(page):
    assert page.run("return [...document.querySelectorAll('table')].filter(t => !t.caption || !t.tHead ||"
                    "[...t.querySelectorAll('th')].some(h => !h.scope)).length") == 0
    assert page.run("return [...document.querySelectorAll('input, select')].filter(e => !e.labels.length).length") == 0
    assert page.run("return [...document.querySelectorAll('button')].filter(e => !e.textContent.trim()).length") == 0
    page.press([TAB])
    assert page.run("return document.activeElement.className") in ("skip", "theme")
    page.run("document.querySelector('.problem thead button').focus({focusVisible: true})")
    assert page.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
