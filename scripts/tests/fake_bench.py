"""A made-up bench: a program that lists variants and writes rows of made-up times for those that --filter selects."""

import json
import sys

from made_up_list import as_json
from made_up_runs import bare_row

from rungs.data.row_format import COLUMNS

PROGRAM = '''#!{python} -IS
import csv, json, os, pathlib, random, re, signal, sys, time

here = pathlib.Path(__file__)
given = json.loads(here.with_name(here.name + ".json").read_text())
options = dict(word.partition("=")[::2] for word in sys.argv[1:])
with open(here.with_name(here.name + ".calls"), "a") as calls:
    calls.write(" ".join(sys.argv[1:]) + "\\\\n")
number = len(here.with_name(here.name + ".calls").read_text().splitlines())
if "--list" in options:
    print(given["list"], end="")
    sys.exit(0)
if "--sizes" in options and options["--sizes"] == "wrong":
    sys.exit((print("bench: --sizes=wrong: expected a size", file=sys.stderr), 2)[1])
time.sleep(given["seconds"])
draw = random.Random(f"{{given['seed']}} {{number}}")
died = here.with_name(here.name + ".died")
selected = [row for row in given["rows"] if row["case"] in ("fill", "copy", "read")
            or re.search(options.get("--filter", ""), row["case"] + "/" + row["variant"])]
with open(options["--out"], "w", newline="") as file:
    lines = csv.DictWriter(file, given["columns"])
    lines.writeheader()
    process = draw.gauss(0, given["noise"])
    for at, row in enumerate(selected):
        if at == given["killed"] and not died.exists():
            died.touch()
            file.write("rungs-row-2,half a li")
            file.flush()
            os.kill(os.getpid(), signal.SIGKILL)
        if row["time_median_us"]:
            us = float(row["time_median_us"]) * 2.718281828 ** (process + draw.gauss(0, given["noise"]))
            row["time_median_us"] = "%.6g" % us
        lines.writerow(row)
        file.flush()
sys.exit(0 if all(row["status"] in ("ok", "unsupported") for row in selected) else 1)
'''


def make(path, times, noise=0.001, seed=1, broken=(), killed=None, variants=None, seconds=0):
    """Writes a made-up bench and returns its path.

    times: {'case/variant': median in microseconds, '' for none}. noise: standard deviation of a process's and of a
    row's logarithm. broken: names of variants whose rows are incorrect. killed: number of rows after
    which its process is killed once, in the middle of a line. seconds: how long a run lasts at least.
    """
    rows = [bare_row(name, "" if name in broken else us, samples="100", event_overhead_us="1.2",
                     timestamp="2026-11-20T10:00:00Z", commit="abc", binary="b",
                     **({"status": "incorrect", "message": "3 of 9 are wrong"} if name in broken else {}))
            for name, us in times.items()]
    listed = as_json(variants or [(name, "host" if "/host/" in name else "cuda") for name in times])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(PROGRAM.format(python=sys.executable).replace("\\\\n", "\\n"), encoding="utf-8")
    path.chmod(0o755)
    path.with_name(path.name + ".json").write_text(json.dumps({
        "list": listed, "rows": rows, "columns": COLUMNS, "noise": noise, "seed": seed, "killed": killed,
        "seconds": seconds}), encoding="utf-8")
    return path


def calls(path):
    """The command lines of a made-up bench, in order; those for its list left out."""
    lines = path.with_name(path.name + ".calls").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if "--list=json" not in line]
