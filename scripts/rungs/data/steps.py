"""What the variants of a file of rows are to those that they improve: rows.steps.csv, which bench writes next to its
rows.csv. The standard library alone."""

from dataclasses import dataclass
from pathlib import Path

from rungs.data.errors import RowsError
from rungs.data.files import companion
from rungs.data.records import read_table, shown

COLUMNS = ["case", "variant", "technique", "step"]
KINDS = ("gain", "back", "question")  # back: worse on purpose; question: another result or time


@dataclass(frozen=True)
class Step:
    """Of a variant: the ids of the step's techniques, the main one first, and its kind."""

    techniques: tuple[str, ...] = ()
    kind: str = "gain"


def read(rows_path: Path) -> dict[tuple[str, str], Step]:
    """{(case, variant): Step} of a rows.csv; {} where it has no such file. Raises RowsError."""
    path, found = companion(rows_path, "steps"), {}
    for line, (case, variant, technique, step) in read_table(path, COLUMNS, optional=True):
        if step not in KINDS:
            raise RowsError(f"{path}:{line}: step is {shown(step)}; expected one of {', '.join(KINDS)}")
        found[case, variant] = Step(tuple(technique.split()), step)
    return found
