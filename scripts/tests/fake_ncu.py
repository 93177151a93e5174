"""Stands in for ncu and for bench: called as `ncu` it runs what it is told to and writes a report, called as `bench` it
lists variants and writes rows. What there is to run is in plan.json next to it:

    {"version": "2025.3.1.0", "variants": {"tiles/gpu/slow": {"problems": {"10x10;": [KERNEL, ...]}, ...}}}

A problem's key is SIZE;PARAMS; a kernel is {"range": text, "metrics": {name: text}}, without a range it is in the
problem's own. A variant may have "status", "message", "dies" (the process ends there) and "interrupts" (it sends the
signal of that name to who called ncu, leaves its own id in waits.txt, and waits). A report is the raw page itself."""

import csv
import io
import json
import os
import re
import signal
import sys
from pathlib import Path

from made_up_list import as_json

HERE = Path(sys.argv[0]).resolve().parent
COLUMNS = ["schema", "case", "variant", "backend", "status", "message", "size", "params", "device", "device_uuid",
           "driver", "commit"]
FRONT = ["ID", "Kernel Name", "CC", "Id:Domain:Start/Stop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg",
         "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg"]

TIME, BYTES, REGISTERS, BUSY = ("gpu__time_duration.sum", "dram__bytes_read.sum", "launch__registers_per_thread",
                                "sm__warps_active.avg.pct_of_peak_sustained_active")
UNITS = {TIME: "ns", BYTES: "byte", REGISTERS: "register/thread", BUSY: "%"}


def kernel(time=1000, **more):
    """A kernel in the range of its problem, with a metric that nobody asked for."""
    return {"metrics": {TIME: f"{time:,}", BYTES: "64", REGISTERS: "32", BUSY: "50", "sm__other.sum": "1"}, **more}


def tiles(**more):
    """The plan of three cases: tiles with two variants, a lone fill and a peer."""
    return {"version": "2025.3.1.0", "units": UNITS, "variants": {
        "tiles/host/slow": {"problems": {}}, "tiles/gpu/slow": {"problems": {"10x10;tile=8": [kernel(2000)]}},
        "tiles/gpu/quick": {"problems": {"10x10;tile=8": [kernel(1000)]}},
        "fill/gpu/store": {"problems": {"100x1;": [kernel(300)]}},
        "last/gpu/one": {"problems": {"5x5;": [kernel(7)]}}, **more}}


def raw_page(kernels, units):
    """The raw page: `kernels` is a list of (text of the push/pop column, {metric: text}), `units` by metric."""
    metrics = list(dict.fromkeys(name for _, found in kernels for name in found))
    text = io.StringIO()
    text.write("==PROF== Report read\n")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(FRONT + metrics)
    writer.writerow([""] * len(FRONT) + [units.get(name, "") for name in metrics])
    for number, (pushed, found) in enumerate(kernels):
        writer.writerow([number, "kernel(int, float *)", "9.0", "", pushed,
                         *(found.get(name, "n/a") for name in metrics)])
    return text.getvalue()


def pushed(name):
    """The push/pop column of a kernel in our range of this name."""
    return f'929  "rungs:{name}:Uint64:800:RGB:0xffffb74d:REGISTERED:{name}" '


def option(name, words):
    return next((word.partition("=")[2] for word in words if word.startswith(f"{name}=")), None)


def bench(plan, words, found):
    """Adds to `found` the (name, size, params, kernels) of what was launched; returns the exit code."""
    if words == ["--list=json"]:
        print(as_json([(name, "host" if "/host/" in name else "cuda,simulator") for name in plan["variants"]]), end="")
        return 0
    if plan.get("refuses"):
        print(f"bench: {plan['refuses']}", file=sys.stderr)
        return 2
    rows = Path(option("--out", words))
    status = 0
    with open(rows, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for name, variant in plan["variants"].items():
            if not re.search(option("--filter", words), name):
                continue
            if variant.get("interrupts"):
                (HERE / "waits.txt").write_text(str(os.getpid()))
                os.kill(plan["pid"], signal.Signals[variant["interrupts"]])
                signal.pause()
            if variant.get("dies"):
                return 139
            case, _, variant_name = name.partition("/")
            for problem, launched in variant["problems"].items():
                size, _, params = problem.partition(";")
                found.append((name, size, params, launched))
                writer.writerow(["rungs-row-1", case, variant_name, "cuda", variant.get("status", "ok"),
                                 variant.get("message", ""), size, params, plan.get("device", "Made-up GPU"),
                                 "GPU-made-up", "1.2 for CUDA 13.0", plan.get("commit", "abc")])
            status |= variant.get("status", "ok") in ("incorrect", "failed")
    rows.with_suffix(".environment.csv").write_text("backend,name,value,device_uuid\n")
    return status


def ncu(plan, words):
    with open(HERE / "calls.txt", "a", encoding="utf-8") as calls:
        calls.write(" ".join(words) + "\n")
    if words == ["--version"]:
        print(f"A profiler\nVersion {plan['version']} (build 1) (public-release)")
        return 0
    if words[0] == "--import":
        sys.stdout.write(Path(words[1]).read_text(encoding="utf-8"))
        return 0
    plan["pid"] = os.getppid()
    if plan.get("error"):
        print(f"==ERROR== {plan['error']}", file=sys.stderr)
    ran: list = []
    status = bench(plan, words[words.index(str(HERE / "bench")) + 1:], ran)
    if status in (2, 139) or plan.get("error"):
        print(f"==ERROR== The application returned an error code ({status}).\nbench's last words", file=sys.stderr)
        return status or 1
    found = []
    for name, size, params, launched in ran:
        own = pushed(re.sub(r"[/;]", ".", "/".join(filter(None, [name, size, params]))))
        found += [(kernel.get("range", own), kernel) for kernel in launched]
    if not found:
        print("==WARNING== No kernels were profiled.")
        return status
    report = raw_page([(where, kernel["metrics"]) for where, kernel in found], plan["units"])
    Path(words[words.index("--export") + 1]).write_text(plan.get("report", report), encoding="utf-8")
    return status


if __name__ == "__main__":
    the_plan = json.loads((HERE / "plan.json").read_text(encoding="utf-8"))
    sys.exit(ncu(the_plan, sys.argv[1:]) if Path(sys.argv[0]).name == "ncu" else bench(the_plan, sys.argv[1:], []))
