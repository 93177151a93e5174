"""The blocks of a Markdown file that hold tables made from rows.

A block reads, on lines of its own:

    <!-- generated: table rows=PATH case=NAME [size=WxH] [params=a=1;b=2] [cache=cold] -->
    <!-- /generated -->

`table` shows one problem, a line per variant; `sweep`, with by=PARAMETER (or by=size), a column per value. Both take
[variants=NAME,NAME], those to show.
`claims rows=PATH[,PATH...] [case=NAME]` shows which of the documents' claims (on a case) hold, a column per device.
`goals rows=PATH[,PATH...] [case=NAME]` shows which of Rungs' own goals (reference/goals.csv) are met.
`evidence rows=PATH counters=PATH case=NAME columns=COUNTER[,COUNTER...] [variants=NAME,NAME] [size=] [params=]` shows
times and counters, a line per variant and problem; `steps`, with the same but for columns=, the sentences on them.
`static rows=PATH case=NAME columns=FACT[,FACT...] architectures=N[,N...] [variants=NAME,NAME]` shows what
`rungs static` found in the compiled kernels.
`clocks rows=PATH clocks=PATH[,PATH...]` shows bench's times and those by other tools' clocks, one line for each kernel
in the first file of clocks=.
`metrics rows=PATH case=NAME [by=PARAMETER] [columns=FIGURE,FIGURE] [variants=] [size=] [params=]` shows the further
figures of a case (of a side file), a line per value of the parameter, per size with by=size, or per variant.
`techniques rows=PATH[,PATH...] [top=N]` shows what each optimisation gains, two columns per device.
`features probes=FOLDER show=works|refuses|lacks` shows what the simulator's probes say of it.
PATH is relative to the Markdown file; values with spaces take quotes. Blocks in code fences are left alone."""

import functools
import os
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rungs.data import checkout, counter_files, setups
from rungs.data import rows as rungs_rows
from rungs.data.claim_files import Claim, machines_of
from rungs.data.errors import RowsError
from rungs.data.published import Published, choose_problem, defaults_of
from rungs.data.records import shown
from rungs.data.sweep import sweeps
from rungs.profile import evidence
from rungs.statistics import goals
from rungs.tables import side_tables, techniques_text
from rungs.tables.tables import NotThere, chosen_rows, claims_table, ladder_table, sweep_table

_OPEN = re.compile(r"\s*<!-- generated:(.*)-->\s*")
_CLOSE = re.compile(r"\s*<!-- /generated -->\s*")
_FENCE = re.compile(r"\s{0,3}(```+|~~~+)")
# Of each kind what it needs, and what it may have.
_KINDS = {kind: (needed.split(), more.split()) for kind, needed, more in (
    ("table", "rows case", "size params cache variants"), ("sweep", "rows case by", "size params variants"),
    ("claims", "rows", "case"), ("goals", "rows", "case"), ("techniques", "rows", "top"),
    ("evidence", "rows counters case columns", "variants size params"), ("steps", "rows counters case", "size params"),
    ("static", "rows case columns architectures", "variants"), ("clocks", "rows clocks", ""),
    ("metrics", "rows case", "by columns size params variants"), ("features", "probes show", ""))}


@functools.cache
def read(reader: Callable, *paths: Path) -> Any:
    """What `reader` makes of files: blocks share a few. `rungs tables` forgets all of them first."""
    return reader(*paths)


def _machines(path: Path) -> list[rungs_rows.Machine]:
    return rungs_rows.machines(read(rungs_rows.read, path))


def _with_metrics(*paths: Path) -> list[rungs_rows.Machine]:
    return machines_of([(path, read(rungs_rows.read, path)) for path in paths])


