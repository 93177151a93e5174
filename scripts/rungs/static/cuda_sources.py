"""The CUDA sources of a build, and the PTX of each: out of its object, or compiled again for other architectures; and
the programs that take a GPU's code apart, with calls of them that fail in one line."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from rungs.data.errors import RowsError

ARCHITECTURE = re.compile(r"\d{2,3}[af]?")

# Where CMake puts the variants of a bench (bench_cuda.dir, rungs_ceilings_cuda.dir; an outside project's has its own
# name, and may have folders before the case). Those of our tests are wrong on purpose.
_FOLDER = r"(?:^|/)(?!harness_tests_)\w+_cuda\.dir/(?:.+/)?"
_OBJECT = re.compile(_FOLDER + r"(?P<case>[^/]+)/(?P<name>(?:gpu|peer)/[^/]+)\.cu\.o$")
_GROUP = re.compile(_FOLDER + r"\w+_groups/\w+\.cu\.o$")
_MEMBER = re.compile(r'^#include "(?P<file>/.*/(?P<case>[^/"]+)/(?P<name>(?:gpu|peer)/[^/"]+)\.cu)"$', re.MULTILINE)
# What each is wanted for, and where it comes from; all but ptxas can be done without.
WANTED = {
    "ptxas": ("registers and spills", "the CUDA toolkit, next to nvcc"),
    "cuobjdump": ("quick answers: sources are compiled again in place of reading the build's objects",
                  "the CUDA toolkit or the Python package nvidia-cuda-cuobjdump"),
    "nvdisasm": ("counts of instructions", "the CUDA toolkit or the Python package nvidia-cuda-nvdisasm"),
    "c++filt": ("readable names of kernels", "binutils")}


@dataclass(frozen=True)
class Tools:
    """Paths of the programs, '' where one is not found."""

    ptxas: str
    cuobjdump: str
    nvdisasm: str
    cxxfilt: str

    def missing(self) -> list[str]:
        """One line a program that is not found: what is not said without it, and where it comes from."""
        return [f"no {name}: without it there are no {use}; it comes with {origin}"
                for (name, (use, origin)), path in zip(WANTED.items(), astuple(self)) if not path]


def find_tools(nvcc: str) -> Tools:
    """The Tools that go with a compiler: next to it, where the version fits for sure; on the PATH; in the Python
    environment. Raises RowsError where ptxas is missing, without which little can be said."""
    packages = sorted(Path(sysconfig.get_path("purelib")).glob("nvidia/*/bin"), reverse=True)
    folders = [Path(nvcc).parent, Path(nvcc).resolve().parent, os.environ.get("PATH", os.defpath), *packages]
    tools = Tools(*(shutil.which(name, path=os.pathsep.join(map(str, folders))) or "" for name in WANTED))
    if not tools.ptxas:
        raise RowsError(tools.missing()[0])
    return tools


def call(command: Sequence[str | Path], what: str, folder: Path | str | None = None) -> str:
    """Runs a program in `folder` and returns what it printed, both streams together.

    Raises RowsError with `what` it was to do and the first line that tells of an error."""
    command = [str(word) for word in command]
    name = Path(command[0]).name
    try:
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False)
    except OSError as error:
        raise RowsError(f"{what}: {command[0]} cannot be run: {error.strerror}") from None
    if done.returncode:
        lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
        telling = [line for line in lines if "error" in line or "fatal" in line] or lines
        raise RowsError(f"{what}: {name} failed with code {done.returncode}: {telling[0] if telling else 'no message'}")
    return done.stdout


@dataclass(frozen=True)
class Source:
    """One variant's CUDA source, and how the build compiles it."""

    case: str
    variant: str     # as bench names it: 'gpu/modulo'
    object: Path
    command: tuple   # nvcc and its options, for this file alone
    folder: Path     # where the command runs
    file: Path       # the .cu file
    shared: bool = False  # the object also holds other variants, compiled together (RUNGS_TOGETHER)

    @property
    def name(self) -> str:
        return f"{self.case}/{self.variant}"

    @property
    def namespace(self) -> re.Pattern:
        """Finds, in a mangled name, the namespace of this source where it is compiled with others."""
        name = re.sub(r"\W", "_", self.name)
        return re.compile(rf"\drungs_\w*?{name}_cu\d")

    def codes(self) -> list[str]:
        """What the object holds, as nvcc is told: 'compute_90' is PTX, 'sm_90' machine code."""
        return [code for word in self.command if word.startswith("--generate-code=")
                for code in re.findall(r"(?:compute|sm)_\w+", word.partition("code=")[2])]

    def architectures(self) -> list[str]:
        """The architectures of the object, each once: ['80', '90']."""
        return list(dict.fromkeys(code.partition("_")[2] for code in self.codes()))


