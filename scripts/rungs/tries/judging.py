"""The verdict on a row, and the one thing to mend.

    does not compile  the compiler's first error, or why bench cannot load it
    incorrect         a wrong element, an access outside of a buffer, a read of uninitialised memory, another stream
    race              two threads access the same bytes in no order
    crashes           a signal, an exception, a trap
    hangs             no progress until the deadline, or threads that wait for others that never come
    unsupported       it says so of every problem
    correct           right, and not timed
    slower, faster    the interval of the ratio lies beyond 1 % of the variant to compare with
    same              it does not"""

import math
import re
from pathlib import Path
from typing import Any

from rungs.data import show

GOOD = ("correct", "slower", "same", "faster")
_WRONG = re.compile(r"(?P<wrong>\d+) wrong; first (?P<place>.*?): expected (?P<expected>.*?), got (?P<got>[^;]*)"
                    r"(?:; wrong (?P<pattern>[^;]*))?(?:;|$)")
_KNOWN = "file line own_line backend size params seed place expected got wrong pattern".split()
_HANGS = re.compile(r"no progress for|threads wait for others that never come|no thread of the grid has")
_CRASHES = re.compile(r"its process ended|^an allocation|__trap|CUDA|cuda[A-Z]")
_MISUSES = re.compile(r"stream|wrote outside|asynchronous copy|is not a power of two|left its process")
_COLUMNS = 110  # of a line that is printed
_NAMES = re.compile(r"\b(?:RUNGS_SIMULATOR|__CUDA_ARCH__|__CUDACC__|RUNGS_GPU_ONLY)\b")
_NEGATED = re.compile(r"#\s*(?:ifndef\s+RUNGS_SIMULATOR\b|if\s+!\s*defined\s*\(?\s*RUNGS_SIMULATOR\b)")
_NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def error(text: str, **known: Any) -> dict:
    """What is wrong, with all that may be known of it."""
    return {"text": text, **dict.fromkeys(_KNOWN), **known}


def of_the_tree(source: str, file: Path) -> bool:
    """Whether a variant is one of the cases that is not in this file."""
    return source.startswith("cases/") and not file.resolve().match(source)


def in_own_file(error: dict, file: Path) -> dict:
    """An error whose text names the file that was tried, not its copy; and its line, where the text has one."""
    name = re.escape(file.name)
    text = re.sub(rf"\S*/source-\w+/\w+/{name}", str(file), error["text"])
    line = re.search(rf"{name}:(\d+)", text)
    return {**error, "text": text} | ({"file": str(file), "line": int(line[1])} if line and not error["line"] else {})


def of_row(row: dict) -> tuple[str, dict | None]:
    """(verdict of a row that is not timed, its error or None)."""
    status, message = row["status"], row["message"] or ""
    if status in ("ok", "unstable"):
        return "correct", None
    known = {name: row[name] for name in ("backend", "size", "params", "seed")}
    if found := _WRONG.search(message):
        known |= {**found.groupdict(), "wrong": int(found["wrong"])}
    if status != "failed":
        return "race" if message.startswith("race: ") else status, error(message, **known)
    if _HANGS.search(message):
        return "hangs", error(message, **known)
    misused = _MISUSES.search(message) and not _CRASHES.search(message)
    return "incorrect" if misused else "crashes", error(message, **known)


def lines_of(found: dict) -> list[str]:
    """The lines on one file."""
    name = f"{found['case']}/{found['variant']}" if found["case"] else found["file"]
    lines = [f"{found['verdict']}  {name}"]
    if found["ratio"]:
        ratio, low, high = (found["ratio"][name] for name in ("value", "low", "high"))
        lines[0] += f": {ratio:.3g}x as fast as {found['against']} ({low:.3g}x to {high:.3g}x)"
    if error := found["error"]:
        lines += _mend(error, found["file"])
    if found["time_us"]:
        at = " ".join(filter(None, (found["size"], found["params"], found["device"])))
        limit = f"; {found['speed_of_light_percent']:.3g} % of the limit ({found['ceiling']})" \
            if found["speed_of_light_percent"] else ""
        lines.append(f"  time      {show.time(found['time_us'])} at {at}{limit}")
    lines += [f"  kernel    {kernel['name']}: {kernel['registers']} registers, {kernel['spill_bytes']} B spilled, "
              f"{kernel['shared_bytes']} B shared, "
              f"{kernel['occupancy_percent']} % occupancy" for kernel in found["kernels"][:3]]
    if found["counters"]:
        lines.append("  counters  " + ", ".join(f"{one['name']} {one['value']:.4g} {one['unit']}".rstrip()
                                                for one in found["counters"]))
    if found["checked"]:
        lines.append("  checked   " + ", ".join(f"{count} problems on the {backend}"
                                                for backend, count in found["checked"].items()))
    if found["note"]:
        lines.append(f"  note      {found['note']}")
    steps = ", ".join(f"{step['name']} {step['seconds']:.1f} s{' (known)' if step['cached'] else ''}"
                      for step in found["steps"] if step["seconds"] >= 0.05)
    return [line[:2 * _COLUMNS] for line in [*lines, f"  {found['seconds']:.1f} s     {steps}"]]


