"""A variant timed in turn with another one: in each of several processes, sample by sample, and the ratio over them."""

from contextlib import suppress
from typing import Any

import numpy as np

from rungs.data import checkout, rows
from rungs.data.errors import BadUsage, UserError, nearest
from rungs.statistics import paired, verdict
from rungs.tries import judging
from rungs.tries.programs import Program

PAIRS, MOST_PAIRS = 4, 12  # processes
THRESHOLD = 1.0            # percent
_QUICK = ("--min-time=0.1", "--time-limit=0.5")


def compared(program: Program, backend: str, mine: str, case: dict, loaded: dict,
             settings: Any) -> tuple[dict, tuple[str, dict] | None]:
    """(what is found of the times, and (verdict, error) where a launch goes wrong or None). `mine` is the variant's
    full name, `case` and `loaded` what is listed of its case and of it. Raises BadUsage."""
    other = _other(backend, case, loaded, settings.against)
    words = [f"--backend={backend}", "--interleave", f"--deadline={settings.deadline:g}", *_QUICK]
    words += [f"--sizes={settings.size}"] * bool(settings.size) + ["--quick"] * settings.quick
    theirs = f"{case['name']}/{other}"
    times: tuple[list[float], list[float]] = [], []
    ratio = None
    while len(times[0]) < (PAIRS if settings.quick else MOST_PAIRS):
        made = {f"{row['case']}/{row['variant']}": row
                for row in program.rows([mine, theirs], [*words, f"--seed={len(times[0]) + 1}"])}
        last = made[mine]
        found, error = judging.of_row(last)
        if error:
            return {"backend": backend}, (found, error)
        for side, name in zip(times, (theirs, mine)):
            side.append(made.get(name, {}).get("time_median_us") or np.nan)
        if len(times[0]) < PAIRS:
            continue
        ratio, = paired.ratios([paired.Medians(np.array(times[0]), np.array(times[1]), backend)], paired.FAMILY)
        if ratio is None or verdict.verdict_of(ratio, THRESHOLD) != verdict.CANNOT_TELL:
            break
    more = {name: last[name] for name in ("size", "params", "speed_of_light_percent", "ceiling", "device")}
    more |= {"backend": backend, "time_us": _median(times[1])}
    if ratio is None:
        return more | {"note": f"{other or 'no other variant'} has no time here to compare with"}, None
    judged = verdict.verdict_of(ratio, THRESHOLD)
    if judged == verdict.CANNOT_TELL:
        judged, more["note"] = verdict.SAME, f"cannot tell: the interval reaches beyond {THRESHOLD:g} %"
    return more | {"verdict": judged, "against": other, "against_us": _median(times[0]),
                   "ratio": {"value": ratio.ratio, "low": ratio.low, "high": ratio.high}}, None


def _median(times: list[float]) -> float | None:
    return None if np.isnan(times).all() else float(np.nanmedian(times))


def _other(backend: str, case: dict, loaded: dict, wanted: str) -> str:
    """The variant of the case to compare with: 'gpu/modulo'; '' where there is none."""
    names = [one["variant"] for one in case["variants"]
             if backend in one["backends"] and one["result"] == loaded["result"]]
    if wanted in ("best", "library"):
        place = "peer/" if wanted == "library" else "gpu/" if backend == "cuda" else "host/"
        some = [name for name in names if name.startswith(place)]
        if not some:
            raise BadUsage(f"--against={wanted}: {case['name']} has no variant in {place}; expected another")
        return _fastest(case["name"], some) or some[-1]
    wanted = wanted.removeprefix(f"{case['name']}/")
    if wanted and wanted not in names:
        raise BadUsage(f"--against={wanted}: no such variant of {case['name']} here; nearest is "
                       f"{nearest(wanted, names or [''])}")
    return wanted or (loaded["improves"] if loaded["improves"] in names else next(iter(names), ""))


def _fastest(case: str, names: list[str]) -> str:
    """Of variants the fastest at the largest size in the newest rows of the checkout; '' where there are none."""
    with suppress(UserError):
        frame = rows.emptied(rows.read(checkout.latest()[0] / "rows.csv"))
        frame = frame[(frame["case"] == case) & frame["variant"].isin(names) & (frame["time_median_us"] > 0)]
        if len(frame):
            largest = frame[frame["size"] == max(frame["size"], key=rows.elements)]
            return str(largest.loc[largest["time_median_us"].idxmin(), "variant"])
    return ""
