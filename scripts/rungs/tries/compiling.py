"""A variant's file, compiled into a library that `bench` loads, with the options that the build of bench records.

What is hashed is what the compiler reads: the file after preprocessing, with its options and the compiler's version.
The preprocessed text itself is then compiled, so that no edit comes in between. nvcc compiles the file again, and what
it makes is not kept where a header changed meanwhile."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rungs.data.errors import BadUsage
from rungs.static import compiled as resources
from rungs.static.cuda_sources import compilations
from rungs.tries import cache, programs

LIBRARY = "variant.so"
_PLACES = {"cuda": "gpu", "simulator": "gpu", "host": "host"}
_COMMON = "case", "device", "random", "variant"  # public headers that are precompiled
_LAUNCHERS = re.compile(r"(?:.*/)?(?:sh|compile\.sh|env|ccache|sccache|distcc)$|[A-Z_]+=.*")
_DROPPED = re.compile(r"-Werror.*|-Winvalid-pch|-c|-MD|.*/cmake_pch\.hxx")
_DROPPED_WITH_VALUE = {"-o", "-MF", "-MT", "-include"}
_CHECK = "check_symbols.cmake"
_SHORTENED = "simulated/compile.sh"  # says in one line what the simulator lacks
_MARKED = re.compile(r'^# \d+ "(/[^"]+)"', re.MULTILINE)  # the files that a preprocessed text is of
_ERROR = re.compile(r"^(?P<file>[^\s:(]+)[:(](?P<line>\d+)(?::\d+|\))?: (?:fatal )?error(?: #[^:]*)?: (?P<text>.*)$",
                    re.MULTILINE)


class DoesNotCompile(Exception):
    """The first error of a compiler, in `text`; `file` and `line` of it, and `own_line` of the user's file that led to
    it. 0 and '' where they are not known."""

    def __init__(self, text: str, file: str = "", line: int = 0, own_line: int = 0) -> None:
        super().__init__(text)
        self.text, self.file, self.line, self.own_line = text, file, line, own_line


@dataclass
class Compiled:
    """A library to load, what the compiler said of its kernels, and whether it was in the cache."""

    loadable: Path
    said: str = ""
    cached: bool = False
    architecture: str = ""  # '90', of a GPU's


@dataclass(frozen=True)
class Options:
    """How a build compiles the variants of one backend: compiler and options, where it runs, and what runs it."""

    words: tuple[str, ...]
    folder: Path
    launcher: tuple[str, ...] = ()
    version: str = field(default="", compare=False)


def options_of(bench: Path, backend: str, case: str) -> Options | None:
    """The Options of a program's build, as for the case if it has such variants; None where the build has no variant of
    the backend. Raises RowsError or BadUsage where nothing is known of the build."""
    build = next((place for place in bench.parents if (place / "compile_commands.json").is_file()), None)
    if build is None:
        raise BadUsage(f"{bench}: there is no compile_commands.json in its folder or above; expected a program in the "
                       "folder of its build (rungs_add_bench)")
    found = []
    for entry, words, output in compilations(build):
        kind = re.search(rf"(?:^|/){re.escape(bench.name)}_({backend}|cases)\.dir/", output)
        if kind and (kind[1] == backend or backend == "host"):
            found.append((kind[1] != backend, f"/{case}/" not in entry["file"], entry, words))
    if not found:
        return None
    _, _, entry, words = min(found, key=lambda one: one[:2])
    while words and _LAUNCHERS.fullmatch(words[0]):
        words = words[1:]
    kept = [word for before, word in zip(["", *words], words) if not {before, word} & _DROPPED_WITH_VALUE and not
            _DROPPED.fullmatch(word) and word not in ("all-warnings", entry["file"])]
    version = programs.call([kept[0], "--version"])[1]
    launcher = ("sh", str(_of_rungs(_SHORTENED, kept))) if backend == "simulator" else ()
    return Options((*kept, "-w"), Path(entry["directory"]), launcher, version)


def _of_rungs(name: str, words: Sequence[str]) -> Path:
    """A file of Rungs' CMake package, in its tree or installed: next to the headers of a compilation."""
    roots = [root for word in words if (root := Path(re.sub(r"^-(?:I|isystem=?)", "", word)))
             and (root / "rungs" / "variant.hpp").is_file()]
    places = [root.parent / "cmake" / name for root in roots]
    places += [path for root in roots for path in root.parent.glob(f"lib*/**/cmake/Rungs/{name}")]
    found = next((path for path in places if path.is_file()), None)
    if found is None:
        raise BadUsage(f"{name} of Rungs is neither in its tree nor installed; expected it next to its headers")
    return found


