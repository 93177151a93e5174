"""What a reader must know before trusting a figure: noise, discards, clocks, failures, provenance, missing counters. A
doubt about rows is said once as a badge at the row, once in the list of all warnings."""

import math
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import pandas as pd

from rungs.data import show
from rungs.data.row_format import BAD
from rungs.report.row_part import MESSAGE, NAME

NO_COUNTERS = ("no hardware counters, which say why a step is faster; they need a GPU: `rungs ncu --out FOLDER` writes "
               "them next to its rows")
NOISY_PERCENT = 5
LOW_CLOCK_PERCENT = 95  # of the sustained clock; bench itself drops samples below 75 %
WRONG = "incorrect or failed"
FEW_SAMPLES = 10        # what bench takes at least, unless the time limit or --min-samples says otherwise


def warnings_of(setups: list[Any]) -> list[dict[str, Any]]:
    """All warnings as dicts for JSON, grave ones first."""
    found = [warning for setup in setups for check in _CHECKS for warning in check(setup)]
    return sorted(found, key=lambda warning: not warning["grave"])


def _warning(setup: Any, title: str, meaning: str, entries: Iterable[tuple] = (), grave: bool = False) -> dict:
    """One kind of doubt on one setup; `entries` are (what it leads to, name, text) of the rows or things that it is
    about: [case, variant], the id of a part of the page, or ''."""
    return {"place": setup.short, "title": title, "why": meaning, "wrong": title.endswith(WRONG),
            "entries": [dict(zip(("to", "name", "text"), entry)) for entry in entries], "grave": grave}


def _rows(setup: Any) -> Iterable[dict]:
    """A warning for each kind of doubtful rows that there are."""
    for doubt, doubtful in doubts_of(setup):
        yield _warning(setup, doubt.title.format(_counted(len(doubtful), "row")), doubt.meaning, [
            _entry(row, doubt.text(row)) for _, row in doubtful], doubt.grave)


def _entry(row: Any, text: str) -> tuple[Any, str, str]:
    cache = f"{row['cache']} cache" if row["cache"] else ""
    where = ", ".join(filter(None, [show.problem_name(row["size"], row["params"]), cache]))
    return [row["case"], row["variant"]], show.plain(f"{row['case']}/{row['variant']}", NAME), f"{where}: {text}"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count > 1)}"


def _commits(setup: Any) -> Iterable[dict]:
    counts = setup.rows["commit"].value_counts()
    dirty = [("", show.plain(commit, 60), f"{count} of {len(setup.rows)} rows")
             for commit, count in counts.items() if commit.endswith("-dirty")]
    if dirty:
        yield _warning(setup, "measured from a tree with changes that no commit holds",
                       "The source cannot be brought back for certain.", dirty, True)
    if len(counts) > 1:
        yield _warning(setup, f"rows of {len(counts)} commits in one run",
                       "A step between two variants may be a change of the harness.",
                       [("", show.plain(commit, 60) or "(none)", f"{count} rows") for commit, count in counts.items()])


def _texts(setup: Any) -> Iterable[dict]:
    """A self-test that is not good, and tools of compute-sanitizer that found something (scripts/sanitize.sh)."""
    text = setup.run.texts.get("self-test.txt")
    verdict = re.search(r"^self-test: (.*)$", text or "", re.MULTILINE)
    if text is not None and not (verdict and verdict[1].strip() == "good"):
        said = show.plain(verdict[1], MESSAGE) if verdict else "no verdict in it"
        yield _warning(setup, "the machine's self-test is not good", "How well it measures is in doubt.",
                       [("the-facts", "self-test", said)], True)
    found = re.findall(r"^(\w+) +FOUND SOMETHING", setup.run.texts.get("sanitizers.txt", ""), re.MULTILINE)
    if found:
        yield _warning(setup, "compute-sanitizer found something", "Results that look right may be so by chance.",
                       [("the-facts", "sanitizers.txt", ", ".join(found))], True)


def _counters(setup: Any) -> Iterable[dict]:
    """No counters, those of another GPU of the same name or of another build, or of some variants only."""
    if setup.run.counters is None:
        title, _, why = NO_COUNTERS.partition(", ")
        yield _warning(setup, title, why)
    elif setup.has_gpu and not setup.counters:
        gpus = show.plain(", ".join(setup.run.counted_on("device")), 80) or "it does not say which GPU"
        yield _warning(setup, "the hardware counters are not of this GPU, or not surely", f"counters.csv: {gpus}.")
    if not setup.counters:
        return
    timed = {"device_uuid": setup.machine.uuids, "commit": set(setup.rows["commit"])}
    texts = {column: f"counters {', '.join(others)}; times {', '.join(sorted(mine))}" for column, mine in timed.items()
             if (others := [value for value in setup.run.counted_on(column) if value not in mine])}
    if texts:
        yield _warning(setup, "the hardware counters were not taken with the times",
                       "They explain a step only as far as both are of the same kernels on equal GPUs.",
                       [("", "GPU" if column == "device_uuid" else column, show.plain(text, MESSAGE))
                        for column, text in texts.items()])
    rows = setup.rows[(setup.rows["backend"] == "cuda") & (setup.rows["time_median_us"] > 0)]
    counted = {key[:2] for key in setup.counters}
    missing = [key for key in dict.fromkeys(zip(rows["case"], rows["variant"])) if key not in counted]
    if missing:
        yield _warning(setup, f"{_counted(len(missing), 'GPU variant')} without hardware counters",
                       "Theirs alone are missing.",
                       [(list(key), show.plain("/".join(key), NAME), "not in counters.csv") for key in missing])


