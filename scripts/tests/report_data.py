"""Runs for the tests of the report, made from the stored made-up rows: folders of rows.csv and what lies next to it."""

import base64
import gzip
import json
import re

from conftest import DATA, PUBLISHED, records
from made_up_runs import write
from made_up_side import side_line, side_text

from rungs.data.row_format import CEILING_CASES

TIMES = ("time_min_us", "time_median_us", "time_mean_us", "time_p95_us")
CLAIMS = DATA / "made_up_claims.csv"
ENVIRONMENT = ("backend,name,value,device_uuid\ncuda,device_uuid,GPU-made-up,\ncuda,multiprocessors,10,\n"
               "cuda,sustained_sm_clock_mhz,1000,\n")


def write_run(folder, rows=None, **others):
    """Writes a run and returns its folder; `others` is text by file name, '_' for '.'."""
    rows = records() if rows is None else rows
    write(folder / "rows.csv", rows, list(rows[0]))
    for name, text in others.items():
        (folder / f"{name.replace('_', '.')}").write_text(text, encoding="utf-8")
    return folder


def bound_shares():
    """The metrics that say what binds."""
    return ["smsp__issue_active.avg.pct_of_peak_sustained_active",
            *(f"{unit}__throughput.avg.pct_of_peak_sustained_elapsed" for unit in ("dram", "lts", "l1tex", "sm"))]


def counters_of(rows):
    """counters.csv for the cold rows on a GPU: a tenth of the bytes read, all written, an instruction a word; the issue
    slots bind."""
    lines = []
    for row in rows:
        if row["backend"] != "cuda" or row["cache"] != "cold" or not row["time_median_us"]:
            continue
        bytes_ = int(row["bytes"])
        for metric, value, unit in (
                ("kernels", 1, ""), ("gpu__time_duration.sum", float(row["time_median_us"]) * 1e3, "ns"),
                ("dram__bytes_read.sum", bytes_ / 10, "byte"), ("dram__bytes_write.sum", bytes_, "byte"),
                ("smsp__inst_executed.sum", bytes_ / 4 * (3 if "slow" in row["variant"] else 1), "inst"),
                *((f"smsp__sass_thread_inst_executed_op_{kind}_pred_on.sum", bytes_ * 2, "inst")
                  for kind in ("integer", "fp32", "conversion")),
                *((name, 70 if "s" == name[0] else 80 if row["case"] in CEILING_CASES else 20, "%")
                  for name in bound_shares())):
            lines.append(side_line(row, "counter", metric, value, unit, "ncu"))
    return side_text(lines)


def on_another_gpu(rows, **fields):
    """The same rows, as if a second GPU had taken twice as long."""
    def slower(row):
        return {**row, "device": "Made-up bigger GPU", "device_uuid": "GPU-other", **fields, **{
            name: str(float(row[name]) * by)
            for name, by in {**dict.fromkeys(TIMES, 2), "gbps": 0.5}.items() if row[name]}}
    return [slower(row) if row["backend"] == "cuda" else row for row in rows]


OPTIONS = ["--published", str(PUBLISHED)]
_DATA = re.compile(r'<script type="application/gzip" id="data">([A-Za-z0-9+/=]*)</script>')


def document(page):
    """What the script of a page draws, as a dict."""
    data, = _DATA.findall(page)
    return json.loads(gzip.decompress(base64.b64decode(data, validate=True)))


def frame(page):
    """A page without its title and its data: the same whatever the rows say."""
    return _DATA.sub("", re.sub("<title>[^<]*</title>", "", page))
