"""A variant timed in turn with another one: in each of several processes, sample by sample, and the ratio over them."""

import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from rungs.data import checkout, rows, side_table
from rungs.data.errors import BadUsage, UserError, nearest
from rungs.statistics import paired, verdict
from rungs.tries import judging
from rungs.tries.programs import Program

PAIRS, MOST_PAIRS = 4, 12  # processes: a look after each four, and at most so many
ENOUGH_S = 5               # after which no further four are begun
THRESHOLD = 1.0            # percent
FIRST = "first"            # of the ladder: what the files of a folder have in common
_QUICK = ("--min-time=0.1", "--time-limit=0.5")


def compared(program: Program, backend: str, mine: str, case: dict, loaded: dict,
             settings: Any) -> tuple[dict, tuple[str, dict] | None]:
    """(what is found of the times, and (verdict, error) where a launch goes wrong or None). `mine` is the variant's
    full name, `case` and `loaded` what is listed of its case and of it. Raises BadUsage."""
    other = _other(backend, case, loaded, settings.against, settings.size)
    words = [f"--backend={backend}", "--interleave", f"--deadline={settings.deadline:g}", *_QUICK]
    words += [f"--sizes={settings.size}"] * bool(settings.size) + ["--quick"] * settings.quick
    theirs = f"{case['name']}/{other}"
    times: tuple[list[float], list[float]] = [], []
    ratio = None
    most = PAIRS if settings.quick else MOST_PAIRS
    end = time.monotonic() + ENOUGH_S
    while not times[0] or (len(times[0]) < most and time.monotonic() < end):
        seed = f"--seed={len(times[0]) + 1}"
        made, side = _rows(program, [mine, theirs], [*words, seed, f"--processes={PAIRS}"], "process")
        last = made[mine]
        found, error = judging.of_row(last)
        if error:
            return {"backend": backend}, (found, error)
        for one, name in zip(times, (theirs, mine)):
            medians = {index: value for of, figure, index, value, _ in side
                       if of == name and figure == "time_median_us"}
            one.extend(medians.get(str(number), np.nan) for number in range(1, PAIRS + 1))
        ratio = paired.ratio_of(np.array(times[0]), np.array(times[1]), backend, paired.ERROR * PAIRS / most)
        if ratio is None or verdict.verdict_of(ratio, THRESHOLD) != verdict.CANNOT_TELL:
            break
    more = {name: last[name] for name in ("size", "params", "speed_of_light_percent", "ceiling", "device")}
    more |= {"backend": backend, "time_us": _median(times[1])}
    if ratio is None:
        return more | {"note": f"{other or 'no other variant'} has no time here to compare with"}, None
    if "older than its sources" in (last["message"] or ""):
        more["note"] = f"the program is older than its sources: {other} may be older than its file"
    judged = verdict.verdict_of(ratio, THRESHOLD)
    if judged == verdict.CANNOT_TELL:
        judged, more["note"] = verdict.SAME, f"cannot tell: the interval reaches beyond {THRESHOLD:g} %"
    return more | {"verdict": judged, "against": other, "against_us": _median(times[0]),
                   "ratio": {"value": ratio.ratio, "low": ratio.low, "high": ratio.high}}, None


def counters(program: Program, mine: str, settings: Any) -> list[dict]:
    """What hardware counters say of one row: name, value, unit. Raises BadUsage where bench refuses a name."""
    words = ["--backend=cuda", "--quick", f"--counters={settings.counters}"]
    _, side = _rows(program, [mine], words + [f"--sizes={settings.size}"] * bool(settings.size), "counter")
    return [{"name": name, "value": value, "unit": unit} for of, name, _, value, unit in side if of == mine]


def _rows(program: Program, names: list[str], words: list[str], kind: str) -> tuple[dict[str, dict], list[tuple]]:
    """({full name: row}, (full name, figure, index, value, unit) of each line of this kind in their side table)."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.csv"
        made = {f"{row['case']}/{row['variant']}": row for row in program.rows(names, [*words, f"--out={path}"])}
        lines = side_table.lines(side_table.path_of(path), kind)
        return made, [("/".join(key[:2]), name, index, float(value), unit)
                      for _, key, (_, name, index, value, unit, _) in lines]


def _median(times: list[float]) -> float | None:
    return None if np.isnan(times).all() else float(np.nanmedian(times))


def _other(backend: str, case: dict, loaded: dict, wanted: str, size: str) -> str:
    """The variant of the case to compare with: 'gpu/modulo'; '' where there is none."""
    names = [one["variant"] for one in case["variants"]
             if backend in one["backends"] and one["result"] == loaded["result"]]
    if wanted in ("best", "library"):
        place = "peer/" if wanted == "library" else "gpu/" if backend == "cuda" else "host/"
        some = [name for name in names if name.startswith(place)]
        if not some:
            raise BadUsage(f"--against={wanted}: {case['name']} has no variant in {place}; expected another")
        return _fastest(case, some, size or case["default_size"]) or some[-1]
    if wanted == FIRST:
        return next(iter(names), "")
    wanted = wanted.removeprefix(f"{case['name']}/")
    if wanted and wanted not in names:
        raise BadUsage(f"--against={wanted}: no such variant of {case['name']} here; nearest is "
                       f"{nearest(wanted, names or [''])}")
    return wanted or (loaded["improves"] if loaded["improves"] in names else next(iter(names), ""))


def _fastest(case: dict, names: list[str], size: str) -> str:
    """Of variants the fastest at a size (or else the largest) and its case's default parameters, in the newest rows of
    the checkout; '' where there are none."""
    with suppress(UserError):
        frame = rows.emptied(rows.read(checkout.latest()[0] / "rows.csv"))
        usual = {f"{one['name']}={one['default']}" for one in case["parameters"]}
        frame = frame[(frame["case"] == case["name"]) & frame["variant"].isin(names) & (frame["time_median_us"] > 0)
                      & frame["params"].map(lambda text: usual <= set(str(text).split(";")))]
        if len(frame):
            at = size if (frame["size"] == size).any() else max(frame["size"], key=rows.elements)
            frame = frame[frame["size"] == at]
            return str(frame.loc[frame["time_median_us"].idxmin(), "variant"])
    return ""
