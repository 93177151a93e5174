"""What other pages than the first say of the newest run is what its rows and energies say: sentences of a figure each,
made of them."""

import re

import pytest
from readme_rows import FIELD, FIRST, H200, energies, page, time


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


@pytest.mark.parametrize(("name", "sentences"), [
    ("harness/README.md", best_energies), ("results/README.md", a_grid_over_the_pattern_needs_small_blocks)])
def test_a_page_says_what_was_measured(name, sentences):
    assert [one for one in sentences() if one not in page(name)] == []
