"""How a variant is written in Python, a function with the decorator `rungs.variant`, and how its file is imported."""

import builtins
import importlib.machinery
import importlib.util
import inspect
import os
import re
import sys
import types
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

from rungs.data.errors import BadUsage, UserError, one_line
from rungs.engine.frameworks import FRAMEWORKS

Make = Callable[..., Callable[[], Any]]


@dataclass(frozen=True)
class Variant:
    """A variant as its file describes it."""

    case: str
    name: str       # "triton/tiles"
    make: Make      # make(problem) returns what is timed: a function without arguments
    framework: str  # a key of FRAMEWORKS
    improves: str
    technique: tuple[str, ...]
    step: str       # gain, back or question
    no_technique: str
    idea: str
    result: int
    returns: str    # the output that the function's return value belongs to; "" if it writes the outputs itself
    border: int | Callable[..., int]  # outermost pixels of the returned plane that are not copied to the output
    all_cores: bool
    libraries: tuple[str, ...]
    source: str     # the file
    missing: str = ""  # why it cannot run: a package is not there

    @property
    def full_name(self) -> str:
        return f"{self.case}/{self.name}"


_loaded: dict[str, Variant] = {}
_NAME = re.compile(r"[A-Za-z0-9_]+(/[A-Za-z0-9_.+-]+){2}")


def variant(name: str = "", *, framework: str, idea: str, improves: str = "", technique: tuple[str, ...] = (),
            step: str = "gain", no_technique: str = "", result: int = 0, returns: str = "",
            border: int | Callable[..., int] = 0, all_cores: bool = False,
            libraries: tuple[str, ...] = ()) -> Callable[[Make], Make]:
    """Makes a variant of the decorated function, which is called once per row with a Problem.

    The function prepares (uploads tables, compiles) and returns a function without arguments that queues the work on
    the current stream of its framework, or does it on the host. Only that is timed. Inputs and outputs are
    `problem.input(name, dtype, shape)` and `problem.output(...)`, arrays over the harness's own memory.

    name       "stitch/triton/tiles"; default: from the file's path, .../<case>/<place>/<name>.py
    framework  whose arrays and stream it uses: numpy (on the host), cupy, torch (also for Triton and cuTile) or numba
    idea       what it does differently, in one line
    improves   the variant of the same case that it builds on: "gpu/modulo"
    technique  the optimisations of that step, the main one first, as ids of a techniques.csv: ("coalesce",)
    step       "back" if it is worse on purpose, "question" if its result, or what is timed, is another
    no_technique  why no technique fits the step
    result     the kind of result, as the number in the case's `enum class Result`
    returns    name of an output: the function returns an array of its own, which is copied to that output for
               verification, outside the timing, and then overwritten. A view of an input is refused. Work on other
               streams is not looked for. Default: the function writes to the outputs
    border     with `returns`: that many outermost pixels of the plane are not copied; or a function of the problem
               that says how many
    all_cores  a host variant that runs on all CPUs; others are kept on one
    libraries  packages to import before its rows, and to name with their versions: ("triton",)

    Raises BadUsage for a name that is none, or taken."""
    if framework not in FRAMEWORKS:
        raise BadUsage(f"framework {framework!r}: expected {', '.join(FRAMEWORKS)}")
    texts = {"name": name, "idea": idea, "improves": improves, "step": step, "no_technique": no_technique,
             "returns": returns}
    for key, value in texts.items():
        if not isinstance(value, str) or not value.isprintable():
            raise BadUsage(f"{key}={value!a}: expected a text of one line")
    for key, number in {"result": result, "border": 0 if callable(border) else border}.items():
        if not isinstance(number, int) or number < 0:
            raise BadUsage(f"{key}={number!a}: expected an integer from 0 on")
    for key, several, what in (("libraries", libraries, 'packages, as ("triton",)'),
                               ("technique", technique, 'techniques, as ("coalesce",)')):
        if isinstance(several, str) or not all(isinstance(one, str) for one in several):
            raise BadUsage(f"{key}={several!a}: expected names of {what}")

    def register(make: Make) -> Make:
        source = Path(inspect.getfile(make)).resolve()
        full_name = name or "/".join([*source.parts[-3:-1], source.stem])
        if not _NAME.fullmatch(full_name):
            raise BadUsage(f"{source}: the variant's name is {full_name!a}; expected case/place/name")
        case, _, own_name = full_name.partition("/")
        one = Variant(case, own_name, make, framework, improves, technique, step, no_technique, " ".join(idea.split()),
                      result, returns, border, all_cores, libraries, str(source))
        if one.full_name in _loaded:
            raise BadUsage(f"{source}: a variant {one.full_name} is in {_loaded[one.full_name].source} already")
        _loaded[one.full_name] = one
        return make
    return register


