"""What other pages than the first say of measured runs is what the committed rows, energies and counters say: sentences
of a figure each, made of them."""

import csv
import gzip
import re
import statistics
from functools import cache

import pytest
import readme_rows
from readme_rows import DOCUMENTS, FIELD, FIRST, GOALS, H100, H200, LARGE, RESULTS, cold, energies, frame, page, time

from rungs.data import show
from rungs.data.records import split_params
from rungs.data.row_format import CEILING_CASES

PAIR = "h100/2026-11-28"
H200S = "h200/2026-11-28"
HARNESS, STORED = "harness/README.md", "results/README.md"
KEY = ["case", "variant", "size", "params"]


def best_energies():
    of, other = ({name: one for (name, *_), one in energies(f"rows-energy{second}.csv").items()}
                 for second in ("", "-second"))
    best = {name.partition("/")[0]: one for name, one in sorted(of.items(), key=lambda at: at[1]["pj_per_byte"])
            if name == FIELD or not re.match("distance/|median_window/|median/gpu/5x5", name)}
    said = re.search(r"The best rungs .*? take (.*)\. Four of them, (.*), ran into", page(HARNESS))
    assert re.sub(r" pJ per byte|3x3 ", "", said[1]).replace(" and ", ", ") == ", ".join(
        f"{one['pj_per_byte']:.0f} ({case})" for case, one in best.items())
    assert re.sub("the | and", "", said[2]).replace(",", "").split() == sorted(
        case for case, one in best.items() if "power cap" in one["throttle"])
    old, new = of[FIRST], of[FIELD]
    less = [f"{old[name] / new[name]:.0f} times less" for name in ("net_joules_per_launch", "time_median_us")]
    yield f"takes {old['net_joules_per_launch']:.3g} J net, one of sliding_window " \
          f"{1000 * new['net_joules_per_launch']:.3g} mJ: {less[0]}, in {less[1]} time"
    assert re.search(r"(\d+) W idle", page(HARNESS))[1] in {f"{one['idle_watts']:.0f}" for one in of.values()}
    slower, hotter = ([100 * (other[name][column] / of[name][column] - 1) for name in other]
                      for column in ("time_median_us", "net_joules_per_launch"))
    yield f"as long for {len(other)} kernels, to {max(map(abs, slower)):.1f} %, and {min(hotter):.0f} to " \
          f"{max(hotter):.0f} % more energy net"


def two_runs_on_one_gpu():
    one, two = ({(key, params): us for key, params, us in timed(PAIR, f"rows-known-{number}.csv")
                 if us >= 20 and key[0] not in CEILING_CASES} for number in (1, 2))
    differ = sorted(100 * abs(two[key] / one[key] - 1) for key in one.keys() & two.keys())
    yield f"on one H100, of {len(differ)} kernels of 20 us and more"
    assert statistics.median(differ) < 0.05 and sum(value > 0.2 for value in differ) == 1
    yield "half differ by less than 0.05 %, and one by more than 0.2 %"


def two_machines_of_one_model():
    key = [*KEY, "cache"]
    one, two = (frame(run)[frame(run)["status"].eq("ok") & frame(run)["backend"].eq("cuda")].set_index(key)
                ["time_median_us"] for run in (DOCUMENTS, PAIR))
    ratios = (two / one).dropna()
    assert {f"{case}/{variant}" for case, variant, *_ in ratios[(ratios - 1).abs() > 0.03].index} == {
        "copy/gpu/both_ways", "median/gpu/3x3_v1_streamed", "median/gpu/3x3_v3_streamed", "median/gpu/3x3_ten",
        "copy/peer/memcpy"}
    yield f"{len(ratios)} rows of"
    yield "All but five agree to 3 %"
    fitted, grid = {"params": "repeater=100"}, "stitch/gpu/repeater_grid_fitted"
    first, *others = (show.time(time(run, grid, **fitted)) for run in (H100, DOCUMENTS, PAIR, GOALS))
    yield f"{first} on the H100 of 25 November, {others[0]}, {others[1]} and {others[2]} on three others"
    since, = {show.time(time(H200S, grid, **fitted, file=file)) for file in ("rows.csv", "rows-second-run.csv")}
    yield f"It now takes {since} on each of two H200s"


def two_h200s():
    one, two = (cold(H200S, file).set_index(KEY)[["time_median_us", "device_uuid"]]
                for file in ("rows.csv", "rows-second-run.csv"))
    both = one.join(two, rsuffix="_2", how="inner")
    both = both[both["device_uuid"].ne(both["device_uuid_2"]) & both["time_median_us"].ge(20)]
    yield f"{len(both)} rows that take 20 us or more were measured by two H200s"
    differ = (both["time_median_us_2"] / both["time_median_us"] - 1).abs()
    apart = differ[differ > 0.03].sort_values(ascending=False)
    assert len(apart) == 7
    yield f"half of them agree to {100 * differ.median():.2f} %. All but seven agree to 3 %"
    names, shown = (" and ".join(texts).replace(" and ", ", ", len(apart) - 2) for texts in (
        [f"{case}/{variant}" for case, variant, *_ in apart.index], [f"{100 * value:.1f}" for value in apart]))
    yield f"{names} ({shown} %)"


