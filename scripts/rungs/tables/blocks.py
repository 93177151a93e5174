"""The blocks of a Markdown file that hold tables made from rows.

A block reads, on lines of its own:

    <!-- generated: table rows=PATH case=NAME [size=WxH] [params=a=1;b=2] [cache=cold] [device=NAME] -->
    <!-- /generated -->

`table` shows one problem, a line per variant; `sweep`, with by=PARAMETER (or by=size), a column per value. Both take
[variants=NAME,NAME], those to show.
`claims rows=PATH[,PATH...] [case=NAME]` shows which of the documents' claims (on a case) hold, a column per device.
`goals rows=PATH[,PATH...] [case=NAME]` shows which of Rungs' own goals (reference/goals.csv) are met.
`evidence rows=PATH counters=PATH case=NAME columns=COUNTER[,COUNTER...] [variants=NAME,NAME] [size=] [params=]` shows
times beside counters, a line per variant and problem; `steps`, with the same but for columns=, the sentences on them.
`static rows=PATH case=NAME columns=FACT[,FACT...] architectures=N[,N...] [variants=NAME,NAME]` shows what
`rungs static` found in the compiled kernels.
`clocks rows=PATH clocks=PATH[,PATH...] [case=NAME] [device=NAME]` shows bench's times beside those by other tools'
clocks, one line for each kernel in the first file of clocks=.
PATH is relative to the Markdown file; values with spaces take quotes. Blocks in code fences are left alone.
"""

import re
import shlex
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd

from rungs.data import checkout, counter_files
from rungs.data import rows as rungs_rows
from rungs.data.claim_files import Claim
from rungs.data.errors import RowsError
from rungs.data.published import Published
from rungs.data.records import shown, split_params
from rungs.data.sweep import sweeps
from rungs.profile import evidence
from rungs.statistics import claims as rungs_claims
from rungs.statistics import goals
from rungs.tables import clocks_table, evidence_table, static_table
from rungs.tables.tables import claims_table, ladder_table, sweep_table

_OPEN = re.compile(r"\s*<!-- generated:(.*)-->\s*")
_CLOSE = re.compile(r"\s*<!-- /generated -->\s*")
_FENCE = re.compile(r"\s{0,3}(```+|~~~+)")
_ATTRIBUTES = {"table": ("rows", "case", "size", "params", "cache", "device", "variants"),
               "sweep": ("rows", "case", "by", "size", "params", "cache", "device", "variants"),
               "claims": ("rows", "case"), "goals": ("rows", "case"),
               "evidence": ("rows", "counters", "case", "columns", "variants", "size", "params", "device"),
               "steps": ("rows", "counters", "case", "variants", "size", "params", "device"),
               "static": ("rows", "case", "columns", "architectures", "variants"),
               "clocks": ("rows", "clocks", "case", "device")}
_NEEDED = {"table": ("rows", "case"), "sweep": ("rows", "case", "by"), "claims": ("rows",), "goals": ("rows",),
           "evidence": ("rows", "counters", "case", "columns"), "steps": ("rows", "counters", "case"),
           "static": ("rows", "case", "columns", "architectures"), "clocks": ("rows", "clocks")}

@lru_cache
def _read_once(reader: Callable, path: Path, _: tuple[int, ...] | None) -> Any:
    return reader(path)


def _read(reader: Callable, path: Path) -> Any:
    """What `reader` makes of a file, read again only where it has changed: blocks share a few files."""
    state = path.stat() if path.exists() else None
    return _read_once(reader, path, state and (state.st_mtime_ns, state.st_size))


