"""The report page in headless Chromium: the table of techniques, the page of a case, the address, the search,
light and dark."""

import pytest
from drawn_pages import go, rungs, shown

ENTER = "\ue007"
SEARCH = "const i = document.getElementById('search'); i.value = arguments[0]; i.dispatchEvent(new Event('input'))"
PICK = ("const s = document.querySelector(arguments[0]); s.selectedIndex = [...s.options].findIndex(o => "
        "o.text.includes(arguments[1])); s.dispatchEvent(new Event('change'))")


def address(browser):
    return browser.run("return location.hash")


def techniques(browser):
    return shown(browser, ".technique .name")


def wait_for_rung(page, name):
    """Waits until the detail of the rung of this name is open."""
    page.wait(lambda: page.run("return document.querySelector('#case [aria-expanded=true].name')?.textContent") == name,
              f"{name} is not open")


def test_a_technique_opens_its_steps_and_a_step_what_there_is_to_look_at(page):
    assert techniques(page) == ["Carry the index along", "Warp instructions instead of shared memory",
                                "Coalesce accesses"]  # the largest gain first
    row, = [text for text in shown(page, ".technique") if text.startswith("Carry")]
    assert all(word in row for word in ("Issue slots", "2.40x", "bigger 2.40x"))
    page.click(".technique .name", "Carry")
    assert address(page) == "#carry"
    step, = shown(page, ".steps tbody tr")
    assert "tiles: slow to quick" in step and "48.0 us to 20.0 us" in step and "tile=2" in step and "hot: " in step
    page.click(".looks button", "difference")
    assert address(page) == "#technique=carry&step=tiles/gpu/quick&show=difference"
    assert shown(page, ".look .removed") == ["3\n-\nint b;"]
    page.click(".looks button", "machine code")
    assert shown(page, ".look .sass") == ["LDG\nSTG"]
    page.click(".looks button", "counters")
    assert "-67 %" in shown(page, ".look td")  # instructions
    page.click(".looks button", "counters")
    assert shown(page, ".look") == []
    page.click(".steps th a", "tiles")
    wait_for_rung(page, "quick")
    assert shown(page, ".sass") == ["LDG\nSTG"] and "NOP" not in page.run("return document.body.textContent")
    words = page.run("return document.querySelector('#case .detail').textContent")
    assert "of another program than these rows" in words


def test_the_table_is_filtered_by_what_limits_a_kernel_and_by_gpu_and_sorted(page):
    page.click(".limits button", "issue slots")
    assert address(page) == "#limit=issue" and techniques(page)[0] == "Carry the index along"
    pressed, = shown(page, ".limits [aria-pressed=true]")
    assert f"; {pressed.split()[-1]} techniques gained 5 % or more" in shown(page, ".lead")[0]
    assert "Pays in all these rows" in shown(page, ".technique .stops")[0]
    page.click(".limits button", "any")
    everything = techniques(page)
    page.run(PICK, ".groups select", "by name")
    assert techniques(page) == sorted(everything) != everything and address(page) == "#sort=name"
    page.click("#controls button", "bigger")
    assert "median step, bigger" in shown(page, ".techniques thead")[0] and address(page) == "#gpu=bigger&sort=name"


def test_the_search_looks_at_names_ideas_techniques_limits_and_cases(page):
    everything = techniques(page)
    for words, wanted in (("carry ALONG", everything[:1]), ("quick", [everything[0], everything[2]]), ("sum", [
            everything[1]]), ("issue slots", everything[:2]), ("nothing has this", [])):
        page.run(SEARCH, words)
        assert techniques(page) == wanted, words
    assert shown(page, ".card") == []
    page.run(SEARCH, "50 % & more")
    assert address(page) == "#q=50%20%25%20%26%20more"
    page.run(SEARCH, "")
    assert techniques(page) == everything and shown(page, ".card")
    go(page, "#case=tiles")
    page.run(SEARCH, "tiles QUICK")
    assert rungs(page) == ["quick", "quick"]  # on the GPU and on the host
    assert page.run("return document.getElementById('said').textContent") == "2 rungs found"


def test_a_card_leads_to_its_case_and_names_the_biggest_step(page):
    card = next(text for text in shown(page, ".card") if text.startswith("tiles"))
    assert "biggest step: quick 2.40x faster (Carry the index along)" in card
    assert "2.40x" in shown(page, ".card .block.g1")
    page.click(".card h3 a", "tiles")
    page.wait(lambda: rungs(page), "the case is not shown")
    assert address(page) == "#case=tiles" and shown(page, "#front") == []
    page.click(".casehead a", "all techniques")
    page.wait(lambda: techniques(page), "the table is not shown")
    page.click(".card .more a", "quick")
    wait_for_rung(page, "quick")
    assert address(page) == "#case=tiles&step=quick"


def test_rows_that_are_wrong_come_first_in_the_table_and_in_their_case(page):
    first = shown(page, "main > * > *")[0]
    assert first.startswith("Rows incorrect or failed: ") and "tiles/gpu/wrong" in first and "7 mismatches" in first
    page.click(".wrong a", "tiles/gpu/wrong")
    wait_for_rung(page, "wrong")
    assert "7 mismatches" in shown(page, "#case .wrong")[0]


