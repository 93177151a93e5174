"""Evidence for a README: chosen counters with the times, the sentences on the steps, and static facts of kernels."""

from pathlib import Path

import pandas as pd

from rungs.data import fact_files, show
from rungs.data.markdown import NOTHING, code, escape, markdown
from rungs.data.records import shown, split_params
from rungs.profile import evidence
from rungs.profile.change import figure
from rungs.profile.counters import BY_NAME
from rungs.profile.evidence import MADE
from rungs.tables.tables import NotThere, chosen_rows


def choose(lines: list[evidence.Line], wants: dict[str, str]) -> list[evidence.Line]:
    """The lines that have a time and are of what `wants` names, as chosen_rows takes it. Raises NotThere."""
    timed = [line for line in lines if line.time_us > 0]
    names = ["case", "variant", "size", "params", "cache"]
    try:
        frame = pd.DataFrame([[getattr(line, name) for name in names] for line in timed], columns=names)
        return [timed[place] for place in chosen_rows(frame, wants).index]
    except NotThere as error:
        raise NotThere(f"of the lines with a time and counters {error}") from None


def table(lines: list[evidence.Line], columns: list[str]) -> list[str]:
    """A Markdown table, a line per variant and problem: time, and the counters named by `columns`."""
    unknown = [name for name in columns if name not in BY_NAME and name not in MADE]
    if unknown:
        raise NotThere(f"no counter {shown(unknown[0])}; expected {', '.join([*MADE, *BY_NAME])}")
    varied = _varied(lines)
    head = ["variant", *map(escape, varied), "time",
            *(MADE[name] if name in MADE else escape(BY_NAME[name].label) for name in columns)]
    cells = [[code(line.variant), *(escape(_problem(line).get(name, "")) for name in varied), show.time(line.time_us),
              *(escape(line.cell(name)) or NOTHING for name in columns)] for line in lines]
    return [*markdown(head, cells), "", _caption(lines, varied)]


def steps(lines: list[evidence.Line]) -> list[str]:
    """The sentences on the steps among the lines, as a Markdown list."""
    said = evidence.sentences(lines)
    found = [f"- {escape(said[key])}" for line in lines if (key := (*line.problem, line.variant)) in said]
    if not found:
        raise NotThere("none of these variants improves another of them at the same problem")
    return [*found, "", _caption(lines, _varied(lines))]


def _problem(line: evidence.Line) -> dict[str, str]:
    return {"size": line.size, **split_params(line.params)}


def _varied(lines: list[evidence.Line]) -> list[str]:
    """What of the problem differs among the lines."""
    problems = [_problem(line) for line in lines]
    names = dict.fromkeys(name for problem in problems for name in problem)
    return [name for name in names if len({problem.get(name) for problem in problems}) > 1]


def _caption(lines: list[evidence.Line], varied: list[str]) -> str:
    same = [text if name == "size" else f"{name}={text}" for name, text in _problem(lines[0]).items()
            if name not in varied]
    cache = [f"{lines[0].cache} cache"] if lines[0].cache else []
    return ", ".join(escape(part) for part in [*same, *cache, show.plain(lines[0].device, 45),
                                               "counters by Nsight Compute"])


def static_table(path: Path, case: str, metrics: list[str], variants: list[str], architectures: list[str]) -> list[str]:
    """A Markdown table of facts (a list of names, as 'registers' or 'sass_min_max') of a variant's largest kernel.
    `variants` is a list, empty for all of the case; `architectures` a list like ['75', '90']. Raises NotThere where one
    of them is not in the file, RowsError where that is broken."""
    facts = {architecture: fact_files.read(path, architecture) for architecture in architectures}
    there = list(dict.fromkeys(variant for found in facts.values() for of, variant in found if of == case))
    if not there:
        raise NotThere(f"no facts with case={case}")
    for name in variants:
        if name not in there:
            raise NotThere(f"no facts of variants={name}; there are {', '.join(map(shown, there))}")
    lines = []
    for variant in variants or there:
        for architecture, found in facts.items():
            mine = found.get((case, variant), {})
            for metric in metrics:
                if mine and f"static_{metric}" not in mine:
                    legal = ", ".join(name.removeprefix("static_") for name in mine)
                    raise NotThere(f"no fact {shown(metric)}; expected {legal}")
            cells = [figure(mine[f"static_{metric}"], "") if mine else NOTHING for metric in metrics]
            lines.append([code(variant), f"sm_{architecture.removeprefix('sm_')}", *cells])
    head = ["variant", "architecture", *(escape(metric.removeprefix("sass_").replace("_", " ")) for metric in metrics)]
    return [*markdown(head, lines), "", "from the compiled kernels; instructions are counted in the code, not as "
            "executed"]
