"""Whether a variant's machine code is the same in two builds: of the GPU, from its object's SASS, and of the host, from
the object's disassembly. The host's part of a GPU variant is its launches and their arguments.

Addresses, encodings and the names that a compiler draws for unnamed namespaces are left out, and so are texts: paths
and messages take no time. Code outside the variant's and its case's own objects, as the harness's, is not looked at.

Where several variants are compiled together, a change of one moves what the compiler inlines into the others' host
code. So where such an object differs, each of its variants is compiled alone, from both builds, and that is compared.
"""

import functools
import hashlib
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from rungs.data.errors import RowsError
from rungs.static import cuda_sources, cuda_tools

_HOST = re.compile(r"(?:^|/)(?P<target>\w+)_(?:host|cuda)\.dir/(?:.+/)?(?P<case>[^/]+)/(?P<name>(?:host|peer)/[^/]+)"
                   r"\.cpp\.o$")
_CASE = re.compile(r"(?:^|/)(?P<target>\w+)_host\.dir/\w+_cases/(?P<case>[^/]+)\.cpp\.o$")
_GPU = re.compile(r"(?:^|/)(?P<target>\w+)_cuda\.dir/")
_CEILINGS = "rungs_ceilings"  # the target of the cases that every program has
_UNNAMED = re.compile(r"(\d+)(?=_GLOBAL__N__)")
_MEMBER = re.compile(r"\drungs_\w+?_cu0\(")  # a namespace of one of several sources that are compiled together
_FUNCTION = re.compile(r"^(?:\t*Function : (\S+)|<(\S+)>:)$")
_PLACES = re.compile(r"/\*.*?\*/|<\.LC[^>]*>")  # addresses, encodings, and where a call's relocation happens to lie
_ELSEWHERE = re.compile(r"<([^>]*)\+0x[0-9a-f]+>")
# How nvcc names its files, and the length of a drawn name inside another.
_DRAWN = re.compile(r"tmpxft_[0-9a-f]+_[0-9a-f]+_\d+_|(?<=_Z)\d+(?=__device_stub__)")
_SECTION = re.compile(r"^Contents of section (\S+):$")
_CONSTANTS = re.compile(r"^\.(?:rodata(?!.*(?:\.str1|_ZTS))|data(?!\.rel|\.DW))")


@dataclass(frozen=True)
class Part:
    """An object that holds code of a variant. `source`: the CUDA source in it, None where it holds host code alone."""

    object: Path
    source: cuda_sources.Source | None = None

    @property
    def nvcc(self) -> str:
        """The GPU compiler that made it, '' where it holds host code alone."""
        return self.source.command[0] if self.source else ""

    @property
    def namespace(self) -> re.Pattern | None:
        """Of an object of several variants, what finds this one's names."""
        return self.source.namespace if self.source and self.source.shared else None


def parts_of(folder: Path, program: str) -> dict[str, list[Part]]:
    """{'case/variant': its Parts} of a program in a CMake build folder; {} where the folder does not say how it was
    built. Raises RowsError where what it says is broken."""
    if not Path(folder, "compile_commands.json").exists():
        return {}
    found: dict[str, list[Part]] = {}
    cases: dict[str, Part] = {}
    entries = cuda_sources.compilations(folder)
    for entry, _, output in entries:
        match = _CASE.search(output) or _HOST.search(output)
        if match and match["target"] in (program, _CEILINGS):
            part = Part(Path(entry["directory"], output))
            if "name" in match.groupdict():
                found.setdefault(f"{match['case']}/{match['name']}", []).append(part)
            else:
                cases[match["case"]] = part
    for source in cuda_sources.sources(folder) if any(_GPU.search(output) for _, _, output in entries) else []:
        target = _GPU.search(str(source.object))
        if target and target["target"] in (program, _CEILINGS):
            found.setdefault(source.name, []).append(Part(source.object, source))
    return {name: [*parts, cases[case]] for name, parts in found.items() if (case := name.partition("/")[0]) in cases}


