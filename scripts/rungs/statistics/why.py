"""What limits a kernel, by experiment: how its time answers to less of one resource.

The elasticity is d log(time) / d log(1 / supply): 1 where half of the supply takes twice the time, 0 where the time
stays as it is. It is the slope of a line by least squares through the logarithms of the visits with less supply and of
the placebos; its 95 % interval is a bootstrap over the visits. A resource limits the kernel from a least elasticity on.

Nothing is known of a resource where less than 5 % of it was taken, where the placebo alone moved the time by more than
3 %, or where the interval holds both 0 and the least elasticity that limits.

A kernel has one limit by name. DRAM is tested first, since its traffic also passes the L2. If the time grows by more
than the share of the L2 that was taken, latency grew, not the lack of bandwidth, and the L2 does not limit. Where
the multiprocessors limit, fewer resident blocks cost something in most kernels: too few warps are named only where the
cost is nearly in proportion. A kernel waits where nothing limits, its resident blocks included; where those are
unknown, so is whether it waits or has too few warps."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rungs.data.why_files import RESOURCES, Visit, Visits

LIMITS_FROM = {"sm": 0.6, "dram": 0.5, "l2": 0.25, "occupancy": 0.5}  # elasticities
IN_PROPORTION = 0.9      # of the occupancy, where the multiprocessors limit too
MOST_OF_BANDWIDTH = 1.2  # of the L2: above it the kernel waits for each answer
LEAST_DOSE, MOST_PLACEBO = 0.05, 0.03
LIMITS, DOES_NOT, UNKNOWN = "limits", "does not", "unknown"
NAMES = {"sm": "SM", "dram": "DRAM", "l2": "L2", "few": "too few warps", "wait": "waiting"}
RESAMPLED = 2000


@dataclass(frozen=True)
class Answer:
    """How a kernel answers to less of one resource; of one that is unknown only `resource` and `reason` are sure."""

    resource: str
    verdict: str
    reason: str = ""         # why it is unknown
    left: float = math.nan   # the least share of the supply
    cost: float = math.nan   # how much longer the kernel took then, as a share
    elasticity: float = math.nan
    low: float = math.nan    # 95 % interval
    high: float = math.nan


def answer(resource: str, measured: Visits) -> Answer:
    """That of the visits of one resource."""
    dosed = [one for one in measured.visits if not one.placebo and one.level < 1]
    placebos = [one for one in measured.visits if one.placebo]
    if measured.note or not dosed or not placebos:
        return Answer(resource, UNKNOWN, measured.note or "there are no visits with less of it")
    left = min(one.supply for one in dosed)
    if 1 - left < LEAST_DOSE:
        return Answer(resource, UNKNOWN, f"only {100 * (1 - left):.2g} % of it was taken", left)
    moved = _moved_by_placebo(measured.visits)
    if moved > MOST_PLACEBO:
        return Answer(resource, UNKNOWN, f"the placebo alone moves the time by {100 * moved:.2g} %", left)
    slope, low, high = _slope(dosed, placebos)
    whole = [one.time_us for one in placebos if one.supply == max(two.supply for two in placebos)]
    least = [one.time_us for one in dosed if one.supply <= left + LEAST_DOSE / 2]
    cost = float(np.median(least) / np.median(whole)) - 1
    from_here, up_to = LIMITS_FROM[resource], MOST_OF_BANDWIDTH if resource == "l2" else math.inf
    if low <= 0 and high >= from_here:
        return Answer(resource, UNKNOWN, f"the elasticity is uncertain, {low:.2f} to {high:.2f}", left, cost)
    verdict = LIMITS if from_here <= slope <= up_to else DOES_NOT
    return Answer(resource, verdict, "", left, cost, slope, low, high)


def answers(measured: Mapping[str, Visits]) -> dict[str, Answer]:
    """{resource: answer} of each resource."""
    return {resource: answer(resource, measured.get(resource, Visits())) for resource in RESOURCES}


def limit(of: Mapping[str, Answer]) -> str:
    """What limits a kernel, a key of NAMES; '' where that is unknown."""
    limiting = [name for name, one in of.items() if one.verdict == LIMITS]
    few = "few" if "occupancy" in limiting else ""
    for name in ("dram", "l2"):
        if name in limiting:
            return name
    if "sm" in limiting:
        return few if few and of["occupancy"].elasticity >= IN_PROPORTION else "sm"
    if few or any(one.verdict == UNKNOWN for one in of.values()):
        return few
    return "wait"


def limits_of(table: Mapping[tuple, Mapping[str, Visits]]) -> dict[tuple, str]:
    """{(case, variant, size, params): limit} of what a run holds by (case, variant, backend, size, params, cache)."""
    return {(*key[:2], *key[3:5]): limit(answers(measured)) for key, measured in table.items()}


def _moved_by_placebo(visits: list[Visit]) -> float:
    """The largest share by which the placebo changes the time at a supply; 0 where none has both."""
    moved = [0.0]
    for supply in {one.supply for one in visits}:
        with_it, without = ([one.time_us for one in visits
                             if one.supply == supply and one.placebo == kind and (one.level == 1 or supply < 1 or kind)]
                            for kind in (True, False))
        if with_it and without:
            moved.append(abs(float(np.median(with_it) / np.median(without)) - 1))
    return max(moved)


def _slope(dosed: list[Visit], placebos: list[Visit]) -> tuple[float, float, float]:
    """The elasticity, and the ends of its interval. Both kinds of visits are drawn by themselves, so that no sample
    has one level alone."""
    parts = [np.log([(1 / one.supply, one.time_us) for one in visits]) for visits in (dosed, placebos)]
    random = np.random.default_rng(1)
    drawn = [part[random.integers(0, len(part), (RESAMPLED, len(part)))] for part in parts]
    low, high = np.percentile(_least_squares(np.concatenate(drawn, axis=1)), [2.5, 97.5])
    return float(_least_squares(np.concatenate(parts))), float(low), float(high)


def _least_squares(points: np.ndarray) -> np.ndarray:
    """The slopes of lines through points, shape (..., points, 2); of points at one place 0."""
    x, y = points[..., 0], points[..., 1]
    x = x - x.mean(axis=-1, keepdims=True)
    spread = (x * x).sum(axis=-1)
    return (x * y).sum(axis=-1) / np.where(spread > 0, spread, np.inf)