def test_a_case_is_one_ladder_with_its_side_branches_folded(page):
    go(page, "#case=tiles&gpu=gpu")
    assert rungs(page)[:2] == ["slow", "quick"]
    sides, libraries = shown(page, "#case .fold")
    assert "2 side branches (best: wide 1.03x slower from quick)" in sides and "libraries: library" in libraries
    slow, quick, *_, on_host = shown(page, "#case tr.rung")
    assert "2.40x faster" in quick and "Carry the index along" in quick
    assert "faster" not in slow and "one thread" in on_host and "one thread" not in slow  # the host is another ladder
    page.click("#case .fold button", "side branches")
    assert rungs(page)[:4] == ["slow", "quick", "wide", "wrong"]
    assert "1.03x slower" in shown(page, "#case tr.rung")[2]
    widths = page.run("return [...document.querySelectorAll('#case .bar')].map(e => e.getBoundingClientRect().width)")
    assert widths[1] / widths[0] == pytest.approx(20 / 48, rel=0.05)  # linear, from 0
    page.run(PICK, "#case select", "tile=2")
    assert shown(page, "#case tr.rung")[0].split()[:2] == ["slow", "42.0"]
    assert address(page) == "#case=tiles&size=1000x1000;tile=2;mode=plain&gpu=gpu"
    page.click("#controls button", "both")
    assert all(text in shown(page, "#case tr.rung")[0] for text in ("42.0 us", "84.0 us"))


def test_a_bar_opens_its_rung_with_source_and_counters(page):
    go(page, "#case=tiles&gpu=gpu")
    page.run("document.querySelectorAll('#case button.name')[1].focus()")
    page.press([ENTER])  # by keyboard alone
    wait_for_rung(page, "quick")
    assert address(page) == "#case=tiles&step=quick&gpu=gpu"
    lines = page.run("return [...document.querySelectorAll('.source .line')].filter(e => e.checkVisibility())"
                     ".map(e => e.className + e.innerText)")
    assert [line[len("line "):].replace("\n", "") for line in lines] == ["same2 int a;", "removed3-int b;",
                                                                         "added3+int c;"]
    code, keyword = page.run("return ['.source code', '.source .kt'].map(e => "
                             "getComputedStyle(document.querySelector(e)).color)")
    assert code != keyword and {"-67 %", "same"} <= set(shown(page, ".counted td"))
    assert shown(page, ".detail .command code")[0].startswith("bench '--filter=^tiles/gpu/quick$'")
    page.run("document.querySelectorAll('.detail details').forEach(part => part.open = true)")
    assert "// Quick." in shown(page, ".source")[1]
    page.press([ENTER])
    assert page.run("return document.querySelectorAll('.detail').length") == 0


STATES = ["#carry", "#technique=carry&step=tiles/gpu/quick&show=counters",
          "#limit=issue&gpu=gpu&cache=hot&sort=pays&q=carry", "#cache=hot&q=tiles", "#technique=carry&gpu=gpu",
          "#case=tiles&step=quick&gpu=both&cache=hot", "#case=tiles&size=1000x1000;tile=2;mode=plain&gpu=bigger"]


def test_the_address_brings_all_back_that_was_shown(page, pages):
    look = ("return [document.querySelector('main').innerText, document.getElementById('search').value,"
            "[...document.querySelectorAll('[aria-pressed=true]')].filter(e => e.checkVisibility())"
            ".map(e => e.textContent).join()]")
    seen = {}
    for state in STATES:
        page.run("location.hash = arguments[0]", state)
        page.wait(lambda: page.run("return 1") and address(page) == state, state)  # noqa: B023 (called here)
        page.run("return new Promise(requestAnimationFrame)")
        seen[state] = page.run(look)
    assert len({repr(one) for one in seen.values()}) == len(STATES)
    for state, wanted in seen.items():
        page.open(pages["hostile"])
        page.open(pages["two"], state)
        assert page.run(look) == wanted and address(page) == state


def test_an_address_opens_a_part_of_the_page_and_what_it_does_not_know_is_left_out(page, pages):
    assert not shown(page, "#the-facts table")
    go(page, "#the-facts", lambda page: shown(page, "#the-facts table"))
    everything = techniques(page)
    for state in ("#case=%E0%A4%A", "#gpu=h300&limit=none&case=other", "#nothing"):
        page.open(pages["two"], state)
        assert techniques(page) == everything and page.complaints() == [], state
    page.open(pages["two"], "#case=tiles&step=nothing&cache=lukewarm&size=9x9")
    assert rungs(page) and not shown(page, ".detail") and "cold caches" in shown(page, "#headline")[0]


def test_a_state_of_the_caches_that_was_not_measured_is_said_and_no_other_shown(page):
    go(page, "#case=sum&cache=hot", lambda page: shown(page, "#case"))  # of that case there are cold rows alone
    words = shown(page, "#case")[0]
    assert "sum: not measured with hot caches at this problem" in words and " us" not in words
    go(page, "#cache=hot", techniques)
    assert "Warp instructions instead of shared memory" not in techniques(page)
    assert "not measured with hot caches: " in shown(page, "#techniques")[0]


def test_light_and_dark_follow_the_system(page):
    for scheme, media, dark in (("light", "", False), ("dark", "", True), ("dark", "print", False)):
        page.emulate(1280, 800, scheme, media)
        # A change of the system is told with the next frame.
        colour = page.run("const frame = () => new Promise(requestAnimationFrame);"
                          "return frame().then(frame).then(() => getComputedStyle(document.body).backgroundColor)")
        assert (int(colour.strip("rgb()").split(",")[0]) < 128) == dark, (scheme, media)
