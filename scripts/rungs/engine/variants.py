"""How a variant is written in Python: a function with the decorator `rungs.variant`."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rungs.data.errors import BadUsage
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
    idea: str
    result: int
    returns: str    # the output that the function's return value belongs to; "" if it writes the outputs itself
    border: int     # outermost pixels of the returned plane that are not copied to the output
    all_cores: bool
    libraries: tuple[str, ...]
    source: str     # the file

    @property
    def full_name(self) -> str:
        return f"{self.case}/{self.name}"


_loaded: dict[str, Variant] = {}


def variant(name: str = "", *, framework: str, idea: str, improves: str = "", result: int = 0, returns: str = "",
            border: int = 0, all_cores: bool = False, libraries: tuple[str, ...] = ()) -> Callable[[Make], Make]:
    """Makes a variant of the decorated function, which is called once per row with a Problem.

    The function prepares (uploads tables, compiles) and returns a function without arguments that queues the work on
    the current stream of its framework, or does it on the host. Only that is timed. Inputs and outputs are
    `problem.input(name, dtype, shape)` and `problem.output(...)`, arrays over the harness's own memory.

    name       "stitch/triton/tiles"; default: from the file's path, .../<case>/<place>/<name>.py
    framework  whose arrays and stream it uses: numpy (on the host), cupy, torch (also for Triton) or numba
    idea       what it does differently, in one line
    improves   the variant of the same case that it builds on: "gpu/modulo"
    result     the kind of result, as the number in the case's `enum class Result`
    returns    name of an output: the function returns an array of its own, which is copied to that output for
               verification, outside the timing. Default: it writes to the outputs
    border     with `returns`: that many outermost pixels of the plane are not copied
    all_cores  a host variant that runs on all CPUs; others are kept on one
    libraries  packages to name with their versions in the row, besides the framework: ("triton",)

    Raises BadUsage for a name that is none, or taken.
    """
    if framework not in FRAMEWORKS:
        raise BadUsage(f"framework {framework!r}: expected {', '.join(FRAMEWORKS)}")

    def register(make: Make) -> Make:
        source = Path(inspect.getfile(make)).resolve()
        words = (name or "/".join([*source.parts[-3:-1], source.stem])).split("/")
        if len(words) != 3 or not all(words):
            raise BadUsage(f"{source}: the variant's name is {'/'.join(words)!r}; expected case/place/name")
        one = Variant(words[0], "/".join(words[1:]), make, framework, improves, " ".join(idea.split()), result, returns,
                      border, all_cores, libraries, str(source))
        if one.full_name in _loaded:
            raise BadUsage(f"{source}: a variant {one.full_name} is in {_loaded[one.full_name].source} already")
        _loaded[one.full_name] = one
        return make
    return register


def loaded() -> list[Variant]:
    """All variants whose files have been imported, in that order."""
    return list(_loaded.values())
