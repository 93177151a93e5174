"""What the source documents claim, compared with measured rows.

A claim says that one variant is slower than another by a ratio, under a condition. The measured ratio is the median
time of the slower one over that of the faster one, rows of emptied caches of one machine and one problem; above 1 it
goes the published way. Its spread, in percent, is half of sqrt(a^2 + b^2), where a and b are the rows' `iqr_percent`
(the interquartile range over the median): as if the two medians erred independently, each by half its range. Where
either noise is missing there is no spread.

The verdicts are those of claim_verdict.py.

A condition with `metric=NAME` is about that metric or counter of the side file rows.side.csv, or about that column of
the rows; it has no spread. A claim on one variant has a figure in place of the ratio. What a condition leaves open,
parameters, the size or a variant's version, the ordering may depend on: each setting found in the rows is judged by
itself. One of them is the claim's headline: our default input, which claims.csv names behind the document's condition.
Of `frames` only 1 counts where there is one: the documents' figures are for a single image."""

import itertools
import math
from dataclasses import dataclass

import numpy as np
import pandas as pd

from rungs.data import show
from rungs.data.claim_files import Claim, Side, load, read
from rungs.data.row_format import NUMBERS
from rungs.data.rows import Machine, split_params, under
from rungs.statistics.claim_verdict import NOT_JUDGED, NOT_MEASURED, TURNED, VERDICTS, verdict_of, verdict_of_figure

__all__ = ["NOT_MEASURED", "VERDICTS", "Claim", "load", "read", "verdict_of"]  # so that users of claims need one import

ONE_UNLESS_SAID = "frames"
NAMED = 3  # settings at which the order turns


@dataclass(frozen=True)
class Result:
    """A claim on one machine at one setting."""

    claim: Claim
    verdict: str
    problem: tuple = ()      # (size, params) of the rows; () where no row has the claim's condition
    version: str = ""        # 'block=32x8' of the variants, where they have several
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
        return " ".join(filter(None, [f"{show.significant(self.ratio, 3)}{self.claim.unit}", show.spread(self.spread),
                                      "(unstable)" * self.unstable]))

    @property
    def published(self) -> str:
        """'1.56x'."""
        return f"{show.significant(self.claim.ratio, 4, trim=True)}{self.claim.unit}"

    @property
    def why(self) -> str:
        """The reason as one line of no great length, or ''."""
        return show.plain(self.reason, 160)


class _NotMeasured(Exception):
    """Why a side of a claim has no figure."""


def judge(claim: Claim, machine: Machine) -> list[Result]:
    """The results of a claim on a machine: one for each setting of what its condition leaves open, never none."""
    sides = [_rows_of(claim, side, machine.rows) for side in claim.sides]
    return [_judge_at(claim, problem, version, machine.rows, sides)
            for problem in _problems(sides) or [()] for version in _versions(sides, problem)]


def side_by_side(claim: Claim, machines: list[Machine]) -> list[tuple]:
    """[(a Result, [Result a machine])] for each setting found in the rows, None where a machine has no row at it."""
    found = [{(result.problem, result.version): result for result in judge(claim, machine)} for machine in machines]
    settings = dict.fromkeys(setting for results in found for setting in results)
    # A machine without any row of the claim has one result, of no problem: it then stands on every line.
    nothing = ((), "")
    return [(next(results[setting] for results in found if setting in results),
             [results.get(setting) or results.get(nothing) for results in found])
            for setting in [setting for setting in settings if setting[0]] or [nothing]]


def headline_of(claim: Claim, results: list[Result]) -> Result:
    """The result at the claim's condition on our default input, or the first where no setting is that one."""
    for result in results:
        size, params = result.problem or ("", "")
        has = {**split_params(params), **split_params(result.version)}
        if size in (claim.our_sizes or (size,)) and all(has.get(name, value) == value for name, value in claim.ours):
            return result
    return results[0]


def others_of(headline: Result, results: list[Result]) -> tuple[str, str]:
    """('0.229x to 73.7x', '20 smaller, 5 reversed (mask=noise1, mask=empty, ...)') of a claim's other settings that
    have a ratio; ('', '') where there are none."""
    others = [one for one in results if one is not headline and not math.isnan(one.ratio)]
    if not others:
        return "", ""
    known = set(headline.open.split(", "))
    parts = []
    for verdict in VERDICTS:
        mine = [one for one in others if one.verdict == verdict]
        where = [" ".join(part for part in one.open.split(", ") if part not in known) for one in mine[:NAMED]]
        named = ", ".join([*where, *["..."] * (len(mine) > NAMED)])
        if mine:
            parts.append(f"{len(mine)} {verdict}" + (f" ({show.plain(named, 120)})" if verdict in TURNED else ""))
    low, high = (show.significant(edge(one.ratio for one in others), 3) for edge in (min, max))
    unit = headline.claim.unit
    return f"{low}{unit} to {high}{unit}" if low != high else low + unit, ", ".join(parts)


