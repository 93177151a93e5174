"""Markdown tables made from rows, and the blocks of a Markdown file that hold them.

A block reads, on lines of its own:

    <!-- generated: table rows=PATH case=NAME [size=WxH] [params=a=1;b=2] [cache=cold] [device=NAME] -->
    <!-- /generated -->

`table` shows one problem, a line a variant; `sweep`, with by=PARAMETER (or by=size), a column a value.
`claims rows=PATH[,PATH...] [case=NAME]` shows which of the documents' claims (on a case) hold, a column a device.
PATH is relative to the Markdown file; values with spaces take quotes. Blocks in code fences are left alone.
"""

import html
import re
import shlex
from pathlib import Path

from rungs import claims as rungs_claims
from rungs import rows as rungs_rows
from rungs import style
from rungs.rows import RowsError, shown
from rungs.sweep import ordered, sweeps, values_of

_OPEN = re.compile(r"\s*<!-- generated:(.*)-->\s*")
_CLOSE = re.compile(r"\s*<!-- /generated -->\s*")
_FENCE = re.compile(r"\s{0,3}(```+|~~~+)")
_SAFE = re.compile(r"[\w/.+=:;-]+", re.ASCII)  # what a code span in a table shows as it is
_ATTRIBUTES = {"table": ("rows", "case", "size", "params", "cache", "device"),
               "sweep": ("rows", "case", "by", "size", "params", "cache", "device"),
               "claims": ("rows", "case")}
_NEEDED = {"table": ("rows", "case"), "sweep": ("rows", "case", "by"), "claims": ("rows",)}
NOTHING = "–"


def escape(text):
    """Text of a file as Markdown that shows it and does nothing else."""
    text = html.escape(style.plain(text), quote=False)
    return re.sub(r"([\\`*_\[\]|$~])", r"\\\1", text)


def code(name):
    """A name in code letters, or escaped where it holds what a code span in a table cannot."""
    return f"`{name}`" if _SAFE.fullmatch(name) else escape(name)


def markdown(head, lines):
    """A table from a list of headings and lists of cells; all columns but the first are right-aligned."""
    rule = ["---"] + ["---:"] * (len(head) - 1)
    return ["| " + " | ".join(cells) + " |" for cells in (head, rule, *lines)]


def ladder_table(rows, machine, published, defaults):
    """The table of one problem and cache state: variant, time, noise, rate, of floor, step, and the
    published figures where there are any."""
    head = ["variant", "time (median)", "noise", "rate", "of floor", "step", "published (hardware)"]
    lines = [_ladder_line(row, rows, published, defaults) for row in _in_order(rows)]
    if not any(line[-1] for line in lines):
        head, lines = head[:-1], [line[:-1] for line in lines]
    return [*markdown(head, lines), "", _caption(rows, machine)]


def _in_order(rows):
    for variant in rungs_rows.variants_in_order(rows):
        for _, row in rows[rows["variant"] == variant].iterrows():
            yield row


def _ladder_line(row, rows, published, defaults):
    figures = "; ".join(f"{style.time(match.figure.value, trim=True)} ({escape(match.source)})"
                        for match in published.matches(row, defaults))
    if not row["time_median_us"] > 0:
        message = f": {escape(style.plain(row['message'], 80))}" if row["message"] else ""
        return [code(row["variant"]), _status(row) + message, "", "", "", "", figures]
    step = rungs_rows.step_of(row, rows)
    return [code(row["variant"]),
            style.time(row["time_median_us"]) + (" (unstable)" if row["status"] == "unstable" else ""),
            style.percent(row["noise_percent"]) if row["noise_percent"] >= 0 else "",
            _rate(row),
            style.percent(row["floor_percent"]) if row["floor_percent"] > 0 else "",
            style.factor(step) if step > 0 else "",
            figures]


def _status(row):
    return "not timed" if row["status"] == "ok" else row["status"]


def _rate(row):
    if row["gbps"] > 0:
        return style.rate(row["gbps"])
    return style.operations(row["gops"]) if row["gops"] > 0 else ""


def sweep_table(rows, machine, by):
    """The table of a sweep: a line a variant, a column a value, cells of time and share of the floor."""
    rows = rows.assign(value=values_of(rows, by))
    values = ordered(rows["value"])
    lines = []
    for variant in rungs_rows.variants_in_order(rows):
        mine = rows[rows["variant"] == variant]
        lines.append([code(variant)] + [_cell(mine[mine["value"] == value]) for value in values])
    return [*markdown([escape(by), *map(escape, values)], lines), "", _caption(rows, machine, by)]


