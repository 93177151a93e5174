"""The five findings of the first README: every sentence with a figure says what the committed rows say."""

import re
from functools import cache

import pytest
from conftest import ROOT

from rungs.data import claim_files, clock_files, fact_files, rows, sample_files, show, side_table
from rungs.data.files import companion
from rungs.data.records import split_params
from rungs.data.row_format import CEILING_CASES

RESULTS = ROOT / "results"
H200, H100, DOCUMENTS = "h200/latest", "h100/2026-11-25", "h100/2026-11-27"
CLOCKS = "h200/2026-11-24"  # the run that has Nsight Compute's times of one GPU beside those of the other clocks
GOALS = "h100/2026-11-28-goals"
LARGE = "10240x10240"
BLOBS = "distance_max=15;mask=blobs;profile=random"
FIELD, FIRST = "distance/gpu/sliding_window", "distance/gpu/white"


@cache
def frame(run, name="rows.csv"):
    return rows.read(RESULTS / run / name)


def row(run, name, size=LARGE, params="", cache="cold", file="rows.csv"):
    """The one row of a kernel; parameters that its version adds are left open."""
    case, _, variant = name.partition("/")
    found = frame(run, file)
    found = found[(found["case"] == case) & (found["variant"] == variant) & (found["size"] == size)
                  & (found["params"] + ";").str.startswith(params + ";" if params else "") & (found["cache"] == cache)]
    assert len(found) == 1, (run, name, size, params, cache, len(found))
    return found.iloc[0]


def time(*where, **more):
    return row(*where, **more)["time_median_us"]


def other(name, clock, file="clocks.csv"):
    """The time of a reduction by another clock, in us."""
    found, = (one.time_us for one in clock_files.read(RESULTS / CLOCKS / file)
              if one.kernel == ("reduce", name, LARGE, "op=sum") and one.clock == clock)
    return found


def apart(a, b):
    """How far two times are from each other, as a whole percentage that they do not exceed."""
    return f"{-int(-100 * abs(a / b - 1) // 1)} %"


def more(a, b):
    return f"{100 * (a / b - 1):.0f} %"


def multiprocessors(run):
    path = companion(RESULTS / run / "rows.csv", "environment")
    return fact_files.read_environment(path)["cuda", "multiprocessors"][0]


def cold_times_are_not_cold():
    clean, dirty = (time(CLOCKS, "reduce/gpu/evict_first", params="op=sum", cache=cache) for cache in ("cold", "dirty"))
    nvbench, do_bench, ncu = (other("gpu/evict_first", *which) for which in (
        ("nvbench_cold",), ("do_bench",), ("ncu", "ncu.csv")))
    size = show.amount(row(CLOCKS, "reduce/gpu/evict_first", params="op=sum")["bytes"])
    yield (f"On an H200 (24 November) a reduction of {size} (evict_first) takes {show.time(clean)} behind clean lines.")
    yield f"NVBench's cold time is {more(nvbench, clean)} longer, do_bench's {more(do_bench, clean)}."
    yield f"Both are within {max(apart(nvbench, dirty), apart(do_bench, dirty))} of our time behind dirty lines, and " \
          f"Nsight Compute's, of another H200, is within {apart(ncu, clean)} of that behind clean ones."
    wins = {(run, cache): time(run, "reduce/gpu/tickets", params="op=sum", cache=cache)
            < time(run, "reduce/peer/cub", params="op=sum", cache=cache)
            for run in (CLOCKS, H100) for cache in ("cold", "dirty")}
    assert wins == {(CLOCKS, "dirty"): True, (CLOCKS, "cold"): False, (H100, "cold"): True, (H100, "dirty"): True}
    yield "behind dirty lines tickets beats CUB, behind clean ones it loses (on an H100 it wins behind both)."


def blocks_can_be_worth_more():
    at = {"size": "30336x30336", "params": "batch=256;points=uniform;rows=256;sets=one"}
    took = {name: time(DOCUMENTS, f"edm/gpu/{name}", **at) for name in (
        "k1_naive", "k2_coalesced", "k3_shared", "k4_no_division", "k4_lighter", "k4_more_blocks")}
    first, second, third = (show.factor(took[old] / took[new]) for old, new in (
        ("k1_naive", "k2_coalesced"), ("k2_coalesced", "k3_shared"), ("k3_shared", "k4_no_division")))
    yield f"On an H100 the distance article's stores in order gain {first}, its shared memory {second}, its kernel " \
          f"without a division {third}."
    yield f"All these kernels have {-(-30336 // 256)} blocks for {multiprocessors(DOCUMENTS)} multiprocessors."
    gain = show.factor(took["k4_lighter"] / took["k4_more_blocks"])
    yield f"With 16 rows of the matrix per block in place of 256 the best of them, with lighter index arithmetic, is " \
          f"{gain} faster."


