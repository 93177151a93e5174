"""Times, rates and percentages as people write them."""

import csv

import pytest
from conftest import SCRIPTS

from rungs.data import show

WRITERS = {"microseconds": show.time, "bytes per second": lambda value: show.rate(value / 1e9),
           "percent": show.percent, "ratio": show.gain}


def test_units_are_written_as_bench_writes_them():
    path = SCRIPTS.parent / "harness" / "output" / "units_examples.csv"
    examples = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert {one["what"] for one in examples} == {*WRITERS, "joules"}
    for one in (one for one in examples if one["what"] in WRITERS):
        assert WRITERS[one["what"]](float(one["value"])) == one["text"], one


@pytest.mark.parametrize(("write", "value", "text"), [
    (lambda us: show.time(us, trim=True), 34000, "34 ms"),
    (show.time, 0.5, "0.500 us"), (show.rate, 0.0001, "0.100 MB/s"), (show.percent, 0.018, "0.018 %"),
    (show.percent, 0, "0 %"),
    (show.plain, " a\n\tb\x1b\x00c ", "a b c")])
def test_numbers_and_texts_as_people_write_them(write, value, text):
    assert write(value) == text


def test_fitted_text_fits_and_cut_text_says_so(style_on):
    assert show.plain("abcdef", 4) == "abc…"
    figure = style_on.new_figure()
    assert style_on.fitted(figure, "short", 2) == "short"
    text = style_on.fitted(figure, "long words " * 40, 2, size=9)
    assert text.endswith("…") and 1.5 < style_on.width_of(figure, text, size=9) <= 2