def _cell(rows):
    if not len(rows):
        return NOTHING
    row = rows.iloc[0]
    if not row["time_median_us"] > 0:
        return _status(row)
    floor = f", {style.percent(row['floor_percent'])}" if row["floor_percent"] > 0 else ""
    return style.time(row["time_median_us"]) + floor + (" (unstable)" if row["status"] == "unstable" else "")


def claims_table(claims, machines):
    """The table of claims: a line a claim and setting of what it leaves open, two columns a machine."""
    head = ["claim", "published"]
    for name in rungs_claims.names_of(machines):
        head += [f"measured, {escape(name)}", "verdict"]
    lines = []
    for claim in claims:
        found = [{result.problem: result for result in rungs_claims.judge(claim, machine)} for machine in machines]
        problems = dict.fromkeys(problem for results in found for problem in results)
        # A machine without any row of the claim has one result, of no problem: it then stands on every line.
        for problem in filter(None, problems) if any(problems) else problems:
            here = [results.get(problem) or results.get(()) for results in found]
            one = next(results[problem] for results in found if problem in results)
            cells = [f"{escape(style.plain(claim.id, 20))}: {escape(one.statement)}", one.published]
            for result in here:
                cells += _claim_cells(result) if result else [
                    NOTHING, f"{rungs_claims.NOT_MEASURED}: no row at this setting"]
            lines.append(cells)
    return [*markdown(head, lines), "", _claims_caption(claims, machines)]


def _claim_cells(result):
    why = f": {escape(result.why)}" if result.why else ""
    return [escape(result.measured) or NOTHING, result.verdict + why]


def _claims_caption(claims, machines):
    cases = set().union(*(claim.cases for claim in claims))
    parts = ["measured: median over median, cold cache, ± from the quartiles of both rows"]
    parts += dict.fromkeys(style.machine_name(machine) for machine in machines)
    commits = [commit for machine in machines for commit in machine.rows[machine.rows["case"].isin(cases)]["commit"]]
    parts += [f"commit {commit[:24]}" for commit in dict.fromkeys(commits) if commit]
    return "; ".join(escape(part) for part in parts)


def _caption(rows, machine, by=""):
    """The line under a table: what was measured, on what, against which floor, from which commit."""
    params = {name: values.iloc[0] for name, values in rungs_rows.param_columns(rows).items() if name != by}
    parts = [] if by == "size" else [rows["size"].iloc[0]]
    parts += [f"{name}={value}" for name, value in params.items() if value]
    parts += [f"{rows['cache'].iloc[0]} cache" if rows["cache"].iloc[0] else "", style.machine_name(machine)]
    if not by:
        for backend in dict.fromkeys(rows["backend"]):
            floor = rungs_rows.floor_of(rows[rows["backend"] == backend], machine.rows)
            name = "gpu" if backend == "cuda" else backend
            parts.append(f"{name} floor {style.time(floor.time_us)} (measured {floor.source})" if floor else "")
    else:
        parts.append("cells: median time, share of the floor")
    parts += [f"commit {commit[:24]}" for commit in dict.fromkeys(rows["commit"]) if commit]
    return ", ".join(escape(part) for part in parts if part)


