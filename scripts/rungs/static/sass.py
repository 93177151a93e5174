"""Counts of a kernel's machine instructions (SASS) by what they do, from the text that nvdisasm prints.

The counts are static: how often an instruction stands in the code, not how often it runs. Copies that the compiler
made by unrolling count each, and so does the code of subroutines behind a CALL (also counted as `in_subroutines`).
"""

import re

from rungs.data.records import packaged

# One table for all architectures: class, pattern at the start of an instruction, why it matters. The first pattern that
# matches counts. An instruction's names differ between architectures; its class should not.
CLASSES = [tuple(line.values()) for line in packaged("static/sass_classes.csv")]
NAMES = ("total", "in_subroutines", *(name for name, _, _ in CLASSES), "other")

_CLASS = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern, _ in CLASSES))
_SECTION = re.compile(r"\s*\.section\s+\.text\.([\w$.]+),")
_LABEL = re.compile(r"([$.\w]+):")
_INSTRUCTION = re.compile(r"\s+/\*[0-9a-f]{4,}\*/\s+([^;]*?)\s*;")
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

    Padding is left out: NOP, and the branch to itself that stops a fetch beyond the end.
    """
    counts = {}
    for name, (code, labels) in sections(text).items():
        here = counts[name] = dict.fromkeys(NAMES, 0)
        # Subroutines stand behind the kernel, in its section; theirs alone are labels that begin with $.
        subroutines = min((place for label, place in labels.items() if label.startswith("$")), default=len(code))
        to_itself = {(place, f"BRA `({label})") for label, place in labels.items()}
        for place, line in enumerate(code):
            instruction = _PREDICATE.sub("", line, 1)
            if instruction != "NOP" and (place, instruction) not in to_itself:
                here["total"] += 1
                here["in_subroutines"] += place >= subroutines
                here[class_of(instruction)] += 1
    return counts
