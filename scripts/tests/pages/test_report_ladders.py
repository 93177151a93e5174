"""The order of a ladder's rungs, and what its card says."""

from rungs.data import show
from rungs.data.rows import SpeedOfLight
from rungs.report.ladders import Ladder, card_of, ladders_of

MEDIAN = {"gpu/3x3_v1": "host/3x3", "gpu/3x3_v1_wide": "gpu/3x3_v1", "gpu/3x3_v2": "gpu/3x3_v1",
          "gpu/3x3_v3": "gpu/3x3_v2", "gpu/3x3_odd": "gpu/3x3_v3", "gpu/5x5": "host/5x5", "gpu/5x5_both": "gpu/5x5",
          "peer/npp_3x3": "", "peer/npp_5x5": "", "triton/3x3_rows": "gpu/3x3_v3", "numba/flat": ""}
TIMES = {"gpu/3x3_v1": 9, "gpu/3x3_v1_wide": 8, "gpu/3x3_v2": 7, "gpu/3x3_v3": 3, "gpu/3x3_odd": 4, "gpu/5x5": 9,
         "gpu/5x5_both": 9}


def test_the_way_to_the_best_is_one_line_and_side_branches_hang_at_the_rung_that_they_leave():
    large, small, rest = ladders_of("median", MEDIAN, TIMES)
    assert large == Ladder("median 3x3", "gpu", ["gpu/3x3_v1", "gpu/3x3_v2", "gpu/3x3_v3"], {
        "gpu/3x3_v1": [("gpu/3x3_v1_wide", 0)], "gpu/3x3_v3": [("gpu/3x3_odd", 0), ("triton/3x3_rows", 0)]},
        ["peer/npp_3x3"])
    assert small == Ladder("median 5x5", "gpu", ["gpu/5x5"], {"gpu/5x5": [("gpu/5x5_both", 0)]}, ["peer/npp_5x5"])
    assert (rest.name, rest.kind, rest.rungs) == ("median, others", "gpu", ["numba/flat"])
    other = ladders_of("median", MEDIAN, {**TIMES, "gpu/3x3_v1_wide": 1})[0]
    assert other.rungs == ["gpu/3x3_v1", "gpu/3x3_v1_wide"]
    assert other.sides == {"gpu/3x3_v1": [("gpu/3x3_v2", 0), ("gpu/3x3_v3", 1), ("gpu/3x3_odd", 2),
                                          ("triton/3x3_rows", 2)]}


def test_every_variant_stands_in_one_ladder_whatever_improves_what():
    for improves in (MEDIAN, dict.fromkeys(MEDIAN, ""), {"gpu/a": "gpu/b", "gpu/b": "gpu/a", "gpu/c": "gpu/c"},
                     {"odd": "", "peer/x": "gpu/a"}, {"peer/x": ""}, {"gpu/a": "", "host/b": "gpu/a"}):
        found = ladders_of("case", improves, {})
        names = [name for ladder in found for name in [*ladder.rungs, *ladder.libraries,
                                                       *(name for side in ladder.sides.values() for name, _ in side)]]
        assert sorted(names) == sorted(improves), improves


def card(times, bytes_=None, improves=True, sides=None, **parts):
    """The card of a ladder gpu/a, gpu/b, ... each improving the one before, or none; `sides` is {rung: {variant: times
    faster}}."""
    names = list(times)
    made = {name: {"us": us, "time": f"{us} us", "moved": (bytes_ or {}).get(name, 1), **parts.get(name[-1], {})}
            for name, us in times.items()}
    steps = {name: times[before] / times[name] for before, name in zip(names, names[1:]) if improves}
    steps |= {name: step for of_rung in (sides or {}).values() for name, step in of_rung.items()}
    for name, step in steps.items():
        made[name] = {"step": step, "gain": show.gain(step), **made.get(name, {}), **parts.get(name[-1], {})}
    rungs = [name for name in names if name.startswith("gpu/")]
    branches = {rung: [(name, 0) for name in of_rung] for rung, of_rung in (sides or {}).items()}
    return card_of(Ladder("x", "gpu", rungs, branches, [name for name in names if name not in rungs]), made,
                   SpeedOfLight(1, "copy"))


def test_a_card_names_the_way_and_the_biggest_step_of_all_pairs():
    times = {"gpu/a": 100, "gpu/b": 20, "gpu/c": 10, "peer/lib": 15}
    found = card(times, c={"sol": 78.2, "bound": "DRAM 91 %"})
    assert found == {"first": "100 us", "best": "10 us", "variant": "gpu/c", "gain": "10.0x faster",
                     "share": "78 % of a copy", "against": "1.50x faster than lib", "bound": "DRAM 91 %",
                     "biggest": ["gpu/b"], "blocks": ["gpu/b", "gpu/c"]}
    found = card(times, sides={"gpu/a": {"gpu/d": 9.0, "gpu/e": 30.0, "gpu/f": 0.5}}, e={"kind": "back"})
    assert found["biggest"] == found["side"] == ["gpu/d"]  # one registered the other way round is not named
    assert card({"gpu/a": 100, "gpu/b": 110, "gpu/c": 10})["slower"] == ["gpu/b"]
    assert card({"gpu/a": 100, "gpu/b": 20, "peer/lib": 20})["against"] == "as fast as lib"
    assert card({"gpu/a": 100, "gpu/b": 20, "peer/lib": 200}, b={"on": "a CPU"})["against"] == (
        "10.0x faster than lib on the CPU")


def test_a_result_of_fewer_bytes_or_an_unstable_one_is_not_the_best_of_a_card():
    assert card({"gpu/a": 100, "gpu/b": 50, "gpu/c": 10}, {"gpu/c": 0.5})["variant"] == "gpu/b"
    assert card({"gpu/a": 100, "gpu/b": 50, "gpu/c": 10}, c={"status": "unstable"})["variant"] == "gpu/b"
    assert "against" not in card({"gpu/a": 100, "peer/lib": 10}, {"peer/lib": 0.5})


def test_a_card_without_gain_or_time_or_of_rungs_of_which_none_improves_another():
    """Cases like latency measure the hardware; one rung and a library have a card."""
    found = card({"gpu/a": 10, "gpu/b": 20})
    assert (found["variant"], "gain" in found, "biggest" in found) == ("gpu/a", False, False)
    assert card_of(Ladder("x", "gpu", ["gpu/a"], {}, []), {}, None) is None
    assert card({"gpu/a": 10, "gpu/b": 5}, improves=False) is None
    assert card({"gpu/a": 10, "peer/b": 5}, improves=False)["against"]
