"""The run of `rungs ab`: processes of two builds in blocks old, new, new, old, until rows are judged or the budget is
spent."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rungs.data import listing
from rungs.data.errors import RowsError
from rungs.data.runs import name_of
from rungs.fleet import processes
from rungs.fleet.builds import Build
from rungs.statistics import ab, paired
from rungs.statistics.verdict import CANNOT_TELL


@dataclass
class Outcome:
    """The judged rows, the threshold in percent that they were judged by, and lines on processes that ended badly."""

    judged: list[ab.Judged] = field(default_factory=list)
    beyond: float = 0.0
    troubles: list[str] = field(default_factory=list)
    pairs: int = 0
    seconds: float = 0.0

    def settle(self, found: list[ab.Judged], beyond: float) -> None:
        """Takes the verdicts of a look. A row that was decided at an earlier look keeps its verdict unless it broke."""
        before = {row.key: row for row in self.judged if row.verdict != CANNOT_TELL}
        self.judged = [row if row.key not in before or row.verdict in ab.CLOSED_BY_STATUS else before[row.key]
                       for row in found]
        self.beyond = beyond


@dataclass(frozen=True)
class Plan:
    """Bench's words, the folder of the rows, the threshold in percent, a number of pairs or a budget in seconds."""

    words: Sequence[str]
    folder: Path
    threshold: float
    pairs: int
    budget: float | None
    say: Callable[[str], None]


def run(old: Build, new: Build, changed: Sequence[str], unchanged: Sequence[str], plan: Plan) -> Outcome:
    """Runs and judges the variants `changed`; `unchanged` are names of those whose code is the same in both builds,
    rows of which bench measures as ceilings, too. Raises RowsError where the GPU is lost."""
    begun, outcome = time.monotonic(), Outcome()
    collected = ab.Collected(set(changed), set(unchanged) - set(changed))
    looks = paired.LOOKS if plan.budget else (plan.pairs,)
    wanted, longest = list(changed), 0.0
    for number, look in enumerate(looks):
        while len(collected.old) < look:
            started = time.monotonic()
            enough = len(collected.old) >= paired.LEAST_PAIRS
            if plan.budget and enough and started - begun + longest > plan.budget:
                break
            _block(old, new, wanted, plan, collected, outcome)
            longest = max(longest, time.monotonic() - started)
        outcome.settle(*ab.judge(collected, plan.threshold, len(looks)))
        left = ab.open_names(outcome.judged)
        wanted = [name for name in wanted if name in left]
        outcome.pairs, outcome.seconds = len(collected.old), time.monotonic() - begun
        plan.say(f"{len(collected.old)} pairs, {outcome.seconds:.0f} s: {len(wanted)} variants open")
        if not wanted or len(collected.old) < look or number + 1 == len(looks):
            break
    return outcome


def _block(old: Build, new: Build, wanted: list[str], plan: Plan, collected: ab.Collected, outcome: Outcome) -> None:
    """Two pairs of processes: old, new, new, old; of more variants than fit into a filter, several times."""
    first = len(collected.old)
    for side in (collected.old, collected.new):
        side += [{}, {}]
    for part, (chosen, names) in enumerate(processes.filters(wanted)):
        for name, build, pair in (("old", old, 0), ("new", new, 0), ("new", new, 1), ("old", old, 1)):
            file = plan.folder / f"{name}-{first + pair + 1}{f'-{part + 1}' if part else ''}.csv"
            done = processes.call(build.program, [chosen, *plan.words], file)
            where = f"pair {first + pair + 1}, {name} build"
            if done.code == listing.INTERRUPTED:
                raise KeyboardInterrupt
            if done.code == listing.GPU_LOST:
                raise RowsError(f"{where}: the GPU was lost{': ' + done.said if done.said else ''}")
            if done.trouble:
                outcome.troubles.append(f"{where}: {done.trouble}; {len(done.rows)} rows are there")
            rows = {key: row for key, row in done.rows.items()
                    if name_of(key) in names or name_of(key) not in collected.changed}
            (collected.old if name == "old" else collected.new)[first + pair].update(rows)
