"""Advice against reality: what Nsight Compute's rules advised on each variant, and what its next step really gained."""

from rungs.data import show
from rungs.data.advice_files import GLOBAL, LOCAL, Advice
from rungs.data.markdown import NOTHING, escape, fixed_width, markdown
from rungs.profile import advice as judging
from rungs.profile.advice import Judged
from rungs.profile.change import signed
from rungs.profile.evidence import Line
from rungs.tables.evidence_table import NotThere

LEAST_SHOWN = 0.05  # percent; below, times do not differ
HEAD = ["step", "what bound it", "advice on the old one", "estimate", "saved", "fastest saves", "about what bound it"]


def table(lines: list[Line], advice: dict[tuple, list[Advice]], as_markdown: bool = True) -> list[str]:
    """Lines of a table and of what it adds up to, as Markdown or as plain text; raises NotThere where no step has
    advice on its old variant."""
    found = judging.judge(lines, advice)
    if not found:
        raise NotThere("no step with a time and counters has advice on the variant that it improves")
    cells = [_cells(one, as_markdown) for one in sorted(found, key=lambda one: (one.old.case, -one.saved))]
    said = judging.score(found, lines, advice)
    if as_markdown:
        return [*markdown(HEAD, cells, left=(0, 1, 2)), "", *map(escape, said)]
    return [*fixed_width([HEAD, *cells], left=3), "", *said]


def _cells(one: Judged, as_markdown: bool) -> list[str]:
    names = [show.plain(line.variant, 60) for line in (one.old, one.new)]
    name = f"{show.plain(one.old.case, 40)}: {names[0]} to {names[1]}"
    rule, estimate = NOTHING if as_markdown else "-", NOTHING if as_markdown else "-"
    if one.top is not None:
        rule = f"{show.plain(one.top.advice.rule, 40)} ({one.top.subject})"
        if one.top.advice.speedup_type == GLOBAL:
            estimate = show.percent(one.top.percent)
        elif one.top.advice.speedup_type == LOCAL:
            estimate = f"{show.percent(one.top.percent)} of a unit"
    same = "" if not one.gained else "yes" if one.right else "no"
    texts = [one.explanation.before.badge, rule, estimate, _saved(one.saved), _saved(one.possible), same]
    return [escape(name) if as_markdown else name, *(map(escape, texts) if as_markdown else texts)]


def _saved(percent: float) -> str:
    return "0 %" if abs(percent) < LEAST_SHOWN else f"{signed(percent).removeprefix('+')} %"
