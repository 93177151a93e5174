"""What other pages than the first say of the newest run is what its rows and energies say: sentences of a figure each,
made of them."""

import re

import pytest
from readme_rows import FIELD, FIRST, H200, cold, energies, page, time

from rungs.data.records import split_params


def best_energies():
    of, other = ({name: one for (name, *_), one in energies(f"rows-energy{second}.csv").items()}
                 for second in ("", "-second"))
    best = {name.partition("/")[0]: one for name, one in sorted(of.items(), key=lambda at: at[1]["pj_per_byte"])
            if name == FIELD or not re.match("distance/|median_window/|median/gpu/5x5", name)}
    said = re.search(r"The best rungs .*? take (.*)\. Four of them, (.*), ran into", page("harness/README.md"))
    assert re.sub(r" pJ per byte|3x3 ", "", said[1]).replace(" and ", ", ") == ", ".join(
        f"{one['pj_per_byte']:.0f} ({case})" for case, one in best.items())
    assert re.sub("the | and", "", said[2]).replace(",", "").split() == sorted(
        case for case, one in best.items() if "power cap" in one["throttle"])
    old, new = of[FIRST], of[FIELD]
    less = [f"{old[name] / new[name]:.0f} times less" for name in ("net_joules_per_launch", "time_median_us")]
    yield f"takes {old['net_joules_per_launch']:.3g} J net, one of sliding_window " \
          f"{1000 * new['net_joules_per_launch']:.3g} mJ: {less[0]}, in {less[1]} time"
    idle = re.search(r"(\d+) W idle", page("harness/README.md"))[1]
    assert idle in {f"{one['idle_watts']:.0f}" for one in of.values()}
    slower, hotter = ([100 * (other[name][column] / of[name][column] - 1) for name in other]
                      for column in ("time_median_us", "net_joules_per_launch"))
    yield f"as long for {len(other)} kernels, to {max(map(abs, slower)):.1f} %, and {min(hotter):.0f} to " \
          f"{max(hotter):.0f} % more energy net"


def a_grid_over_the_pattern_needs_small_blocks():
    modulo, grid, fitted = ({side: time(H200, f"stitch/gpu/{name}", params=f"repeater={side}") for side in (
        16, 32, 45, 64, 97, 100, 101, 128)} for name in ("modulo", "repeater_grid", "repeater_grid_fitted"))
    assert all(modulo[side] < grid[side] for side in modulo)
    assert [side for side in modulo if fitted[side] < modulo[side]] == [97, 100, 101, 128]
    yield f"the grid is faster from 97 pixels on ({modulo[128] / fitted[128]:.1f}x at 128,"


def timed():
    """[((case, variant, size), parameters and axes, us)] of the H200's cold GPU rows."""
    return [((one.case, one.variant, one.size), frozenset(split_params(one.params).items()), one.time_median_us)
            for one in cold(H200).itertuples()]


def windows(size, bits):
    """{window: {variant: us}} of the GPU, noise and cold caches."""
    found = {}
    for (case, variant, at), params, us in timed():
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


PAGES = {
    "harness/README.md": [best_energies], "results/README.md": [a_grid_over_the_pattern_needs_small_blocks],
    "cases/median_window/README.md": [no_window_is_a_jump_and_the_methods_cross]}


@pytest.mark.parametrize(("name", "sentences"), [(name, one) for name, several in PAGES.items() for one in several],
                         ids=lambda one: getattr(one, "__name__", ""))
def test_a_page_says_what_was_measured(name, sentences):
    assert [one for one in sentences() if one not in page(name)] == []
