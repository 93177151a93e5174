"""What commands write to the terminal."""

import os
import sys

from rungs.data.errors import BadUsage


def complain(command: str, text: object) -> None:
    """A line on stderr."""
    print(f"rungs {command}: {text}", file=sys.stderr, flush=True)


def put(text: str) -> None:
    """Writes to stdout, whatever characters the terminal lacks. Raises BadUsage where it cannot be written."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:  # `| head`: what was wanted has been read
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        raise BadUsage(f"stdout cannot be written: {error.strerror}") from None
