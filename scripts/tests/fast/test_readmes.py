"""The Markdown files of the tree: their links and anchors have targets, the pictures are tracked, the first README is
short, and every sentence with a figure of its five findings says what the committed rows say. And a clone is small."""

import re
import subprocess

import pytest
from conftest import ROOT
from readme_rows import DOCUMENTS, FIELD, FIRST, H100, H200, LARGE, RESULTS, energies, plain, row, time

from rungs.data import claim_files, clock_files, fact_files, show
from rungs.data.files import companion
from rungs.data.row_format import CEILING_CASES

PLACES = ("*.md", "[a-z]*/README.md", "cases/*/*.md", "reference/*/*.md", "harness/simulator/*.md",
          "harness/tests/*/*.md", "results/*.md", "results/static/*.md")
TEXTS = sorted({path for place in PLACES for path in ROOT.glob(place)})


def prose(text):
    """The text without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(text):
    """The names by which a link can reach the headings of a text, as GitHub makes them."""
    found = set()
    for heading in re.findall(r"^#+ +(.*)$", prose(text), re.MULTILINE):
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(next(one for n in range(99) if (one := f"{name}-{n}" if n else name) not in found))
    return found


def broken(path):
    """The links and pictures of a Markdown file that lead nowhere within the tree."""
    text, found = prose(path.read_text(encoding="utf-8")), []
    for link in re.findall(r"\]\(([^()\s]+)\)", text) + re.findall(r'(?:src|srcset|href)="([^"]+)"', text):
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        there = target.exists() and (not anchor or anchor in anchors(target.read_text(encoding="utf-8")))
        if "://" not in link and not there:
            found.append(link)
    return found


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_has_a_target(path):
    assert not broken(path)


def test_links_without_a_target_are_found(tmp_path):
    (tmp_path / "other.md").write_text("# The `one` name\n# The one name\n```sh\n# no heading\n```\n", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text('# A\n[a](#a) [b](#b) [c](other.md#the-one-name) [d](other.md#the-one-name-1) [e](nosuch.md)\n'
                    '[f](other.md#no-heading) [g](https://example.org/h)\n<img src="nosuch.png">\n'
                    "```\n[i](nosuch)\n```\n", encoding="utf-8")
    assert broken(page) == ["#b", "nosuch.md", "other.md#no-heading", "nosuch.png"]
    assert {path.relative_to(ROOT).as_posix() for path in TEXTS} >= {
        "README.md", "harness/README.md", "scripts/README.md", "results/README.md", "results/claims.md",
        "cases/README.md", "cases/read/README.md", "reference/published/README.md"}


def test_the_first_readme_and_its_kernel_are_short():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    kernel = re.search(r"^```cpp\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(text.splitlines()) <= 150 and len(kernel[1].splitlines()) <= 20


def test_a_clone_is_small_and_has_the_pictures_of_readmes():
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout:
        pytest.skip("not a git checkout")
    tracked = {ROOT / name for name in done.stdout.split("\0") if name}
    sizes = {path: path.lstat().st_size for path in tracked if path.is_symlink() or path.exists()}
    assert sum(sizes.values()) <= 15e6
    assert sum(size for path, size in sizes.items() if path.is_relative_to(ROOT / "results")) <= 8e6
    shown = [path.parent / name for path in TEXTS
             for name in re.findall(r'(?:src|srcset)="([^":]+)"', path.read_text(encoding="utf-8"))]
    assert shown and {path.resolve() for path in shown} <= {path.resolve() for path in tracked}


BLOBS = "distance_max=15;mask=blobs;profile=random"


def other(name, clock, file="clocks.csv"):
    """The time of a reduction by another clock, in us."""
    found, = (one.time_us for one in clock_files.read(RESULTS / H200 / file)
              if one.kernel[:3] == ("reduce", name, LARGE) and one.params.split(";")[0] == "op=sum"
              and one.clock == clock)
    return found


def apart(a, b):
    """How far two times are from each other, as a whole percentage that they do not exceed."""
    return f"{-int(-100 * abs(a / b - 1) // 1)} %"


def more(a, b):
    return f"{100 * (a / b - 1):.0f} %"


def multiprocessors(run):
    path = companion(RESULTS / run / "rows.csv", "environment")
    return fact_files.read_environment(path)["cuda", "multiprocessors"]


def factor(value):
    return f"{show.significant(value, 2)}x"


def cold_times_are_not_cold():
    clean, dirty = (time(H200, "reduce/gpu/evict_first", params="op=sum", cache=cache) for cache in ("cold", "dirty"))
    nvbench, do_bench, ncu = (other("gpu/evict_first", *which) for which in (
        ("nvbench_cold",), ("do_bench",), ("ncu", "ncu.csv")))
    megabytes = row(H200, "reduce/gpu/evict_first", params="op=sum")["bytes"] / 1e6
    yield (f"On an H200 a reduction of {megabytes:.0f} MB (evict_first) takes {show.time(clean)} behind clean lines.")
    assert more(nvbench, clean) == more(do_bench, clean)
    yield f"NVBench's cold time and do_bench's are {more(nvbench, clean)} longer."
    yield f"Both, measured by another H200, are within {max(apart(nvbench, dirty), apart(do_bench, dirty))} of our " \
          f"time behind dirty lines, and Nsight Compute's, by a third, is within {apart(ncu, clean)} of that behind " \
          "clean ones."
    wins = {(run, cache): time(run, "reduce/gpu/tickets", params="op=sum", cache=cache)
            < time(run, "reduce/peer/cub", params="op=sum", cache=cache)
            for run in (H200, H100) for cache in ("cold", "dirty")}
    assert wins == {(H200, "dirty"): True, (H200, "cold"): False, (H100, "cold"): True, (H100, "dirty"): True}
    yield "behind dirty lines tickets beats CUB, behind clean ones it loses (on an H100 it wins behind both)."


def blocks_can_be_worth_more():
    at = {"size": "30336x30336", "params": "batch=256;points=uniform;rows=256;sets=one"}
    took = {name: time(DOCUMENTS, f"edm/gpu/{name}", **at) for name in (
        "k1_naive", "k2_coalesced", "k3_shared", "k4_no_division", "k4_lighter", "k4_more_blocks")}
    first, second, third = (factor(took[old] / took[new]) for old, new in (
        ("k1_naive", "k2_coalesced"), ("k2_coalesced", "k3_shared"), ("k3_shared", "k4_no_division")))
    yield f"On an H100 the distance article's stores in order gain {first}, its shared memory {second}, its kernel " \
          f"without a division {third}."
    yield f"All these kernels have {-(-30336 // 256)} blocks for {multiprocessors(DOCUMENTS)} multiprocessors."
    gain = factor(took["k4_lighter"] / took["k4_more_blocks"])
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
    slower = [factor(took["repeater_grid", side] / took["modulo", side]) for side in (64, 128)]
    yield f"On an H100 it is {slower[0]} and {slower[1]} slower: its {(64 // 32) ** 2} and {(128 // 32) ** 2} blocks " \
          f"are too few for {multiprocessors(DOCUMENTS)} multiprocessors."
    fitted = factor(took["modulo", 128] / took["repeater_grid_fitted", 128])
    yield f"With blocks of one warp it is {fitted} faster at 128."


def removing_work_gains_more():
    best, first = row(H200, FIELD, params=BLOBS), row(H200, FIRST, params=BLOBS)
    old, new = first["time_median_us"], best["time_median_us"]
    yield f"On an H200 bit masks, and minima of minima in registers, make the distance field {old / new:.0f}x faster " \
          f"than the deck's first kernel: {show.time(new)} in place of {show.time(old)}, at " \
          f"{show.percent(best['speed_of_light_percent'])} of the measured speed of memory."


def energy_does_not_follow_time():
    every = energies()
    of = {name: one for (name, size, cache), one in every.items() if size == LARGE and cache == "hot"}
    assert {cache for _, _, cache in every} == {"hot"}
    old, new = of[FIRST], of[FIELD]
    cold = time(H200, FIRST, params=BLOBS) / time(H200, FIELD, params=BLOBS)
    hot, net, whole = (f"{old[name] / new[name]:.0f} times less" for name in (
        "time_median_us", "net_joules_per_launch", "joules_per_launch"))
    yield f"There that distance field takes {hot} time than the deck's first kernel (with cold caches {cold:.0f} " \
          f"times), but {net} energy above that of an idle GPU, {whole} in all."
    capped = {name.partition("/")[0] for (name, *_), one in every.items() if "power cap" in one["throttle"]
              } - set(CEILING_CASES)
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    limit, = {one["power_limit_w"] for one in every.values()}
    yield f"The best kernels of {words[len(capped)]} problems run into the power limit of {limit:.0f} W"


FINDINGS = (cold_times_are_not_cold, blocks_can_be_worth_more, advice_can_be_reversed, removing_work_gains_more,
            energy_does_not_follow_time)


def findings(text):
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
    changed = README.replace("15 % longer", "13 % longer")
    assert untrue(changed, 0) and untrue(README.replace("**2. ", "**2. In 3 of 4 cases "), 1) == ["3", "4"]