def same(old: list[Part], new: list[Part]) -> bool:
    """Whether the code of a variant is the same; raises RowsError where it cannot be read."""
    if len(old) != len(new) or [bool(part.nvcc) for part in old] != [bool(part.nvcc) for part in new]:
        return False
    return all(_same_bytes(one, other) or _code(one) == _code(other) or _same_alone(one, other)
               for one, other in zip(old, new))


def _same_bytes(old: Part, new: Part) -> bool:
    try:
        return old.object.read_bytes() == new.object.read_bytes()
    except OSError as error:
        raise RowsError(f"{error.filename}: {error.strerror}; expected a finished build") from None


def _same_alone(old: Part, new: Part) -> bool:
    """Whether one variant of a common object is the same where each build's command compiles it by itself."""
    return bool(old.namespace or new.namespace) and _compiled_alone(old.source) == _compiled_alone(new.source)


def _compiled_alone(source: cuda_sources.Source | None) -> dict[str, str]:
    assert source is not None  # both parts have an nvcc
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "alone.o")
        cuda_tools.call([*cuda_sources.without_outputs(source.command), "-o", file], source.name, source.folder)
        return _disassembled(file, source.command[0])


def _code(part: Part) -> dict[str, str]:
    """{what: digest} of the functions and constants that a Part's variant may use."""
    found = _disassembled(part.object, part.nvcc)
    if not part.namespace:
        return found
    return {name: digest for name, digest in found.items() if part.namespace.search(name) or not _MEMBER.search(name)}


@functools.cache
def _disassembled(file: Path, nvcc: str) -> dict[str, str]:
    what = str(file)
    objdump = cuda_tools.locate("objdump", "")
    if not objdump:
        raise RowsError("no objdump (it comes with binutils)")
    text = cuda_tools.call([objdump, "-drs", "--no-addresses", "--no-show-raw-insn", file], what)
    found = digests(text.partition("\n")[2].replace(str(file), ""))
    if nvcc:
        cuobjdump = cuda_tools.locate("cuobjdump", nvcc)
        if not cuobjdump:
            raise RowsError("no cuobjdump (it comes with the CUDA toolkit)")
        found |= {f"sass {name}": digest for name, digest in
                  digests(cuda_tools.call([cuobjdump, "-sass", file], what)).items()}
    return found


def digests(text: str) -> dict[str, str]:
    """{function or section: digest of its code} of what objdump -drs or cuobjdump -sass prints, normalised."""
    found: dict[str, list[str]] = {}
    here: list[str] | None = None
    chip = name = ""
    for line in without_drawn_names(text).splitlines():
        if line.startswith(("\tcode for ", "Disassembly of section", "Fatbin ")):
            chip, here = line if line[0] == "\t" else "", None
        elif function := _FUNCTION.match(line):
            name = function[1] or function[2]
            here = found.setdefault(f"{chip} {name}".strip(), [])
        elif section := _SECTION.match(line):
            here = found.setdefault(section[1], []) if _CONSTANTS.match(section[1]) else None
        elif here is not None:
            here.append(" ".join(_PLACES.sub("", _without_neighbours(line, name)).split()))
    return {name: hashlib.sha256("\n".join(filter(None, lines)).encode()).hexdigest() for name, lines in found.items()}


def _without_neighbours(line: str, function: str) -> str:
    """The line without places in other functions: before linking they are what lies next, not what is called, which
    the relocation in the line below says."""
    return _ELSEWHERE.sub(lambda place: place[0] if place[1] == function else "", line)


def without_drawn_names(text: str) -> str:
    """The text with one name for every unnamed namespace and temporary file. A compiler draws a namespace's name from
    the file's path, and writes its length before it."""
    text, pieces, done = _DRAWN.sub("", text), [], 0
    for found in _UNNAMED.finditer(text):
        end = found.end() + int(found[1][-3:])
        if found.start() >= done:
            pieces += [text[done:found.start()], "0(unnamed)"]
            done = end
    return "".join([*pieces, text[done:]])
