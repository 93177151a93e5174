"""What other pages say of whole runs: energies, two machines of one model, and what changed with the kernels."""

import re
import statistics
from functools import cache

from conftest import ROOT
from test_findings import DOCUMENTS, FIELD, FIRST, GOALS, H100, H200, RESULTS, frame, plain, time

from rungs.data import energy_files, show, side_table
from rungs.data.records import split_params
from rungs.data.row_format import CEILING_CASES


def test_energies_of_the_best_rungs():
    text = plain((ROOT / "harness/README.md").read_text(encoding="utf-8"))
    of, other = ({f"{key[0]}/{key[1]}": one for key, one in energy_files.read_energies(
        side_table.path_of(RESULTS / H200 / file)).items()} for file in ("rows-energy.csv", "rows-energy-second.csv"))
    best = {name.partition("/")[0]: one for name, one in sorted(of.items(), key=lambda at: at[1]["pj_per_byte"])
            if name == FIELD or not re.match("distance/|median_window/|median/gpu/5x5", name)}
    said = re.search(r"The best rungs .*? take (.*)\. Four of them, (.*), ran into", text)
    assert re.sub(r" pJ per byte|3x3 ", "", said[1]).replace(" and ", ", ") == ", ".join(
        f"{one['pj_per_byte']:.0f} ({case})" for case, one in best.items())
    capped = sorted(case for case, one in best.items() if "power cap" in one["throttle"])
    assert re.sub("the | and", "", said[2]).replace(",", "").split() == capped
    old, new, idle = of[FIRST], of[FIELD], {f"{one['idle_watts']:.0f}" for one in of.values()}
    less = [f"{old[name] / new[name]:.0f} times less" for name in ("net_joules_per_launch", "time_median_us")]
    assert f"takes {old['net_joules_per_launch']:.3g} J net, one of sliding_window " \
           f"{1000 * new['net_joules_per_launch']:.3g} mJ: {less[0]}, in {less[1]} time" in text
    assert re.search(r"(\d+) W idle", text)[1] in idle
    slower, hotter = ([100 * (other[name][column] / of[name][column] - 1) for name in other]
                      for column in ("time_median_us", "net_joules_per_launch"))
    assert f"as long for {len(other)} kernels, to {max(map(abs, slower)):.1f} %, and {min(hotter):.0f} to " \
           f"{max(hotter):.0f} % more energy net" in text


def test_two_machines_of_one_model():
    key = ["case", "variant", "size", "params", "cache"]
    one, two = (frame(run)[frame(run)["status"].eq("ok") & frame(run)["backend"].eq("cuda")].set_index(key)
                ["time_median_us"] for run in (DOCUMENTS, "h100/2026-11-28"))
    ratios = (two / one).dropna()
    apart = ratios[(ratios - 1).abs() > 0.03]
    assert len(ratios) == 127 and {f"{case}/{variant}" for case, variant, *_ in apart.index} == {
        "copy/gpu/both_ways", "median/gpu/3x3_v1_streamed", "median/gpu/3x3_v3_streamed", "median/gpu/3x3_ten",
        "copy/peer/memcpy"}
    fitted = [show.time(time(run, "stitch/gpu/repeater_grid_fitted", params="repeater=100"))
              for run in (H100, DOCUMENTS, "h100/2026-11-28", GOALS)]
    text = plain((RESULTS / "README.md").read_text(encoding="utf-8"))
    assert "127 rows of" in text and "All but five agree to 3 %" in text
    assert f"{fitted[0]} on the H100 of 25 November, {fitted[1]}, {fitted[2]} and {fitted[3]} on three others" in text
    since, = {show.time(time("h200/2026-11-28", "stitch/gpu/repeater_grid_fitted", params="repeater=100", file=file))
              for file in ("rows.csv", "rows-second-run.csv")}
    assert f"It now takes {since} on each of two H200s" in text


