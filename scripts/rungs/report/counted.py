"""What Nsight Compute counted, for a variant's part of the page: a table, and the evidence."""

from dataclasses import dataclass
from typing import Any

import pandas as pd

from rungs.data import show
from rungs.data.counter_files import KEY
from rungs.data.rows import CEILING_CASES, emptied
from rungs.profile import evidence, steps
from rungs.profile.counters import COUNTERS, top_stall

SCHEDULERS = 4  # of a multiprocessor, since Volta


class Counted:
    """The counters of one setup, joined with its GPU rows of emptied caches; empty where it has none."""

    def __init__(self, setup: Any) -> None:
        self.setup = setup
        rows = {tuple(row[column] for column in KEY): row
                for _, row in emptied(setup.rows[setup.rows["backend"] == "cuda"]).iterrows()}
        self._lines = evidence.join(rows, setup.counters, {}) if setup.counters else []
        self._sentences = evidence.sentences(self._lines)

    def lines(self, case: str, order: list[tuple], variant: str) -> list[evidence.Line]:
        """The evidence.Line of a variant, a problem each, in an order of (size, params)."""
        found = [line for line in self._lines if (line.case, line.variant) == (case, variant)]
        return sorted(found, key=lambda line: _place(line, order))

    def sentences(self, case: str, order: list[tuple], variant: str) -> list[tuple]:
        """[(problem, sentence)] of the steps that a variant makes."""
        return [(show.problem_name(line.size, line.params), self._sentences[*line.problem, variant])
                for line in self.lines(case, order, variant) if (*line.problem, variant) in self._sentences]


def _place(line: evidence.Line, order: list[tuple]) -> int:
    return order.index((line.size, line.params)) if (line.size, line.params) in order else len(order)


@dataclass(frozen=True)
class Table:
    """A table of facts: headings of the columns after the first, and (name, cells)."""

    head: list
    lines: list


def counters_table(counted: list[Counted], case: str, order: list[tuple], variant: str) -> Table | None:
    """The counters of a variant on all setups (a list of Counted), a column per problem and setup; None without any."""
    lines = [(one.setup, line) for one in counted for line in one.lines(case, order, variant)]
    lines.sort(key=lambda pair: _place(pair[1], order))  # setups side by side
    rows = []
    for counter in COUNTERS:
        values = [counter.value(line.metrics) for _, line in lines]
        # A count that is zero everywhere (atomics, bank conflicts) says nothing.
        if any(values):
            rows.append((counter.label, ["" if value is None else steps.figure(value, counter.unit)
                                         for value in values]))
    if not rows:
        return None
    shares = [_shares(setup, line) for setup, line in lines]
    rows += [(name, [share.get(name, "") for share in shares]) for name in next(filter(None, shares), ())]
    stalls = [top_stall(line.metrics) for _, line in lines]
    if any(reason for reason, _ in stalls):
        rows.append(("waits most for", [reason.replace("_", " ") + f", {show.percent(share)}" if reason else ""
                                        for reason, share in stalls]))
    return Table([f"{setup.short}: {show.problem_name(line.size, line.params)}" for setup, line in lines], rows)


def _shares(setup: Any, line: evidence.Line) -> dict[str, str]:
    """How near a variant is to what bounds it, {fact: text}, {} where the rows or the environment do not say.

    The memory's bound is the fastest of the run's own fill, copy and read with emptied caches; that of the issue slots
    is one warp instruction per cycle on each scheduler, at the clock of the run. Instructions and not arithmetic, since
    most kernels here move and compare: after Ding and Williams, "An Instruction Roofline Model for GPUs" (2019).
    """
    rows = emptied(setup.rows[setup.rows["backend"] == "cuda"])
    gbps = rows[rows["case"].isin(CEILING_CASES)]["gbps"].max()
    clock = rows["sm_clock_mhz"].dropna().median()
    slots = SCHEDULERS * clock * pd.to_numeric(setup.fact("multiprocessors"), errors="coerce")
    instructions, traffic = line.value("instructions"), line.value("dram_bytes")
    if not instructions or not traffic or not line.time_us > 0 or not gbps > 0 or not slots > 0:
        return {}
    return {"warp instructions per byte of DRAM traffic": show.significant(instructions / traffic, 3),
            "of the measured memory rate": show.percent(100 * traffic / line.time_us / 1e3 / gbps),
            "of the issue slots": show.percent(100 * instructions / line.time_us / slots)}


def static_table(setups: list[Any], case: str, variant: str) -> Table | None:
    """Facts of a variant's compiled kernels, a column per kernel and architecture, zeros left out; None without any."""
    kernels = next(filter(None, ({key[2:]: facts for key, facts in setup.run.static.items()
                                  if key[:2] == (case, variant)} for setup in setups)), {})
    names = dict.fromkeys(name for facts in kernels.values() for name, (value, _) in facts.items() if value)
    rows = [(show.plain(name, 60), [_fact(facts.get(name)) for facts in kernels.values()]) for name in names]
    head = [f"{show.plain(kernel, 60)}, {show.plain(architecture, 20)}" for kernel, architecture in kernels]
    return Table(head, rows) if rows else None


def _fact(found: tuple) -> str:
    if found is None:
        return ""
    value, unit = found
    number = f"{value:,.0f}".replace(",", " ") if value == int(value) else show.significant(value, 4, trim=True)
    return f"{number} {show.plain(unit, 20)}".strip()
