"""GPUs of one name compared with each other: which is slow against its fellows, and in which resource.

A row counts by its time net of the event overhead, which differs from host to host by up to 1.6 us. Its deviation is
the logarithm of that over the median of all GPUs of the same name that ran the same row with the same program; several
runs of a GPU count by their median. A row stands for one resource:

    memory           its rate is half or more of the fastest fill, copy or read of that kind of GPU
    bus              it reaches half or more of its measured speed of light, and its rate below a tenth of that ceiling
    multiprocessors  all others, latency among them

A GPU's deviation in a resource is the median of its rows' there. It is slow where that is above the threshold (1 %
unless given), and above 5 times the spread of all GPUs: 1.4826 times the median absolute deviation (which a slow GPU
does not move; F. R. Hampel 1974, "The influence curve"), or the A/A noise where that is larger. That is what two
runs of one GPU differ by, the median over the rows; where no GPU has two runs, it is what their noise lets one expect.
Fewer than 4 GPUs of a name are not judged: of two that differ, either may be the slow one.
"""

import math
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from rungs.data.rows import CEILING_CASES
from rungs.statistics.interval import Side, run_sd

MEMORY, BUS, MULTIPROCESSORS = "memory", "bus", "multiprocessors"
RESOURCES = (MEMORY, BUS, MULTIPROCESSORS)
LEAST_GPUS = 4
LEAST_ROWS = 3      # of a GPU in a resource, to be judged there
SPREADS = 5
NORMAL = 1.4826     # standard deviations of a normal distribution in a median absolute deviation
HALF, TENTH, AT_FLOOR = 0.5, 0.1, 50
ROW = ["case", "variant", "size", "params", "cache", "binary"]
GPU = ["device", "host", "device_uuid"]
OTHER_CLOCK, HOTTER = 0.5, 8  # percent, degrees: what is worth telling
# Facts of rows.environment.csv that differ from run to run, or are told otherwise.
OWN_FACTS = ("device_uuid", "node", "written", "gpus", "event_overhead_us", "cold_excess_us", "sustained_sm_clock_mhz")


@dataclass
class Gpu:
    """A GPU and how it compares. Deviations are in percent, above 0 is slower; by resource, absent where it has too few
    rows."""

    device: str
    host: str
    uuid: str
    node: str = ""  # the computer's name, where it is known
    rows: int = 0
    deviation: dict[str, float] = field(default_factory=dict)
    spread: dict[str, float] = field(default_factory=dict)   # of its fellows and itself, in percent
    slow: list[str] = field(default_factory=list)            # resources
    why: list[str] = field(default_factory=list)             # what else is different about it
    failed: int = 0                                          # rows without a time that others have
    single: dict[str, np.ndarray] = field(default_factory=dict)  # each row's deviation by resource, for the plot


@dataclass(frozen=True)
class Report:
    """All GPUs, and lines on what was not judged."""

    gpus: list[Gpu]
    notes: list[str]

    @property
    def slow(self) -> list[Gpu]:
        """Those that are slow in some resource."""
        return [gpu for gpu in self.gpus if gpu.slow]


def report(frame: pd.DataFrame, threshold: float = 1.0, facts: dict | None = None) -> Report:
    """The Report of rows of bench of any number of hosts; host and simulator rows are left out.

    threshold: in percent. facts: {device_uuid: {name: value}} of the GPUs' rows.environment.csv.
    """
    cuda = frame[(frame["backend"] == "cuda") & (frame["device_uuid"] != "")]
    gpus, notes = [], []
    for device, rows in cuda.groupby("device", sort=False):
        found = {key[1:]: Gpu(*key) for key in dict.fromkeys(zip(*(rows[name] for name in GPU)))}
        timed = _net(rows[rows["time_median_us"] > 0])
        for key, gpu in found.items():
            mine = (rows["host"] == key[0]) & (rows["device_uuid"] == key[1])
            gpu.rows = int((mine & (rows["time_median_us"] > 0)).sum())
            gpu.failed = int((mine & rows["status"].isin(("failed", "incorrect"))).sum())
        gpus += found.values()
        if len(found) < LEAST_GPUS:
            notes.append(f"{device}: {len(found)} GPUs are not judged; expected {LEAST_GPUS} or more of one name")
        else:
            _judge(list(found.values()), timed, threshold)
            if not any(gpu.deviation for gpu in found.values()):
                notes.append(f"{device}: no GPU is judged; expected {LEAST_ROWS} rows of one resource or more, each on "
                             f"{LEAST_GPUS} GPUs with the same program")
    for gpu in gpus:
        gpu.node = (facts or {}).get(gpu.uuid, {}).get("node", "")
        if gpu.slow:
            fellows = cuda[cuda["device"] == gpu.device]
            gpu.why = _reasons(gpu, fellows, facts or {})
    return Report(gpus, notes)


