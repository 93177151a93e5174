"""Files next to rows, as tables for a README: times by other tools' clocks, further figures of a case, chosen counters
with the times, the sentences on the steps, and static facts of kernels. And what the simulator runs, refuses and lacks,
as its probes say (harness/tests/probes)."""

import re
from pathlib import Path

import pandas as pd

from rungs.data import clock_files, fact_files, show
from rungs.data.errors import RowsError
from rungs.data.records import shown, split_params
from rungs.data.rows import Machine, commits
from rungs.data.show import NOTHING, code, escape, markdown
from rungs.data.sweep import SIZE, ordered
from rungs.profile import evidence
from rungs.profile.counters import BY_NAME, figure
from rungs.profile.evidence import MADE
from rungs.tables.tables import NotThere, chosen_rows, time_cell

CACHES = ("cold", "dirty", "hot")
TITLES = {"ncu": "Nsight Compute", "nvbench_cold": "NVBench", "nvbench_batch": "NVBench batch",
          "do_bench": "`do_bench`"}
_TITLE = re.compile(r"// (.*)\.\n")
_LITERALS = r'((?:"[^"]*"\s*)+)'
_PROBE = re.compile(rf"^(PROBE|REFUSED)\(\s*{_LITERALS}(?:,\s*{_LITERALS})?\) {{", re.MULTILINE)
OUT_OF_SCOPE = "out_of_scope.txt"


def clocks_table(machine: Machine, paths: list[Path]) -> list[str]:
    """A Markdown table with one line for each kernel in the first of the files of times, in its order; further files
    add columns. `machine` is a rows.Machine. A cell is empty where something was not measured. Raises NotThere, and
    RowsError for files that are broken or of another GPU."""
    used = _joined(machine, paths)
    kernels = dict.fromkeys(timing.kernel for timing in clock_files.read(paths[0]))
    used = {key: timing for key, timing in used.items() if key[0] in kernels}
    rows: dict[tuple, pd.Series] = {(key, row["cache"]): row for _, row in machine.rows.iterrows()
            if (key := (row["case"], row["own_variant"], row["size"], row["own_params"])) in kernels}
    if not rows:
        raise NotThere("no row is of a kernel in these times")
    lines = [[f"{code('/'.join(kernel[:2]))} {escape(show.problem_name(kernel[2], kernel[3]))}",
              *(_row_cell(rows.get((kernel, cache))) for cache in CACHES),
              *(show.time(used[kernel, clock].time_us) if (kernel, clock) in used else "" for clock in TITLES)]
             for kernel in kernels]
    caption = ["cold, dirty and hot: bench's medians", show.machine_name(machine),
               *dict.fromkeys(show.plain(timing.tool, 60) for timing in used.values()),
               *commits(row["commit"] for row in rows.values())]
    return [*markdown(["kernel and size", *CACHES, *TITLES.values()], lines), "", "; ".join(map(escape, caption))]


def _joined(machine: Machine, paths: list[Path]) -> dict[tuple, clock_files.Timing]:
    """The times of all files by kernel and clock; no two may be of one, and all are of the machine's GPU."""
    found: dict[tuple, tuple] = {}
    for path in paths:
        for timing in clock_files.read(path):
            if timing.gpu != machine.device:
                raise RowsError(f"{path}: measured on {timing.gpu!r}, the rows on {machine.device!r}; expected one GPU")
            first, _ = found.setdefault((timing.kernel, timing.clock), (path, timing))
            if first is not path:
                raise RowsError(f"{path}: {'/'.join(timing.kernel[:2])} by {timing.clock} is also in {first}; expected "
                                "each kernel and clock once")
    return {key: timing for key, (_, timing) in found.items()}


def _row_cell(row: pd.Series | None) -> str:
    if row is None or not row["time_median_us"] > 0:
        return "" if row is None or row["status"] == "ok" else row["status"]
    return time_cell(row)