class Block:
    """One generated block: its place in a file's lines, and what it asks for."""

    def __init__(self, path: Path, start: int, text: str) -> None:
        self.path, self.start, self.end = Path(path), start, start
        try:
            kind, *words = shlex.split(text) or [""]
        except ValueError as error:
            raise self.wrong(f"{error} in {shown(text.strip())}") from None
        self.kind = kind.lower()
        if self.kind not in _KINDS:
            raise self.wrong(f"no table of kind {shown(kind)}; expected {', '.join(_KINDS)}")
        needed, more = _KINDS[self.kind]
        self.wants = {}
        for word in words:
            name, equals, value = word.partition("=")
            if not equals or not value or name not in needed + more or name in self.wants:
                raise self.wrong(f"{shown(word)}; expected each once of {', '.join(needed + more)}, as name=value")
            self.wants[name] = value
        for name in needed:
            if name not in self.wants:
                raise self.wrong(f"a {self.kind} needs {name}=")

    def wrong(self, message: str) -> RowsError:
        """A RowsError that names this block."""
        return RowsError(f"{self.path}:{self.start + 1}: {message}")

    def table(self, published: Published, claims: list[Claim]) -> list[str]:
        """The lines of the block's table; raises RowsError where the rows do not hold it."""
        made = {"claims": lambda: self._claims(claims), "goals": self._goals, "metrics": self._metrics, "static":
                self._static, "clocks": lambda: side_tables.clocks_table(self._machine(), self._files("clocks")),
                **dict.fromkeys(("evidence", "steps"), self._evidence), "techniques": self._techniques,
                "features": lambda: side_tables.features_table(self._file("probes"), self.wants["show"])}
        try:
            return made.get(self.kind, lambda: self._of_rows(published))()
        except NotThere as error:
            raise self.wrong(str(error)) from None

    def _file(self, name: str) -> Path:
        return self._files(name)[0]

    def _files(self, name: str) -> list[Path]:
        return [Path(os.path.normpath(self.path.parent / path)) for path in self.wants[name].split(",")]

    def _of_rows(self, published: Published) -> list[str]:
        machine = self._machine()
        rows = chosen_rows(machine.rows, self.wants)
        defaults = defaults_of(machine.rows, self.wants["case"])
        if self.kind == "table":
            size, params = choose_problem(rows, published, defaults)
            rows = rows[(rows["size"] == size) & (rows["params"] == params)]
            return ladder_table(rows, machine, published, defaults)
        by, found = self.wants["by"], dict(sweeps(rows, published, defaults))
        if by not in found:
            raise NotThere(f"by={by}: not swept in these rows; expected {', '.join(found) or '(nothing)'}")
        return sweep_table(found[by], machine, by)

    def _of_case(self, known: list, what: str) -> list:
        """Those claims or goals that are on the wanted case, if one is wanted."""
        wanted = [one for one in known if self.wants.get("case") in (None, *one.cases)]
        if not wanted:
            legal = sorted(set().union(*(one.cases for one in known)))
            raise NotThere(f"no {what} on case={self.wants['case']}; there are {', '.join(map(shown, legal))}")
        return wanted

    def _claims(self, claims: list[Claim]) -> list[str]:
        machines, case = read(_with_metrics, *self._files("rows")), self.wants.get("case")
        claims = self._of_case(claims, "claims")
        machines = [machine for machine in machines if case is None or (machine.rows["case"] == case).any()]
        if not machines:
            raise NotThere("no measured rows" + (f" with case={case}" if case else ""))
        return claims_table(claims, machines)

    def _goals(self) -> list[str]:
        wanted = read(goals.read, checkout.need(checkout.GOALS, "goals"))
        return goals.table(self._of_case(wanted, "goals"), read(_with_metrics, *self._files("rows")))

    def _techniques(self) -> list[str]:
        here = setups.setups_of([read(setups.read, path) for path in self._files("rows")])
        top = self.wants.get("top", "0")
        if not (top.isascii() and top.isdigit()):
            raise NotThere(f"top={top}; expected a whole number")
        return techniques_text.table(here, int(top))

    def _evidence(self) -> list[str]:
        lines = evidence.lines_of(self._machine().rows, read(counter_files.read, self._file("counters")))
        found = side_tables.choose_lines(list(lines.values()), self.wants)
        if self.kind == "steps":
            return side_tables.steps_list(found)
        return side_tables.evidence_table(found, self.wants["columns"].split(","))

    def _static(self) -> list[str]:
        return side_tables.static_table(self._file("rows"), self.wants["case"], *(
            self.wants[name].split(",") if name in self.wants else []
            for name in ("columns", "variants", "architectures")))

    def _metrics(self) -> list[str]:
        machine = self._machine(read(_with_metrics, self._file("rows")))
        return side_tables.metrics_table(machine, chosen_rows(machine.rows, self.wants), self.wants)

    def _machine(self, there: list[rungs_rows.Machine] | None = None) -> rungs_rows.Machine:
        machines = there or read(_machines, self._file("rows"))
        if len(machines) != 1:
            raise NotThere(f"rows of {len(machines)} machines; expected one")
        return machines[0]


def blocks(path: Path, lines: list[str]) -> list[Block]:
    """The generated blocks of a file's lines; raises RowsError for one that is broken or not closed."""
    found, fence, current = [], "", None
    for number, line in enumerate(lines):
        if current is None and (mark := _FENCE.match(line)):
            fence = "" if fence and mark[1].startswith(fence) else fence or mark[1]
        elif fence:
            continue
        elif opening := _OPEN.fullmatch(line):
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
    lines, end = text.split("\n"), "\r" * ("\r\n" in text)
    for block in reversed(blocks(path, lines)):
        lines[block.start + 1:block.end] = [line + end for line in ("", *block.table(published, claims), "")]
    return "\n".join(lines)