def compiled(file: Path, backend: str, options: Options, limit_s: float) -> Compiled:
    """The library of a file for a backend. Raises DoesNotCompile."""
    text, near = file.read_bytes(), str(file.resolve().parent)

    def make(place: Path) -> bool:
        (place / _PLACES[backend]).mkdir()
        (place / _PLACES[backend] / file.name).write_bytes(text)
        return True
    # The name of a variant is that of its folder and file, and what is compiled is what was read.
    copy = cache.made("source", cache.digest(text, near, backend, file.name), make)[0] / _PLACES[backend] / file.name
    work = _OnGpu if backend == "cuda" else _OnHost
    return work(file, copy, near, options, limit_s).made()


class _OnHost:
    """One compilation by the host's compiler, as gcc has it; other compilers work without precompiled headers."""

    def __init__(self, file: Path, copy: Path, near: str, options: Options, limit_s: float) -> None:
        self.file, self.copy, self.near, self.limit_s = file, copy, near, limit_s
        self.words, self.folder, self.version = options.words, options.folder, options.version
        self.launcher = options.launcher

    def made(self) -> Compiled:
        words = [*self.words, "-fPIC", "-fno-gnu-unique", *self._precompiled(), "-iquote", self.near]
        with_options = [*words, *(["-fpch-preprocess"] if "-include" in words else [])]
        text = self.call([*with_options, "-E", self.copy])

        def make(place: Path) -> bool:
            (place / "variant.ii").write_text(text, encoding="utf-8", errors="surrogateescape")
            said = self.call([*words[:-2], "-x", "c++-cpp-output", "-fpreprocessed", "-c", place / "variant.ii", "-o",
                              place / "variant.o"])
            self.link([self.words[0], "-shared", "-Wl,-Bsymbolic"], place)
            (place / "said").write_text(said, encoding="utf-8")
            return True
        return self.kept(cache.digest(text, words, self.version), make)

    def kept(self, key: str, make: Callable[[Path], bool]) -> Compiled:
        place, there = cache.made("variant", key, make)
        return Compiled(place / LIBRARY, (place / "said").read_text(encoding="utf-8"), there)

    def call(self, words: Sequence[str | Path]) -> str:
        """What the compiler prints. Raises DoesNotCompile with its first error."""
        code, said = programs.call([*self.launcher, *words], self.limit_s, cwd=self.folder)
        if code:
            raise self.error(said, code)
        return said

    def error(self, said: str, code: int) -> DoesNotCompile:
        own = re.search(rf"{re.escape(str(self.copy))}[:(](\d+)", said)
        first = _ERROR.search(said)
        said = said.replace(str(self.copy), str(self.file))
        if first is None:
            lines = [line for line in said.splitlines() if line.strip()]
            how = f"took more than {self.limit_s:g} s" if code < 0 else "failed"
            return DoesNotCompile(lines[0] if lines and code > 0 else f"the compiler {how}")
        where = first["file"].replace(str(self.copy), str(self.file))
        return DoesNotCompile(first["text"].replace(str(self.copy), str(self.file)), where, int(first["line"]),
                              int(own[1]) if own else 0)

    def link(self, command: list[str], place: Path) -> None:
        """Links what is refused in a build neither: no names of the harness's, and calls of public headers alone."""
        check = _of_rungs(_CHECK, self.words)
        (place / "objects").write_text(f"{place}/variant.o\n", encoding="utf-8")
        code, said = programs.call(["cmake", "-DNM=nm", "-DCXX=c++", f"-DOBJECTS={place}/objects", "-P", check])
        if code:
            raise DoesNotCompile(next(iter(re.findall(r"a variant (?:calls|defines) .*", said)), said))
        code, said = programs.call([*command, "-o", place / LIBRARY, place / "variant.o"], self.limit_s)
        if code:
            raise DoesNotCompile(next(iter(said.splitlines()), "the linker failed"))
        for name in ("variant.o", "variant.ii", "objects"):
            (place / name).unlink(missing_ok=True)

    def _precompiled(self) -> list[str]:
        """Options for the public headers, compiled once for all files with these options."""
        if "Free Software Foundation" not in self.version:
            return []
        of_options = cache.digest(self.words, self.version)
        for known in cache.folder().glob(f"pch-{of_options}-*"):
            if known.name.endswith(cache.of_files((known / "files").read_text(encoding="utf-8").splitlines())):
                return ["-include", str(known / "pch.hxx")]
        includes = "".join(f"#include <rungs/{name}.hpp>\n" for name in _COMMON)
        files: list[str] = []
        begun = time.time()

        def make(place: Path) -> bool:
            (place / "pch.hxx").write_text(includes, encoding="utf-8")
            said = self.call([*self.words, "-fPIC", "-fno-gnu-unique", "-x", "c++-header", "-c", "-H",
                              place / "pch.hxx", "-o", place / "pch.hxx.gch"])
            files.extend(sorted(set(re.findall(r"^\.+ (/.*)$", said, re.MULTILINE))))
            (place / "files").write_text("\n".join(files), encoding="utf-8")
            return False
        place, _ = cache.made("pch", of_options, make)
        if cache.changed_since(files, begun):
            return []
        place = place.rename(place.with_name(f"pch-{of_options}-{cache.of_files(files)}"))
        return ["-include", str(place / "pch.hxx")]