def metrics_table(machine: Machine, rows: pd.DataFrame, wants: dict[str, str]) -> list[str]:
    """A Markdown table of the figures of a machine's `rows`, as claim_files.load has them: a line per value of the
    parameter by=, or of by=size, or else per variant, and a column for each figure of each variant. `wants` may have by
    and columns, the figures to show in their order. Raises NotThere, also where the rows are of several problems but
    for `by`."""
    by, chosen = wants.get("by", ""), wants["columns"].split(",") if "columns" in wants else []
    known: dict[str, None] = {}
    settings: dict[tuple, None] = {}
    lines: dict[str, dict] = {}
    for _, row in rows.iterrows():
        known |= dict.fromkeys(row["metrics"])
        figures = {name: row["metrics"][name] for name in chosen or row["metrics"] if name in row["metrics"]}
        has = split_params(row["params"])
        if not figures or by not in {"", SIZE, *has}:
            continue
        value = {"": row["variant"], SIZE: row["size"]}.get(by) or has[by]
        others = ";".join(f"{name}={one}" for name, one in has.items() if name != by)
        settings[row["size"] if by != SIZE else "", others] = None
        lines.setdefault(value, {}).update({(row["variant"] if by else "", name, unit): number
                                            for name, (number, unit) in figures.items()})
    if missing := [name for name in chosen if known and name not in known]:
        raise NotThere(f"columns={wants['columns']}: no figure {shown(missing[0])}; expected some of "
                       f"{', '.join(known)}")
    if not lines:
        raise NotThere(f"no figures with {', '.join(f'{name}={value}' for name, value in wants.items())}")
    problems = [show.problem_name(size, params, 0).strip(", ") for size, params in settings]
    if len(problems) > 1:
        raise NotThere(f"figures of several problems: {shown(problems[0])} and {shown(problems[1])}; expected one: say "
                       "more with size= or params=")
    columns = list(dict.fromkeys(column for line in lines.values() for column in line))
    named = list(dict.fromkeys(variant for variant, _, _ in columns if variant))
    several = len(named) > 1
    head = [by or "variant", *(escape((f"{variant}: " if several else "") + ", ".join(filter(None, (metric, unit))))
                               for variant, metric, unit in columns)]
    caption = [*([] if several else named), *filter(None, problems), show.machine_name(machine),
               *commits(rows["commit"])]
    return [*markdown(head, [[code(name), *(show.significant(lines[name][column], 3, trim=True)
                                            if column in lines[name] else NOTHING for column in columns)]
                             for name in (ordered(list(lines)) if by else lines)]), "", "; ".join(map(escape, caption))]


def choose_lines(lines: list[evidence.Line], wants: dict[str, str]) -> list[evidence.Line]:
    """The lines that have a time and are of what `wants` names, as chosen_rows takes it. Raises NotThere."""
    timed = [line for line in lines if line.time_us > 0]
    names = ["case", "variant", "size", "params", "cache"]
    frame = pd.DataFrame([[getattr(line, name) for name in names] for line in timed], columns=names)
    return [timed[place] for place in chosen_rows(frame, wants).index]


def evidence_table(lines: list[evidence.Line], columns: list[str]) -> list[str]:
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


def steps_list(lines: list[evidence.Line]) -> list[str]:
    """The sentences on the steps among the lines, as a Markdown list."""
    said = evidence.sentences(lines)
    found = [f"- {escape(said[key])}" for line in lines if (key := (*line.problem, line.variant)) in said]
    if not found:
        raise NotThere("none of these variants improves another of them at the same problem")
    return [*found, "", _caption(lines, _varied(lines))]


def _problem(line: evidence.Line) -> dict[str, str]:
    return {"size": line.size, **split_params(line.params)}


def _varied(lines: list[evidence.Line]) -> list[str]:
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


def lacking(folder: Path) -> list[tuple[str, str, str]]:
    """(what is tried, what the compiler names, the kernel) of each kernel that the simulator does not compile."""
    parts = (folder / OUT_OF_SCOPE).read_text(encoding="utf-8").split("\n//// ")[1:]
    return [(*head.partition(" | ")[::2], kernel) for head, _, kernel in (part.partition("\n") for part in parts)]


def features_table(folder: Path, show: str) -> list[str]:
    """The lines of a table of what works, is refused, or is out of scope: `show` is works, refuses or lacks. Raises
    RowsError where there are no probes."""
    if show == "lacks":
        return ["| a kernel with | the compiler names |", "| --- | --- |",
                *(f"| {tried} | `{named}` |" for tried, named, _ in lacking(folder))]
    lines = ["| | |" if show == "works" else "| a kernel with | its message has |", "| --- | --- |"]
    for path in sorted(folder.glob("*.cu")):
        text = path.read_text(encoding="utf-8")
        title = _TITLE.match(text)
        found = [(kind, *(re.sub(r'"\s*"|^"|"\s*$', "", one) for one in texts))
                 for kind, *texts in _PROBE.findall(text)]
        if title is None or len(found) != len(re.findall(r"^(?:PROBE|REFUSED)\(", text, re.MULTILINE)) or not found:
            raise RowsError(f"{path}: no probes; expected a comment of one sentence, and lines PROBE(\"...\") {{")
        if show == "works":
            lines.append(f"| {title[1]} | {'; '.join(what for kind, what, _ in found if kind == 'PROBE')} |")
        else:
            lines += [f"| {what} | {message} |" for kind, what, message in found if kind == "REFUSED"]
    return lines
