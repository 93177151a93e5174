"""A row, and a technique, as the page's script takes them: every text is made here, the script only draws."""

import re
import shlex
from collections.abc import Mapping
from typing import Any

from rungs.data import counter_files, ladder, show
from rungs.data import rows as rungs_rows
from rungs.data.catalogue import GROUPS
from rungs.data.catalogue import Technique as Entry
from rungs.data.published import Match
from rungs.data.records import split_params
from rungs.data.setups import Setup
from rungs.profile import evidence, limits, resources
from rungs.profile.counters import COUNTERS, figure, top_stall
from rungs.report.ladders import kind_of
from rungs.statistics import techniques, why
from rungs.statistics.pairs import QUESTION, Pair, Source
from rungs.statistics.techniques import OnGpu

NAME = 60      # letters of a name that are shown
MESSAGE = 300  # and of a message
SHOWN = {*(one.share for one in resources.COUNTED), "sm_throughput_percent", "achieved_occupancy_percent",
         "instructions", "dram_bytes", "l2_sectors"}  # counters that are shown without asking


def part_of(row: Mapping, old: Mapping | None, setup: Setup, figures: list[Match]) -> dict[str, Any]:
    """A row as a dict for JSON, texts that are empty left out; `old` is the row of what it improves, if any. `us`,
    `sol` (percent of the speed of light) and `step` (times faster than what it improves) are numbers."""
    timed = row["time_median_us"] > 0
    found = {"status": row["status"] if timed else rungs_rows.untimed(row),
             "message": show.plain(row["message"], MESSAGE),
             "published": "; ".join(f"{show.time(match.figure.value, trim=True)} ({show.plain(match.source, 48)})"
                                    for match in figures),
             "command": command(row)}
    if timed:
        share = row["speed_of_light_percent"]
        ends = [end for end in (row["time_min_us"], row["time_p95_us"]) if end > 0]
        found |= {"us": row["time_median_us"], "time": show.time(row["time_median_us"]),
                  "rate": rungs_rows.rate_of(row),
                  "noise": show.percent(row["iqr_percent"]) if row["iqr_percent"] >= 0 else "",
                  "samples": f"{row['samples']:.0f}" if row["samples"] > 0 else "",
                  "range": " to ".join(map(show.time, ends)) if len(ends) == 2 else "",
                  "clock": f"{row['sm_clock_mhz']:.0f} MHz" if row["sm_clock_mhz"] > 0 else "",
                  **({"sol": share, "share": f"{show.percent(share)} of the speed of light"} if share > 0 else {}),
                  **_step(row, old),
                  "moved": row["bytes"] if row["bytes"] > 0 else 0}
    if row["backend"] == "host":
        found["on"] = show.plain(row["device"], 45) if setup.has_gpu else ""
        found["threads"] = "all cores" if "all_cores" in row["variant"] else "one thread"
    return {name: value for name, value in found.items() if value not in ("", 0, "ok")}


def _step(row: Mapping, old: Mapping | None) -> dict[str, Any]:
    """How many times faster than what it improves, with the interval of both rows; {} from the host to a GPU, which is
    no step. Of a step that asks another question only its `kind` is said."""
    kind = row.get("step_kind", "") or "gain"
    if kind == QUESTION:
        return {"kind": kind}
    if old is None or not old["time_median_us"] > 0 or kind_of(row["variant"]) != kind_of(old["variant"]):
        return {}
    pair = Pair(old, row)
    return {"step": pair.gain, "gain": show.gain(pair.gain), "kind": kind if kind != "gain" else "",
            "interval": pair.spread}


def command(row: Mapping) -> str:
    """The command that measures a row again, on one line; a variant in Python is run by `rungs bench`."""
    case, variant, params = rungs_rows.key_of(row, ("case", "variant", "params"))
    name = re.sub(r"[^\w/-]", lambda found: f"\\{found[0]}", f"{case}/{variant}", flags=re.ASCII)
    program = ["rungs", "bench", "--load", "cases"] if "Python" in row["compiler"] else ["bench"]
    words = [*program, f"--filter=^{name}$", f"--sizes={row['size']}"]
    words += [f"--param={key}={value}" for key, value in split_params(params).items()]
    words += [f"--cache={row['cache']}"] if row["cache"] else []
    return " ".join(shlex.quote(show.plain(word)) for word in words)


