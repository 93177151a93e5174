"""What Nsight Compute and the compiler say of a rung of the page: its figures, what binds it, why a step is one."""

from collections.abc import Mapping
from typing import Any

from rungs.data import counter_files, show
from rungs.data.rows import key_of
from rungs.profile import change, evidence, limits, resources, steps
from rungs.profile.counters import COUNTERS, top_stall

SHOWN = {*(one.share for one in (*resources.COUNTED, resources.OTHER_PIPE)), "achieved_occupancy_percent",
         "instructions", "dram_bytes", "l2_sectors"}  # counters that are shown without asking


def part_of(row: Mapping, lines: Mapping[tuple, evidence.Line], tried: Mapping[tuple, str]) -> dict[str, Any]:
    """Of a row of emptied caches: `bound` ('DRAM 91 %', or that it was not counted), `why` (the first cause of a step)
    and `explained` (what binds before and after it, and all causes), left out where they are not known. `lines` are of
    counted.lines_of, `tried` of statistics.why.limits_of."""
    names = row["variant"], row["improves"]
    new, old = (lines.get((row["case"], name, row["size"], row["params"])) for name in names)
    found: dict[str, Any] = {"bound": limits.badge(new, row, tried.get(key_of(row, counter_files.KEY), ""))}
    if new and old and old.time_us > 0 and new.time_us > 0 and (step := steps.step(old, new)).known:
        found |= {"why": step.short, "explained": step.text}
    return found


def figures(line: evidence.Line) -> list[list]:
    """[[name, text, number, whether it is shown without asking]] of all that was counted of a line."""
    values = [(counter, counter.value(line.metrics)) for counter in COUNTERS]
    found: list[list] = [[counter.label, change.figure(value, counter.unit), float(show.significant(value, 6)),
                          int(counter.name in SHOWN)] for counter, value in values if value is not None]
    reason, share = top_stall(line.metrics)
    if reason:
        found.append(["waits most for", f"{reason.replace('_', ' ')}, {show.percent(share)}", None, 1])
    return found


def compiled(static: Mapping[tuple, dict], case: str, variant: str) -> list[list]:
    """[[kernel and architecture, fact, text]] of a variant's compiled kernels, zeros left out."""
    return [[f"{show.plain(kernel, 60)}, {show.plain(architecture, 20)}", show.plain(name, 60), _fact(value, unit)]
            for (of_case, of_variant, kernel, architecture), facts in static.items()
            if (of_case, of_variant) == (case, variant) for name, (value, unit) in facts.items() if value]


def _fact(value: float, unit: str) -> str:
    number = f"{value:,.0f}".replace(",", " ") if value == int(value) else show.significant(value, 4, trim=True)
    return f"{number} {show.plain(unit, 20)}".strip()