def _net(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows with `net`, the time in microseconds without the event overhead, `resource` and `sd`."""
    rows = rows.copy()
    net = rows["time_median_us"] - rows["event_overhead_us"].fillna(0)
    rows["net"] = net.where(net > 0, rows["time_median_us"])
    best = rows.loc[rows["case"].isin(CEILING_CASES), "gbps"].max()
    rate = rows["gbps"] / (best if best > 0 else rows["gbps"].max())
    bus = (rows["speed_of_light_percent"].fillna(100 * rows["case"].isin(CEILING_CASES)) >= AT_FLOOR) & (rate < TENTH)
    rows["resource"] = np.select([rate >= HALF, bus], [MEMORY, BUS], MULTIPROCESSORS)
    rows["sd"] = [run_sd(Side(us, noise if noise >= 0 else 0.0, count))
                  for us, noise, count in zip(rows["net"], rows["iqr_percent"], rows["samples"])]
    return rows


def _judge(gpus: list[Gpu], rows: pd.DataFrame, threshold: float) -> None:
    """Sets the deviations of the GPUs of one name."""
    rows = rows.assign(log=np.log(rows["net"]))
    each = rows.groupby(ROW + GPU[1:], sort=False, dropna=False).agg(
        log=("log", "median"), repeated=("log", _repeated), sd=("sd", "median"), resource=("resource", "first"))
    each = each.reset_index()
    by_row = each.groupby(ROW, sort=False)
    each = each[by_row["log"].transform("size") >= LEAST_GPUS]
    # A row is of the resource that most GPUs show: one that is slow in memory must not leave it by being slow.
    by_row = each.groupby(ROW, sort=False)
    each = each.assign(off=each["log"] - by_row["log"].transform("median"),
                       resource=by_row["resource"].transform(lambda words: words.mode().iloc[0]))
    for resource in RESOURCES:
        here = each[each["resource"] == resource]
        groups = {key: group for key, group in here.groupby(GPU[1:], sort=False) if len(group) >= LEAST_ROWS}
        if len(groups) < LEAST_GPUS:
            continue
        off = {key: float(group["off"].median()) for key, group in groups.items()}
        middle = float(np.median(list(off.values())))
        spread = NORMAL * float(np.median(np.abs(np.array(list(off.values())) - middle)))
        repeated = here["repeated"].dropna()
        spread = max(spread, float(repeated.median() if len(repeated) else here["sd"].median()))
        for gpu in gpus:
            key = (gpu.host, gpu.uuid)
            if key in off:
                gpu.deviation[resource] = 100 * math.expm1(off[key] - middle)
                gpu.spread[resource] = 100 * spread
                gpu.single[resource] = 100 * np.expm1(groups[key]["off"].to_numpy() - middle)
                if gpu.deviation[resource] > threshold and off[key] - middle > SPREADS * spread:
                    gpu.slow.append(resource)


def _repeated(logs: pd.Series) -> float:
    """The standard deviation of runs of one row on one GPU, NaN where there is one run."""
    return float(logs.std(ddof=1)) if len(logs) > 1 else math.nan


def _reasons(gpu: Gpu, rows: pd.DataFrame, facts: dict) -> list[str]:
    """Lines on what else is different about a GPU: clock, throttling, temperature, facts of its environment."""
    mine = (rows["host"] == gpu.host) & (rows["device_uuid"] == gpu.uuid)
    own, others = rows[mine], rows[~mine]
    found = []
    clock = 100 * (own["sm_clock_mhz"].median() / others["sm_clock_mhz"].median() - 1)
    if abs(clock) > OTHER_CLOCK:
        found.append(f"clock {clock:+.1f} % against the others")
    reasons = Counter(word for text in own["throttle"] for word in text.split("+") if word not in ("", "none"))
    for word, count in reasons.most_common():
        other = others["throttle"].str.split("+").map(lambda words, word=word: word in words).mean()
        found.append(f"throttled by {word} in {100 * count / len(own):.0f} % of its rows ({100 * other:.0f} % of the "
                     "others')")
    hotter = own["temperature_c"].median() - others["temperature_c"].median()
    if hotter > HOTTER:
        found.append(f"{hotter:.0f} degrees hotter")
    fellows = [facts[uuid] for uuid in dict.fromkeys(others["device_uuid"]) if uuid in facts]
    for name, value in facts.get(gpu.uuid, {}).items():
        usual = Counter(other.get(name, "") for other in fellows).most_common(1)
        if name not in OWN_FACTS and usual and usual[0][0] != value:
            found.append(f"{name} is {value}, of most others {usual[0][0] or 'not known'}")
    return found
