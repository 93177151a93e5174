"""The score of what is said to limit a kernel (statistics/why_score.py), from the files of a run."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rungs.data.errors import RowsError
from rungs.data.why_files import Visits
from rungs.profile.evidence import Line
from rungs.profile.limits import AS_TRIED
from rungs.statistics import why
from rungs.statistics.why_score import RULES, Asked, Share, score

WORK = {"sm": "instructions", "dram": "dram_bytes", "l2": "l2_sectors"}  # the counter of what each resource does
OCCUPANCY = "achieved_occupancy_percent"
ADVICE = {"arithmetic": {"sm"}, "memory": {"dram", "l2"}, "latency": {"few", "wait"}}  # by the kind of its rules
_STEP = re.compile(r"\| (\w+): (\S+) to (\S+) \| [^|]* \| \w+ \((\w+)\) \|")


def advice(path: Path) -> dict[tuple, frozenset]:
    """{(case, old, new): resources} of a table such as results/advice.md. Raises RowsError where it holds no step."""
    try:
        text = path.read_text(encoding="utf-8").replace("\\", "")
    except (OSError, UnicodeDecodeError) as error:
        raise RowsError(f"{path}: cannot be read: {error}") from None
    found = {tuple(step): frozenset(ADVICE[kind]) for *step, kind in _STEP.findall(text) if kind in ADVICE}
    if not found:
        raise RowsError(f"{path}: no step with advice; expected a table like that of results/advice.md")
    return found


def asked(lines: Sequence[Line], tried: Mapping[tuple, Mapping[str, Visits]],
          advised: Mapping[tuple, frozenset]) -> Iterator[Asked]:
    """The steps of a run's lines; `tried` by (case, variant, backend, size, params, cache)."""
    known = {(*line.problem, line.variant): line for line in lines}
    visits = {(key[0], *key[3:5], key[1]): measured for key, measured in tried.items()}
    for new in lines:
        old = known.get((*new.problem, new.improves))
        measured = visits.get((*new.problem, new.improves))
        if not old or not measured or not old.time_us > 0 or not new.time_us > 0:
            continue
        answers = why.answers(measured)
        less = {name: 1 - after / before for name, counter in WORK.items()
                if (before := old.value(counter)) and (after := new.value(counter)) is not None}
        if (before := old.value(OCCUPANCY)) and (after := new.value(OCCUPANCY)):
            less["few"] = after / before - 1
        named = {"counters": frozenset(name for name, same in AS_TRIED.items() if old.bound.limit in same)}
        if limit := why.limit(answers):
            named["experiments"] = frozenset({limit})
        if (said := advised.get((new.case, old.variant, new.variant))) is not None:
            named["advice"] = said
        elasticities = {"few" if name == "occupancy" else name: one.elasticity for name, one in answers.items()
                        if one.verdict != why.UNKNOWN}
        yield Asked(new.case, old.time_us / new.time_us, less, named, elasticities)


def report(steps: Sequence[Asked]) -> list[str]:
    """The lines of the score. Raises RowsError where it cannot be made."""
    if len({one.case for one in steps}) < 2:
        raise RowsError("steps of fewer than two cases have experiments and counters; expected two or more, of which "
                        "half set the thresholds")
    made = score(steps)
    return [f"{len(steps)} steps; a cut is {100 * made.cut:.0f} % less work, near zero an elasticity up to "
            f"{made.near_zero:g} (set on half of the cases; below is the other half)",
            f"{'rule':<12} {'names what the step works on':<34} gains nothing where it works on what is free",
            *(f"{rule:<12} {_text(made.named[rule]):<34} {_text(made.nothing[rule])}" for rule in RULES)]


def _text(one: Share) -> str:
    if not one.steps:
        return "no such step"
    interval = f" ({100 * one.low:.0f} to {100 * one.high:.0f} %)" if one.low < one.high else ""
    return f"{100 * one.share:.0f} %{interval} of {one.steps}"
