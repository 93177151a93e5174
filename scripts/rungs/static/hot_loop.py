"""The machine code (SASS) of a kernel's hot loop, from the text that nvdisasm prints.

Without running it the hot loop is not known for certain: taken is the longest of the innermost loops, where a loop is
what lies between a label and a branch back to it. A kernel without a loop is given whole.
"""

import re
from dataclasses import dataclass

from rungs.static import sass

MOST = 160  # instructions that are kept

_BRANCH = re.compile(r"(?:@!?U?P\w+\s+)?BRA\b.*`\(([$.\w]+)\)")


@dataclass(frozen=True)
class Loop:
    """Instructions in a row: those of a loop or, where `is_loop` is False, of a whole kernel."""

    instructions: list[str]  # at most MOST
    whole: int               # how many there are
    is_loop: bool


def hot_loops(text: str) -> dict[str, Loop]:
    """{mangled name: Loop} of each section of code in nvdisasm's text."""
    return {name: _hot([" ".join(line.split()) for line in code], labels)
            for name, (code, labels) in sass.sections(text).items() if code}


def _hot(code: list[str], labels: dict[str, int]) -> Loop:
    loops = [(labels[branch[1]], place + 1) for place, line in enumerate(code) if (branch := _BRANCH.match(line))
             and labels.get(branch[1], place) < place]
    inner = [(start, end) for start, end in loops
             if not any((a, b) != (start, end) and start <= a and b <= end for a, b in loops)]
    # A kernel ends behind its last EXIT; padding follows.
    length = max((place + 1 for place, line in enumerate(code) if line.endswith("EXIT")), default=len(code))
    start, end = max(inner, key=lambda loop: loop[1] - loop[0], default=(0, length))
    lines = [line.replace("`(", "").replace(")", "") if _BRANCH.match(line) else line for line in code[start:end]]
    return Loop(lines[:MOST], len(lines), bool(inner))
