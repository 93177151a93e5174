"""What Nsight Compute and the compiler say of a rung of the page: its figures, what binds it, why a step is one."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import pandas as pd

from rungs.data import show
from rungs.data.counter_files import KEY
from rungs.data.rows import CEILING_CASES, dicts, emptied, key_of
from rungs.profile import change, evidence, limits, resources, steps
from rungs.profile.counters import COUNTERS, top_stall

SCHEDULERS = 4  # of a multiprocessor, since Volta
SHOWN = {*(one.share for one in (*resources.COUNTED, resources.OTHER_PIPE)), "achieved_occupancy_percent",
         "instructions", "dram_bytes", "l2_sectors"}  # counters that are shown without asking


class Counted:
    """The counters of one setup, joined with its GPU rows of emptied caches; empty where it has none."""

    def __init__(self, setup: Any) -> None:
        self.setup = setup
        self.rows = emptied(setup.rows[setup.rows["backend"] == "cuda"])
        rows = {key_of(row, KEY): row for row in dicts(self.rows)}
        lines = evidence.join(rows, setup.counters, {}) if setup.counters else []
        self._lines: dict[tuple[str, ...], evidence.Line] = {
            (line.case, line.variant, line.size, line.params): line for line in lines}

    def line(self, case: str, variant: str, problem: tuple[str, ...]) -> evidence.Line | None:
        """The evidence.Line of a variant at a (size, params), None where it was not counted."""
        return self._lines.get((case, variant, *problem))

    def part(self, row: Mapping) -> dict[str, Any]:
        """Of a row of emptied caches: `bound` ('DRAM 91 %', or that it was not counted), `why` (the first cause of a
        step) and `explained` (what binds before and after it, and all causes), left out where they are not known."""
        problem = (row["size"], row["params"])
        new = self.line(row["case"], row["variant"], problem)
        old = self.line(row["case"], row["improves"], problem) if row["improves"] else None
        found: dict[str, Any] = {"bound": limits.badge(new, row)}
        if new is None:
            return found
        if old is not None and old.time_us > 0 and new.time_us > 0 and (step := steps.step(old, new)).known:
            found |= {"why": step.short, "explained": step.text}
        return found

    def figures(self, line: evidence.Line) -> list[list]:
        """[[name, text, number, whether it is shown without asking]] of all that was counted of a line."""
        values = [(counter, counter.value(line.metrics)) for counter in COUNTERS]
        found: list[list] = [[counter.label, change.figure(value, counter.unit), float(show.significant(value, 6)),
                              int(counter.name in SHOWN)] for counter, value in values if value is not None]
        found += [[name, text, None, 0] for name, text in self._shares(line).items()]
        reason, share = top_stall(line.metrics)
        if reason:
            found.append(["waits most for", f"{reason.replace('_', ' ')}, {show.percent(share)}", None, 1])
        return found

    def _shares(self, line: evidence.Line) -> dict[str, str]:
        """How near a variant is to what bounds it, {fact: text}, {} where the rows or the environment do not say. The
        memory's bound is the fastest of the run's own fill, copy and read with emptied caches; that of the issue slots
        is one warp instruction per cycle on each scheduler, at the clock of the run. Instructions and not arithmetic,
        since most kernels here move and compare: after Ding and Williams, "An Instruction Roofline Model for GPUs"
        (2019)."""
        gbps, slots = self._most
        instructions, traffic = line.value("instructions"), line.value("dram_bytes")
        if not instructions or not traffic or not line.time_us > 0 or not gbps > 0 or not slots > 0:
            return {}
        return {"warp instructions per byte of DRAM traffic": show.significant(instructions / traffic, 3),
                "of the measured memory rate": show.percent(100 * traffic / line.time_us / 1e3 / gbps),
                "of the issue slots": show.percent(100 * instructions / line.time_us / slots)}

    @cached_property
    def _most(self) -> tuple[float, float]:
        """Rate of the fastest fill, copy or read in GB/s, and issue slots in millions per second; NaN if unknown."""
        gbps = self.rows[self.rows["case"].isin(CEILING_CASES)]["gbps"].max()
        clock = self.rows["sm_clock_mhz"].dropna().median()
        return gbps, SCHEDULERS * clock * pd.to_numeric(self.setup.fact("multiprocessors"), errors="coerce")


def compiled(static: Mapping[tuple, dict], case: str, variant: str) -> list[list]:
    """[[kernel and architecture, fact, text]] of a variant's compiled kernels, zeros left out."""
    return [[f"{show.plain(kernel, 60)}, {show.plain(architecture, 20)}", show.plain(name, 60), _fact(value, unit)]
            for (of_case, of_variant, kernel, architecture), facts in static.items()
            if (of_case, of_variant) == (case, variant) for name, (value, unit) in facts.items() if value]


def _fact(value: float, unit: str) -> str:
    number = f"{value:,.0f}".replace(",", " ") if value == int(value) else show.significant(value, 4, trim=True)
    return f"{number} {show.plain(unit, 20)}".strip()
