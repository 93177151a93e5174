"""What each step gains in two runs: old variant over new one within each run, which cancels the machine.

One line for a step, a variant over what it improves, at the problem where its gain moved farthest. A gain moved where
it is 2 % or more from the other, and farther than the intervals of the four medians reach, in quadrature. Rows of two
GPUs within one run make no gain, nor does a step of kind `question`.
"""

import math
from dataclasses import dataclass

from rungs.data.runs import Run
from rungs.statistics.pairs import QUESTION, Pair
from rungs.statistics.verdict import other_machine

LEAST = math.log(1.02)


@dataclass(frozen=True)
class Gain:
    """A step in two runs."""

    key: tuple       # of the variant's row where the gain moved farthest
    improves: str
    old: float       # how many times faster it is in the old run than what it improves
    new: float
    spread: float    # of the logarithm of their ratio, 0 where a row has no interval
    problems: int    # at which both runs have it

    @property
    def change(self) -> float:
        """The logarithm of the new gain over the old one."""
        return math.log(self.new / self.old)

    @property
    def moved(self) -> bool:
        """Whether that is a change."""
        return abs(self.change) >= max(LEAST, self.spread)


def of(old: Run, new: Run) -> list[Gain]:
    """The Gain of each step that both runs have, case by case in the order of the old run, the farthest first."""
    found: dict[tuple, list[Gain]] = {}
    for key in old.rows:
        before, after = _gain_of(old, key), _gain_of(new, key)
        if before and after and before[0] == after[0]:
            one = Gain(key, before[0], before[1], after[1], math.hypot(before[2], after[2]), 1)
            found.setdefault((*key[:3], before[0]), []).append(one)
    steps = [max(gains, key=lambda one: (one.moved, abs(one.change))) for gains in found.values()]
    steps = [Gain(one.key, one.improves, one.old, one.new, one.spread, len(gains))
             for one, gains in zip(steps, found.values())]
    cases = list(dict.fromkeys(key[0] for key in old.rows))
    return sorted(steps, key=lambda one: (cases.index(one.key[0]), not one.moved, -abs(one.change)))


def _gain_of(run: Run, key: tuple) -> tuple[str, float, float] | None:
    """(what a row's variant improves, gain, spread of its logarithm); None where the run has not both times."""
    row = run.rows.get(key, {})
    below = run.rows.get((key[0], row.get("improves", ""), *key[2:]))
    if not row or not below or row.get("step_kind") == QUESTION or other_machine(below, row) or not all(
            one["status"] == "ok" and one["time_median_us"] > 0 for one in (below, row)):
        return None
    pair = Pair(below, row)
    return row["improves"], pair.gain, math.log(pair.interval[1] / pair.gain) if pair.interval else 0.0