def _simulated(setup: Any) -> Iterable[dict]:
    rows = setup.run.simulated
    if len(rows) and setup.machine is setup.run.machines[0]:
        yield _warning(setup, f"{_counted(len(rows), 'row')} of the simulator left out", "They have no time.")
        bad = [_entry(row, f"{row['status']}: {show.plain(row['message'], MESSAGE)}")
               for _, row in rows[rows["status"].isin(BAD)].iterrows()]
        if bad:
            yield _warning(setup, f"{_counted(len(bad), 'row')} of the simulator {WRONG}",
                           "The kernel is wrong, or the simulator lacks something.", bad, True)


def _missing(setup: Any) -> Iterable[dict]:
    """Rows that are missing: states of the caches in which others of the problem were timed."""
    found, count = [], 0
    for _, here in setup.rows.groupby(["case", "backend", "size", "params"], sort=False):
        states = set(here["cache"]) - {""}
        for _, mine in here.groupby("variant", sort=False):
            if (mine["status"] == "ok").all() and (lacks := sorted(states - set(mine["cache"]))):
                row = mine.iloc[0]
                found.append(_entry({**row, "cache": ""}, f"no row of caches {', '.join(lacks)}"))
                count += len(lacks)
    if found:
        yield _warning(setup, f"{_counted(count, 'row')} missing", "Others of the problem have them.", found)


_CHECKS: tuple[Callable[..., Iterable[dict]], ...] = (_rows, _missing, _commits, _texts, _counters, _simulated)


class Doubt(NamedTuple):
    """One kind of doubt about rows."""

    badge: str        # 'noise'
    rows: pd.Series   # whether a row of the setup has it
    title: str        # '{} with a spread above 5 %', where {} is 'N rows'
    meaning: str
    text: Callable    # of a row: what to say of it
    grave: bool = False


def doubts_of(setup: Any) -> list[tuple[Doubt, list[tuple[Any, pd.Series]]]]:
    """Each kind of doubt on a setup's rows with the (index, row) that have it, those without a row left out."""
    rows = setup.rows
    sustained = pd.to_numeric(setup.fact("sustained_sm_clock_mhz"), errors="coerce")
    if math.isnan(sustained):
        sustained = rows["sm_clock_mhz"].max()

    def message(row: pd.Series) -> str:
        return show.plain(row["message"], MESSAGE)

    doubts = (
        Doubt("failed", rows["status"].isin(BAD), f"{{}} {WRONG}", "They have no time.",
              lambda row: f"{row['status']}: {message(row)}", True),
        Doubt("unstable", rows["status"] == "unstable", "{} unstable", "Their times are shown, and marked.", message,
              True),
        Doubt("low clock", rows["sm_clock_mhz"] < sustained * LOW_CLOCK_PERCENT / 100,
              f"{{}} at a clock below {LOW_CLOCK_PERCENT} % of the sustained one",
              f"Sustained: {sustained:.0f} MHz. The GPU was throttled, by power or heat, or not yet warm.",
              lambda row: f"{row['sm_clock_mhz']:.0f} MHz"),
        Doubt("discards", rows["discarded"] > 0, "{} with discarded samples",
              "The clock was below 75 % of the run's sustained one while they were taken.",
              lambda row: f"{row['discarded']:.0f} of {row['samples'] + row['discarded']:.0f} samples"),
        Doubt("noise", (rows["time_median_us"] > 0) & (rows["iqr_percent"] > NOISY_PERCENT),
              f"{{}} with a spread above {NOISY_PERCENT} %",
              "The interquartile range over the median: small steps are lost in it.",
              lambda row: f"{show.percent(row['iqr_percent'])} of {show.time(row['time_median_us'])}"),
        Doubt("few samples", (rows["time_median_us"] > 0) & (rows["samples"] < FEW_SAMPLES),
              f"{{}} with fewer than {FEW_SAMPLES} samples",
              "Long ones, ended by the time limit; their quartiles say little.",
              lambda row: f"{row['samples']:.0f} samples of {show.time(row['time_median_us'])}"),
        Doubt("remark", (rows["status"] == "ok") & (rows["message"] != ""), "{} with a remark of bench",
              "They are timed, but not as the others are.", message),
        Doubt("unsupported", rows["status"] == "unsupported", "{} unsupported", "Not run, for the reason given.",
              message))
    return [(doubt, list(rows[doubt.rows].iterrows())) for doubt in doubts if doubt.rows.any()]


def badges_of(setup: Any) -> dict[Any, list[list[str]]]:
    """{index of a row: [[badge, text]]} of a setup's doubtful rows."""
    found: dict[Any, list[list[str]]] = {}
    for doubt, doubtful in doubts_of(setup):
        for index, row in doubtful:
            found.setdefault(index, []).append([doubt.badge, doubt.text(row)])
    return found
