"""Experiments as text: a table for each row, and how runs agree with known limits."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rungs.data import show
from rungs.data.errors import RowsError
from rungs.data.records import check_variant, check_word, read_table, shown
from rungs.data.why_files import RESOURCES, Visits
from rungs.statistics import why

KNOWN = ["variant", "limit", "reason"]


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
            yield f"  {RESOURCES[one.resource]:<10} {figures} {one.verdict}{f', {one.reason}' if one.reason else ''}"
        yield ""


def known(path: Path) -> dict[str, tuple[str, str]]:
    """{variant: (limit, reason)} of a file of known limits; raises RowsError."""
    found: dict[str, tuple[str, str]] = {}
    for line, (variant, limit, reason) in read_table(path, KNOWN):
        where = f"{path}:{line}"
        check_variant(where, "variant", variant)
        if variant in found:
            raise RowsError(f"{where}: {shown(variant)} appears twice; expected one limit each")
        check_word(where, "limit", limit, why.NAMES)
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
