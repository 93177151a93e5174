"""A note in a folder of pictures on which files they were drawn from, so that stale ones are found."""

import hashlib
import os
from pathlib import Path

from rungs.data.files import write_whole
from rungs.data.records import csv_text, read_table

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
    write_whole(folder / NAME, csv_text(HEADER, (
        [Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix(), _digest(path)]
        for path in dict.fromkeys(map(Path, files)))))


def stale(folder: Path) -> list[str]:
    """Names of the files that have changed since the folder's pictures were drawn. Raises RowsError without a note."""
    path = Path(folder) / NAME
    body = read_table(path, HEADER)
    return [name for _, (name, digest) in body if _digest(Path(folder) / name) != digest]
