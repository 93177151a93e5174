"""What a reader must know before trusting a figure: noise, discards, clocks, failures, provenance, missing counters."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pandas as pd

from rungs.data import show
from rungs.report.ladder_lines import MESSAGE, NAME

NOISY_PERCENT = 5
LOW_CLOCK_PERCENT = 95  # of the sustained clock; bench itself drops samples below 75 %
FEW_SAMPLES = 10        # what bench takes at least, unless the time limit or --min-samples says otherwise


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


def _warning(setup: Any, rows: pd.DataFrame, hrefs: dict[tuple, str], title: str, why: str, text: Callable,
             grave: bool = False) -> list[Warning]:
    """A list of one warning on some rows, or of none; `title` has {} for 'N rows', `text` says what is with a row."""
    if not len(rows):
        return []
    entries = [Entry(hrefs.get((row["case"], row["variant"]), ""), show.plain(f"{row['case']}/{row['variant']}", NAME),
                     f"{_where(row)}: {text(row)}") for _, row in rows.iterrows()]
    counted = f"{len(rows)} row{'s' * (len(rows) > 1)}"
    return [Warning(setup.short, title.format(counted), why, entries, grave)]


def _where(row: pd.Series) -> str:
    cache = f"{row['cache']} cache" if row["cache"] else ""
    return ", ".join(filter(None, [show.problem_name(row["size"], row["params"]), cache]))


def _wrong(setup: Any, hrefs: dict[tuple, str]) -> list[Warning]:
    rows = setup.rows[setup.rows["status"].isin(("incorrect", "failed"))]
    return _warning(setup, rows, hrefs, "{} incorrect or failed", "They have no time.",
                    lambda row: f"{row['status']}: {show.plain(row['message'], MESSAGE)}", grave=True)


def _unstable(setup: Any, hrefs: dict[tuple, str]) -> list[Warning]:
    return _warning(setup, setup.rows[setup.rows["status"] == "unstable"], hrefs, "{} unstable",
                    "Their times are shown, and marked.", lambda row: show.plain(row["message"], MESSAGE), grave=True)


def _dirty(setup: Any, hrefs: dict[tuple, str]) -> list[Warning]:
    rows = setup.rows[setup.rows["commit"].str.endswith("-dirty")]
    if not len(rows):
        return []
    commits = [Entry("", show.plain(commit, 60), f"{count} of {len(setup.rows)} rows")
               for commit, count in rows["commit"].value_counts().items()]
    return [Warning(setup.short, "measured from a tree with changes that no commit holds",
                    "The source cannot be brought back for certain.", commits, True)]


def _commits(setup: Any, hrefs: dict[tuple, str]) -> list[Warning]:
    counts = setup.rows["commit"].value_counts()
    if len(counts) < 2:
        return []
    return [Warning(setup.short, f"rows of {len(counts)} commits in one run",
                    "A step between two variants may be a change of the harness.",
                    [Entry("", show.plain(commit, 60) or "(none)", f"{count} rows")
                     for commit, count in counts.items()])]


def _self_test(setup: Any, hrefs: dict[tuple, str]) -> list[Warning]:
    text = setup.run.texts.get("self-test.txt")
    verdict = re.search(r"^self-test: (.*)$", text or "", re.MULTILINE)
    if text is None or verdict and verdict[1].strip() == "good":
        return []
    said = show.plain(verdict[1], MESSAGE) if verdict else "no verdict in it"
    return [Warning(setup.short, "the machine's self-test is not good", "How well it measures is in doubt.",
                    [Entry("#machines", "self-test", said)], True)]


def _noisy(setup: Any, hrefs: dict[tuple, str]) -> list[Warning]:
    return _warning(setup, setup.rows[setup.rows["iqr_percent"] > NOISY_PERCENT], hrefs,
                    f"{{}} with a spread above {NOISY_PERCENT} %",
                    "The interquartile range over the median: small steps are lost in it.",
                    lambda row: f"{show.percent(row['iqr_percent'])} of {show.time(row['time_median_us'])}")


def _discarded(setup: Any, hrefs: dict[tuple, str]) -> list[Warning]:
    return _warning(setup, setup.rows[setup.rows["discarded"] > 0], hrefs, "{} with discarded samples",
                    "The clock was below 75 % of the run's sustained one while they were taken.",
                    lambda row: f"{row['discarded']:.0f} of {row['samples'] + row['discarded']:.0f} samples")


def _slow_clock(setup: Any, hrefs: dict[tuple, str]) -> list[Warning]:
    try:
        sustained = float(setup.fact("sustained_sm_clock_mhz"))
    except ValueError:
        sustained = setup.rows["sm_clock_mhz"].max()
    rows = setup.rows[setup.rows["sm_clock_mhz"] < sustained * LOW_CLOCK_PERCENT / 100]
    return _warning(setup, rows, hrefs, f"{{}} at a clock below {LOW_CLOCK_PERCENT} % of the sustained one",
                    f"Sustained: {sustained:.0f} MHz. The GPU was throttled, by power or heat, or not yet warm.",
                    lambda row: f"{row['sm_clock_mhz']:.0f} MHz")


def _few(setup: Any, hrefs: dict[tuple, str]) -> list[Warning]:
    rows = setup.rows[(setup.rows["time_median_us"] > 0) & (setup.rows["samples"] < FEW_SAMPLES)]
    return _warning(setup, rows, hrefs, f"{{}} with fewer than {FEW_SAMPLES} samples",
                    "Long ones, ended by the time limit; their quartiles say little.",
                    lambda row: f"{row['samples']:.0f} samples of {show.time(row['time_median_us'])}")


def _remarks(setup: Any, hrefs: dict[tuple, str]) -> list[Warning]:
    rows = setup.rows[(setup.rows["status"] == "ok") & (setup.rows["message"] != "")]
    return _warning(setup, rows, hrefs, "{} with a remark of bench", "They are timed, but not as the others are.",
                    lambda row: show.plain(row["message"], MESSAGE))


def _unsupported(setup: Any, hrefs: dict[tuple, str]) -> list[Warning]:
    return _warning(setup, setup.rows[setup.rows["status"] == "unsupported"], hrefs, "{} unsupported",
                    "Not run, for the reason given.", lambda row: show.plain(row["message"], MESSAGE))


def _simulated(setup: Any, hrefs: dict[tuple, str]) -> list[Warning]:
    if not setup.run.simulated or setup.machine is not setup.run.machines[0]:
        return []
    count = setup.run.simulated
    return [Warning(setup.short, f"{count} row{'s' * (count > 1)} of the simulator left out", "They have no time.", [])]


def _uncounted(setup: Any, hrefs: dict[tuple, str]) -> list[Warning]:
    if not setup.has_gpu:
        return []
    if setup.run.counters is None:
        return [Warning(setup.short, "no hardware counters", "There is no counters.csv beside the rows: the parts of "
                        "the variants have no counters, no roofline and no evidence. `rungs ncu` makes it.", [])]
    if not setup.counters:
        gpus = show.plain(", ".join(setup.run.counted_on("device")), 80) or "it does not say which GPU"
        return [Warning(setup.short, "the hardware counters are not of this GPU, or not surely",
                        f"counters.csv: {gpus}.", [])]
    there = {key[:2] for key in setup.counters}
    missing = [key for key in dict.fromkeys(_gpu_variants(setup)) if key not in there]
    if not missing:
        return []
    return [Warning(setup.short, f"{len(missing)} GPU variant{'s' * (len(missing) > 1)} without hardware counters",
                    "Theirs alone are missing.",
                    [Entry(hrefs.get(key, ""), show.plain("/".join(key), NAME), "not in counters.csv")
                     for key in missing])]


def _counted_apart(setup: Any, hrefs: dict[tuple, str]) -> list[Warning]:
    """Counters of another GPU of the same name, or of another build, than the times."""
    if not setup.counters:
        return []
    entries = []
    timed = {"device_uuid": {setup.machine.uuid}, "commit": set(setup.rows["commit"])}
    for column, mine in timed.items():
        others = [value for value in setup.run.counted_on(column) if value not in mine]
        if others:
            text = f"counters {', '.join(others)}; times {', '.join(sorted(mine))}"
            entries.append(Entry("", "GPU" if column == "device_uuid" else column, show.plain(text, MESSAGE)))
    why = "They explain a step only as far as both are of the same kernels on equal GPUs."
    return [Warning(setup.short, "the hardware counters were not taken with the times", why,
                    entries)] if entries else []


def _gpu_variants(setup: Any) -> Iterable:
    rows = setup.rows[(setup.rows["backend"] == "cuda") & (setup.rows["time_median_us"] > 0)]
    return zip(rows["case"], rows["variant"])


_CHECKS = (_wrong, _unstable, _dirty, _self_test, _slow_clock, _discarded, _noisy, _few, _remarks, _commits,
           _unsupported, _counted_apart, _uncounted, _simulated)
