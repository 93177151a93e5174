"""What a reader must know before trusting a figure: noise, discards, clocks, failures, provenance, missing counters."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pandas as pd

from rungs.data import show
from rungs.report.row_part import MESSAGE, NAME
from rungs.report.row_warnings import doubts_of


@dataclass(frozen=True)
class Entry:
    """One row, or one thing, that a warning is about."""

    href: str  # '' where it is no variant
    name: str
    text: str


@dataclass(frozen=True)
class Warning:
    """One kind of doubt on one setup."""

    place: str    # the setup's short name
    title: str    # '12 rows with a spread above 5 %'
    why: str      # what it means
    entries: list
    grave: bool = False


def warnings_of(setups: list[Any], hrefs: dict[tuple, str]) -> list[Warning]:
    """All warnings, grave ones first; `hrefs` is {(case, variant): href of its part}."""
    found = [warning for setup in setups for check in _CHECKS for warning in check(setup, hrefs)]
    return sorted(found, key=lambda warning: not warning.grave)


def _rows(setup: Any, hrefs: dict[tuple, str]) -> Iterable[Warning]:
    """A warning for each kind of doubtful rows that there are."""
    for doubt in doubts_of(setup):
        entries = [Entry(hrefs.get((row["case"], row["variant"]), ""),
                         show.plain(f"{row['case']}/{row['variant']}", NAME), f"{_where(row)}: {doubt.text(row)}")
                   for _, row in doubt.rows.iterrows()]
        yield Warning(setup.short, doubt.title.format(_counted(len(entries), "row")), doubt.why, entries, doubt.grave)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count > 1)}"


def _where(row: pd.Series) -> str:
    cache = f"{row['cache']} cache" if row["cache"] else ""
    return ", ".join(filter(None, [show.problem_name(row["size"], row["params"]), cache]))


def _commits(setup: Any, hrefs: dict[tuple, str]) -> Iterable[Warning]:
    counts = setup.rows["commit"].value_counts()
    dirty = [Entry("", show.plain(commit, 60), f"{count} of {len(setup.rows)} rows")
             for commit, count in counts.items() if commit.endswith("-dirty")]
    if dirty:
        yield Warning(setup.short, "measured from a tree with changes that no commit holds",
                      "The source cannot be brought back for certain.", dirty, True)
    if len(counts) > 1:
        yield Warning(setup.short, f"rows of {len(counts)} commits in one run",
                      "A step between two variants may be a change of the harness.",
                      [Entry("", show.plain(commit, 60) or "(none)", f"{count} rows")
                       for commit, count in counts.items()])


def _self_test(setup: Any, hrefs: dict[tuple, str]) -> Iterable[Warning]:
    text = setup.run.texts.get("self-test.txt")
    verdict = re.search(r"^self-test: (.*)$", text or "", re.MULTILINE)
    if text is not None and not (verdict and verdict[1].strip() == "good"):
        said = show.plain(verdict[1], MESSAGE) if verdict else "no verdict in it"
        yield Warning(setup.short, "the machine's self-test is not good", "How well it measures is in doubt.",
                      [Entry("#machines", "self-test", said)], True)


def _sanitizers(setup: Any, hrefs: dict[tuple, str]) -> Iterable[Warning]:
    """Tools of compute-sanitizer that found something, as scripts/sanitize.sh prints it."""
    found = re.findall(r"^(\w+) +FOUND SOMETHING", setup.run.texts.get("sanitizers.txt", ""), re.MULTILINE)
    if found:
        yield Warning(setup.short, "compute-sanitizer found something", "Results that look right may be so by chance.",
                      [Entry("#machines", "sanitizers.txt", ", ".join(found))], True)


def _simulated(setup: Any, hrefs: dict[tuple, str]) -> Iterable[Warning]:
    if setup.run.simulated and setup.machine is setup.run.machines[0]:
        yield Warning(setup.short, f"{_counted(setup.run.simulated, 'row')} of the simulator left out",
                      "They have no time.", [])


def _counters(setup: Any, hrefs: dict[tuple, str]) -> Iterable[Warning]:
    """No counters, those of another GPU of the same name or of another build, or of some variants only."""
    if setup.has_gpu and setup.run.counters is None:
        yield Warning(setup.short, "no hardware counters", "There is no counters.csv beside the rows: the parts of "
                      "the variants have no counters and no evidence. `rungs ncu` makes it.", [])
    elif setup.has_gpu and not setup.counters:
        gpus = show.plain(", ".join(setup.run.counted_on("device")), 80) or "it does not say which GPU"
        yield Warning(setup.short, "the hardware counters are not of this GPU, or not surely",
                      f"counters.csv: {gpus}.", [])
    if not setup.counters:
        return
    timed = {"device_uuid": setup.machine.uuids, "commit": set(setup.rows["commit"])}
    texts = {column: f"counters {', '.join(others)}; times {', '.join(sorted(mine))}" for column, mine in timed.items()
             if (others := [value for value in setup.run.counted_on(column) if value not in mine])}
    if texts:
        yield Warning(setup.short, "the hardware counters were not taken with the times",
                      "They explain a step only as far as both are of the same kernels on equal GPUs.",
                      [Entry("", "GPU" if column == "device_uuid" else column, show.plain(text, MESSAGE))
                       for column, text in texts.items()])
    rows = setup.rows[(setup.rows["backend"] == "cuda") & (setup.rows["time_median_us"] > 0)]
    there = {key[:2] for key in setup.counters}
    missing = [key for key in dict.fromkeys(zip(rows["case"], rows["variant"])) if key not in there]
    if missing:
        yield Warning(setup.short, f"{_counted(len(missing), 'GPU variant')} without hardware counters",
                      "Theirs alone are missing.",
                      [Entry(hrefs.get(key, ""), show.plain("/".join(key), NAME), "not in counters.csv")
                       for key in missing])


_CHECKS: tuple[Callable[..., Iterable[Warning]], ...] = (_rows, _commits, _self_test, _sanitizers, _counters,
                                                             _simulated)
