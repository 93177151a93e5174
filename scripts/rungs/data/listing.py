"""What `bench --list=json` says: every variant of a program, in the order of its ladders. The standard library
alone."""

import json
import subprocess
from dataclasses import dataclass

from rungs.data.errors import RowsError
from rungs.data.records import shown

SCHEMA = "rungs-list-1"
OPTION = "--list=json"
BAD_USAGE, GPU_LOST = 2, 3  # bench's exit codes; 0 and 1: all rows are there


@dataclass(frozen=True)
class Listed:
    """A variant of the list."""

    name: str         # 'stitch/gpu/modulo'
    backends: tuple   # of 'host', 'cuda', 'simulator'; empty where this build can run it nowhere
    idea: str         # one line
    spills: str = ""  # why its kernels spill; '' where it says nothing of it
    improves: str = ""  # the variant of its case below it on the ladder: 'gpu/modulo'; '' at the start of one


def document(bench: str) -> str:
    """What a program prints for --list=json. Raises RowsError, one line, where it is no bench."""
    try:
        done = subprocess.run([bench, OPTION], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        raise RowsError(f"--bench={bench}: {error.strerror}; expected the program, built with cmake --build") from None
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()
    if done.returncode:
        raise RowsError(f"--bench={bench}: {OPTION} failed with exit code {done.returncode}"
                        f"{': ' + said[-1] if said else ''}; expected the program bench")
    return done.stdout.decode("utf-8", "replace")


def version(bench: str) -> tuple[str, str]:
    """(commit of its variants, its build ID), each '' where the program does not say it, or does not run."""
    try:
        said = subprocess.run([bench, "--version"], stdin=subprocess.DEVNULL, capture_output=True, check=False).stdout
    except OSError:
        return "", ""
    words = [line.split() for line in said.decode("utf-8", "replace").splitlines()]
    found = {line[0]: line[1] for line in words if len(line) == 2}
    return found.get("commit", ""), found.get("binary", "")


def read(bench: str) -> list[Listed]:
    """The Listed of a program, in its order. Raises RowsError, one line, where it is no bench of this version."""
    text = document(bench)
    try:
        return parse(text)
    except RowsError as error:
        raise RowsError(f"--bench={bench}: {error}; expected the program bench of this version") from None


def parse(text: str) -> list[Listed]:
    """The Listed of the JSON that bench prints, in its order. Raises RowsError where it is no such JSON."""
    try:
        document = json.loads(text)
        if document["schema"] != SCHEMA:
            raise ValueError(f"schema is {shown(str(document['schema']))}")
        return [_listed(variant) for case in document["cases"] for variant in case["variants"]]
    except KeyError as error:
        why = f"there is no {error}"
    except (TypeError, ValueError) as error:
        why = str(error)
    raise RowsError(f"what {OPTION} prints is no list of {SCHEMA} ({why})")


def _listed(variant: dict) -> Listed:
    found = Listed(variant["name"], tuple(variant["backends"]), variant["idea"], variant["spills"],
                   variant.get("improves", ""))
    if not all(isinstance(text, str)
               for text in (found.name, *found.backends, found.idea, found.spills, found.improves)):
        raise ValueError(f"{shown(str(found.name))} has a field that is no text")
    return found
