"""The order of a ladder's rungs, and what its card says."""

import pandas as pd
import pytest

from rungs.data import show
from rungs.data.rows import SpeedOfLight
from rungs.report import charts
from rungs.report.ladders import Ladder, card_of, ladders_of

MEDIAN = {"gpu/3x3_v1": "host/3x3", "gpu/3x3_v1_wide": "gpu/3x3_v1", "gpu/3x3_v2": "gpu/3x3_v1",
          "gpu/3x3_v3": "gpu/3x3_v2", "gpu/3x3_odd": "gpu/3x3_v3", "gpu/5x5": "host/5x5", "gpu/5x5_both": "gpu/5x5",
          "peer/npp_3x3": "", "peer/npp_5x5": ""}
TIMES = {"gpu/3x3_v1": 9, "gpu/3x3_v1_wide": 8, "gpu/3x3_v2": 7, "gpu/3x3_v3": 3, "gpu/3x3_odd": 4, "gpu/5x5": 9,
         "gpu/5x5_both": 9}


def test_the_way_to_the_fastest_stays_in_line_and_side_branches_are_indented():
    large, small = ladders_of("median", MEDIAN, TIMES)
    assert large == Ladder("median 3x3", "gpu", [("gpu/3x3_v1", 0), ("gpu/3x3_v1_wide", 1), ("gpu/3x3_v2", 0),
                                                 ("gpu/3x3_v3", 0), ("gpu/3x3_odd", 1)], ["peer/npp_3x3"])
    assert small == Ladder("median 5x5", "gpu", [("gpu/5x5", 0), ("gpu/5x5_both", 0)], ["peer/npp_5x5"])
    other = ladders_of("median", MEDIAN, {**TIMES, "gpu/3x3_v1_wide": 1})[0]
    assert other.rungs == [("gpu/3x3_v1", 0), ("gpu/3x3_v2", 1), ("gpu/3x3_v3", 2), ("gpu/3x3_odd", 3),
                           ("gpu/3x3_v1_wide", 0)]


def test_every_variant_stands_in_one_ladder_whatever_improves_what():
    for improves in (MEDIAN, dict.fromkeys(MEDIAN, ""), {"gpu/a": "gpu/b", "gpu/b": "gpu/a", "gpu/c": "gpu/c"},
                     {"odd": "", "peer/x": "gpu/a"}, {"peer/x": ""}, {"gpu/a": "", "host/b": "gpu/a"}):
        found = ladders_of("case", improves, {})
        names = [name for ladder in found for name in [*(name for name, _ in ladder.rungs), *ladder.libraries]]
        assert sorted(names) == sorted(improves), improves


def test_another_language_stands_below_what_it_improves():
    found = ladders_of("median", {**MEDIAN, "triton/3x3_rows": "gpu/3x3_v3", "numba/flat": ""}, TIMES)
    assert [(one.name, one.kind) for one in found] == [("median 3x3", "gpu"), ("median 5x5", "gpu"),
                                                       ("median, others", "gpu")]
    assert ("triton/3x3_rows", 1) in found[0].rungs and found[2].rungs == [("numba/flat", 0)]


def card(times, bytes_=None, improves=True, **parts):
    """The card of a ladder gpu/a, gpu/b, ... each improving the one before, or none."""
    names = list(times)
    rows = pd.DataFrame({"variant": names, "improves": ["", *(names[:-1] if improves else [""] * (len(names) - 1))]})
    made = {name: {"us": us, "time": f"{us} us", "moved": (bytes_ or {}).get(name, 1), **parts.get(name[-1], {})}
            for name, us in times.items()}
    for before, name in zip(names, names[1:]) if improves else ():
        made[name] |= {"step": times[before] / times[name], "gain": show.gain(times[before] / times[name])}
    rungs = [(name, 0) for name in names if name.startswith("gpu/")]
    return card_of(Ladder("x", "gpu", rungs, [name for name in names if name not in dict(rungs)]), rows, made,
                         SpeedOfLight(1, "copy"))


def test_a_card_names_the_way_and_its_biggest_step():
    found = card({"gpu/a": 100, "gpu/b": 20, "gpu/c": 10, "peer/lib": 15}, c={"sol": 78.2, "bound": "DRAM 91 %"})
    assert found == {"first": "100 us", "best": "10 us", "variant": "gpu/c", "gain": "10.0x faster",
                     "share": "78 % of a copy", "against": "1.50x faster than lib", "bound": "DRAM 91 %",
                     "biggest": "gpu/b", "worth": "5.00x faster",
                     "spark": [["gpu/a", 1.0], ["gpu/b", 5.0], ["gpu/c", 10.0]]}
    assert card({"gpu/a": 100, "gpu/b": 20, "peer/lib": 20})["against"] == "as fast as lib"
    assert card({"gpu/a": 100, "gpu/b": 20, "peer/lib": 200}, b={"on": "a CPU"})["against"] == (
        "10.0x faster than lib on the CPU")


def test_a_result_of_fewer_bytes_or_an_unstable_one_is_not_the_best_of_a_card():
    assert card({"gpu/a": 100, "gpu/b": 50, "gpu/c": 10}, {"gpu/c": 0.5})["variant"] == "gpu/b"
    assert card({"gpu/a": 100, "gpu/b": 50, "gpu/c": 10}, c={"status": "unstable"})["variant"] == "gpu/b"
    assert "against" not in card({"gpu/a": 100, "peer/lib": 10}, {"peer/lib": 0.5})


def test_a_card_without_gain_or_time():
    found = card({"gpu/a": 10, "gpu/b": 20})
    assert (found["variant"], "gain" in found, "biggest" in found) == ("gpu/a", False, False)
    assert card_of(Ladder("x", "gpu", [("gpu/a", 0)], []), pd.DataFrame(), {}, None) is None


def test_rungs_of_which_none_improves_another_have_no_card():
    """Cases like latency measure the hardware; one rung and a library have a card."""
    assert card({"gpu/a": 10, "gpu/b": 5}, improves=False) is None
    assert card({"gpu/a": 10, "peer/b": 5}, improves=False)["against"]


@pytest.mark.parametrize(("low", "high"), [(1, 1), (10, 4000), (0.3, 2e6), (950, 1050)])
def test_ticks_hold_all_values_and_are_few(low, high):
    ticks = [value for value, _ in charts.ticks_of([low, None, high], show.rate)]
    assert ticks[0] <= low and len(ticks) <= charts.MOST_TICKS + 1 and ticks == sorted(ticks)
