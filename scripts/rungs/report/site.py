"""Several runs as pages: an index, which shows the newest of each GPU side by side, a page per run, and the difference
of each run to the one before it on the same device."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rungs.data import files, show
from rungs.data import runs as compared_runs
from rungs.data.errors import RowsError
from rungs.data.setups import Run
from rungs.report import page
from rungs.statistics import compare
from rungs.statistics.verdict import SAME, VERDICTS

INDEX = "index.html"


def pages_of(runs: list[Run], render: Callable[[list[Run]], dict[str, Any]]) -> dict[str, str]:
    """{file name: text} of all pages; `render` makes the document (page.document) of some runs."""
    names, groups = _names(runs), _by_devices(runs)
    documents = [render([run]) for run in runs]
    found = {name: page.one({**document, "site": {"index": INDEX}}) for name, document in zip(names, documents)}
    differences = []
    for old, new in (pair for mine in groups for pair in zip(mine, mine[1:])):
        made = difference_of(old, new)
        if "why" not in made:
            name = f"diff-{names[runs.index(old)][:-5]}-{names[runs.index(new)][:-5]}.html"
            found[name] = page.one(made, "diff.js")
            made = {"file": name, "old": made["old"], "new": made["new"], "counts": made["counts"]}
        differences.append(made)
    newest = [run for run in runs if run in [mine[-1] for mine in groups]]
    site = {"runs": [_entry(*one) for one in zip(runs, names, documents)], "differences": differences}
    return {**found, INDEX: page.one({**render(newest), "site": site})}


def write(folder: Path, pages: dict[str, str]) -> None:
    """Writes all pages into a folder, the index last; raises RowsError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RowsError(f"{folder}: cannot be made: {error.strerror}; expected a folder to write pages into") from None
    for name, text in pages.items():
        files.write_whole(folder / name, text)


def _names(runs: list[Run]) -> list[str]:
    """A file name for each run: 'h200-2026-11-22.html'."""
    taken: list[str] = [INDEX[:-5]]
    for run in runs:
        wanted = re.sub(r"[^A-Za-z0-9_.-]+", "-", run.name).strip("-.")[:80] or "run"
        taken.append(files.unused(wanted, taken.__contains__))
    return [f"{name}.html" for name in taken[1:]]


def _stamp(run: Run) -> str:
    return max((stamp for machine in run.machines for stamp in machine.rows["timestamp"]), default="")


def _by_devices(runs: list[Run]) -> list[list[Run]]:
    """The runs of each set of devices, the oldest first."""
    found: dict[tuple, list[Run]] = {}
    for run in runs:
        found.setdefault(tuple(sorted({machine.device for machine in run.machines})), []).append(run)
    return [sorted(mine, key=_stamp) for mine in found.values()]


def _entry(run: Run, name: str, document: dict[str, Any]) -> dict[str, Any]:
    rows = sum(len(machine.rows) for machine in run.machines)
    return {"file": name, "run": run.name, "devices": ", ".join(gpu["label"] for gpu in document["gpus"]),
            "date": _stamp(run)[:10], "commit": document["gpus"][0]["commit"], "rows": rows,
            "cases": len(document["cases"]), "warnings": len(document["warnings"]), "broken": run.broken}


def difference_of(old: Run, new: Run) -> dict[str, Any]:
    """Two runs row by row, as a document: `rows` are [case, variant, problem, caches, old time, new time, change,
    verdict's number, why]; {'old', 'new', 'why'} where they cannot be compared."""
    head = {"title": f"{old.name} to {new.name}", "old": old.name, "new": new.name}
    try:
        report = compare.compare(compared_runs.load(old.path), compared_runs.load(new.path))
    except RowsError as error:
        return {**head, "why": str(error)}
    rows = []
    for pair in sorted(report.pairs, key=lambda pair: VERDICTS.index(pair.verdict)):
        case, variant, _, size, params, cache = pair.key
        times = [show.time(row["time_median_us"]) if row["time_median_us"] > 0 else row["status"]
                 for row in (pair.old, pair.new)]
        rows.append([show.plain(case, 40), show.plain(variant, 60), show.problem_name(size, params), cache, *times,
                     show.gain(pair.time.ratio) if pair.time else "", VERDICTS.index(pair.verdict),
                     show.plain(pair.why, 160)])
    counts = [f"{report.counts[verdict]} {verdict}" for verdict in VERDICTS if report.counts[verdict]]
    counts += [report.alone] if report.alone else []
    alone = [[name, [compared_runs.described(key) for key in keys]]
             for name, keys in ((old.name, report.only_old), (new.name, report.only_new)) if keys]
    return {**head, "verdicts": list(VERDICTS), "same": VERDICTS.index(SAME), "rows": rows, "notes": report.notes,
            "counts": ", ".join(counts), "alone": alone}
