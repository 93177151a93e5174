"""Records of CSV files: read whole, or refused with one line. The standard library alone, so that it runs on a machine
without pandas."""

import csv
import io
import math
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any, TextIO

from rungs.data import files
from rungs.data.errors import RowsError
from rungs.data.show import plain

# What is farther from 1 than these is a mistake, and not a measurement: nothing is computed with it.
SMALLEST, LARGEST = 1e-18, 1e18
KEY = ("case", "variant", "backend", "size", "params", "cache")  # how a line of a side file names its row
DEVICE = "device_uuid"  # and the column that names the GPU
SIZE = re.compile(r"\d+(x\d+)*")  # of a problem


def shown(text: str, limit: int = 60) -> str:
    """Text of a file, safe inside a one-line message: quoted, control characters escaped, cut."""
    return repr(text if len(text) <= limit else text[: limit - 3] + "...")


def stream(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The (first line, fields) of each record of a CSV file, the header first, as they are read; raises RowsError if it
    is not a whole one. Where FILE is not there and FILE.gz is, that is read."""
    line, header, last = 1, [], ""

    def lines(file: TextIO) -> Iterator[str]:
        nonlocal last
        while last := file.readline():
            yield last

    try:
        with io.TextIOWrapper(files.opened(path), newline="", encoding="utf-8-sig") as file:
            reader = csv.reader(lines(file), strict=True)
            for fields in reader:
                header, whole = header or fields, last.endswith("\n")
                if fields and len(fields) != len(header):
                    raise RowsError(f"{path}:{line}: {len(fields)} fields where the header has {len(header)}; a row "
                                    "has one field per column (was the file cut?)")
                if not whole:
                    raise RowsError(f"{path}:{line}: the last line does not end; expected a line end after every row "
                                    "(was the file cut?)")
                if fields:
                    yield line, fields
                line = reader.line_num + 1
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or f"{error}; expected a whole gzip file"
        raise RowsError(f"{path}: cannot be read: {why}") from None
    except UnicodeDecodeError:
        raise RowsError(f"{path}: not UTF-8; expected a CSV file in UTF-8") from None
    except csv.Error as error:
        raise RowsError(f"{path}:{line}: not CSV ({error}); expected RFC 4180, which a file cut in the middle of a row "
                        "is not") from None
    if not header:
        raise RowsError(f"{path}:1: the file is empty; expected a header and rows below it")


def read_records(path: Path) -> tuple[list, ...]:
    """Returns (header, [(line, fields)]) of a CSV file; raises RowsError if it is not a whole one."""
    (_, header), *body = stream(path)
    return header, body


def stream_table(path: Path, columns: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The (line, fields) of a CSV file with exactly these columns, as they are read; raises RowsError."""
    lines = stream(path)
    _, header = next(lines)
    if header != columns:
        raise RowsError(f"{path}:1: the header is {shown(','.join(header))}; expected {','.join(columns)}")
    yield from lines


def lines_of_rows(path: Path, own: list[str]) -> Iterator[tuple[str, tuple, list[str]]]:
    """(file and line, (*KEY, DEVICE) of the row, the fields of `own`) of each line of a side file with exactly these
    columns; raises RowsError."""
    keys = len(KEY) + 1
    for line, fields in stream_table(path, [*KEY, DEVICE, *own]):
        where, key = f"{path}:{line}", tuple(fields[:keys])
        check_key(where, key[0], key[1], key[3], key[4])
        yield where, key, fields[keys:]


def without_device(found: dict[tuple, Any]) -> dict[tuple, Any]:
    """{key: value} without the last part of each key, which is a DEVICE; a key of several devices is left out."""
    times = Counter(key[:-1] for key in found)
    return {key[:-1]: value for key, value in found.items() if times[key[:-1]] == 1}


def read_table(path: Path, columns: list[str], optional: bool = False) -> list[tuple]:
    """All of them in a list; none where `optional` and there is no such file."""
    return [] if optional and not files.stored(path).exists() else list(stream_table(path, columns))


def number(where: str, column: str, text: str, least: float = -LARGEST, most: float = LARGEST) -> float:
    """A number of a file; raises RowsError where it is none, or out of bounds. `where` is the file and line."""
    try:
        value = float(text) if "_" not in text else math.nan
    except ValueError:
        value = math.nan
    if not least <= value <= most or 0 < abs(value) < SMALLEST:
        raise RowsError(f"{where}: {column} is {shown(text)}; expected a number from {least:g} to {most:g}")
    return value


def csv_text(header: list[str], records: Iterable) -> str:
    """A header and rows as the text of a CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(records)
    return text.getvalue()


def packaged(name: str) -> list[dict[str, str]]:
    """The lines of a table of the package, 'static/multiprocessors.csv'; those that begin with # are comments."""
    text = resources.files("rungs").joinpath(name).read_text(encoding="utf-8")
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


def split_params(text: str) -> dict[str, str]:
    """'a=1;b=x' as {'a': '1', 'b': 'x'}; raises ValueError on anything else."""
    params = {}
    for part in filter(None, text.split(";")):
        name, equals, value = part.partition("=")
        if not equals or not name or name in params:
            raise ValueError("expected name=value, joined by ';', each name once")
        params[name] = value
    return params


def check_key(where: str, case: str, variant: str, size: str, params: str) -> None:
    """Raises RowsError unless these four name a variant and a problem; `where` is the file and line to blame."""
    for column, name in (("case", case), ("variant", variant)):
        if not name:
            raise RowsError(f"{where}: {column} is empty; expected a name")
    if not SIZE.fullmatch(size):
        raise RowsError(f"{where}: size is {shown(size)}; expected one like 1920x1080")
    try:
        split_params(params)
    except ValueError as error:
        raise RowsError(f"{where}: params is {shown(params)}: {error}") from None


def check_word(where: str, column: str, text: str, legal: Iterable[str]) -> None:
    """Raises RowsError unless a text is one of these."""
    if text not in legal:
        raise RowsError(f"{where}: {column} is {shown(text)}; expected one of {', '.join(legal)}")


def check_variant(where: str, column: str, text: str, or_else: str = "") -> None:
    """Raises RowsError unless a text names a case's variant, as 'stitch/gpu/modulo'; `or_else`: what else is legal."""
    if text.count("/") < 2 or not all(text.split("/")):
        raise RowsError(f"{where}: {column} is {shown(text)}; expected {or_else}one like stitch/gpu/modulo")


def check_id(where: str, text: str, others: Iterable[str], what: str) -> None:
    """Raises RowsError unless a text can name a line of a file, `what`, and no other line has it."""
    if not plain(text) or text in others:
        raise RowsError(f"{where}: id is {shown(text)}; expected a name that no other {what} has")
