"""Experiments as text: a table and sentences for each row; how runs agree with known limits; and the score of what is
said to limit a kernel (statistics/why_score.py), from the files of a run."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rungs.data import show
from rungs.data.errors import RowsError
from rungs.data.records import check_variant, read_table, shown
from rungs.data.why_files import RESOURCES, Visits
from rungs.profile.evidence import Line
from rungs.profile.limits import AS_TRIED
from rungs.statistics import why
from rungs.statistics.why_score import RULES, Asked, Share, score

KNOWN = ["variant", "limit", "reason"]
WORK = {"sm": "instructions", "dram": "dram_bytes", "l2": "l2_sectors"}  # the counter of what each resource does
OCCUPANCY = "achieved_occupancy_percent"
ADVICE = {"arithmetic": {"sm"}, "memory": {"dram", "l2"}, "latency": {"few", "wait"}}  # by the kind of its rules
_STEP = re.compile(r"\| (\w+): (\S+) to (\S+) \| [^|]* \| \w+ \((\w+)\) \|")


def report(found: Mapping[tuple, Mapping[str, Visits]]) -> Iterator[str]:
    """The lines of text on each row of a file."""
    for (case, variant, _, size, params, *_), measured in found.items():
        answers = why.answers(measured)
        yield f"{case}/{variant} {show.problem_name(size, params)}: {_named(answers)}"
        yield f"  {'':<10} {'left':>6} {'time':>9} {'elasticity':>10}  {'95 % interval':<16} verdict"
        for one in answers.values():
            figures = f"{'':>6} {'':>9} {'':>10}  {'':<16}" if one.verdict == why.UNKNOWN else (
                f"{100 * one.left:4.0f} % {100 * one.cost:+7.1f} % {one.elasticity:10.2f}  "
                f"{f'{one.low:.2f} to {one.high:.2f}':<16}")
            yield f"  {RESOURCES[one.resource]:<10} {figures} {one.verdict}"
        yield from (f"  {one.text}" for one in answers.values())
        yield ""


def known(path: Path) -> dict[str, tuple[str, str]]:
    """{variant: (limit, reason)} of a file of known limits; raises RowsError."""
    found: dict[str, tuple[str, str]] = {}
    for line, (variant, limit, reason) in read_table(path, KNOWN):
        where = f"{path}:{line}"
        check_variant(where, "variant", variant)
        if variant in found:
            raise RowsError(f"{where}: {shown(variant)} appears twice; expected one limit each")
        if limit not in why.NAMES:
            raise RowsError(f"{where}: limit is {shown(limit)}; expected one of {', '.join(why.NAMES)}")
        if not reason:
            raise RowsError(f"{where}: reason is empty; expected why this limit is known")
        found[variant] = limit, reason
    return found


def agreement(labels: Mapping[str, tuple[str, str]], runs: Sequence[Mapping[tuple, Mapping[str, Visits]]]) -> list[str]:
    """The lines of a table: what each run names, the runs beside each other, and how many are as known. A kernel with
    rows of several problems in a run counts with its first."""
    named = [_limits(run) for run in runs]
    lines, same, right, there = [], 0, 0, 0
    for variant, (label, _) in labels.items():
        ours = [run.get(variant, "") for run in named]
        complete = all(ours)
        agree, fits = complete and len(set(ours)) == 1, complete and set(ours) == {label}
        there, same, right = there + complete, same + agree, right + fits
        texts = [why.NAMES.get(one, "unknown" if variant in run else "not measured") for one, run in zip(ours, named)]
        lines.append(f"{variant:<44} {why.NAMES[label]:<14} {'  '.join(f'{text:<14}' for text in texts)}"
                     f"{'' if fits else '  <' if complete else '  ?'}".rstrip())
    heads = "  ".join(f"{f'run {number}':<14}" for number in range(1, len(runs) + 1))
    return [f"{'kernel':<44} {'known':<14} {heads}".rstrip(), *lines,
            f"{len(labels)} kernels, {there} with a limit in each run; the runs agree on {same}, all of them with what "
            f"is known on {right}"]


def _limits(run: Mapping[tuple, Mapping[str, Visits]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for (case, variant, *_), measured in run.items():
        found.setdefault(f"{case}/{variant}", why.limit(why.answers(measured)))
    return found


def _named(answers: Mapping[str, why.Answer]) -> str:
    name = why.limit(answers)
    return f"limited by {why.NAMES[name]}" if name not in ("", "few", "wait") else why.NAMES.get(name, "limit unknown")


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


def scored(steps: Sequence[Asked]) -> list[str]:
    """The lines of the score. Raises RowsError where it cannot be made."""
    if len({one.case for one in steps}) < 2:
        raise RowsError("steps of fewer than two cases have experiments and counters; expected two or more, of which "
                        "half set the thresholds")
    made = score(steps)
    return [f"{len(steps)} steps; a cut is {100 * made.cut:.0f} % less work, near zero an elasticity up to "
            f"{made.near_zero:g} (set on half of the cases; below is the other half)",
            f"{'rule':<12} {'names what the step works on':<34} gains nothing where it works on what is free",
            *(f"{rule:<12} {_share(made.named[rule]):<34} {_share(made.nothing[rule])}" for rule in RULES)]


def _share(one: Share) -> str:
    if not one.steps:
        return "no such step"
    interval = f" ({100 * one.low:.0f} to {100 * one.high:.0f} %)" if one.low < one.high else ""
    return f"{100 * one.share:.0f} %{interval} of {one.steps}"
