"""What the source documents claim, compared with measured rows.

A claim says that one variant is slower than another by a ratio, under a condition. The measured ratio is the median
time of the slower one over that of the faster one, rows of emptied caches of one machine and one problem; above 1 it
goes the published way. Its spread, in percent, is half of sqrt(a^2 + b^2), where a and b are the rows' `iqr_percent`
(the interquartile range over the median): as if the two medians erred independently, each by half its range. Where
either noise is missing there is no spread.

The threshold is 3 %, or the spread where that is larger. The verdicts:

    holds           the same way, and about as much: the ratios differ by at most 10 % (or the threshold, if that is
                    larger), or their logarithms by at most a quarter of the published one's; or the published ratio is
                    closer than 5 % to 1 ("makes no difference") and the measured one is within the threshold
    larger          the same way, and more than that
    smaller         the same way, beyond the threshold, and less than that
    reversed        the other way, beyond the threshold
    no difference   within the threshold, where the document saw a difference
    differs         beyond the threshold either way, where the document saw no difference
    not measured    a row is missing, or has no time; the reason is given

A condition that says `latency` is about that metric, in cycles, from the side file rows.side.csv; it has no spread.
A condition such as `1921x1080 against 1920x1080` gives the slower variant's size and the faster one's.
What a condition leaves open, parameters or the size, the ordering may depend on: each setting found in the rows is
judged by itself. Of `frames` only 1 counts where there is one: the documents' figures are for a single image.
"""

import math
from collections import Counter
from dataclasses import dataclass

import pandas as pd

from rungs.data import show
from rungs.data.claim_files import LARGEST_RATIO, METRICS, Claim, load, read
from rungs.data.markdown import fixed_width
from rungs.data.rows import Machine, of_variant, split_params, under

__all__ = ["Claim", "load", "read"]  # so that users of claims need one import

THRESHOLD = 3.0         # percent
SAYS_NO_DIFFERENCE = 5.0  # percent; a published ratio closer to 1 claims that there is none
ONE_UNLESS_SAID = "frames"

ABOUT_AS_MUCH = 10.0    # percent; ratios that differ by less confirm each other
SHARE = 0.25            # of the published ratio's logarithm: the same for large ratios

HOLDS, LARGER, SMALLER, REVERSED = "holds", "larger", "smaller", "reversed"
NO_DIFFERENCE, DIFFERS, NOT_MEASURED = "no difference", "differs", "not measured"
VERDICTS = (HOLDS, LARGER, SMALLER, REVERSED, NO_DIFFERENCE, DIFFERS, NOT_MEASURED)


@dataclass(frozen=True)
class Result:
    """A claim on one machine at one setting."""

    claim: Claim
    verdict: str
    problem: tuple = ()      # (size, params) of the rows; () where no row has the claim's condition
    open: str = ""           # what the condition leaves unsaid: 'lattice=square'
    ratio: float = math.nan
    spread: float = math.nan  # percent
    unstable: bool = False   # a row's time is marked so
    reason: str = ""         # why it is not measured

    @property
    def statement(self) -> str:
        """'atomicExch beats a plain store (lattice=square)', one line."""
        where = f" ({show.plain(self.open, 90)})" if self.open else ""
        return show.plain(self.claim.statement, 120) + where

    @property
    def measured(self) -> str:
        """'1.59x ± 0.3 %', or '' where it is not measured."""
        if math.isnan(self.ratio):
            return ""
        spread = "" if math.isnan(self.spread) else f" ± {show.percent(self.spread)}"
        return f"{show.significant(self.ratio, 3)}x{spread}" + (" (unstable)" if self.unstable else "")

    @property
    def published(self) -> str:
        """'1.56x'."""
        return f"{show.significant(self.claim.ratio, 4, trim=True)}x"

    @property
    def why(self) -> str:
        """The reason as one line of no great length, or ''."""
        return show.plain(self.reason, 160)


class _NotMeasured(Exception):
    """Why a side of a claim has no figure."""


def verdict_of(published: float, measured: float, spread: float = math.nan) -> str:
    """The verdict on a measured ratio of some spread (percent; NaN is unknown) against the published ratio."""
    percent = spread if spread > THRESHOLD else THRESHOLD
    threshold = math.log(1 + percent / 100)
    claimed, gain = math.log(published), math.log(measured)
    same = abs(gain) < threshold
    if abs(claimed) < math.log(1 + SAYS_NO_DIFFERENCE / 100):
        return HOLDS if same else DIFFERS
    if same:
        return NO_DIFFERENCE
    if (gain > 0) != (claimed > 0):
        return REVERSED
    if abs(gain - claimed) <= max(math.log(1 + ABOUT_AS_MUCH / 100), threshold, SHARE * abs(claimed)):
        return HOLDS
    return LARGER if abs(gain) > abs(claimed) else SMALLER


def judge(claim: Claim, machine: Machine) -> list[Result]:
    """The results of a claim on a machine: one for each setting of what its condition leaves open, never none."""
    # A parameter that a case does not have cannot disagree.
    sides = [under(of_variant(machine.rows, name), sizes, claim.params, absent=True)
             for name, sizes in ((claim.slower, claim.slower_sizes or claim.sizes), (claim.faster, claim.sizes))]
    if claim.slower_sizes:  # the two are compared as if they had one size
        sides[0] = sides[0].assign(size=claim.sizes[0])
    return [_judge_at(claim, problem, machine.rows, sides) for problem in _problems(sides) or [()]]


