"""Runs for the tests of the report, made from the stored made-up rows: folders of rows.csv and what lies beside it."""

import csv
import io

from conftest import DATA, PUBLISHED, records

CLAIMS = DATA / "made_up_claims.csv"
SAMPLES_HEADER = "case,variant,backend,size,params,cache,sample,time_us,sm_clock_mhz"
COUNTERS_HEADER = "case,variant,size,params,metric,value,unit"
STATIC_HEADER = "case,variant,kernel,architecture,metric,value,unit"
ENVIRONMENT = ("backend,name,value\ncuda,device_uuid,GPU-made-up\ncuda,multiprocessors,10\n"
               "cuda,sustained_sm_clock_mhz,1000\n")


def csv_text(header, lines):
    """A CSV file as text; `header` is its first line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([header.split(","), *lines])
    return text.getvalue()


def write_run(folder, rows=None, **beside):
    """Writes a run and returns its folder; `beside` is text by file name, '_' for '.'."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = records() if rows is None else rows
    (folder / "rows.csv").write_text(csv_text(",".join(rows[0]), [row.values() for row in rows]), encoding="utf-8")
    for name, text in beside.items():
        (folder / f"{name.replace('_', '.')}").write_text(text, encoding="utf-8")
    return folder


def cold_gpu_rows(rows):
    return [row for row in rows if row["backend"] == "cuda" and row["cache"] == "cold" and row["time_median_us"]]


def counters_of(rows):
    """counters.csv for the cold rows on a GPU: a tenth of the bytes read, all written, an instruction a word."""
    lines = []
    for row in cold_gpu_rows(rows):
        key = [row[name] for name in ("case", "variant", "size", "params")]
        bytes_ = int(row["bytes"])
        for metric, value, unit in (
                ("kernels", 1, ""), ("gpu__time_duration.sum", float(row["time_median_us"]) * 1e3, "ns"),
                ("dram__bytes_read.sum", bytes_ / 10, "byte"), ("dram__bytes_write.sum", bytes_, "byte"),
                ("smsp__inst_executed.sum", bytes_ / 4 * (3 if "slow" in row["variant"] else 1), "inst")):
            lines.append([*key, metric, value, unit])
    return csv_text(COUNTERS_HEADER, lines)


def samples_of(rows, each=20):
    """rows.samples.csv for the cold rows on a GPU, some above and some below the median."""
    names = ("case", "variant", "backend", "size", "params", "cache")
    return csv_text(SAMPLES_HEADER, [
        [*(row[name] for name in names), number, float(row["time_median_us"]) * (0.98 + 0.002 * number), 1000]
        for row in cold_gpu_rows(rows) for number in range(each)])


def static_of(rows):
    """rows.static.csv: registers of one kernel per variant."""
    pairs = dict.fromkeys((row["case"], row["variant"]) for row in cold_gpu_rows(rows))
    return csv_text(STATIC_HEADER, [[*pair, "kernel", "sm_90", "registers", 37, "registers"] for pair in pairs])


def on_another_gpu(rows):
    """The same rows, as if a second GPU had taken twice as long."""
    factors = {"time_min_us": 2, "time_median_us": 2, "time_mean_us": 2, "time_p95_us": 2, "gbps": 0.5}
    return [dict(row, device="Made-up bigger GPU", device_uuid="GPU-other",
                 **{name: str(float(row[name]) * factor) for name, factor in factors.items() if row[name]})
            if row["backend"] == "cuda" else row for row in rows]


OPTIONS = ["--published", str(PUBLISHED), "--claims", str(CLAIMS)]