def _text(file: Path) -> str:
    """What a source says. Raises RowsError."""
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise RowsError(f"{file}: cannot be read: {error.strerror}; expected a configured build") from None


def compilations(build: Path) -> list[tuple[dict, list[str], str]]:
    """(entry, compiler's words, object) of each line of a build's compile_commands.json. Raises RowsError."""
    path = Path(build) / "compile_commands.json"
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise ValueError("no list of commands")
    except OSError as error:
        raise RowsError(f"{path}: cannot be read: {error.strerror}; expected the folder of a CMake build") from None
    except ValueError as error:
        raise RowsError(f"{path}: not JSON ({error}); expected what CMake writes there") from None
    commands = ((entry, shlex.split(entry.get("command", ""))) for entry in entries)
    return [(entry, words, words[words.index("-o") + 1] if "-o" in words[:-1] else "") for entry, words in commands]


def sources(build: Path) -> list[Source]:
    """The Sources of a CMake build folder, by case and variant. Raises RowsError, also where there is none."""
    found = []
    for entry, words, output in compilations(build):
        # CMake puts a launcher such as ccache in front of the compiler.
        command = words[next((i for i, word in enumerate(words) if Path(word).name.startswith("nvcc")), 0):]
        folder = Path(entry["directory"])
        file = folder / entry["file"]
        if match := _OBJECT.search(output):
            found.append(Source(match["case"], match["name"], folder / output, tuple(command), folder, file))
        elif _GROUP.search(output):
            for member in _MEMBER.finditer(_text(file)):
                alone = tuple(member["file"] if word == entry["file"] else word for word in command)
                found.append(Source(member["case"], member["name"], folder / output, alone, folder,
                                    Path(member["file"]), shared=True))
    if not found:
        raise RowsError(f"{build}: this build has no CUDA objects; expected one made where nvcc was found")
    return sorted(found, key=lambda source: (source.case, source.variant))


def compile_command(source: Source, architecture: str, ptx: Path) -> list:
    """The source's command, changed so that it writes the PTX of one architecture to the file `ptx`, and no other."""
    kept = [word for before, word in zip(["", *source.command], source.command)
            if not {before, word} & {"-o", "-MF", "-MT"} and word not in ("-c", "-MD")
            and not word.startswith(("--generate-code=", "-arch="))]
    return [*kept, f"--generate-code=arch=compute_{architecture},code=compute_{architecture}", "-ptx", "-o", ptx]


def ptx_of(source: Source, architecture: str, tools: Tools, folder: str) -> Path:
    """Path of the PTX of one architecture: out of the object or, two seconds slower, compiled again into `folder`.

    Raises RowsError."""
    if not source.shared and tools.cuobjdump and f"compute_{architecture}" in source.codes():
        if not source.object.exists():
            raise RowsError(f"{source.object}: not there; expected a finished build (cmake --build)")
        call([tools.cuobjdump, "-xptx", "all", source.object.resolve()], source.name, folder)
        if found := sorted(Path(folder).glob(f"*.sm_{architecture}.ptx")):
            return found[0]
    path = Path(folder) / "compiled.ptx"
    call(compile_command(source, architecture, path), f"{source.name} for sm_{architecture}", source.folder)
    return path