def _rows_of(claim: Claim, side: Side, rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of a side under the claim's condition. What the sides name for themselves is no part of a setting: the
    rows are then as if they had one size and no such parameter."""
    # A parameter that a case does not have cannot disagree.
    here = under(_of_all_versions(rows, side.variant), side.sizes or claim.sizes, claim.params, absent=True)
    if any(each.sizes for each in claim.sides):
        here = here.assign(size=" against ".join((each.sizes or claim.sizes)[0] for each in claim.sides))
    named = {name for each in claim.sides for name, _ in each.params}
    if not named:
        return here
    here = here[np.array([set(side.params) <= set(split_params(text).items()) for text in here["own_params"]], bool)]
    return here.assign(**{column: [";".join(part for part in text.split(";") if part.partition("=")[0] not in named)
                                   for text in here[column]] for column in ("params", "version")})


def _of_all_versions(rows: pd.DataFrame, name: str) -> pd.DataFrame:
    """The rows of a variant with its case, and a column `version`: '' or, of several versions, 'block=32x8'."""
    case, _, variant = name.partition("/")
    here = rows[rows["case"] == case]
    parts = [(text, "", "") if text == variant else text.partition(" ") for text in here["variant"]]
    return here.assign(version=[part[2] for part in parts])[np.array([part[0] == variant for part in parts], bool)]


def _versions(sides: list[pd.DataFrame], problem: tuple) -> list[str]:
    """The versions to judge at a problem: each pair of both variants' that agrees on the axes that both have, as one
    text, 'block=8;type=float'."""
    texts = []
    for side in sides:
        if problem:
            side = side[(side["size"].to_numpy() == problem[0]) & (side["params"].to_numpy() == problem[1])]
        texts.append(list(dict.fromkeys(side["version"])) or [""])
    pairs = [[split_params(text) for text in both] for both in itertools.product(*texts)]
    joined = [";".join(f"{name}={value}" for name, value in {**both[0], **both[-1]}.items()) for both in pairs
              if all(both[-1].get(name, value) == value for name, value in both[0].items())]
    return list(dict.fromkeys(joined)) or [""]


def _problems(sides: list[pd.DataFrame]) -> list[tuple]:
    """The (size, params) of either side's rows, in the order of the file; of `frames` only 1 where it can be chosen."""
    both = pd.concat(sides).sort_index()
    both = both[both["cache"].isin(("cold", ""))]
    problems = list(dict.fromkeys(zip(both["size"], both["params"])))
    return [problem for problem in problems if split_params(problem[1]).get(ONE_UNLESS_SAID, "1") == "1"] or problems


def _judge_at(claim: Claim, problem: tuple, version: str, rows: pd.DataFrame, sides: list[pd.DataFrame]) -> Result:
    taken, figures, reasons = [], [], {}
    for name, side in zip([side.variant for side in claim.sides], sides):
        try:
            taken.append(_row_at(rows, name, side, problem, version))
            figures.append(_figure(claim, taken[-1]))
        except _NotMeasured as why:
            reasons.setdefault(str(why), []).append(show.plain(name, 60))
    where = ", ".join(filter(None, [_left_open(claim, problem), version.replace(";", ", ")]))
    ratio = math.prod(value ** power for value, power in zip(figures, (1, -1)))
    if reasons:
        reason = "; ".join(f"{why}: {', '.join(names)}" for why, names in reasons.items())
        return Result(claim, NOT_MEASURED, problem, version, where, reason=reason)
    spread = math.nan if claim.metric else math.hypot(*(row["iqr_percent"] for row in taken)) / 2
    found = verdict_of(claim.ratio, ratio, spread) if len(figures) > 1 else verdict_of_figure(claim.ratio, ratio)
    verdict = NOT_JUDGED if claim.differences else found
    return Result(claim, verdict, problem, version, where, ratio, spread,
                  any(row["status"] == "unstable" for row in taken),
                  f"differs from the document: {claim.differences}" if claim.differences else "")


def _left_open(claim: Claim, problem: tuple) -> str:
    """'lattice=square': what of a problem the claim's condition does not name."""
    if not problem:
        return ""
    size, params = problem
    silent = [f"{name}={value}" for name, value in split_params(params).items()
              if name not in dict(claim.params) and (name, value) != (ONE_UNLESS_SAID, "1")]
    return ", ".join(silent if claim.sizes else [size, *silent])


def _row_at(rows: pd.DataFrame, name: str, side: pd.DataFrame, problem: tuple, version: str) -> pd.Series:
    """The row of one `side` at a problem, of emptied caches; raises _NotMeasured."""
    if problem:
        side = side[(side["size"].to_numpy() == problem[0]) & (side["params"].to_numpy() == problem[1])]
    wanted = set(split_params(version).items())
    side = side[np.array([set(split_params(text).items()) <= wanted for text in side["version"]], bool)]
    for cache in ("cold", ""):
        fits = side["cache"].to_numpy() == cache
        if fits.any():
            return side[fits].iloc[0]
    if len(side):
        raise _NotMeasured(f"only {' and '.join(dict.fromkeys(side['cache']))} rows")
    raise _NotMeasured("no row under this condition" if len(_of_all_versions(rows, name)) else "no row")


def _figure(claim: Claim, row: pd.Series) -> float:
    """The time in microseconds, or the metric that the claim is about, above 0; raises _NotMeasured with the reason."""
    if row["status"] not in ("ok", "unstable"):
        message = f" ({show.plain(row['message'], 60)})" if row["message"] else ""
        raise _NotMeasured(row["status"] + message)
    if not claim.metric:
        if not row["time_median_us"] > 0 or row["cache"] != "cold":
            raise _NotMeasured("not timed")
        return float(row["time_median_us"])
    if claim.metric in row["metrics"]:
        value, _ = row["metrics"][claim.metric]
    elif claim.metric in NUMBERS:
        value = float(row[claim.metric])
    else:
        raise _NotMeasured(f"no {show.plain(claim.metric, 60)} ({show.plain(row['no_metrics'], 60)})")
    if not 0 < value < math.inf:
        raise _NotMeasured(f"{show.plain(claim.metric, 60)} of {value:g}, not above 0")
    return value


def names_of(machines: list[Machine]) -> list[str]:
    """What to call each machine: the device, with its UUID and then its host where two have one name."""
    return show.distinct_names(*([show.plain(getattr(machine, what), 45) for machine in machines]
                                 for what in ("device", "uuid", "host")))
