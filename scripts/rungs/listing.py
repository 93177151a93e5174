"""What `bench --list` prints: a line for each variant, `case/place/name  backends  its idea`."""

import re
from dataclasses import dataclass

_LINE = re.compile(r"(?P<name>[^\s/]+/\S+)\s+(?P<backends>[a-z,]+)(?:\s+(?P<idea>.*))?")


@dataclass(frozen=True)
class Listed:
    """A variant of the list."""

    name: str        # 'stitch/gpu/modulo'
    backends: tuple  # of 'host', 'cuda', 'simulator'
    idea: str        # one line, with ' [spills: why]' at its end where the variant says that it spills


def parse(text):
    """The Listed of a list's text, in its order; other lines are left out."""
    found = (_LINE.fullmatch(line.strip()) for line in text.splitlines())
    return [Listed(line["name"], tuple(line["backends"].split(",")), line["idea"] or "") for line in found if line]