def side_by_side(claim: Claim, machines: list[Machine]) -> list[tuple]:
    """[(a Result, [Result a machine])] for each setting found in the rows, None where a machine has no row at it."""
    found = [{result.problem: result for result in judge(claim, machine)} for machine in machines]
    problems = dict.fromkeys(problem for results in found for problem in results)
    # A machine without any row of the claim has one result, of no problem: it then stands on every line.
    return [(next(results[problem] for results in found if problem in results),
             [results.get(problem) or results.get(()) for results in found])
            for problem in [problem for problem in problems if problem] or [()]]


def _problems(sides: list[pd.DataFrame]) -> list[tuple]:
    """The (size, params) of either side's rows, in the order of the file; of `frames` only 1 where it can be chosen."""
    both = pd.concat(sides).sort_index()
    both = both[both["cache"].isin(("cold", ""))]
    problems = list(dict.fromkeys(zip(both["size"], both["params"])))
    return [problem for problem in problems if split_params(problem[1]).get(ONE_UNLESS_SAID, "1") == "1"] or problems


def _judge_at(claim: Claim, problem: tuple, rows: pd.DataFrame, sides: list[pd.DataFrame]) -> Result:
    taken, figures, reasons = [], [], {}
    for name, side in zip((claim.slower, claim.faster), sides):
        try:
            taken.append(_row_at(rows, name, side, problem))
            figures.append(_figure(claim, taken[-1]))
        except _NotMeasured as why:
            reasons.setdefault(str(why), []).append(show.plain(name, 60))
    where = _left_open(claim, problem)
    ratio = figures[0] / figures[1] if len(figures) == 2 else 1
    if not 1 / LARGEST_RATIO <= ratio <= LARGEST_RATIO:
        reasons[f"ratio of {ratio:g}"] = [claim.slower, claim.faster]
    if reasons:
        reason = "; ".join(f"{why}: {', '.join(names)}" for why, names in reasons.items())
        return Result(claim, NOT_MEASURED, problem, where, reason=reason)
    spread = math.nan if claim.metric else math.hypot(*(row["iqr_percent"] for row in taken)) / 2
    return Result(claim, verdict_of(claim.ratio, ratio, spread), problem, where, ratio, spread,
                  any(row["status"] == "unstable" for row in taken))


def _left_open(claim: Claim, problem: tuple) -> str:
    """'lattice=square': what of a problem the claim's condition does not name."""
    if not problem:
        return ""
    size, params = problem
    silent = [f"{name}={value}" for name, value in split_params(params).items()
              if name not in dict(claim.params) and (name, value) != (ONE_UNLESS_SAID, "1")]
    return ", ".join(silent if claim.sizes else [size, *silent])


def _row_at(rows: pd.DataFrame, name: str, side: pd.DataFrame, problem: tuple) -> pd.Series:
    """The row of one `side` at a problem, of emptied caches; raises _NotMeasured."""
    if problem:
        side = side[(side["size"].to_numpy() == problem[0]) & (side["params"].to_numpy() == problem[1])]
    for cache in ("cold", ""):
        fits = side["cache"].to_numpy() == cache
        if fits.any():
            return side[fits].iloc[0]
    if len(side):
        raise _NotMeasured(f"only {' and '.join(dict.fromkeys(side['cache']))} rows")
    raise _NotMeasured("no row under this condition" if len(of_variant(rows, name)) else "no row")


def _figure(claim: Claim, row: pd.Series) -> float:
    """The time in microseconds, or the metric that the claim is about; raises _NotMeasured with the reason."""
    if row["status"] not in ("ok", "unstable"):
        message = f" ({show.plain(row['message'], 60)})" if row["message"] else ""
        raise _NotMeasured(row["status"] + message)
    if not claim.metric:
        if not row["time_median_us"] > 0 or row["cache"] != "cold":
            raise _NotMeasured("not timed")
        return float(row["time_median_us"])
    if claim.metric not in row["metrics"]:
        raise _NotMeasured(f"no {claim.metric} ({show.plain(row['no_metrics'], 60)})")
    value, unit = row["metrics"][claim.metric]
    if unit != METRICS[claim.metric] or not 0 < value < math.inf:
        raise _NotMeasured(f"{claim.metric} of {value:g} {show.plain(unit, 20)}, not of {METRICS[claim.metric]} "
                           "above 0")
    return value


def names_of(machines: list[Machine]) -> list[str]:
    """What to call each machine: the device, with its UUID and then its host where two have one name."""
    return show.distinct_names(*([show.plain(getattr(machine, what), 45) for machine in machines]
                             for what in ("device", "uuid", "host")))


def text(claims: list[Claim], machines: list[Machine]) -> list[str]:
    """The results as lines of fixed-width text: one block per machine, a line per claim and setting, and the count."""
    lines = []
    for name, machine in zip(names_of(machines), machines):
        results = [result for claim in claims for result in judge(claim, machine)]
        host = f", host {show.plain(machine.host_device, 45)}" if machine.host_device else ""
        table = [["claim", "published", "measured", "verdict", "statement"]]
        table += [[show.plain(result.claim.id, 20), result.published, result.measured, result.verdict,
                   result.statement + (f" [{result.why}]" if result.why else "")] for result in results]
        lines += [*[""] * bool(lines), name + host, *fixed_width(table, left=5)]
        counts = Counter(result.verdict for result in results)
        lines.append("  " + ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict]))
    return lines
