"""Names of files as parts of paths, where nothing that stands in a CSV may do harm."""

import re

_PATH = re.compile(r"[A-Za-z0-9_][\w.+-]*(/[A-Za-z0-9_][\w.+-]*)*", re.ASCII)


def is_plain_path(name: str) -> bool:
    """Whether a case's or variant's name can be a path below a folder: no '..', no root, no odd letters."""
    return bool(_PATH.fullmatch(name))
