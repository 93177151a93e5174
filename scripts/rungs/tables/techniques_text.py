"""The techniques as plain text, of at most 100 columns for two machines, and as Markdown."""

import textwrap
from collections.abc import Sequence

from rungs.data import catalogue, show
from rungs.data.counter_files import NOT_COUNTED, Counted
from rungs.data.rows import commits
from rungs.data.setups import Setup
from rungs.data.show import NOTHING, escape, fixed_width, markdown
from rungs.profile import evidence, limits
from rungs.statistics import techniques, why
from rungs.statistics.pairs import Pair, Source
from rungs.statistics.techniques import OnGpu, Step, Summary, Technique, short
from rungs.tables.tables import NotThere

WIDTH = 100
NAME = 7          # letters of a machine at the head of a column
LEGEND = ("Gain: old time over new, the median of a technique's steps, each at its reference problem, and the lowest "
          "and highest. Pays: pairs of rows over sizes and parameters that gain 1.02x or more. Helps: what limited the "
          "kernels that gained 5 % or more.")


def text(found: Sequence[Technique], machines: Sequence[str]) -> list[str]:
    """A line per technique that was measured, and then those that were not."""
    there = [one for one in found if one.steps]
    if not there:
        return ["No such step was measured on a GPU here; --best 5 shows the host's."]
    limited = [", ".join(one.helps[:limits.SHOWN]) for one in there]
    widest = max(map(len, limited))
    titles = [name if len(name) <= NAME else f"gain {place}" for place, name in enumerate(machines, 1)]
    head = ["technique", "steps", *(title for one in titles for title in (one, "range", "pays")), "helps".ljust(widest)]
    body = [[one.entry.id, str(len(one.steps)),
             *(cell for gpu in one.gpus for cell in (gpu.cells if gpu else [""] * 3)),
             words.ljust(widest)] for one, words in zip(there, limited)]
    named = [f"{title}: {name}" for title, name in zip(titles, machines) if title != name]
    absent = ", ".join(one.entry.id for one in found if not one.steps)
    return [*_wrapped("; ".join(["cold caches", *named]), 0), *fixed_width([head, *body], left=1), "",
            *_wrapped(LEGEND, 0), *(_wrapped(f"Not in these rows: {absent}.", 0) if absent else []),
            *_wrapped("`rungs techniques --steps ID` shows a technique with its steps.", 0)]


def opened(one: Technique) -> list[str]:
    """A technique with its steps."""
    lines = [f"{one.entry.id}: {one.entry.name}", *_wrapped(one.entry.sentence, 2),
             *_wrapped(f"cost: {one.entry.cost}", 2), *_wrapped(f"stops paying: {one.stops}", 2)]
    for step in one.steps:
        lines += ["", *_wrapped(step.text + (" (registered the other way round)" if step.kind == "back" else ""), 2),
                  *(line for gpu in step.gpus if gpu for line in _wrapped(_on_gpu(gpu), 4)),
                  *(_wrapped(f"pays: {', '.join((*step.stops, *step.then))}", 4) if step.stops or step.then else [])]
    also = ", ".join(f"{step.text} ({step.techniques[0]})" for step in one.also)
    return [*lines, *(["", *_wrapped(f"carried as well by {also}", 2)] if also else [])]


def _on_gpu(one: OnGpu) -> str:
    """'H200: 2.17x ± 0.3 % at 10240x10240, repeater=100; ...'."""
    gains = [pair.gain for pair in one.pairs]
    parts = [f"{one.name}: {gain(one.home)} at {show.problem_name(*one.home.problem)}"]
    if len(gains) > 1:
        parts.append(f"{show.times(min(gains))} to {show.times(max(gains))} over {len(gains)} problems")
    parts += [f"{state} caches {gain(pair)}" for state, pair in one.states.items() if state != one.home.cache]
    where = f" (at {show.problem_name(*one.counted_at)})" if one.counted_at else ""
    parts.append(f"{_change(one.before, one.after)}{where}")
    return "; ".join(parts)


def _change(before: Counted, after: Counted) -> str:
    if before.limit == after.limit == NOT_COUNTED:
        return NOT_COUNTED
    both = before.registers and after.registers
    registers = f", registers {before.registers:.0f} to {after.registers:.0f}" if both else ""
    return f"{before.badge} to {after.badge}{registers}"


def gain(pair: Pair) -> str:
    """'2.17x ± 0.3 %', '4.69x (no interval)'."""
    return f"{show.times(pair.gain)} {pair.spread or '(no interval)'}"


def _wrapped(line: str, indent: int) -> list[str]:
    return textwrap.wrap(line, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2),
                         break_on_hyphens=False)


def sentences(best: Sequence[tuple[Technique, Step]]) -> list[str]:
    """Of techniques.best: 'Carry the index along: 2.17x in stitch (fast_division to incremental_wrap)'; [] of none."""
    return ["What gained most here:"] * bool(best) + [
        line for one, step in best for line in _wrapped(f"{one.entry.name}: {show.times(step.gpus[0].home.gain)} in "
                                                        f"{step.case} ({short(step.old)} to {short(step.new)})", 2)]


def table(setups: Sequence[Setup], top: int = 0) -> list[str]:
    """A Markdown table of the techniques that were measured on some machines with cold caches, a line each, all or the
    first `top`. Raises NotThere where there are none."""
    there = [one for one in techniques.of(sources_of(setups), catalogue.read()) if one.steps]
    if not there:
        raise NotThere("no step of a technique")
    head = ["technique", *(title for one in setups for title in (f"gain, {escape(one.short)}", "pays in")), "helps",
            "stops paying"]
    lines = [[f"{escape(one.entry.name)} `{one.entry.id}`", *(cell for each in one.gpus for cell in _markdown(each)),
              escape(limits.words(one.helps)) or NOTHING, escape(one.facts)] for one in there[:top or None]]
    caption = ["gain: median of the steps, each at one size (lowest to highest)", *notes(setups)]
    return [*markdown(head, lines, left=(0, len(head) - 2, len(head) - 1)), "", escape("; ".join(caption))]


def notes(setups: Sequence[Setup]) -> list[str]:
    """What 'pays in' means, and what the figures are of: caches, machines, commits."""
    return ["pays in: sizes and parameters of the steps that gain 1.02x or more", "cold caches",
            *dict.fromkeys(one.label for one in setups),
            *commits(name for one in setups for name in one.rows["commit"])]


def sources_of(setups: Sequence[Setup]) -> list[Source]:
    """What the statistics take of a report's machines."""
    return [Source(setup.short, setup.rows, evidence.counted_of(setup.rows, setup.counters, why.limits_of(setup.why)))
            for setup in setups]


def _markdown(summary: Summary | None) -> list[str]:
    if not summary:
        return [NOTHING, NOTHING]
    spread = f" ({summary.range})" if summary.steps > 1 else ""
    return [show.times(summary.median) + spread, f"{summary.pays} of {summary.of}"]
