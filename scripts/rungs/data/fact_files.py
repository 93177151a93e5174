"""Facts next to rows: of compiled kernels and of their hot loops, as machine code (the CSVs of `rungs static`), and
what rows.environment.csv says of the machine that measured. The standard library alone."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rungs.data import kernel_names
from rungs.data.errors import RowsError
from rungs.data.records import DEVICE, number, read_table, shown

COLUMNS = ["case", "variant", "kernel", "architecture", "metric", "value", "unit"]
LOOP_COLUMNS = ["case", "variant", "kernel", "architecture", "instructions", "is_loop", "code", "commit", "binary"]
ENVIRONMENT = ["backend", "name", "value", DEVICE]


def read(path: Path, architecture: str = "") -> dict[tuple, dict]:
    """Reads the facts as {(case, variant): {'static_' + metric: value}}, of the kernel that has most of each. A
    variant's file may hold kernels that one problem does not launch, so that a sum would say nothing. `architecture`
    ('90' or 'sm_90') may be left out where the file has one only. Raises RowsError."""
    kernels: dict[tuple, dict] = {}
    for line, (*kernel, metric, text, _) in read_table(path, COLUMNS):
        kernels.setdefault(tuple(kernel), {})[metric] = number(f"{path}:{line}", "value", text)
    known = sorted({key[3] for key in kernels})
    wanted = f"sm_{architecture.removeprefix('sm_')}" if architecture else known[0] if len(known) == 1 else ""
    if wanted not in known:
        why = f"no facts for {wanted}" if wanted else "facts for several architectures"
        raise RowsError(f"{path}: {why}; expected with --architecture {', '.join(map(shown, known)) or '(none)'}")
    found: dict[tuple, dict] = {}
    for (case, variant, _, here), metrics in kernels.items():
        facts = found.setdefault((case, variant), {}) if here == wanted else {}
        for metric, value in metrics.items():
            facts[f"static_{metric}"] = max(value, facts.get(f"static_{metric}", value))
    return found


@dataclass(frozen=True)
class Code:
    """Machine code of one kernel of a variant."""

    kernel: str
    architecture: str  # 'sm_90'
    instructions: int  # of the loop, or of the kernel: `lines` may be fewer
    is_loop: bool
    lines: list[str]
    commit: str        # of the variants, as the build's program says it; '' where it said nothing
    binary: str        # build ID of that program, likewise

    def is_of(self, row: Mapping) -> bool:
        """Whether a row was measured with this code: by the same program, or one of the same commit."""
        same_commit = self.commit == row["commit"] and not self.commit.endswith("-dirty")
        return bool(self.binary) and self.binary == row["binary"] or bool(self.commit) and same_commit


def read_loops(path: Path) -> dict[tuple, list[Code]]:
    """{(case, variant): [Code]}, {} where there is no such file. Raises RowsError."""
    found: dict[tuple, list[Code]] = {}
    for line, (*of, kernel, architecture, count, is_loop, code, commit, binary) in read_table(path, LOOP_COLUMNS, True):
        whole = int(number(f"{path}:{line}", "instructions", count, 1))
        found.setdefault(tuple(of), []).append(
            Code(kernel, architecture, whole, is_loop == "1", code.split("\n"), commit, binary))
    return found


def loops_of_rows(codes: list[Code], rows: Iterable[Mapping], launched: Collection[str] = ()) -> list[Code]:
    """Those of a variant's Codes that its rows were measured with: of all its kernels or, where it is known, of those
    that were `launched`."""
    seen = list(rows)
    return [code for code in codes if any(code.is_of(row) for row in seen)
            and (not launched or any(kernel_names.is_of(code.kernel, name) for name in launched))]


def read_environment(path: Path) -> dict[tuple, str]:
    """Returns {(backend, name): value}, a text; {} where there is no such file. Of several GPUs the lines of the first
    count. Of two lines for one name the later counts. Raises RowsError."""
    lines = read_table(path, ENVIRONMENT, optional=True)
    first = next((uuid for _, (*_, uuid) in lines if uuid), "")
    return {(backend, name): value for _, (backend, name, value, uuid) in lines if uuid in ("", first)}
