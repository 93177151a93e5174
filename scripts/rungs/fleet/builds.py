"""The two builds that `rungs ab` compares: a program, a build's folder, or a commit that is checked out and built."""

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rungs.data import listing
from rungs.data.errors import BadUsage, RowsError
from rungs.data.records import shown
from rungs.data.terminal import complain
from rungs.static import cuda_tools, machine_code

COMMAND = "cmake --preset dev -B build && cmake --build build --target {target}"  # how a checkout is built
_LOADED = re.compile(r"^\s*(\S+) => (/\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Build:
    """A program, and the folder of the build that made it, where the objects are."""

    named: str       # as the user named it
    program: Path
    folder: Path

    @property
    def variants(self) -> dict[str, listing.Listed]:
        """{'case/variant': what --list=json says of it}. Raises RowsError."""
        return {variant.name: variant for variant in listing.read(str(self.program))}


def resolve(named: str, program: str, command: str, worktrees: Path) -> Build:
    """The Build that a word of the command line names; raises BadUsage or RowsError where there is none.

    named: path of a program or of a build's folder, or a commit of the repository around the current folder.
    program: the program's path in a build's folder. command: what builds a commit, in its checkout, which is made below
    the folder `worktrees` and kept there.
    """
    path = Path(named)
    if path.is_file():
        return Build(named, path.resolve(), path.resolve().parent)
    if path.is_dir():
        found = path / program
        if not found.is_file():
            raise BadUsage(f"{named}: there is no {program} in this folder; expected a finished build, or --program "
                           "with the program's path in it")
        return Build(named, found.resolve(), path.resolve())
    commit = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{named}^{{commit}}").strip()
    if not commit:
        raise BadUsage(f"{shown(named)} is no file, no folder and no commit; expected the program of a build, a "
                       "build's folder, or a commit of the repository here")
    return _built(named, commit, program, command, worktrees)


def _built(named: str, commit: str, program: str, command: str, worktrees: Path) -> Build:
    """A commit's checkout, built unless it is already. Raises RowsError, with the end of what the build said."""
    checkout = worktrees / commit[:12]
    folder = checkout / "build"
    done = worktrees / f"{commit[:12]}.built"  # written last; says how it was built
    if not (done.is_file() and done.read_text(encoding="utf-8") == command and (folder / program).is_file()):
        complain("ab", f"building {named} in {checkout}")
        worktrees.mkdir(parents=True, exist_ok=True)
        if not checkout.is_dir():
            _git("worktree", "prune")
            made = subprocess.run(["git", "worktree", "add", "--detach", str(checkout), commit], capture_output=True,
                                  errors="replace", check=False)
            if made.returncode:
                raise RowsError(f"{named}: git worktree add failed: {(made.stderr.strip().splitlines() or ['?'])[-1]}")
        log = worktrees / f"{commit[:12]}.log"
        with open(log, "w", encoding="utf-8") as said:
            code = subprocess.run(command, shell=True, cwd=checkout, stdin=subprocess.DEVNULL, stdout=said,
                                  stderr=subprocess.STDOUT, check=False).returncode
        if code or not (folder / program).is_file():
            why = f"ended with exit code {code}" if code else f"made no build/{program}"
            raise RowsError(f"{named}: {shown(command, 120)} {why}; its output is in {log}")
        done.write_text(command, encoding="utf-8")
    return Build(f"{named} ({commit[:12]})" if not commit.startswith(named) else named, (folder / program).resolve(),
                 folder.resolve())


def _git(*words: str) -> str:
    try:
        return subprocess.run(["git", *words], capture_output=True, errors="replace", check=False).stdout
    except OSError:
        return ""


def changed(old: Build, new: Build, names: list[str]) -> dict[str, str]:
    """{variant: why it must run}, of those `names` in both builds whose time may have changed; the others' machine
    code, launches, arguments and libraries are the same."""
    libraries = _other_library(old, new)
    if libraries:
        return dict.fromkeys(names, libraries)
    said = old.variants, new.variants
    parts = [machine_code.parts_of(build.folder, build.program.name) for build in (old, new)]

    def why(name: str) -> str:
        if said[0][name].given != said[1][name].given:
            return "problem, parameters or versions changed"
        if not all(name in of for of in parts):
            return "not compared: its object is not known"
        try:
            return "" if machine_code.same(parts[0][name], parts[1][name]) else "machine code changed"
        except RowsError as error:
            return f"not compared: {error}"

    with ThreadPoolExecutor(os.cpu_count()) as pool:  # most of it is other programs' work
        return {name: found for name, found in zip(names, pool.map(why, names)) if found}


def _other_library(old: Build, new: Build) -> str:
    """A line on the libraries that the two programs load, '' where they are the same files."""
    try:
        loaded = [dict(_LOADED.findall(cuda_tools.call(["ldd", build.program], build.named))) for build in (old, new)]
    except RowsError:  # a script, or no ldd
        same = old.program.read_bytes() == new.program.read_bytes()
        return "" if same else "not compared: its libraries are not known"
    other = [name for name in loaded[0].keys() | loaded[1].keys()
             if Path(loaded[0].get(name, "-")).resolve() != Path(loaded[1].get(name, "-")).resolve()]
    return f"libraries changed: {', '.join(sorted(other)[:3])}" if other else ""
