"""The committed rows, and pages as they read, for the tests of sentences with figures."""

import re
from functools import cache

from conftest import ROOT

from rungs.data import rows, setups

RESULTS = ROOT / "results"
H200, H100, DOCUMENTS, GOALS = "h200/latest", "h100/2026-11-25", "h100/2026-11-27", "h100/2026-11-28-goals"
LARGE = "10240x10240"
FIELD, FIRST = "distance/gpu/sliding_window", "distance/gpu/white"


@cache
def frame(run, name="rows.csv"):
    return rows.read(RESULTS / run / name)


def cold(run, name="rows.csv"):
    """The rows of kernels that were timed with cold caches."""
    found = frame(run, name)
    return found[found["status"].eq("ok") & found["backend"].eq("cuda") & found["cache"].eq("cold")]


def row(run, name, size=LARGE, params="", cache="cold", file="rows.csv"):
    """The one row of a kernel; parameters that its version adds are left open."""
    case, _, variant = name.partition("/")
    found = frame(run, file)
    found = found[(found["case"] == case) & (found["variant"] == variant) & (found["size"] == size)
                  & (found["params"] + ";").str.startswith(params + ";" if params else "") & (found["cache"] == cache)]
    assert len(found) == 1, (run, name, size, params, cache, len(found))
    return found.iloc[0]


def time(*where, **more):
    return row(*where, **more)["time_median_us"]


def energies(file="rows-energy.csv"):
    """{(case/variant, size, cache): energy} of the H200."""
    found = setups.read_energies(RESULTS / H200 / file, frame(H200, file))
    return {(f"{case}/{variant}", size, cache): one for (case, variant, _, size, _, cache, *_), one in found.items()}


def plain(text):
    """Markdown as it reads: without links, code marks, bold and line ends."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(re.sub(r"\*\*\d\. |[*`]", "", text).split())


@cache
def page(path):
    return plain((ROOT / path).read_text(encoding="utf-8"))
