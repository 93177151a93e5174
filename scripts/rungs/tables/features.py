"""What the simulator runs, refuses and lacks, as its probes say (harness/tests/probes)."""

import re
from pathlib import Path

from rungs.data.errors import RowsError

_TITLE = re.compile(r"// (.*)\.\n")
_LITERALS = r'((?:"[^"]*"\s*)+)'
_PROBE = re.compile(rf"^(PROBE|REFUSED)\(\s*{_LITERALS}(?:,\s*{_LITERALS})?\) {{", re.MULTILINE)
OUT_OF_SCOPE = "out_of_scope.txt"


def lacking(folder: Path) -> list[tuple[str, str, str]]:
    """(what is tried, what the compiler names, the kernel) of each kernel that the simulator does not compile."""
    found = []
    for part in (folder / OUT_OF_SCOPE).read_text(encoding="utf-8").split("\n//// ")[1:]:
        head, _, kernel = part.partition("\n")
        tried, _, named = head.partition(" | ")
        found.append((tried, named, kernel))
    return found


def table(folder: Path, show: str) -> list[str]:
    """The lines of a table of what works, is refused, or is out of scope: `show` is works, refuses or lacks. Raises
    RowsError where there are no probes."""
    if show == "lacks":
        return ["| a kernel with | the compiler names |", "| --- | --- |",
                *(f"| {tried} | `{named}` |" for tried, named, _ in lacking(folder))]
    lines = ["| | |" if show == "works" else "| a kernel with | its message has |", "| --- | --- |"]
    for path in sorted(folder.glob("*.cu")):
        text = path.read_text(encoding="utf-8")
        title = _TITLE.match(text)
        found = [(kind, *(re.sub(r'"\s*"|^"|"\s*$', "", one) for one in texts))
                 for kind, *texts in _PROBE.findall(text)]
        if title is None or len(found) != len(re.findall(r"^(?:PROBE|REFUSED)\(", text, re.MULTILINE)) or not found:
            raise RowsError(f"{path}: no probes; expected a comment of one sentence, and lines PROBE(\"...\") {{")
        if show == "works":
            lines.append(f"| {title[1]} | {'; '.join(what for kind, what, _ in found if kind == 'PROBE')} |")
        else:
            lines += [f"| {what} | {message} |" for kind, what, message in found if kind == "REFUSED"]
    return lines