def two_gpus_of_one_host():
    both = cold(H200S, "rows-each-gpu.csv.gz").groupby(KEY)["time_median_us"].agg(["min", "max", "size"])
    both = both[both["size"].eq(2) & both["min"].ge(20)]
    differ = (100 * (both["max"] / both["min"] - 1)).sort_values(ascending=False)
    yield f"differ by {differ.median():.2f} % in half of the {len(differ)} rows that take 20 us or more"
    (case, first, *_), *others = differ[differ > 3].index
    yield f"The most differ {case}/{first} ({differ.iloc[0]:.0f} %)"
    yield f"four kernels by {differ.iloc[4]:.1f} to {differ.iloc[1]:.1f} %"
    assert {variant for _, variant, *_ in others} == {
        "gpu/uv_plain", "gpu/uv_touching", "gpu/k1_naive", "gpu/k1_float2"}


def the_hosts_fill():
    def share(file, cache="cold", size=LARGE):
        one = readme_rows.row(H200S, "stitch/host/all_cores", size, "", cache, file)
        return f"{one['speed_of_light_percent']:.0f} %"
    old, new = "rows.csv", "rows-host-and-peers.csv.gz"
    yield f"all_cores is at {share(old)} of it with cold caches, at {share(old, 'hot')} with hot ones"
    yield f"stitch is at {share(new, 'hot')} of it with hot caches, but with cold ones still at {share(new)}, and at " \
          f"{share(new, size='5120x5120')} at 5120x5120"


def a_grid_over_the_pattern_needs_small_blocks():
    modulo, grid, fitted = ({side: time(H200, f"stitch/gpu/{name}", params=f"repeater={side}") for side in (
        16, 32, 45, 64, 97, 100, 101, 128)} for name in ("modulo", "repeater_grid", "repeater_grid_fitted"))
    assert all(modulo[side] < grid[side] for side in modulo)
    assert [side for side in modulo if fitted[side] < modulo[side]] == [97, 100, 101, 128]
    yield f"the grid is faster from 97 pixels on ({modulo[128] / fitted[128]:.1f}x at 128,"


def timed(run, name="rows.csv"):
    """[((case, variant, size), parameters and axes, us)] of a run's cold GPU rows."""
    return [((one.case, one.variant, one.size), frozenset(split_params(one.params).items()), one.time_median_us)
            for one in cold(run, name).itertuples()]


@cache
def changed():
    """{(case, variant): times before and since} of what differs by more than 5 % and 3 us; versions by their first."""
    since = {}
    for key, params, us in timed(PAIR) + timed(PAIR, "rows-known-1.csv"):
        since.setdefault(key, {}).setdefault(params, us)
    pairs = {key[:2]: (us, two) for key, params, us in timed(H100) for other, two in since.get(key, {}).items()
             if params <= other and not any(params <= third < other for third in since[key])}
    return {key: (one, two) for key, (one, two) in pairs.items() if abs(two / one - 1) > 0.05 and abs(two - one) > 3}


def what_changed_when_the_kernels_became_the_documents():
    lines = [f"| {case}/{variant} | {show.time(one)} | {show.time(two)} | {show.gain(one / two)} |"
             for (case, variant), (one, two) in sorted(changed().items())
             if variant not in ("gpu/3x3_ten_with_copies", "gpu/repeater_grid_fitted")]
    assert len(lines) == 24
    yield " ".join(["| --- | ---: | ---: | ---: |", *lines])
    assert f"{lines[-1]} |" not in page("reference/published/README.md"), "a line more"


def windows(size, bits):
    """{window: {variant: us}} of the GPU, noise and cold caches."""
    found = {}
    for (case, variant, at), params, us in timed(H200S):
        asked = dict(params)
        if (case, at) == ("median_window", size) and asked == {**asked, "bits": str(bits), "image": "noise"}:
            assert len(asked) == 3
            found.setdefault(int(asked["window"]), {})[variant] = us
    return dict(sorted(found.items()))


def fastest(variants):
    return min((name for name in variants if name.startswith("gpu/")), key=variants.get)


def largest_step(size):
    """Of windows from 7x7 to 31x31 next to each other, of 16 bits, and where they are all there of 8."""
    steps = []
    for bits in (8, 16):
        best = {window: variants[fastest(variants)] for window, variants in windows(size, bits).items()}
        if list(best) == list(range(3, 32, 2)):
            steps += [best[window] / best[window - 2] for window in range(9, 32, 2)]
    assert len(steps) >= 12 and max(steps) < 1.9
    return max(steps)


