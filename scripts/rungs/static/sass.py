"""Counts of a kernel's machine instructions (SASS) by what they do, from the text that nvdisasm prints.

The counts are static: how often an instruction stands in the code, not how often it runs. Copies that the compiler
made by unrolling count each, and so does the code of subroutines behind a CALL (also counted as `in_subroutines`).
"""

import csv
import re
from importlib import resources

# One table for all architectures: class, pattern at the start of an instruction, why it matters. The first pattern that
# matches counts. An instruction's names differ between architectures; its class should not.
_TABLE = resources.files("rungs.static").joinpath("sass_classes.csv").read_text(encoding="utf-8")
CLASSES = [tuple(line.values()) for line in csv.DictReader(_TABLE.splitlines())]

NAMES = ("total", "in_subroutines", *(name for name, _, _ in CLASSES), "other")

_CLASS = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern, _ in CLASSES))
_SECTION = re.compile(r'\s*\.section\s+\.text\.([\w$.]+),')
_LABEL = re.compile(r"([$.\w]+):")
_INSTRUCTION = re.compile(r"\s+/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([^;]*?)\s*;")


def class_of(instruction: str) -> str:
    """The class of one instruction (no predicate in front), or 'other'."""
    return found.lastgroup or "" if (found := _CLASS.match(instruction)) else "other"


def count(text: str) -> dict[str, dict]:
    """Counts the instructions of each section of code in nvdisasm's text: {mangled name: {class: number}}.

    Padding is left out: NOP, and the branch to itself that stops a fetch beyond the end.
    """
    counts, here, subroutine, labels = {}, None, 0, []
    for line in text.splitlines():
        if section := _SECTION.match(line):
            here, subroutine, labels = counts.setdefault(section[1], dict.fromkeys(NAMES, 0)), 0, []
        elif label := _LABEL.match(line):
            labels.append(label[1])
            # Subroutines stand behind the kernel, in its section; theirs alone are labels that begin with $.
            subroutine = subroutine or label[1].startswith("$")
        elif here is not None and (instruction := _INSTRUCTION.match(line)):
            code = instruction[1]
            if code != "NOP" and code not in [f"BRA `({label})" for label in labels]:
                here["total"] += 1
                here["in_subroutines"] += subroutine
                here[class_of(code)] += 1
            labels = []
    return counts
