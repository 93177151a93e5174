"""Bench's cold times and Nsight Compute's: profiles, what may keep the two apart, and the verdict on each row.
The standard library alone."""

import csv
import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rungs.data import side_table
from rungs.data.errors import RowsError
from rungs.data.records import KEY
from rungs.profile import ncu

LEAST_US = 20            # from here on the limit is in percent
APART_PERCENT = 2
APART_US = 0.7           # below LEAST_US
# between two kernels of one launch the GPU idles
FURTHER_KERNEL_US = 1.2
LARGE_BYTES = 1e6        # a memset or copy of less takes no longer than such a gap
MAY_STAY_UNEXPLAINED = 2

_OURS = "regex:rungs@.+/"  # all ranges of ours; under --profile kernels run in those of the launches alone


@dataclass
class Profile:
    """What ncu reported of the launches of one variant on one problem."""

    launches: list = field(default_factory=list)  # microseconds of each kernel, a list for each launch
    by_driver: list = field(default_factory=list)  # bytes of the driver's memsets and copies, which ncu does not see

    @property
    def kernels(self) -> int:
        """Kernels in one launch."""
        return len(self.launches[0])

    @property
    def us(self) -> float:
        """Median over the launches of the sum over a launch's kernels."""
        return statistics.median(map(sum, self.launches))


@dataclass(frozen=True)
class Compared:
    """A row and its profiles; times in microseconds."""

    row: dict
    flushed: Profile   # before each kernel ncu wrote back all lines and left the caches empty (--cache-control all)
    prepared: Profile  # behind bench's own cold caches, made once for all kernels of a launch (--cache-control none)

    @property
    def name(self) -> str:
        """Variant and problem."""
        return " ".join(filter(None, [f"{self.row['case']}/{self.row['variant']}", self.row["size"],
                                      self.row["params"]]))

    @property
    def time(self) -> float:
        """The row's median."""
        return float(self.row["time_median_us"])

    @property
    def events(self) -> float:
        """The time of an empty pair of events, which every row's time holds and no kernel's does."""
        return float(self.row["event_overhead_us"] or 0)

    @property
    def profiled(self) -> float:
        """What the row is compared with, less `events`. Several kernels must share one flush, as they do in a timed
        launch."""
        return self.flushed.us if self.flushed.kernels == 1 else self.prepared.us

    @property
    def apart(self) -> float:
        """By how much the row takes longer."""
        return self.time - self.profiled - self.events

    @property
    def limit(self) -> float:
        """How far apart the two may be."""
        return _limit(self.profiled) + FURTHER_KERNEL_US * (self.flushed.kernels - 1 + len(self.flushed.by_driver))

    @property
    def agrees(self) -> bool:
        """Whether they are no farther apart than that."""
        return abs(self.apart) <= self.limit

    @property
    def explanation(self) -> str:
        """Why they are apart; '' where nothing explains it."""
        reason = why_apart(self.row, self.flushed.by_driver)
        if reason or self.agrees:
            return reason
        limit = _limit(self.prepared.us) + FURTHER_KERNEL_US * len(self.flushed.by_driver)
        if self.flushed.kernels == 1 and abs(self.time - self.prepared.us - self.events) <= limit:
            return "the caches: full of clean lines for bench, empty for ncu; agrees with ncu behind bench's own"
        return ""


def _limit(us: float) -> float:
    return APART_PERCENT / 100 * us if us >= LEAST_US else APART_US


def profiles(bench: str, bench_options: list[str], launches: int, cache_control: str) -> dict[str, Profile]:
    """{range name: Profile} of so many launches each. `cache_control` is ncu's: 'all' or 'none'.

    A variant of which ncu sees no kernel, only the driver's memsets and copies, has a Profile without launches. Raises
    RowsError, OSError."""
    command = ["ncu", "--csv", "--print-units", "base", "--clock-control", "none", "--cache-control", cache_control,
               "--nvtx", "--nvtx-include", _OURS, "--metrics", ncu.DURATION, bench, "--backend=cuda", "--profile",
               f"--profile-launches={launches}", "--progress=never", *bench_options]
    with tempfile.TemporaryDirectory(prefix="rungs-ncu-check-") as folder:
        rows = Path(folder, "rows.csv")
        done = subprocess.run([*command, f"--out={rows}"], capture_output=True, errors="replace", check=False)
        by_driver = {ncu.range_name(dict(zip(KEY, key))): sizes
                  for key, sizes in side_table.operations(side_table.path_of(rows)).items()}
    lines = [line for line in done.stdout.splitlines() if line.startswith('"')]
    if done.returncode or not lines:
        raise RowsError(f"ncu or bench failed (exit code {done.returncode}), or no kernel was reported: "
                          f"{' '.join((done.stderr or done.stdout).split())[-300:]}")
    found = {name: Profile(by_driver=operations) for name, operations in by_driver.items()}
    for record in csv.DictReader(lines):
        if (name := ncu.range_of(record)) and not name.startswith("set-up "):  # what a variant prepares once
            found.setdefault(name, Profile()).launches.append(ncu.number(record["Metric Value"]) / 1e3)
    for name, profile in found.items():
        kernels = profile.launches
        each, rest = divmod(len(kernels), launches)
        if rest:
            raise RowsError(f"ncu reported {len(kernels)} kernels of {launches} launches of {name}; expected as many "
                            "of each")
        profile.launches = [kernels[i:i + each] for i in range(0, len(kernels), each or 1)]
    return found


def why_apart(row: dict, by_driver: Sequence[int] = ()) -> str:
    """Why a row's time cannot be that of its kernels; '' where it is. A row says under side_table.WAITS whether its
    launch waits inside. `by_driver`: bytes of driver operations."""
    if row[side_table.WAITS]:
        return "the call waits for the GPU: latency is part of the time"
    if "_with_copies" in row["variant"] or "_streamed" in row["variant"]:
        return "copies between host and GPU are part of the time"
    if max(by_driver, default=0) >= LARGE_BYTES:
        return (f"a memset or copy of {max(by_driver) / 1e6:.3g} MB by the driver is part of the time, and no kernel "
                "that ncu sees")
    return ""


def compare(rows: list[dict], flushed: dict[str, Profile], prepared: dict[str, Profile]) -> tuple[list, ...]:
    """([Compared], [name]) of rows (dicts by column): those with both profiles, and those of which ncu saw no kernel.

    A row is looked up by its range among both dicts of `profiles`; rows that were not profiled are left out."""
    found, unseen = [], []
    for row in rows:
        name = ncu.range_name(row)
        one, other = (profiles.get(name, Profile()) for profiles in (flushed, prepared))
        if not row["time_median_us"] or not (name in flushed or name in prepared):
            continue
        if one.launches and other.launches:
            found.append(Compared(row, one, other))
        else:
            unseen.append(f"{row['case']}/{row['variant']} {row['size']}")
    return found, unseen
