"""Opening, naming and writing files."""

import gzip
import os
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO, cast

from rungs.data.errors import RowsError


def companion(path: Path, kind: str) -> Path:
    """A side file of a CSV, packed or not: 'rows.why.csv' of 'rows.csv' and 'why'."""
    return Path(path).with_name(Path(path).name.removesuffix(".gz")).with_suffix(f".{kind}.csv")


def stored(path: Path) -> Path:
    """Where a file lies: as FILE.gz where that is there and FILE is not."""
    packed = path.with_name(f"{path.name}.gz")
    return packed if packed.exists() and not path.exists() else path


def opened(path: Path) -> BinaryIO:
    """A file to read, unpacked where it is stored as FILE.gz. Raises OSError; what is read from a broken FILE.gz also
    EOFError or zlib.error."""
    where = stored(Path(path))
    return cast(BinaryIO, gzip.open(where)) if where.suffix == ".gz" else open(where, "rb")


def unused(name: str, taken: Callable[[str], bool]) -> str:
    """The name, or where that is taken the first of name-2, name-3, ... that is not."""
    return next(each for each in chain([name], (f"{name}-{number}" for number in count(2))) if not taken(each))


def write_whole(path: Path | str, content: str | bytes) -> None:
    """Writes bytes, or a text in UTF-8, whole or not at all, into a folder that is made if need be; a file that stood
    there keeps its permissions, and devices and pipes are written to. Where the name ends in .gz it is compressed, to
    the same bytes each time. Raises RowsError."""
    path = Path(path)
    content = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    content = gzip.compress(content, mtime=0) if path.suffix == ".gz" else content
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(content)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        if path.exists():
            part.chmod(path.stat().st_mode)
        os.replace(part, path)
    except OSError as error:
        raise RowsError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            part.unlink()