def no_window_is_a_jump_and_the_methods_cross():
    yield f"at most {largest_step('1920x1080'):.2f}x as long as the next smaller one at 1920x1080, and at most " \
          f"{largest_step('8192x8192'):.2f}x at 8192x8192"
    for bits in (8, 16):
        table = {window: variants for window, variants in windows("1920x1080", bits).items()
                 if window in (3, 5, 7, 9, 11, 15)}
        names = " | ".join(fastest(variants).removeprefix("gpu/") for variants in table.values())
        gains = [variants["peer/npp"] / variants[fastest(variants)] for variants in table.values()]
        shown = " | ".join(f"{gain:.2f}x" if gain < 10 else f"{gain:.0f}x" for gain in gains)
        yield f"| GPU, {bits} bits | {names} | | faster than NPP | {shown} |"
    wins = [window for window, variants in windows("1920x1080", 8).items() if fastest(variants) == "gpu/histogram"]
    assert wins == list(range(wins[0], 32, 2))
    yield f"fastest from {wins[0]}x{wins[0]} on"


def counted(kernel, metric):
    """What Nsight Compute says of the one kernel whose name has this part, and of the metric that begins so."""
    with gzip.open(RESULTS / GOALS / "ncu.csv.gz", "rt", encoding="utf-8", newline="") as file:
        found, = (float(one["Metric Value"].replace(",", "")) for one in csv.DictReader(
                      line for number, line in enumerate(file) if number == 0 or not line.startswith('"ID"'))
                  if kernel in one["Kernel Name"] and one["Metric Name"].startswith(metric))
    return found


ALU, DRAM = "sm__inst_executed_pipe_alu", "dram__throughput"


def moved_sums():
    (alu, dram), (alu_after, dram_after) = ([round(counted(name, metric)) for metric in (ALU, DRAM)]
                                            for name in ("ClampedRow", "MovedSums"))
    assert dram == dram_after
    yield f"the ALU is then busy {alu_after} % of the time in place of {alu} %, DRAM {dram} % as before"
    gain = time(GOALS, "median/gpu/3x3_clamped_middle", "8192x8192") / time(
        GOALS, "median/gpu/3x3_moved_sums", "8192x8192") - 1
    yield f"Sums on another unit: {100 * gain:.0f} % on an H100"
    with (RESULTS / GOALS / "rows-operations.side.csv").open(encoding="utf-8", newline="") as file:
        rate = {split_params(one["params"])["op"]: float(one["value"]) for one in csv.DictReader(file)}
    for unit in ("multiply_add", "minimum"):  # half-precision sums are not twice as fast
        assert rate["half2_add"] / rate[unit] == pytest.approx(1.5, abs=0.05)


def loads_under_computation():
    kernels = "ring_of_rows", "sliding_window"
    ring, window = (round(counted(name, "smsp__inst_executed") / 1e6) for name in kernels)
    yield f"({ring} M instructions in place of {window} M, by Nsight Compute)"
    ring, window = (round(counted(name, DRAM)) for name in kernels)
    yield f"DRAM is busy {window} % of the time with sliding_window, and {ring} % with this one"
    ring, window = (min(us for (_, variant, size), params, us in timed(GOALS, "rows-tried.csv")
                        if variant.startswith(f"gpu/{name}") and size == LARGE and ("distance_max", "15") in params)
                    for name in kernels)
    yield f"slower by {100 * (ring / window - 1):.0f} % all the same"
    took = {dict(params)["mask"]: us for (_, variant, size), params, us in timed(GOALS)
            if "early_exit" in variant and size == LARGE and ("distance_max", "127") in params}
    assert len(took) == 7 and max(took, key=took.get) == "blobs", "other masks take less"


PAGES = {
    HARNESS: [best_energies, two_runs_on_one_gpu],
    STORED: [two_machines_of_one_model, two_h200s, two_gpus_of_one_host, the_hosts_fill,
             a_grid_over_the_pattern_needs_small_blocks],
    "reference/published/README.md": [what_changed_when_the_kernels_became_the_documents],
    "cases/median_window/README.md": [no_window_is_a_jump_and_the_methods_cross],
    "cases/median/README.md": [moved_sums], "cases/distance/README.md": [loads_under_computation]}


@pytest.mark.parametrize(("name", "sentences"), [(name, one) for name, several in PAGES.items() for one in several],
                         ids=lambda one: getattr(one, "__name__", ""))
def test_a_page_says_what_was_measured(name, sentences):
    assert [one for one in sentences() if one not in page(name)] == []
