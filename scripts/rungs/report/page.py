"""The page: everything gathered as one document, with the scripts that draw it: one HTML file that needs nothing
else."""

import base64
import gzip
import hashlib
import html
import json
from importlib import resources
from operator import index  # of NumPy's integers
from pathlib import Path
from string import Template
from typing import Any

import pandas as pd

from rungs.data import catalogue, ladder, rows, setups, show
from rungs.data.errors import RowsError
from rungs.data.published import Published
from rungs.report import case_part, row_part, warnings

SHEET = "page.css"
SCRIPTS = ("elements.js", "tables.js", "address.js", "view.js", "techniques.js", "cards.js", "ladders.js", "rung.js",
           "source.js", "facts.js", "main.js")
OF_ENVIRONMENT = ("cuda_runtime", "compute_capability", "multiprocessors", "l2_bytes", "memory_bytes",
                  "datasheet_peak_gbps", "sustained_sm_clock_mhz", "event_overhead_us")  # facts that are shown


def load(wheres: list[Path]) -> list[setups.Run]:
    """The runs of a command line, as a list of setups.Run; raises RowsError."""
    seen: dict[Path, Path] = {}
    for where in wheres:
        path = setups.rows_path(where).resolve()
        if path in seen:
            raise RowsError(f"{where}: the same rows as {seen[path]}; expected each run once")
        seen[path] = where
    runs = [setups.read(where) for where in wheres]
    for run in runs:
        if not run.machines:
            raise RowsError(f"{run.path}: only simulator rows, which have no time; expected rows measured on a host or "
                            "a GPU")
    return runs


def document(runs: list[setups.Run], published: Published, folder: Path) -> dict:
    """All that the page shows, as a dict for JSON. `folder` holds the cases' sources."""
    here = setups.setups_of(runs)
    makes = case_part.Cases(here, published, folder)
    facts = [_facts_of(setup) for setup in here]
    return {"title": f"Rungs on {', '.join(setup.label for setup in here)}",
            "caches": [cache or case_part.NO_CACHE for cache in ladder.CACHES], "shown": makes.shown,
            "gpus": [_machine(setup) for setup in here], "cases": [makes.part(name) for name in makes.names],
            # What ran on what: [(fact, a text per setup)], lines that are empty on all setups left out.
            "facts": [(name, cells) for name in facts[0] if any(cells := [of_setup[name] for of_setup in facts])],
            "texts": [[f"{setup.short}: {name}", text] for setup in here if setup.machine is setup.run.machines[0]
                      for name, text in setup.run.texts.items()],
            "warnings": warnings.warnings_of(here),
            **row_part.techniques_part(here, catalogue.read())}


def _machine(setup: setups.Setup) -> dict[str, Any]:
    stamps = sorted(filter(None, setup.rows["timestamp"]))
    commits = [show.plain(name, 12) for name in dict.fromkeys(setup.rows["commit"]) if name]
    return {"name": setup.short, "label": setup.label, "gpu": setup.has_gpu,
            "host": show.plain(setup.machine.host_device, 60), "commit": ", ".join(commits[:3]),
            "date": show.plain(stamps[-1])[:10] if stamps else ""}


def _facts_of(setup: setups.Setup) -> dict[str, str]:
    """{fact: text, '' where it is not known} of a setup, from its rows and from the environment file."""
    every = setup.rows[setup.rows["backend"].isin(("host", "cuda"))]
    clocks, stamps = setup.rows["sm_clock_mhz"].dropna(), sorted(filter(None, setup.rows["timestamp"]))
    on_gpu = setup.rows[setup.rows["backend"] == "cuda"]
    ceilings = rows.emptied(on_gpu[on_gpu["gbps"] > 0]).groupby("case")["gbps"].max()

    def distinct(column: str, of: pd.DataFrame = every) -> str:
        """The values of a column, joined: one, unless the rows come from several builds or drivers."""
        return show.plain(", ".join(value for value in dict.fromkeys(of[column]) if value), 80)

    return {
        "run": setup.run.name, "GPU": show.plain(setup.machine.device, 80) if setup.has_gpu else "",
        "UUID": distinct("device_uuid", on_gpu),
        "host": show.plain(setup.machine.host_device or setup.machine.host, 80),
        "driver": distinct("driver"), "CUDA toolkit": distinct("cuda"),
        "compiler": distinct("compiler"), "commit": distinct("commit"),
        "measured": show.plain(" to ".join(dict.fromkeys((*stamps[:1], *stamps[-1:]))), 60),
        **{name: show.plain(setup.fact(name), 60) for name in OF_ENVIRONMENT},
        **{f"measured {case}, best": show.rate(ceilings[case]) if case in ceilings else ""
           for case in rows.CEILING_CASES},
        "clock of the rows, median": (
            f"{clocks.median():.0f} MHz, {clocks.min():.0f} to {clocks.max():.0f}" if len(clocks) else ""),
        "counters by Nsight Compute": show.plain(", ".join(setup.run.counted_on("ncu")), 60) if setup.counters else "",
        "rows": f"{len(setup.rows)}: " + ", ".join(f"{count} {status}" for status, count
                                                   in setup.rows["status"].value_counts().items()),
        "seed": distinct("seed")}


def one(document: dict[str, Any]) -> str:
    """The page of a document, drawn by SCRIPTS."""
    script = "\"use strict\";\n(async () => {\n" + "\n".join(map(_file, SCRIPTS)) + \
        "document.documentElement.dataset.drawn = \"\";\n})();\n"
    # JSON, compressed and in base64: a tenth of the size. The page's script unpacks it.
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=index)
    data = base64.b64encode(gzip.compress(text.encode("utf-8", "backslashreplace"), mtime=0)).decode("ascii")
    # For the page's policy: no other script than this one runs, whatever a CSV may have smuggled in.
    script_hash = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    return Template(_file("page.html")).substitute(
        script=script, script_hash=script_hash, data=data, sheet=_file(SHEET), title=html.escape(document["title"]))


def _file(name: str) -> str:
    return resources.files("rungs.report").joinpath("templates", name).read_text(encoding="utf-8")