class Block:
    """One generated block: its place in a file's lines, and what it asks for."""

    def __init__(self, path: Path, start: int, text: str) -> None:
        self.path, self.start, self.end = Path(path), start, start
        try:
            kind, *words = shlex.split(text) or [""]
        except ValueError as error:
            raise self.wrong(f"{error} in {shown(text.strip())}") from None
        self.kind = kind.lower()
        if self.kind not in _ATTRIBUTES:
            raise self.wrong(f"no table of kind {shown(kind)}; expected {', '.join(_ATTRIBUTES)}")
        self.wants = {}
        for word in words:
            name, equals, value = word.partition("=")
            if not equals or not value or name not in _ATTRIBUTES[self.kind] or name in self.wants:
                raise self.wrong(f"{shown(word)}; expected each once of {', '.join(_ATTRIBUTES[self.kind])}, as "
                                 "name=value")
            self.wants[name] = value
        for name in _NEEDED[self.kind]:
            if name not in self.wants:
                raise self.wrong(f"a {self.kind} needs {name}=")

    def wrong(self, message: str) -> RowsError:
        """A RowsError that names this block."""
        return RowsError(f"{self.path}:{self.start + 1}: {message}")

    def table(self, published: Published, claims: list[Claim]) -> list[str]:
        """The lines of the block's table; raises RowsError where the rows do not hold it."""
        if self.kind == "claims":
            return self._claims(claims)
        if self.kind == "goals":
            return self._goals()
        made = {"evidence": self._evidence, "steps": self._evidence, "static": self._static, "clocks": self._clocks}
        if self.kind in made:
            try:
                return made[self.kind]()
            except evidence_table.NotThere as error:
                raise self.wrong(str(error)) from None
        frame = _read(rungs_rows.read, self.path.parent / self.wants["rows"])
        machine = self._machine(frame)
        rows = self._rows(machine.rows)
        defaults = rungs_rows.defaults_of(machine.rows, self.wants["case"])
        if self.kind == "table":
            size, params = rungs_rows.choose_problem(rows, published, defaults)
            rows = rows[(rows["size"] == size) & (rows["params"] == params)]
            return ladder_table(rows, machine, published, defaults)
        found = dict(sweeps(rows, published, defaults))
        if self.wants["by"] not in found:
            raise self.wrong(f"by={self.wants['by']}: not swept in these rows; expected "
                             f"{', '.join(found) or '(nothing)'}")
        return sweep_table(found[self.wants["by"]], machine, self.wants["by"])

    def _claims(self, claims: list[Claim]) -> list[str]:
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

    def _goals(self) -> list[str]:
        machines = rungs_claims.load([self.path.parent / path for path in self.wants["rows"].split(",")])
        wanted = _read(goals.read, checkout.need(checkout.GOALS, "goals"))
        chosen = [goal for goal in wanted if goal.case == self.wants.get("case", goal.case)]
        if not chosen:
            legal = ", ".join(dict.fromkeys(goal.case for goal in wanted))
            raise self.wrong(f"no goals on case={self.wants['case']}; there are {legal}")
        return goals.table(chosen, machines)

    def _evidence(self) -> list[str]:
        rows, counters = (self.path.parent / self.wants[name] for name in ("rows", "counters"))
        cold = evidence.cold_rows(_read(rungs_rows.read, rows), self.wants.get("device", ""), rows)
        lines = evidence.join(cold, _read(counter_files.read, counters), {})
        chosen = evidence_table.choose(lines, self.wants)
        if self.kind == "steps":
            return evidence_table.steps(chosen)
        return evidence_table.table(chosen, self.wants["columns"].split(","))

    def _static(self) -> list[str]:
        several = {name: self.wants[name].split(",") if name in self.wants else []
                   for name in ("columns", "variants", "architectures")}
        return static_table.table(self.path.parent / self.wants["rows"], self.wants["case"], several["columns"],
                                  several["variants"], several["architectures"])

    def _clocks(self) -> list[str]:
        machine = self._machine(_read(rungs_rows.read, self.path.parent / self.wants["rows"]))
        paths = [self.path.parent / path for path in self.wants["clocks"].split(",")]
        return clocks_table.table(machine, paths, self.wants.get("case", ""))

    def _machine(self, frame: pd.DataFrame) -> rungs_rows.Machine:
        machines = rungs_rows.machines(frame)
        if "device" in self.wants:
            machines = [machine for machine in machines if machine.device == self.wants["device"]]
        if len(machines) != 1:
            names = ", ".join(shown(machine.device) for machine in rungs_rows.machines(frame))
            raise self.wrong(f"{len(machines)} machines fit; choose with device= one of {names or '(none)'}")
        return machines[0]

    def _rows(self, rows: pd.DataFrame) -> pd.DataFrame:
        """The rows of the wanted case, size, parameters and cache state (emptied unless said otherwise)."""
        wanted = {"case": self.wants["case"]}
        if "cache" in self.wants:
            wanted["cache"] = self.wants["cache"]
        else:
            there = ", ".join(dict.fromkeys(cache for cache in rows["cache"] if cache))
            rows = rungs_rows.emptied(rows)
            if not len(rows) and there:
                raise self.wrong(f"no cold rows; expected cache= with one of {there}")
        if "size" in self.wants:
            wanted["size"] = self.wants["size"]
        for column, value in wanted.items():
            legal = list(dict.fromkeys(rows[column]))
            rows = rows[rows[column] == value]
            if not len(rows):
                raise self.wrong(f"no rows with {column}={value}; there are {', '.join(map(shown, legal))}")
        try:
            params = split_params(self.wants.get("params", ""))
        except ValueError as error:
            raise self.wrong(f"params: {error}") from None
        table = rungs_rows.param_columns(rows)
        for name, value in params.items():
            if name not in table or not (table[name] == value).any():
                raise self.wrong(f"no rows with {name}={value}")
            rows = rows[table[name] == value]
            table = table.loc[rows.index]
        if "variants" in self.wants:
            rows = rows[rows["variant"].isin(self._variants(rows))]
        return rows

    def _variants(self, rows: pd.DataFrame) -> list[str]:
        wanted = self.wants["variants"].split(",")
        missing = [name for name in wanted if name not in set(rows["variant"])]
        if missing:
            raise self.wrong(f"no rows with variant={missing[0]} among those chosen")
        return wanted


def blocks(path: Path, lines: list[str]) -> list[Block]:
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
                raise current.wrong("not closed before the next; expected <!-- /generated --> on a line of its own")
            current = Block(path, number, opening[1])
        elif _CLOSE.fullmatch(line):
            if not current:
                raise RowsError(f"{path}:{number + 1}: closes nothing; expected a <!-- generated: ... --> above it")
            current.end = number
            found.append(current)
            current = None
        elif "<!-- generated:" in line and "`" not in line:
            raise RowsError(f"{path}:{number + 1}: not a block; expected <!-- generated: table rows=... case=... --> "
                            "on a line of its own")
    if current:
        raise current.wrong("not closed; expected <!-- /generated --> on a line of its own")
    return found


def filled(path: Path, text: str, published: Published, claims: list[Claim]) -> str:
    """The text of a Markdown file with every block's table made again; raises RowsError."""
    lines = text.split(line_end := "\r\n" if "\r\n" in text else "\n")
    for block in reversed(blocks(path, lines)):
        lines[block.start + 1:block.end] = ["", *block.table(published, claims), ""]
    return line_end.join(lines)