def counters_of(row: Mapping, lines: Mapping[tuple, evidence.Line], tried: Mapping[tuple, str]) -> dict[str, Any]:
    """What Nsight Compute says of a row of emptied caches: `bound` ('DRAM 91 %', or that it was not counted), `why`
    (the first cause of a step) and `explained` (what binds before and after it, and all causes), left out where they
    are not known. `lines` are of evidence.lines_of, `tried` of statistics.why.limits_of."""
    names = row["variant"], row["improves"]
    new, old = (lines.get((row["case"], name, row["size"], row["params"])) for name in names)
    found: dict[str, Any] = {"bound": limits.badge(new, row, tried.get(rungs_rows.key_of(row, counter_files.KEY), ""))}
    if new and old and old.time_us > 0 and new.time_us > 0 and (step := evidence.step(old, new)).known:
        found |= {"why": step.short, "explained": step.text}
    return found


def figures(line: evidence.Line) -> list[list]:
    """[[name, text, number, whether it is shown without asking]] of all that was counted of a line."""
    values = [(counter, counter.value(line.metrics)) for counter in COUNTERS]
    found: list[list] = [[counter.label, figure(value, counter.unit), float(show.significant(value, 6)),
                          int(counter.name in SHOWN)] for counter, value in values if value is not None]
    reason, share = top_stall(line.metrics)
    if reason:
        found.append(["waits most for", f"{reason.replace('_', ' ')}, {show.percent(share)}", None, 1])
    return found


def techniques_part(setups: list[Setup], catalogue: list[Entry]) -> dict[str, Any]:
    """{'techniques', 'limits', 'groups'} of the setups with a GPU. What depends on the state of the caches is a dict
    by it; `sums` and `facts` have a key 'cache limit' for each filter, where limit may be '*'."""
    sources = [Source(one.short, one.rows, evidence.counted_of(one.rows, one.counters, why.limits_of(one.why)))
               for one in setups]
    found: dict[str, dict[str, Any]] = {
        entry.id: {"id": entry.id, "name": entry.name, "sentence": entry.sentence, "group": entry.group,
                   "cost": entry.cost, "words": entry.stops,
                   **{part: {} for part in ("facts", "helps", "steps", "also", "sums")}}
        for entry in catalogue}
    for cache in filter(None, ladder.CACHES):
        measured = techniques.of(sources, catalogue, cache)
        for one in measured:
            mine = found[one.entry.id]
            mine["helps"][cache] = one.helps
            mine["steps"][cache] = [{
                "case": step.case, "old": step.old, "new": step.new, "back": step.kind == "back",
                "limits": step.limits, "stops": ", ".join(step.stops),
                "gpus": [_on_gpu(each) if each else None for each in step.gpus]} for step in one.steps]
            mine["also"][cache] = [[step.case, step.new, step.text] for step in one.also]
        for limit in dict.fromkeys(["", *(limit for one in measured for step in one.steps for limit in step.limits)]):
            for one in techniques.chosen(measured, limit, ""):
                mine, key = found[one.entry.id], f"{cache} {limit or '*'}"
                mine["sums"][key], mine["facts"][key] = list(map(_sum, one.gpus)), one.facts
    there = {word for one in found.values() for steps in one["steps"].values() for step in steps
             for word in step["limits"]}
    return {"techniques": list(found.values()), "groups": GROUPS,
            "limits": [[word, text] for word, text in limits.CLASSES.items() if word in there]}


def _sum(one: techniques.Summary | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {"median": one.median, "text": show.times(one.median), "spread": one.range or "one step",
            "ends": [one.least, one.most], "pays": one.pays, "of": one.of}


def _on_gpu(one: OnGpu) -> dict[str, Any]:
    home = one.home
    along = sorted((pair for pair in one.pairs if pair.params == home.params), key=lambda pair: pair.elements)
    others = sorted((pair for pair in one.pairs if pair.size == home.size and pair is not home),
                    key=lambda pair: pair.gain)
    registers = [f"{value:.0f}" for value in (one.before.registers, one.after.registers) if value]
    found = {"gain": home.gain, "text": show.times(home.gain), "interval": home.spread or "no interval",
             "at": home.size, "times": [show.time(row["time_median_us"]) for row in (home.old, home.new)],
             "sizes": [[pair.elements, pair.size, float(show.significant(pair.gain, 4)), show.times(pair.gain)]
                       for pair in along],
             "params": [f"{show.times(pair.gain)} {_differs(pair, home)}" for pair in others[::len(others) - 1 or 1]],
             "states": [f"{state}: {show.times(pair.gain)}" for state, pair in one.states.items() if pair is not home],
             "before": one.before.badge, "after": one.after.badge,
             "registers": " to ".join(registers) if len(registers) > 1 else "",
             "counted": show.problem_name(*one.counted_at) if one.counted_at else ""}
    return {name: value for name, value in found.items() if value}


def _differs(pair: Pair, home: Pair) -> str:
    """The parameters in which a pair differs from that at the reference."""
    base = home.params.split(";")
    return show.plain(", ".join(one for one in pair.params.split(";") if one not in base), 60)
