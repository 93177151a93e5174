"""The ways in which a run of peers can end early."""


class BadUsage(ValueError):
    """The command line asks for something that is not legal: one line, exit code 2."""


class LibraryMissing(Exception):
    """A library is not there, or cannot be used here; the text is the reason, one line."""


class Unsupported(Exception):
    """A peer cannot run this problem, through no fault of its own. Becomes a row of status `unsupported`."""


def one_line(error, limit=300):
    """The text of an exception as one line; its type's name where it says nothing."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= limit else text[:limit - 3] + "..."
