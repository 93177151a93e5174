"""Names of files as parts of links and paths, where nothing that stands in a CSV may do harm."""

import re

from rungs.data.files import unused

_PATH = re.compile(r"[A-Za-z0-9_][\w.+-]*(/[A-Za-z0-9_][\w.+-]*)*", re.ASCII)


def is_plain_path(name: str) -> bool:
    """Whether a case's or variant's name can be a path below a folder: no '..', no root, no odd letters."""
    return bool(_PATH.fullmatch(name))


class Ids:
    """Identifiers of one page, each once."""

    def __init__(self) -> None:
        self._taken = set()

    def new(self, *parts: str) -> str:
        """'stitch/gpu/modulo' of ('stitch', 'gpu/modulo'); odd letters become '-', a second one gets a number."""
        wanted = re.sub(r"[^A-Za-z0-9_/.-]+", "-", "/".join(parts))[:120].strip("-") or "unnamed"
        found = unused(wanted, self._taken.__contains__)
        self._taken.add(found)
        return found
