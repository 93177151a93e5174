"""A variant timed in turn with another one: in each of several processes, sample by sample, and how sure the ratio is.

The unit is a process, not a sample. A process gets its memory pages, its place in the clock's drift and its neighbours
once, so that its thousand samples share one error. What counts is the logarithm of a process's two medians, new over
old.

    estimate    the mean over the processes
    spread      the standard deviation over the processes, or that of one variant from a process to the next, whichever
                is larger
    interval    Student's t with processes - 1 degrees of freedom, and on a GPU half a tick of its timer on each side
    error       the chance that a variant is called faster or slower than its own copy is at most `ERROR` (1 %), over
                all looks: each has that over their number (Bonferroni). A look is a number of processes at which there
                is a verdict; it is fixed before the first

The t interval takes the logarithms as normal. Processes that fall into two groups, by their pages, are not: the tests
count wrong alarms on made-up times that do."""

import math
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats

from rungs.data import checkout, rows, side_table
from rungs.data.errors import BadUsage, UserError, nearest
from rungs.statistics import verdict
from rungs.statistics.interval import TICK_US, Ratio
from rungs.tries import judging
from rungs.tries.programs import Program

PAIRS, MOST_PAIRS = 4, 12  # processes: a look after each four, and at most so many
ENOUGH_S = 5               # after which no further four are begun
THRESHOLD = 1.0            # percent
HOST_SIDE = 2048           # of a picture to time on the host, at most: a launch at the documents' sizes takes seconds
FIRST = "first"            # of the ladder: what the files of a folder have in common
_QUICK = ("--min-time=0.1", "--time-limit=0.5")
ERROR = 0.01  # the chance of a wrong alarm


def compared(program: Program, backend: str, mine: str, case: dict, loaded: dict,
             settings: Any) -> tuple[dict, tuple[str, dict] | None]:
    """(what is found of the times, and (verdict, error) where a launch goes wrong or None). `mine` is the variant's
    full name, `case` and `loaded` what is listed of its case and of it. Raises BadUsage."""
    size = settings.size or (_host_size(case["default_size"]) if backend == "host" else "")
    other = _other(backend, case, loaded, settings.against, size)
    words = [f"--backend={backend}", "--interleave", f"--deadline={settings.deadline:g}", *_QUICK]
    words += [f"--sizes={size}"] * bool(size) + ["--quick"] * settings.quick
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
        ratio = ratio_over_processes(np.array(times[0]), np.array(times[1]), backend, ERROR * PAIRS / most)
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


def _host_size(size: str) -> str:
    """The case's size, or of a larger picture `HOST_SIDE`; '' where it has other sides than a picture."""
    sides = size.split("x")
    return size if len(sides) != 2 else "x".join(str(min(int(side), HOST_SIDE)) for side in sides)


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


def noise_of(old: np.ndarray, new: np.ndarray) -> np.ndarray:
    """The standard deviation of one variant's logarithm from a process to the next, the new one's and the old one's in
    turn, of arrays of (..., processes); NaN where there is none."""
    steps = [np.diff(np.log(side), axis=-1) for side in (old, new)]
    squares = np.where(np.arange(steps[0].shape[-1]) % 2 == 0, steps[1], steps[0]) ** 2
    count = np.sum(~np.isnan(squares), axis=-1)
    return np.sqrt(np.nansum(squares, axis=-1) / np.where(count, count, np.nan))


def intervals(old: np.ndarray, new: np.ndarray, error: float, half_tick: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """(estimate, reach): the mean logarithm of new over old and half the width of its interval, of arrays of
    (..., processes) with NaN where a time is missing.

    `error` is the two-sided error, `half_tick` half a tick of the timer over the median. With fewer than two processes
    the reach is infinite."""
    change = np.log(new) - np.log(old)
    count = np.sum(~np.isnan(change), axis=-1)
    enough = count >= 2
    free = np.where(enough, count - 1, 1)
    estimate = np.where(count, np.nansum(change, axis=-1) / np.maximum(count, 1), 0.0)
    square = np.nansum((change - estimate[..., None]) ** 2, axis=-1) / free
    square = np.fmax(square, noise_of(old, new) ** 2)
    reach = stats.t.isf(error / 2, free) * np.sqrt(square / np.maximum(count, 1)) + half_tick
    return estimate, np.where(enough, reach, np.inf)


def ratio_over_processes(old: np.ndarray, new: np.ndarray, backend: str, error: float) -> Ratio | None:
    """The Ratio, old over new, of medians in microseconds, a process each, NaN where it has none; None where fewer
    than two processes have both."""
    if np.sum(~np.isnan(old + new)) < 2:
        return None
    half_tick = TICK_US[backend] / 2 / float(np.nanmedian(np.append(old, new)))
    estimate, reach = intervals(old, new, error, half_tick)
    low, middle, high = (math.exp(min(max(float(end), -50), 50)) for end in
                         (-estimate - reach, -estimate, -estimate + reach))
    return Ratio(middle, low, high)
