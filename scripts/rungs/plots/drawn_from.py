"""A note beside pictures of which files they were drawn from, so that stale ones are found."""

import csv
import hashlib
import io
import os
from pathlib import Path

from rungs.data.errors import RowsError
from rungs.data.files import write_whole
from rungs.data.records import read_records, shown

NAME = "drawn_from.csv"
HEADER = ["file", "sha256"]


def _digest(path: Path) -> str:
    """SHA-256 of a file in hexadecimal, '' where there is none."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return ""


def note(folder: Path, files: list[Path]) -> None:
    """Writes the note into the folder of pictures. Files that are not there belong to it: once they are, the pictures
    are stale. Raises RowsError where it cannot be written."""
    folder = Path(folder)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    for path in dict.fromkeys(map(Path, files)):
        writer.writerow([Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix(), _digest(path)])
    write_whole(folder / NAME, text.getvalue())


def stale(folder: Path) -> list[str]:
    """Names of the files that have changed since the folder's pictures were drawn. Raises RowsError without a note."""
    path = Path(folder) / NAME
    header, body = read_records(path)
    if header != HEADER:
        raise RowsError(f"{path}:1: the header is {shown(','.join(header))}; expected {','.join(HEADER)}")
    return [name for _, (name, digest) in body if _digest(Path(folder) / name) != digest]
