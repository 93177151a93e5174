"""What can be wrong with what a user gave: every message is one line that says what was expected."""

import difflib
from collections.abc import Iterable
from typing import Any


class UserError(ValueError):
    """The command ends with this line on stderr and exit code 2."""


class RowsError(UserError):
    """A file is not what it should be: file, line, what was expected."""


class BadUsage(UserError):
    """The command line asks for something that cannot be."""


class LibraryMissing(UserError):
    """A library is missing, or cannot be used here."""


class BrokenRows(UserWarning):
    """Rows that were read are incorrect or failed. The command says this line on stderr, and goes on."""


class Unsupported(Exception):
    """A peer cannot run this problem, through no fault of its own. Becomes a row of status `unsupported`."""


def one_line(error: Any, limit: int = 300) -> str:
    """The text of an exception as one line; the name of its type where it has no text."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= limit else text[:limit - 3] + "..."


def is_it(wrong: str, names: Iterable[str]) -> str:
    """' (is it report?)' of the name that is near a wrong one; '' where none is."""
    return "".join(f" (is it {one}?)" for one in difflib.get_close_matches(wrong, list(names), 1))


def nearest(wrong: str, names: Iterable[str]) -> str:
    """Of names, at least one, that which is most like a wrong one."""
    return difflib.get_close_matches(wrong, list(names), 1, 0)[0]
