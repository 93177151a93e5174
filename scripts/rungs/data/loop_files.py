"""The hot loops of kernels as machine code: the CSV that `rungs static --loops` writes."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rungs.data import kernel_names
from rungs.data.records import number, read_table

COLUMNS = ["case", "variant", "kernel", "architecture", "instructions", "is_loop", "code", "commit", "binary"]


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


def read(path: Path) -> dict[tuple, list[Code]]:
    """{(case, variant): [Code]}, {} where there is no such file. Raises RowsError."""
    found: dict[tuple, list[Code]] = {}
    for line, (case, variant, kernel, architecture, count, is_loop, code, *build) in read_table(path, COLUMNS, True):
        whole = int(number(f"{path}:{line}", "instructions", count, 1))
        found.setdefault((case, variant), []).append(
            Code(kernel, architecture, whole, is_loop == "1", code.split("\n"), *build))
    return found


def of_rows(codes: list[Code], rows: Iterable[Mapping], launched: Collection[str] = ()) -> list[Code]:
    """Those of a variant's Codes that its rows were measured with: of all its kernels or, where it is known, of those
    that were `launched`."""
    seen = list(rows)
    return [code for code in codes if any(code.is_of(row) for row in seen)
            and (not launched or any(kernel_names.is_of(code.kernel, name) for name in launched))]
