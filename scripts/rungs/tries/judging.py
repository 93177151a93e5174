"""The verdict on a row, and the one thing to mend.

    does not compile  the compiler's first error, or why bench cannot load it
    incorrect         a wrong element, an access outside of a buffer, a read of nobody's value, work on another stream
    race              two threads access the same bytes in no order
    crashes           a signal, an exception, a trap
    hangs             no progress until the deadline, or threads that wait for others that never come
    unsupported       it says so of every problem
    correct           right, and not timed
    slower, faster    the interval of the ratio lies beyond 1 % of the variant to compare with
    same              it does not
"""

import re
from typing import Any

GOOD = ("correct", "slower", "same", "faster")
VERDICTS = ("does not compile", "incorrect", "race", "crashes", "hangs", "unsupported", *GOOD)
_WRONG = re.compile(r"(?P<wrong>\d+) wrong; first (?P<place>.*?): expected (?P<expected>.*?), got (?P<got>[^;]*)"
                    r"(?:; wrong (?P<pattern>[^;]*))?(?:;|$)")
_KNOWN = "file line own_line backend size params seed place expected got wrong pattern".split()
_HANGS = re.compile(r"no progress for|threads wait for others that never come|no thread of the grid has")
_CRASHES = re.compile(r"its process ended|^an allocation|__trap|CUDA|cuda[A-Z]")
_MISUSES = re.compile(r"stream|wrote outside|asynchronous copy|is not a power of two|left its process")


def error(text: str, **known: Any) -> dict:
    """What is wrong, with all that may be known of it."""
    return {"text": text, **dict.fromkeys(_KNOWN), **known}


def of_row(row: dict) -> tuple[str, dict | None]:
    """(verdict of a row that is not timed, its error or None)."""
    status, message = row["status"], row["message"] or ""
    if status in ("ok", "unstable"):
        return "correct", None
    known = {name: row[name] for name in ("backend", "size", "params", "seed")}
    if found := _WRONG.search(message):
        known |= {**found.groupdict(), "wrong": int(found["wrong"])}
    if status != "failed":
        return "race" if message.startswith("race: ") else status, error(message, **known)
    if _HANGS.search(message):
        return "hangs", error(message, **known)
    misused = _MISUSES.search(message) and not _CRASHES.search(message)
    return "incorrect" if misused else "crashes", error(message, **known)
