"""The CSV of a run: begun with its header, grown and flushed row by row, resumed without losing a line."""

import csv
import io
from pathlib import Path
from typing import Any

from rungs.data.errors import BadUsage, RowsError
from rungs.data.records import read_records
from rungs.data.row_format import COLUMNS, SCHEMA

IDENTITY = ("case", "variant", "backend", "size", "params", "cache", "seed")
SAME_RUN = ("device", "device_uuid", "commit")  # what the rows of a backend share within a file


def csv_line(fields: Any) -> Any:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerow(fields)
    return text.getvalue()


class RowFile:
    """A rows.csv that is being written. Raises BadUsage, leaving any file as it was, where it cannot be."""

    def __init__(self, path: Path | str, resume: Any) -> None:
        self._path = Path(path)
        if self._path.is_dir():
            raise BadUsage(f"--out {path}: cannot be written: it is a folder")
        if not self._path.parent.is_dir():
            raise BadUsage(f"--out {path}: cannot be written: there is no folder {self._path.parent}")
        exists = self._path.exists()
        if exists and not resume:
            raise BadUsage(f"--out {path}: exists; add --resume to complete it, or name another file")
        self._records = self._take_over() if exists else []
        self._begun = exists

    def _take_over(self) -> Any:
        try:
            header, body = read_records(self._path)
        except RowsError as error:
            raise BadUsage(f"--resume {error}") from None
        if header != COLUMNS:
            raise BadUsage(f"--resume {self._path}:1: its columns are not those of {COLUMNS[0]} {SCHEMA}; expected "
                           "a file of this version")
        return [dict(zip(COLUMNS, fields)) for _, fields in body]

    def holds(self, row: Any) -> Any:
        """True where the file has a row of this peer, problem, cache state and seed."""
        return any(all(one[name] == row[name] for name in IDENTITY) for one in self._records)

    def require_same_run(self, row: Any) -> None:
        """Raises BadUsage where rows of the backend are of another device or commit than `row`."""
        for one in self._records:
            for name in SAME_RUN:
                if one["backend"] == row["backend"] and one[name] != row[name]:
                    raise BadUsage(f"--resume {self._path}: its rows are of {name} {one[name]!r}, this is "
                                   f"{row[name]!r}; expected another file")

    def append(self, row: Any) -> None:
        """Writes a row; the file is made, with its header, by the first. Raises BadUsage where it cannot be written."""
        try:
            with open(self._path, "a", newline="", encoding="utf-8") as file:
                file.write(("" if self._begun else csv_line(COLUMNS)) + csv_line([row[name] for name in COLUMNS]))
        except OSError as error:
            raise BadUsage(f"--out {self._path}: cannot be written: {error.strerror}") from None
        self._begun = True
        self._records.append(row)
