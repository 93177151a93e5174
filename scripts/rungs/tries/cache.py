"""Folders by the hash of all that made them, whole or not there: what is made in one has another name until it is."""

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from rungs.data.errors import BadUsage

KEPT = {"pch": 4, "source": 600, "variant": 300}  # folders of each kind; precompiled headers take 80 MB each
_LEFT_S = 3600  # after which a folder that was being made belongs to a process that was killed


def folder() -> Path:
    """The cache: $XDG_CACHE_HOME/rungs/try, by default below ~/.cache. Raises BadUsage where it cannot be written."""
    place = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rungs" / "try"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadUsage(f"{place}: {error.strerror}; expected a folder for compiled variants (XDG_CACHE_HOME)") from None
    return place


def digest(*parts: str | bytes | Iterable[str]) -> str:
    """A name of all parts."""
    found = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else os.fsencode(part if isinstance(part, str) else "\0".join(part))
        found.update(len(data).to_bytes(8, "little") + data)
    return found.hexdigest()[:32]


def of_files(files: Iterable[str]) -> str:
    """A name of what files hold now."""
    return digest(*(Path(file).read_bytes() if Path(file).is_file() else b"" for file in files))


def changed_since(files: Iterable[str], begun: float) -> bool:
    """Whether one of them changed after this time.time(), or just before it: the clock of files is coarse."""
    return any(not os.path.exists(file) or os.stat(file).st_ctime >= begun - 0.02 for file in files)


def made(kind: str, key: str, make: Callable[[Path], bool]) -> tuple[Path, bool]:
    """(the folder of a key, whether it was there). `make` fills an empty one and says whether it may be kept for this
    key; else the folder is for this once. What `make` raises leaves nothing behind."""
    target = folder() / f"{kind}-{key}"
    if target.is_dir():
        with suppress(OSError):
            os.utime(target)
        return target, True
    _sweep(kind)
    place = Path(tempfile.mkdtemp(prefix=f"making-{kind}-", dir=folder()))
    try:
        if not make(place):
            return place, False
        place.rename(target)
        return target, False
    except OSError:
        if not target.is_dir():  # else another process was first
            raise
        return target, False
    finally:
        if target.is_dir():
            shutil.rmtree(place, ignore_errors=True)


def _sweep(kind: str) -> None:
    """Removes what killed processes left, and the oldest folders of a kind."""
    of_kind = sorted(folder().glob(f"{kind}-*"), key=lambda path: -path.stat().st_mtime if path.exists() else 0)
    left = [path for path in folder().glob("making-*")
            if path.exists() and path.stat().st_mtime < time.time() - _LEFT_S]
    for path in of_kind[KEPT[kind] - 1:] + left:
        shutil.rmtree(path, ignore_errors=True)