class Block:
    """One generated block: its place in a file's lines, and what it asks for."""

    def __init__(self, path, start, text):
        self.path, self.start, self.end = Path(path), start, None
        try:
            kind, *words = shlex.split(text) or [""]
        except ValueError as error:
            raise self.wrong(f"{error} in {shown(text.strip())}") from None
        self.kind = kind.lower()
        if self.kind not in _ATTRIBUTES:
            raise self.wrong(f"no table of kind {shown(kind)}; legal is {', '.join(_ATTRIBUTES)}")
        self.wants = {}
        for word in words:
            name, equals, value = word.partition("=")
            if not equals or not value or name not in _ATTRIBUTES[self.kind] or name in self.wants:
                raise self.wrong(f"{shown(word)}; legal is each once of {', '.join(_ATTRIBUTES[self.kind])}, as "
                                 "name=value")
            self.wants[name] = value
        for name in _NEEDED[self.kind]:
            if name not in self.wants:
                raise self.wrong(f"a {self.kind} needs {name}=")

    def wrong(self, message):
        """A RowsError that names this block."""
        return RowsError(f"{self.path}:{self.start + 1}: {message}")

    def table(self, published, claims):
        """The lines of the block's table; raises RowsError where the rows do not hold it."""
        if self.kind == "claims":
            return self._claims(claims)
        frame = rungs_rows.read(self.path.parent / self.wants["rows"])
        machine = self._machine(frame)
        rows = self._rows(machine.rows)
        defaults = rungs_rows.defaults_of(machine.rows, self.wants["case"])
        if self.kind == "table":
            size, params = rungs_rows.choose_problem(rows, published, defaults)
            rows = rows[(rows["size"] == size) & (rows["params"] == params)]
            return ladder_table(rows, machine, published, defaults)
        found = dict(sweeps(rows, published, defaults))
        if self.wants["by"] not in found:
            raise self.wrong(f"by={self.wants['by']}: not swept in these rows; legal is "
                             f"{', '.join(found) or '(nothing)'}")
        return sweep_table(found[self.wants["by"]], machine, self.wants["by"])

    def _claims(self, claims):
        paths = [self.path.parent / path for path in self.wants["rows"].split(",")]
        machines = rungs_claims.load(paths)
        if "case" in self.wants:
            case = self.wants["case"]
            legal = sorted(set().union(*(claim.cases for claim in claims)))
            claims = [claim for claim in claims if case in claim.cases]
            if not claims:
                raise self.wrong(f"no claims on case={case}; there are {', '.join(map(shown, legal))}")
            machines = [machine for machine in machines if (machine.rows["case"] == case).any()]
        if not machines:
            raise self.wrong("no measured rows" + (f" with case={self.wants['case']}" if "case" in self.wants else ""))
        return claims_table(claims, machines)

    def _machine(self, frame):
        machines = rungs_rows.machines(frame)
        if "device" in self.wants:
            machines = [machine for machine in machines if machine.device == self.wants["device"]]
        if len(machines) != 1:
            names = ", ".join(shown(machine.device) for machine in rungs_rows.machines(frame))
            raise self.wrong(f"{len(machines)} machines fit; choose with device= one of {names or '(none)'}")
        return machines[0]

    def _rows(self, rows):
        """The rows of the wanted case, size, parameters and cache state (cold unless said otherwise)."""
        wanted = {"case": self.wants["case"], "cache": self.wants.get("cache", "cold")}
        if "size" in self.wants:
            wanted["size"] = self.wants["size"]
        for column, value in wanted.items():
            legal = list(dict.fromkeys(rows[column]))
            rows = rows[rows[column] == value]
            if not len(rows):
                raise self.wrong(f"no rows with {column}={value}; there are {', '.join(map(shown, legal))}")
        try:
            params = rungs_rows.split_params(self.wants.get("params", ""))
        except ValueError as error:
            raise self.wrong(f"params: {error}") from None
        table = rungs_rows.param_columns(rows)
        for name, value in params.items():
            if name not in table or not (table[name] == value).any():
                raise self.wrong(f"no rows with {name}={value}")
            rows = rows[table[name] == value]
            table = table.loc[rows.index]
        return rows


def blocks(path, lines):
    """The generated blocks of a file's lines; raises RowsError for one that is broken or not closed."""
    found, fence, current = [], "", None
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if mark and current is None:
            if not fence:
                fence = mark[1]
            elif mark[1].startswith(fence):
                fence = ""
            continue
        if fence:
            continue
        opening = _OPEN.fullmatch(line)
        if opening:
            if current:
                raise current.wrong("not closed before the next; legal is <!-- /generated --> on a line of its own")
            current = Block(path, number, opening[1])
        elif _CLOSE.fullmatch(line):
            if not current:
                raise RowsError(f"{path}:{number + 1}: closes nothing; legal is a <!-- generated: ... --> above it")
            current.end = number
            found.append(current)
            current = None
        elif "<!-- generated:" in line and "`" not in line:
            raise RowsError(f"{path}:{number + 1}: not a block; legal is <!-- generated: table rows=... case=... --> "
                            "on a line of its own")
    if current:
        raise current.wrong("not closed; legal is <!-- /generated --> on a line of its own")
    return found


def filled(path, text, published, claims):
    """The text of a Markdown file with every block's table made anew; raises RowsError.

    `published` is a published.Published, `claims` a list of claims.Claim.
    """
    line_end = "\r\n" if "\r\n" in text else "\n"
    lines = text.split(line_end)
    for block in reversed(blocks(path, lines)):
        lines[block.start + 1:block.end] = ["", *block.table(published, claims), ""]
    return line_end.join(lines)