def test_two_runs_on_one_gpu():
    one, two = ({(key, params): us for key, params, us in timed("h100/2026-11-28", f"rows-known-{number}.csv")
                 if us >= 20 and key[0] not in CEILING_CASES} for number in (1, 2))
    differ = sorted(100 * abs(two[key] / one[key] - 1) for key in one.keys() & two.keys())
    text = plain((ROOT / "harness/README.md").read_text(encoding="utf-8"))
    assert f"on one H100, of {len(differ)} kernels of 20 us and more" in text
    assert "half differ by less than 0.05 %, and one by more than 0.2 %" in text
    assert statistics.median(differ) < 0.05 and sum(value > 0.2 for value in differ) == 1


def test_two_h200s():
    key = ["case", "variant", "size", "params"]
    found = (frame("h200/2026-11-28", file) for file in ("rows.csv", "rows-second-run.csv"))
    one, two = (rows_of[rows_of["status"].eq("ok") & rows_of["backend"].eq("cuda") & rows_of["cache"].eq("cold")]
                .set_index(key)[["time_median_us", "device_uuid"]] for rows_of in found)
    both = one.join(two, rsuffix="_2", how="inner")
    both = both[both["device_uuid"].ne(both["device_uuid_2"]) & both["time_median_us"].ge(20)]
    differ = (both["time_median_us_2"] / both["time_median_us"] - 1).abs()
    apart = differ[differ > 0.03].sort_values(ascending=False)
    names, shown = (" and ".join(texts).replace(" and ", ", ", len(apart) - 2) for texts in (
        [f"{case}/{variant}" for case, variant, *_ in apart.index], [f"{100 * value:.1f}" for value in apart]))
    text = plain((RESULTS / "README.md").read_text(encoding="utf-8"))
    assert f"{len(both)} rows that take 20 us or more were measured by two H200s" in text
    half = f"{100 * differ.median():.2f} %"
    assert len(apart) == 7 and f"half of them agree to {half}. All but seven agree to 3 %" in text
    assert f"{names} ({shown} %)" in text.replace("`", "")


def test_a_grid_over_the_pattern_needs_small_blocks():
    modulo, grid, fitted = ({side: time(H200, f"stitch/gpu/{name}", params=f"repeater={side}") for side in (
        16, 32, 45, 64, 97, 100, 101, 128)} for name in ("modulo", "repeater_grid", "repeater_grid_fitted"))
    assert all(modulo[side] < grid[side] for side in modulo)
    assert [side for side in modulo if fitted[side] < modulo[side]] == [97, 100, 101, 128]
    text = plain((RESULTS / "README.md").read_text(encoding="utf-8"))
    assert f"the grid is faster from 97 pixels on ({modulo[128] / fitted[128]:.1f}x at 128," in text


def timed(run, name="rows.csv"):
    """[((case, variant, size), parameters and axes, us)] of a run's cold GPU rows."""
    found = frame(run, name)
    found = found[found["status"].eq("ok") & found["backend"].eq("cuda") & found["cache"].eq("cold")]
    return [((one.case, one.variant, one.size), frozenset(split_params(one.params).items()), one.time_median_us)
            for one in found.itertuples()]


@cache
def changed():
    """{(case, variant): times before and since} of what differs by more than 5 % and 3 us; versions by their first."""
    since = {}
    for key, params, us in timed("h100/2026-11-28") + timed("h100/2026-11-28", "rows-known-1.csv"):
        since.setdefault(key, {}).setdefault(params, us)
    pairs = {key[:2]: (us, two) for key, params, us in timed(H100) for other, two in since.get(key, {}).items()
             if params <= other and not any(params <= third < other for third in since[key])}
    return {key: (one, two) for key, (one, two) in pairs.items() if abs(two / one - 1) > 0.05 and abs(two - one) > 3}


def test_what_changed_when_the_kernels_became_the_documents():
    lines = [f"| `{case}/{variant}` | {show.time(one)} | {show.time(two)} | {show.gain(one / two)} |"
             for (case, variant), (one, two) in sorted(changed().items())
             if variant not in ("gpu/3x3_ten_with_copies", "gpu/repeater_grid_fitted")]
    text = (ROOT / "reference" / "published" / "README.md").read_text(encoding="utf-8")
    assert len(lines) == 24 and "\n".join(["| --- | ---: | ---: | ---: |", *lines, ""]) in text
