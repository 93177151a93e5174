"""What can be wrong with what a user gave: every message is one line that says what was expected. And what commands
write to the terminal."""

import difflib
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
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


def prepare() -> None:
    """Makes the three streams fit to use. One that is closed would be the next file that is opened: what is written to
    such a stdout fails, and is said. Characters that an encoding lacks are replaced."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY), True)
            setattr(sys, name, os.fdopen(number, "w" if number else "r"))
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def complain(command: str, text: object) -> None:
    """A line on stderr."""
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(text))
    with suppress(OSError):
        print(f"rungs {command}".strip() + f": {line}", file=sys.stderr, flush=True)


def put(text: str) -> None:
    """Writes to stdout, with what was printed before. Raises BadUsage where it cannot be written."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        drop()
    except OSError as error:
        drop()
        raise BadUsage(f"stdout cannot be written: {error.strerror}") from None


def drop() -> None:
    """Leaves out what stdout has not taken, and all that follows: after `| head` what was wanted has been read."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
