"""Counts of a kernel's machine instructions (SASS) by what they do, from the text that nvdisasm prints.

The counts are static: how often an instruction stands in the code, not how often it runs. Copies that the compiler
made by unrolling count each, and so does the code of subroutines behind a CALL."""

import re
from dataclasses import dataclass

from rungs.data.records import packaged

# One table for all architectures: class, pattern at the start of an instruction, why it matters. The first pattern that
# matches counts. An instruction's names differ between architectures; its class should not.
CLASSES = [tuple(line.values()) for line in packaged("static/sass_classes.csv")]
NAMES = ("total", *(name for name, _, _ in CLASSES), "other")
MOST = 160  # instructions of a hot loop that are kept

_CLASS = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern, _ in CLASSES))
_SECTION = re.compile(r"\s*\.section\s+\.text\.([\w$.]+),")
_LABEL = re.compile(r"([$.\w]+):")
_INSTRUCTION = re.compile(r"\s+/\*[0-9a-f]{4,}\*/\s+([^;]*?)\s*;")
_BRANCH = re.compile(r"(?:@!?U?P\w+\s+)?BRA\b.*`\(([$.\w]+)\)")
_PREDICATE = re.compile(r"@!?U?P\w+\s+")


def sections(text: str) -> dict[str, tuple[list[str], dict[str, int]]]:
    """{mangled name: (instructions, {label: number of the instruction behind it})} of nvdisasm's text."""
    found: dict[str, tuple[list[str], dict[str, int]]] = {}
    code, labels = [], {}
    for line in text.splitlines():
        if section := _SECTION.match(line):
            code, labels = found.setdefault(section[1], ([], {}))
        elif label := _LABEL.match(line):
            labels[label[1]] = len(code)
        elif instruction := _INSTRUCTION.match(line):
            code.append(instruction[1])
    return found


def class_of(instruction: str) -> str:
    """The class of one instruction (no predicate in front), or 'other'."""
    return found.lastgroup or "" if (found := _CLASS.match(instruction)) else "other"


def count(text: str) -> dict[str, dict]:
    """Counts the instructions of each section of code in nvdisasm's text: {mangled name: {class: number}}.

    Padding is left out: NOP, and the branch to itself that stops a fetch beyond the end."""
    counts = {}
    for name, (code, labels) in sections(text).items():
        here = counts[name] = dict.fromkeys(NAMES, 0)
        to_itself = {(place, f"BRA `({label})") for label, place in labels.items()}
        for place, line in enumerate(code):
            instruction = _PREDICATE.sub("", line, 1)
            if instruction != "NOP" and (place, instruction) not in to_itself:
                here["total"] += 1
                here[class_of(instruction)] += 1
    return counts


@dataclass(frozen=True)
class Loop:
    """Instructions in a row: those of a loop or, where `is_loop` is False, of a whole kernel."""

    instructions: list[str]  # at most MOST
    whole: int               # how many there are
    is_loop: bool


def hot_loops(text: str) -> dict[str, Loop]:
    """{mangled name: Loop} of each section of code in nvdisasm's text. Without running it the hot loop is not known for
    certain: taken is the longest of the innermost loops, where a loop is what lies between a label and a branch back to
    it. A kernel without a loop is given whole."""
    return {name: _hot([" ".join(line.split()) for line in code], labels)
            for name, (code, labels) in sections(text).items() if code}


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
