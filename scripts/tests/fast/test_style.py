"""Times, rates and percentages as people write them."""

import pytest

from rungs.data import show


@pytest.mark.parametrize(("write", "value", "text"), [
    *[(show.time, us, text) for us, text in [
        (344, "344 us"), (18800, "18.8 ms"), (1.5e6, "1.50 s"), (2.5, "2.50 us"), (0.5, "0.500 us"), (999.4, "999 us"),
        (999.6, "1.00 ms"), (999.4e6, "999 s"), (999.9999, "1.00 ms"), (9.996, "10.0 us"), (123456e6, "123456 s")]],
    *[(show.rate, gbps, text) for gbps, text in [
        (1220, "1.22 TB/s"), (22.3, "22.3 GB/s"), (0.27, "270 MB/s"), (3130, "3.13 TB/s"), (0.0001, "0.100 MB/s")]],
    *[(show.percent, value, text) for value, text in [
        (39.04, "39 %"), (7.21, "7.2 %"), (0.713, "0.7 %"), (0.018, "0.018 %"), (99.6, "100 %"), (103.2, "103 %"),
        (0, "0 %"), (9.96, "10 %")]],
    *[(show.factor, value, text) for value, text in [
        (5.9, "5.9x"), (0.0183, "0.018x"), (402.1, "402x"), (1, "1.0x"), (1234, "1234x")]],
    (show.plain, " a\n\tb\x1b\x00c ", "a b c")])
def test_numbers_and_texts_as_people_write_them(write, value, text):
    assert write(value) == text


def test_published_times_claim_no_digits_of_their_own():
    assert [show.time(us, trim=True) for us in (2030, 34000, 816000, 100)] == ["2.03 ms", "34 ms", "816 ms", "100 us"]


def test_fitted_text_fits_and_cut_text_says_so(style_on):
    assert show.plain("abcdef", 4) == "abc…"
    figure = style_on.new_figure(2)
    assert style_on.fitted(figure, "short", 2) == "short"
    text = style_on.fitted(figure, "long words " * 40, 2, size=9)
    assert text.endswith("…") and 1.5 < style_on.width_of(figure, text, size=9) <= 2