def loaded() -> list[Variant]:
    """All variants whose files have been imported, in that order."""
    return list(_loaded.values())


def import_files(paths: list[Path]) -> None:
    """Imports files with variants; of a folder, every <case>/<place>/*.py in it. Raises BadUsage."""
    for path in paths:
        if is_folder := path.is_dir():
            os.listdir(path)  # glob passes over one that cannot be read
        found = sorted(path.glob("*/*/*.py")) if is_folder else [path]
        if not found:
            raise BadUsage(f"--load {path}: no variant in this folder; expected <case>/<place>/<name>.py")
        for file in found:
            _import_file(file, given=file in paths)


def import_improved(cases: Path) -> None:
    """Imports what the loaded variants improve, too, where that is in Python and lies in this folder of cases."""
    todo = loaded()
    while todo:
        one = todo.pop()
        file = cases / one.case / f"{one.improves}.py"
        if one.improves and f"{one.case}/{one.improves}" not in _loaded and file.is_file():
            before = len(_loaded)
            _import_file(file, given=False)
            todo += loaded()[before:]


class _Uncached(importlib.machinery.SourceFileLoader):
    """Compiles the file whenever it is loaded. Python tells by a file's size and second whether its cached code is of
    it, so that a file which is written again at once would run as it was before."""

    def get_code(self, fullname: str) -> types.CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


class _Imports:
    """The imports of one file: `absent` packages are stand-ins, so that variants can be registered without them."""

    def __init__(self) -> None:
        self.absent: dict[str, str] = {}  # {package: why it cannot be used}
        self.failed: tuple[str, Exception] = "", Exception()

    def __call__(self, name: str, *more: Any) -> Any:
        package = name.partition(".")[0]
        if package in self.absent:
            return MagicMock(name=name)
        try:
            return builtins.__import__(name, *more)
        except Exception as error:
            self.failed = package, error
            raise

    def leave_out(self, error: Exception, near: Path) -> bool:
        """Whether an exception is that of an import, of no broken file in the folder `near`; it is then left out."""
        package, of_import = self.failed
        if error is not of_import:  # of `from package import name` where it has no such name
            package = ((error.name if isinstance(error, ImportError) else "") or "").partition(".")[0]
        missing = isinstance(error, ModuleNotFoundError)
        if not package or package in self.absent or not missing and (
                (near / f"{package}.py").exists() or (near / package).exists()):
            return False
        self.absent[package] = (f"the Python package {error.name} is missing" if isinstance(error, ModuleNotFoundError)
                                else f"the Python package {package} cannot be loaded ({one_line(error, 120)})")
        return True


def _execute(file: Path) -> str:
    """Executes a file with variants. Returns why they cannot run, '' where they can: a package that it imports is
    missing or broken."""
    before, imports = len(loaded()), None
    while True:
        loader = _Uncached(f"rungs_variants_{len(sys.modules)}", str(file))
        spec = importlib.util.spec_from_file_location(loader.name, file, loader=loader)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[loader.name] = module  # inspect finds the file of a function by it
        if imports:
            vars(module)["__builtins__"] = {**vars(builtins), "__import__": imports}
        try:
            with redirect_stdout(sys.stderr):  # what a file prints while it is loaded is no row
                loader.exec_module(module)
            return "; ".join(imports.absent.values()) if imports else ""
        except Exception as error:
            for one in loaded()[before:]:
                _loaded.pop(one.full_name)
            if isinstance(error, UserError) or imports and not imports.leave_out(error, file.resolve().parent):
                raise
            imports = imports or _Imports()  # again, to learn whether it was an import


def _import_file(file: Path, given: bool) -> None:
    """Imports a file with variants; those of one that needs a package that is missing or broken are unsupported."""
    if not file.is_file():
        raise BadUsage(f"--load {file}: no such file; expected a Python file with variants, or a folder of cases")
    if file.suffix != ".py":
        raise BadUsage(f"--load {file}: expected a Python file, whose name ends in .py")
    sys.path.append(str(file.resolve().parent))  # files next to it can be imported
    before = loaded()
    try:
        missing = _execute(file)
    except UserError as error:
        raise BadUsage(f"--load {file}: {error}") from None
    except (Exception, SystemExit) as error:
        raise BadUsage(f"--load {file}: {type(error).__name__}: {one_line(error)}") from None
    finally:
        sys.path.pop()
    new = loaded()[len(before):]
    for one in new if missing else []:
        _loaded[one.full_name] = replace(one, missing=missing)
    if given and not new:
        raise BadUsage(f"--load {file}: " + (missing or "registers no variant; expected a function with the decorator "
                                             "rungs.variant"))
