"""Whether what is said to limit a kernel is what its next step works on.

Each step of a ladder asks three rules about the kernel before it: the experiments, the counters, Nsight Compute's
advice. A step works on a resource whose work it cuts: on the SM by fewer instructions, on DRAM and the L2 by fewer
bytes, on too few warps by a higher occupancy.

- *named*: of the steps that gain 5 % or more and work on something, the share where a rule names one of these.
- *nothing*: of the steps that work on nothing but what a rule says is free, the share that gain less than 2 %. Counters
  and advice say so of all that they do not name, the experiments of what has an elasticity near zero.

How much less work is a cut, and what is near zero, are set where the experiments do best on every other case, in the
order of their names; the other half is what is reported. Intervals are of 95 %, by a bootstrap over the cases.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

HELPED, NOTHING = 1.05, 1.02  # gains
CUTS, NEAR_ZERO = (0.1, 0.2, 0.3), (0.05, 0.1, 0.2)  # shares of work, elasticities
TRIED, RULES = "experiments", ("experiments", "counters", "advice")
RESAMPLED = 2000


@dataclass(frozen=True)
class Asked:
    """A step, and what is said of the kernel before it."""

    case: str
    gain: float                     # old time over new
    less: Mapping[str, float]       # {resource: share of its work that the step cuts}, below 0 where it adds some
    named: Mapping[str, frozenset]  # {rule: resources that limit}; a rule that says nothing is left out
    elasticities: Mapping[str, float]


@dataclass(frozen=True)
class Share:
    """A share of steps; NaN where there are none."""

    share: float
    low: float
    high: float
    steps: int


@dataclass(frozen=True)
class Score:
    """Of all rules, on the reported half; both shares by the rule."""

    cut: float
    near_zero: float
    named: Mapping[str, Share]
    nothing: Mapping[str, Share]


def score(steps: Sequence[Asked]) -> Score:
    """That of steps, of at least two cases."""
    cases = sorted({one.case for one in steps})
    chosen = [one for one in steps if one.case in cases[::2]]
    rest = [one for one in steps if one.case in cases[1::2]]
    cut, near = max(product(CUTS, NEAR_ZERO), key=lambda pair: _goodness(chosen, *pair))
    return Score(cut, near, {rule: _share(rest, [_names(one, rule, cut) for one in rest]) for rule in RULES},
                 {rule: _share(rest, [_gains_nothing(one, rule, cut, near) for one in rest]) for rule in RULES})


def _cut(one: Asked, least: float) -> frozenset:
    return frozenset(name for name, less in one.less.items() if less >= least)


def _names(one: Asked, rule: str, cut: float) -> bool | None:
    """Whether a rule names what a step works on; None where the step does not count."""
    on = _cut(one, cut)
    return bool(on & one.named[rule]) if rule in one.named and on and one.gain >= HELPED else None


def _gains_nothing(one: Asked, rule: str, cut: float, near_zero: float) -> bool | None:
    """Whether a step on what is free gains nothing; None where it does not count."""
    on = _cut(one, cut)
    free = rule in one.named and on and (all(abs(one.elasticities.get(name, math.inf)) <= near_zero for name in on)
                                         if rule == TRIED else not on & one.named[rule])
    return one.gain < NOTHING if free else None


def _goodness(steps: Sequence[Asked], cut: float, near_zero: float) -> float:
    shares = (_mean([_names(one, TRIED, cut) for one in steps]),
              _mean([_gains_nothing(one, TRIED, cut, near_zero) for one in steps]))
    return sum(0 if math.isnan(one) else one for one in shares)


def _mean(found: Sequence[bool | None]) -> float:
    counted = [one for one in found if one is not None]
    return sum(counted) / len(counted) if counted else math.nan


def _share(steps: Sequence[Asked], judgements: Sequence[bool | None]) -> Share:
    """The share of the steps that are judged well, with a bootstrap over their cases."""
    judged = [(one.case, found) for one, found in zip(steps, judgements) if found is not None]
    if not judged:
        return Share(math.nan, math.nan, math.nan, 0)
    cases = sorted({case for case, _ in judged})
    good, all_of = (np.array([sum(found or every for name, found in judged if name == case) for case in cases], float)
                    for every in (False, True))
    drawn = np.random.default_rng(1).integers(0, len(cases), (RESAMPLED, len(cases)))
    low, high = np.percentile(good[drawn].sum(axis=1) / all_of[drawn].sum(axis=1), [2.5, 97.5])
    return Share(float(good.sum() / all_of.sum()), float(low), float(high), len(judged))