def advice_can_be_reversed():
    claims = {claim.id: claim for claim in claim_files.read(ROOT / "reference/published/claims.csv")}
    took = {(name, side): time(DOCUMENTS, f"stitch/gpu/{name}", params=f"repeater={side}")
            for side in (64, 128) for name in ("modulo", "repeater_grid", "repeater_grid_fitted")
            if (name, side) != ("repeater_grid_fitted", 64)}
    yield f"The deck prefers a thread per pixel of the pattern for patterns of 64 and 128 pixels: " \
          f"{show.times(claims['P09'].ratio)} and {show.times(claims['P08'].ratio)} faster than a thread per " \
          "pixel of the plane."
    slower = [show.factor(took["repeater_grid", side] / took["modulo", side]) for side in (64, 128)]
    yield f"On an H100 it is {slower[0]} and {slower[1]} slower: its {(64 // 32) ** 2} and {(128 // 32) ** 2} blocks " \
          f"are too few for {multiprocessors(DOCUMENTS)} multiprocessors."
    fitted = show.factor(took["modulo", 128] / took["repeater_grid_fitted", 128])
    yield f"With blocks of one warp it is {fitted} faster at 128."


def removing_work_gains_more():
    best, first = row(H200, FIELD, params=BLOBS), row(H200, FIRST, params=BLOBS)
    old, new = first["time_median_us"], best["time_median_us"]
    yield f"On an H200 bit masks, and minima of minima in registers, make the distance field {old / new:.0f}x faster " \
          f"than the deck's first kernel: {show.time(new)} in place of {show.time(old)}, at " \
          f"{show.percent(best['speed_of_light_percent'])} of the measured speed of memory."


def energy_does_not_follow_time():
    path = RESULTS / H200 / "rows-energy.csv"
    energies = sample_files.read_energies(side_table.path_of(path))
    of = {f"{key[0]}/{key[1]}": one for key, one in energies.items() if key[3] == LARGE and key[5] == "hot"}
    assert {key[5] for key in energies} == {"hot"}
    old, new = of[FIRST], of[FIELD]
    cold = time(H200, FIRST, params=BLOBS) / time(H200, FIELD, params=BLOBS)
    hot, net, whole = (f"{old[name] / new[name]:.0f} times less" for name in (
        "time_median_us", "net_joules_per_launch", "joules_per_launch"))
    yield f"There that distance field takes {hot} time than the deck's first kernel (with cold caches {cold:.0f} " \
          f"times), but {net} energy above that of an idle GPU, {whole} in all."
    capped = {key[0] for key, one in energies.items() if "power cap" in one["throttle"]} - set(CEILING_CASES)
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    limit, = {one["power_limit_w"] for one in energies.values()}
    yield f"The best kernels of {words[len(capped)]} problems run into the power limit of {limit:.0f} W"


FINDINGS = (cold_times_are_not_cold, blocks_can_be_worth_more, advice_can_be_reversed, removing_work_gains_more,
            energy_does_not_follow_time)


def plain(text):
    """Markdown as it reads: without links, code marks, bold and line ends."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(re.sub(r"\*\*\d\. |[*`]", "", text).split())


def findings(text):
    """The texts of the five."""
    section = text.partition("\n## Five findings\n")[2].partition("\n## ")[0]
    return [plain(one) for one in re.split(r"(?=^\*\*\d\. )", section, flags=re.MULTILINE)[1:]]


def untrue(text, number):
    """The sentences that the rows say and a finding does not, and what of it has a figure besides."""
    left, missing = findings(text)[number], []
    for sentence in FINDINGS[number]():
        missing += [sentence] * (sentence not in left)
        left = left.replace(sentence, "")
    return missing + re.findall(r"\S*\d\S*", re.sub(r"\b(L2|H[12]00)\b", "", left))


README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("number", range(len(FINDINGS)), ids=[one.__name__ for one in FINDINGS])
def test_a_finding_says_what_the_rows_say(number):
    assert len(findings(README)) == len(FINDINGS)
    assert untrue(README, number) == []


def test_a_changed_figure_is_found():
    changed = README.replace("14 % longer", "13 % longer")
    assert untrue(changed, 0) and untrue(README.replace("**2. ", "**2. In 3 of 4 cases "), 1) == ["3", "4"]


def test_energies_of_the_best_rungs():
    text = plain((ROOT / "harness/README.md").read_text(encoding="utf-8"))
    of, older = ({f"{key[0]}/{key[1]}": one for key, one in sample_files.read_energies(
        side_table.path_of(RESULTS / run / "rows-energy.csv")).items()} for run in (H200, CLOCKS))
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
    fill, copy = (f"{older[name]['pj_per_byte']:.0f}" for name in ("fill/gpu/vector_store", "copy/gpu/vector_copy"))
    assert f"(128 W idle) took {fill} pJ per byte for the fill and {copy} for the copy" in text


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
    before = show.time(time(CLOCKS, "stitch/gpu/repeater_grid_fitted", params="repeater=100"))
    assert f"On an H200 it took {before}; now it takes {since} on two of them" in text


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
    assert len(apart) == 3 and f"half of them agree to {half}. All but three agree to 3 %" in text
    assert f"{names} ({shown} %)" in text.replace("`", "")


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
