"""What commands write to the terminal."""

import os
import sys
from contextlib import suppress

from rungs.data.errors import BadUsage


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
