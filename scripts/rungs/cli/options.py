"""What several subcommands share: types of options, texts of help, output."""

import argparse
import ast
import math
import re
from collections.abc import Callable, Iterable, Sequence
from importlib import resources
from pathlib import Path

from rungs.data import files
from rungs.data.errors import BadUsage

PICTURES = ("png", "svg")  # formats


def about(module: str, skip_first: bool = True) -> str:
    """The docstring of a module such as 'statistics/verdict', without its first paragraph. The module is not imported:
    --help works where its packages are missing."""
    source = resources.files("rungs").joinpath(f"{module}.py").read_text(encoding="utf-8")
    text = ast.get_docstring(ast.parse(source)) or ""
    return (text.partition("\n\n")[2] if skip_first else text) + "\n"


def pattern(text: str) -> re.Pattern:
    """A type: a regular expression."""
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a regular expression ({error})") from None


def number(low: float, high: float) -> Callable[[str], float]:
    """A type: a number from `low` up to, and not, `high`."""
    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value < high:
            raise argparse.ArgumentTypeError(f"{text!r}; expected a number from {low:g} to below {high:g}")
        return value
    return parse


def whole(low: int, high: int) -> Callable[[str], int]:
    """A type: a whole number from `low` to `high`."""
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 25 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"{text!r}; expected a whole number from {low} to {high}")
        return int(text)
    return parse


def list_of(known: Iterable[str], what: str) -> Callable[[str], tuple[str, ...]]:
    """A type: some of these words, with commas between."""
    def parse(text: str) -> tuple[str, ...]:
        words = tuple(dict.fromkeys(text.split(",")))
        for word in words:
            if word not in known:
                raise argparse.ArgumentTypeError(f"{word!r} is not a {what}; expected {', '.join(known)}")
        return words
    return parse


def refuse_overwriting(option: str, out: Path | str | None, read: Sequence[Path | None]) -> None:
    """Raises BadUsage where a file to write is a folder, or is read too."""
    if out is None:
        return
    if Path(out).is_dir():
        raise BadUsage(f"{option}={out}: is a folder; expected the name of a file")
    if Path(out).resolve() in [one.resolve() for path in read if path for one in (path, files.stored(path))]:
        raise BadUsage(f"{option}={out}: it is read too; expected another file")