class _OnGpu(_OnHost):
    """One compilation by nvcc."""

    def made(self) -> Compiled:
        words = [*self.words, f"-Xcompiler=-iquote,{self.near}", "-Xcompiler=-fno-gnu-unique"]
        begun = time.time()
        codes = [code for word in words for code in re.findall(r"sm_(\d+\w?)", word)]
        passes = [self.call([*words, *more, "-E", self.copy])
                  for more in ([], [f"-D__CUDA_ARCH__={(codes or ['90'])[-1].rstrip('af')}0"])]
        files = {file for text in passes for file in _MARKED.findall(text)} - {str(self.copy)}

        def make(place: Path) -> bool:
            said = self.call([*words, "-Xptxas=-v", "-c", self.copy, "-o", place / "variant.o"])
            self.link([self.words[0], "-shared", "-Xlinker=-Bsymbolic"], place)
            (place / "said").write_text(said, encoding="utf-8")
            return not cache.changed_since(files, begun)
        found = self.kept(cache.digest(*passes, words, self.version), make)
        found.architecture = codes[-1] if codes else ""
        return found


def kernels(gpu: Compiled) -> list[dict]:
    """Registers, spills, shared memory and occupancy of each kernel, by what ptxas said."""
    found = []
    for name, used in resources.resources(gpu.said).items():
        more = {metric: value for metric, value, _ in resources.occupancy_metrics(gpu.architecture, None, used)}
        found.append({"name": resources.own_name(name) or name, "registers": used["registers"],
                      "spill_bytes": used["spill_stores"] + used["spill_loads"],
                      "shared_bytes": used["static_shared"], "occupancy_percent": more.get("occupancy_estimate")})
    return found
