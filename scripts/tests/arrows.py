"""Which file may include which, and that the harness knows no case by its name: checks over {path: text} of the tree.

`arrows` and `named_cases` return a line for each violation. Of a text they take what the style check leaves of the
language: comments begin with //, and an #include stands on a line of its own.
"""

import re

SUFFIXES = {".cpp", ".hpp", ".h", ".cu", ".in", ".txt", ".cmake", ""}  # "": the simulator's <cuda/atomic> and its like

#: The rooms of harness/ that a room may include, besides itself and harness/include. Tests may include all.
ROOMS = {
    "cli": {"engine", "output", "worker", "measure", "verify", "core"},
    "engine": {"output", "worker", "measure", "verify", "core"},
    "c_api": {"output", "measure", "verify", "core"},
    "output": {"measure", "verify", "core"},
    "worker": {"measure", "core"},
    "measure": {"verify", "core", "cuda", "simulator"},
    "verify": {"core"},
    "core": set(),
    "cuda": set(),
    "simulator": set(),
    "cmake": set(),  # sources that the build completes
}
#: The folders of harness/include/rungs that each of them may include, besides itself and what lies in no folder.
PUBLIC = {"core": set(), "cuda": {"core"}, "simulator": {"core"}, "": {"core", "cuda", "simulator"}}
#: Rooms that are the same with a GPU and without: nothing of <rungs/cuda/...> and <rungs/simulator/...>.
PLAIN = {"cli", "engine", "output", "worker", "verify", "core", "cmake"}

SHIMS = "harness/simulator/include/"  # headers by CUDA's names, for simulated variants; installed
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*(?:include|define[ \t]+HWY_TARGET_INCLUDE)[ \t]*([<"][^>"]+[>"])', re.MULTILINE)
_BUILD_FILES = (".txt", ".cmake")
_SYSTEM = r"<(?!png\.h|csv\.h)(?:[\w.]+|(?:cuda|cooperative_groups|nv|sys)/.*)>"  # of the system or CUDA
_REFERENCE = r"<(?!rungs/).*>|<rungs/(?:random|parallel)\.hpp>"  # of the system or a library, and two of ours
#: What a file may include, as a regular expression, by how its path begins.
_ALLOWED = {
    "cases/pipeline/tests/": '<.*>|"(?:cases|reference|harness/tests)/.*"',
    "cases/": '<.*>|"(?:cases|reference)/.*"', "reference/tests/": f'{_REFERENCE}|"(?:reference|cases)/.*"',
    "reference/": f'{_REFERENCE}|"reference/.*"', "harness/tests/": ".*",
    SHIMS: f"{_SYSTEM}|<rungs/.*>",  # and another of the shims
    **{f"harness/include/rungs/{own}/".replace("//", "/"):
       rf"{_SYSTEM}|<rungs/(?:(?:{'|'.join(sorted({own} | below))})/)?[^/]+>" for own, below in PUBLIC.items()},
    **{f"harness/{room}/": ("<(?!rungs/(?:cuda|simulator)/).*>" if room in PLAIN else "<.*>")
       + rf'|"harness/(?:{"|".join(sorted({room} | below))})/.*"' for room, below in ROOMS.items()}}


def arrows(files):
    """Every #include that points to where it must not."""
    return [f"{path}: includes {include}; expected {allowed(path) or 'a rule for this folder'}"
            for path, text in sorted(files.items()) if not path.endswith(_BUILD_FILES)
            for include in _INCLUDE.findall(text) if not re.fullmatch(allowed(path), include)
            and not (path.startswith(SHIMS) and SHIMS + include.strip('"') in files)]


def allowed(path):
    """The rule for a file; '' where there is none for its folder."""
    return next((rule for start, rule in _ALLOWED.items() if path.startswith(start)), "")


_SKIPPED = re.compile(r"""//[^\n]*|'(?:[^'\\\n]|\\.)'|(R"\(.*?\)"|"(?:[^"\\\n]|\\.)*")""", re.DOTALL)


def without_comments(path, text):
    """The code of a C++ text or, by its path, of a CMake file."""
    if path.endswith(_BUILD_FILES):
        return re.sub(r"#[^\n]*", "", text)
    return _SKIPPED.sub(lambda found: found[1] or " ", text)


def named_cases(files, cases):
    """Every place of the harness, but for its tests, that names one of `cases`, which are words of nothing else."""
    named = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(sorted(cases))})(?![A-Za-z])")
    return [f"{path}:{number}: names a case: {line.strip()}" for path, text in sorted(files.items())
            if path.startswith("harness/") and not path.startswith("harness/tests/")
            for number, line in enumerate(_INCLUDE.sub("", without_comments(path, text)).split("\n"), 1)
            if named.search(line)]
