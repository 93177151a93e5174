"""What cases/median_window/README.md says of its windows is what the rows say."""

import csv
import re

from conftest import ROOT

README = " ".join((ROOT / "cases" / "median_window" / "README.md").read_text(encoding="utf-8").split())
ROWS = ROOT / "results" / "h200" / "2026-11-28" / "rows.csv"


def times(size, bits):
    """{window: {variant: us}} of the GPU, noise and cold caches."""
    found = {}
    with ROWS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            asked = re.fullmatch(rf"window=(\d+);bits={bits};image=noise", row["params"])
            if asked and (row["case"], row["size"], row["cache"], row["backend"], row["status"]) == (
                    "median_window", size, "cold", "cuda", "ok"):
                found.setdefault(int(asked[1]), {})[row["variant"]] = float(row["time_median_us"])
    return dict(sorted(found.items()))


def fastest(variants):
    return min((name for name in variants if name.startswith("gpu/")), key=variants.get)


def largest_step(size):
    """Of windows from 7x7 to 31x31 next to each other, of 16 bits, and where they are all there of 8."""
    steps = []
    for bits in (8, 16):
        best = {window: variants[fastest(variants)] for window, variants in times(size, bits).items()}
        if list(best) == list(range(3, 32, 2)):
            steps += [best[window] / best[window - 2] for window in range(9, 32, 2)]
    assert len(steps) >= 12
    return max(steps)


def test_no_window_is_a_jump():
    said = re.search(r"at most (\S+)x as long as the next smaller one at 1920x1080, and at most (\S+)x at 8192x8192",
                     README)
    steps = [largest_step(size) for size in ("1920x1080", "8192x8192")]
    assert [f"{step:.2f}" for step in steps] == list(said.groups())
    assert max(steps) < 1.9


def test_where_the_methods_cross():
    for bits in (8, 16):
        table = times("1920x1080", bits)
        windows = (3, 5, 7, 9, 11, 15)
        names = " | ".join(f"`{fastest(table[window]).removeprefix('gpu/')}`" for window in windows)
        gains = [table[window]["peer/npp"] / table[window][fastest(table[window])] for window in windows]
        shown = " | ".join(f"{gain:.2f}x" if gain < 10 else f"{gain:.0f}x" for gain in gains)
        assert f"| GPU, {bits} bits | {names} | | faster than NPP | {shown} |" in README


def test_from_where_on_the_histogram_wins():
    wins = [window for window, variants in times("1920x1080", 8).items() if fastest(variants) == "gpu/histogram"]
    assert f"fastest from {wins[0]}x{wins[0]} on" in README and wins == list(range(wins[0], 32, 2))
