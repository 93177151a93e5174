"""The hot loops of kernels as machine code: the CSV that `rungs static --loops` writes."""

from pathlib import Path

from rungs.data.records import number, read_table

COLUMNS = ["case", "variant", "kernel", "architecture", "instructions", "is_loop", "code"]  # code: a line each


def read(path: Path) -> dict[tuple, list[tuple]]:
    """{(case, variant): [(kernel, architecture, how many instructions, whether they are a loop, [instruction])]}, {}
    where there is no such file. Raises RowsError."""
    found: dict[tuple, list[tuple]] = {}
    for line, (case, variant, kernel, architecture, count, is_loop, code) in read_table(path, COLUMNS, True):
        whole = int(number(f"{path}:{line}", "instructions", count, 1))
        found.setdefault((case, variant), []).append((kernel, architecture, whole, is_loop == "1", code.split("\n")))
    return found
