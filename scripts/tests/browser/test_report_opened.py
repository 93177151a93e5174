"""Report pages of any kind open in headless Chromium, and run nothing that is not theirs."""

import pytest
from conftest import records
from drawn_pages import report, rungs, shown
from report_data import OPTIONS, document, write_run


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
    assert report.main([str(write_run(tmp_path / "run", rows)), "--out", str(out), *OPTIONS]) in (0, 1)
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
    if "committed" not in pages:
        pytest.skip("no results in this tree")
    assert pages["committed"].stat().st_size < 3_000_000
    text = pages["committed"].read_text(encoding="utf-8")
    shown = {case["name"]: case["cards"] for case in document(text)["cases"]}
    assert all(any(shown[name]) for name in ("distance", "edm", "median", "reduce"))
    assert [card["biggest"] for *_, cache, card in shown["reduce"] if cache == "cold"] == 2 * ["gpu/shared_atomics"]
