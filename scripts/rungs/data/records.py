"""Records of CSV files: read whole, or refused with one line. The standard library alone, so that it runs on a machine
without pandas."""

import csv
import io
import re
from pathlib import Path

from rungs.data.errors import RowsError

SIZE = re.compile(r"\d+(x\d+)*")  # of a problem


def shown(text: str, limit: int = 60) -> str:
    """Text of a file, safe inside a one-line message: quoted, control characters escaped, cut."""
    text = text if len(text) <= limit else text[: limit - 3] + "..."
    return repr(text)


def read_records(path: Path) -> tuple[list, ...]:
    """Returns (header, [(line, fields)]) of a CSV file; raises RowsError if it is not a whole one."""
    path = Path(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise RowsError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise RowsError(f"{path}: byte {error.start} is not UTF-8; expected a CSV file in UTF-8") from None
    if not text.strip():
        raise RowsError(f"{path}:1: the file is empty; expected a header and rows below it")

    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    records, first_line = [], 1
    try:
        for fields in reader:
            if fields:
                records.append((first_line, fields))
            first_line = reader.line_num + 1
    except csv.Error as error:
        raise RowsError(f"{path}:{first_line}: not CSV ({error}); expected RFC 4180, and a file cut in "
                        "the middle of a row is not") from None
    (_, header), body = records[0], records[1:]
    for line, fields in body:
        if len(fields) != len(header):
            raise RowsError(f"{path}:{line}: {len(fields)} fields where the header has {len(header)}; a row "
                            "has one field a column (was the file cut?)")
    if not text.endswith("\n"):
        raise RowsError(f"{path}:{records[-1][0]}: the last line does not end; expected a line end after "
                        "every row (was the file cut?)")
    return header, body


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