def _mend(error: dict, file: str) -> list[str]:
    if error["expected"] is not None:
        many = f"{error['wrong']} wrong" + (f", {error['pattern']}" if error["pattern"] else "")
        lines = [f"  first     {error['place']}: expected {error['expected']}, got {error['got']}",
                 f"  in all    {many}"]
    else:
        lines = [f"  mend      {' '.join(error['text'].split())}"]
    if error["line"]:
        lines.append(f"  at        {error['file']}:{error['line']}")
    if error["own_line"] and error["file"] != file:
        lines.append(f"  from      {file}:{error['own_line']}")
    if error["size"]:
        lines.append(f"  problem   {error['size']} {error['params']} seed={error['seed']}, {error['backend']}")
    return lines


def ranked(all_found: list[dict]) -> list[dict]:
    """The best first: those with a time by their ratio, then others that are right, then the rest. `rank` is 1 for the
    fastest and for all whose interval reaches into its own."""
    ordered = sorted(all_found, key=lambda found: (found["verdict"] not in GOOD, not found["ratio"],
                                                   -found["ratio"]["value"] if found["ratio"] else 0, found["file"]))
    best = ordered[0]["ratio"] if ordered else None
    ranks: list[dict] = []
    for number, found in enumerate(ordered, 1):
        ratio = found["ratio"]
        same = ratio and best and ratio["high"] >= best["low"] and found["against"] == ordered[0]["against"]
        ranks.append({**found, "rank": None if not ratio else 1 if same else number})
    return ranks


def table(ranks: list[dict]) -> list[str]:
    """A line for each file, ranked; and the winners where several are tied."""
    cells = [["rank", "verdict", "file", "against", "ratio", "time", "mend"]]
    for found in ranks:
        ratio = found["ratio"]
        cells.append([str(found["rank"] or ""), found["verdict"], found["file"], found["against"] or "",
                      f"{ratio['value']:.3g}x ({ratio['low']:.3g} to {ratio['high']:.3g})" if ratio else "",
                      show.time(found["time_us"]) if found["time_us"] else "",
                      (found["error"] or {"text": ""})["text"][:60]])
    winners = [found["file"] for found in ranks if found["rank"] == 1]
    return show.fixed_width(cells, left=4) + ([f"tied: {', '.join(winners)}"] if len(winners) > 1 else [])


def differences(file: Path) -> list[str]:
    """A line of text for each place where a kernel or a launch has code for the simulator alone, or for a GPU alone, or
    where there is any for the simulator alone. To leave a whole kernel out (#ifndef RUNGS_SIMULATOR) is no
    difference."""
    text = _NO_CODE.sub(lambda found: "\n" * found.group().count("\n"), file.read_text("utf-8", "replace"))
    found: list[str] = []
    branches: list[int] = []  # of #if: 1 where the code is for the simulator alone, -1 where it is not for it
    depth = kernel_depth = namespaces = 0
    in_kernel = False
    for number, line in enumerate(text.split("\n"), 1):
        directive = line.lstrip()
        if directive.startswith("#"):
            if in_kernel and _NAMES.search(line):
                found.append(f"{file}:{number}: {directive} in a kernel")
            elif file.suffix == ".cu" and depth > namespaces and _NAMES.search(line):
                found.append(f"{file}:{number}: {directive} in a function")
            if re.match(r"#\s*if", directive):
                branches.append(0 if "RUNGS_SIMULATOR" not in line else -1 if _NEGATED.match(directive) else 1)
            elif re.match(r"#\s*el", directive) and branches:
                branches[-1] = -branches[-1]
            elif re.match(r"#\s*endif", directive) and branches:
                branches.pop()
            continue
        namespaces += len(re.findall(r"\bnamespace\b[^;{]*\{", line))
        if 1 in branches and line.strip() and (file.suffix == ".cu" or "__global__" in line):
            found.append(f"{file}:{number}: code for the simulator alone")
        if "__global__" in line and not in_kernel:
            in_kernel, kernel_depth = True, depth
        elif in_kernel and (name := _NAMES.search(line)):
            found.append(f"{file}:{number}: {name[0]} in a kernel")
        for sign in re.findall(r"[{};]", line):
            depth += {"{": 1, "}": -1, ";": 0}[sign]
            if in_kernel and depth == kernel_depth and sign in "};":
                in_kernel = False
    return found


def telling(wrong: tuple) -> bool:
    """Whether the wrong elements of (verdict, error, ...) lie in some places alone."""
    return wrong[1]["pattern"] not in (None, "everywhere")


def how_telling(wrong: tuple) -> tuple:
    """Of wrong problems one that shows a pattern says most, and then the largest, in whatever order they came."""
    sides = [int(side) for side in wrong[1]["size"].split("x")]
    return telling(wrong), math.prod(sides), [-side for side in sides], wrong[1]["params"], wrong[1]["seed"]
