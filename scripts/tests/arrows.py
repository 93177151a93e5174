"""Which file may include which, and that the harness knows no case by its name: checks over {path: text} of the tree.

`arrows` and `named_cases` return a line for each violation. Of a text they take what the style check leaves of the
language: comments begin with //, and an #include stands on a line of its own.
"""

import re

SUFFIXES = {".cpp", ".hpp", ".h", ".cu", ".in", ".txt", ".cmake", ""}  # "": the simulator's <cuda/atomic> and its like

#: The rooms of harness/ that a room may include, beside itself and harness/include. Tests may include all.
ROOMS = {
    "cli": {"output", "measure", "verify", "core"},
    "c_api": {"cli", "output", "measure", "verify", "core"},
    "output": {"measure", "verify", "core"},
    "measure": {"verify", "core", "cuda", "simulator"},
    "verify": {"core"},
    "core": set(),
    "cuda": set(),
    "simulator": set(),
    "cmake": set(),  # sources that the build completes
}
#: The folders of harness/include/rungs that each of them may include, beside itself and what lies in no folder.
PUBLIC = {"core": set(), "cuda": {"core"}, "simulator": {"core"}, "": {"core", "cuda", "simulator"}}
#: Rooms that are the same with a GPU and without: nothing of <rungs/cuda/...> and <rungs/simulator/...>.
PLAIN = {"cli", "output", "verify", "core", "cmake"}

SHIMS = "harness/simulator/include/"  # headers by CUDA's names, for simulated variants; installed
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*(?:include|define[ \t]+HWY_TARGET_INCLUDE)[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
_SYSTEM_FOLDERS = {"cuda", "cooperative_groups", "nv", "sys"}  # of the system or CUDA; other folders are libraries'
_LIBRARY_HEADERS = {"png.h", "csv.h"}
_BUILD_FILES = (".txt", ".cmake")


def arrows(files):
    """Every #include that points to where it must not."""
    found = []
    for path, text in sorted(files.items()):
        for mark, name in _INCLUDE.findall(text):
            if path.startswith("harness/tests/") or path.endswith(_BUILD_FILES):
                continue
            why = _system(path, name) if mark == "<" and not name.startswith("rungs/") else (
                _public(path, name) if mark == "<" else _own(path, name, files))
            found += [f"{path}: includes {name}; {why}"] if why else []
    return found


def _system(path, name):
    """Why a file must not include <name>, of the system or a library; '' where it may."""
    if not path.startswith(("harness/include/", SHIMS)):
        return ""
    known = name not in _LIBRARY_HEADERS and ("/" not in name or name.split("/")[0] in _SYSTEM_FOLDERS)
    return "" if known else "an installed header needs no library"


def _public(path, name):
    """The same for <rungs/...>."""
    top, room, *rest = path.split("/")
    folder = name.split("/")[1] if name.count("/") > 1 else ""
    if top == "reference":
        known = ("rungs/random.hpp", "rungs/parallel.hpp")
        return "" if name in known else f"expected of rungs only {' and '.join(known)}"
    if top == "harness" and room == "include":
        own = rest[1] if len(rest) > 2 else ""
        return "" if folder in PUBLIC.get(own, set()) | {own, ""} else f"rungs/{own} knows nothing of it"
    if top == "harness" and room in PLAIN and folder in ("cuda", "simulator"):
        return f"{room} is the same with a GPU and without"
    return ""


def _own(path, name, files):
    """The same for a quoted name."""
    top, room, *_ = path.split("/")
    if top == "cases":
        return "" if name.startswith(("cases/", "reference/")) else "expected cases/... or reference/..."
    if top == "reference":
        allowed = ("reference/", "cases/") if room == "tests" else "reference/"
        return "" if name.startswith(allowed) else "expected reference/..."
    if path.startswith(SHIMS):
        return "" if SHIMS + name in files else "expected <rungs/...> or another header by CUDA's names"
    if room == "include":
        return "expected <rungs/...>"
    if room not in ROOMS:
        return f"there is no rule for harness/{room}"
    target = name.split("/")[1] if name.startswith("harness/") else ""
    if target in ROOMS[room] | {room}:
        return ""
    return f"{room} knows only {', '.join(sorted(ROOMS[room])) or 'harness/include'}"


_LITERAL = r'R"\(.*?\)"|"(?:[^"\\\n]|\\.)*"'
_SKIPPED = re.compile(rf"//[^\n]*|'(?:[^'\\\n]|\\.)'|({_LITERAL})", re.DOTALL)
_JOINED = re.compile(rf"(?:(?:{_LITERAL})\s*)+", re.DOTALL)
_ONE = re.compile(_LITERAL, re.DOTALL)


def without_comments(path, text):
    """The code of a C++ text or, by its path, of a CMake file."""
    if path.endswith(_BUILD_FILES):
        return re.sub(r"#[^\n]*", "", text)
    return _SKIPPED.sub(lambda found: found[1] or " ", text)


def literals(code):
    """The texts of all string literals; those that stand side by side are one."""
    return ["".join(one[3:-2] if one.startswith("R") else one[1:-1] for one in _ONE.findall(found[0]))
            for found in _JOINED.finditer(code)]


def ceilings(files):
    """The names of the rates that the harness measures; each is a case's name too."""
    kinds, = re.findall(r"enum class Ceiling {([^}]*)}", files["harness/include/rungs/core/work.hpp"])
    return set(re.findall(r"\w+", kinds)) - {"none"}


def named_cases(files, cases, words, rates):
    """Every place of the harness, but for its tests, that names one of `cases`.

    `words` are those names that mean something else as well, and `rates` are those of ceilings. Such a name counts
    where it can only be the case: before a slash or ::, behind --filter, compared with something, or beside another
    one (not of a ceiling) in one text. All others count wherever code or a text has them.
    """
    several = "|".join(sorted(cases))
    certain = "|".join(sorted(cases - words - rates)) or "(?!)"
    anywhere = re.compile(rf"(?<![A-Za-z])(?:{certain})(?![A-Za-z])")
    telling = re.compile(rf"\b(?:{several})\)?/|--filter\W+(?:{several})\b|\b(?:{several})::"
                         rf'|(?:[=!]=|case\(|contains\()\s*"(?:{several})"|"(?:{several})"\s*[=!]=')
    named = re.compile(rf"\b(?:{'|'.join(sorted(cases - rates)) or '(?!)'})\b")
    found = []
    for path, text in sorted(files.items()):
        if not path.startswith("harness/") or path.startswith("harness/tests/"):
            continue
        code = _INCLUDE.sub("", without_comments(path, text))
        for number, line in enumerate(code.split("\n"), 1):
            if anywhere.search(line) or telling.search(line):
                found.append(f"{path}:{number}: names a case: {line.strip()}")
        found += [f"{path}: names several cases in one text: {one}" for one in literals(code)
                  if len(set(named.findall(one))) > 1]
    return found
