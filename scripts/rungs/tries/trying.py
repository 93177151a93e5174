"""The steps of a try, from a file to its verdict."""

import os
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from rungs.data.errors import BadUsage, nearest
from rungs.tries import compiling, judging
from rungs.tries.programs import ENDING, Ended, Program

_LOOKED_AT = 20  # wrong problems, for one with a pattern
_AFTER_IT = 8  # rows that are waited for: several workers make them, which end in any order
SUFFIXES = {".cu": ("simulator", "races", "cuda"), ".cpp": ("host",), ".py": ()}
_STEPS = {"simulator": ("compile", "edge cases on the simulator"), "races": ("compile for races", "races"),
          "host": ("compile", "edge cases on the host"), "cuda": ("compile for the GPU", "edge cases on the GPU")}


@dataclass(frozen=True)
class Settings:
    """What to try against, and how."""

    bench: Path
    against: str = ""  # a variant, best, library, first of the ladder; '': the one that it improves
    size: str = ""
    quick: bool = False
    deadline: float = 20  # seconds without progress
    counters: str = ""    # names, with commas


class _Stop(Exception):
    """The verdict is known."""

    def __init__(self, verdict: str, error: dict) -> None:
        super().__init__(verdict)
        self.verdict, self.error = verdict, error


def has_gpu() -> bool:
    """Whether there may be a GPU that is not hidden from this process."""
    return Path("/dev/nvidiactl").exists() and os.environ.get("CUDA_VISIBLE_DEVICES", "0") not in ("", "-1")


def attempt(file: Path, settings: Settings) -> dict:
    """The verdict on a file, as try.schema.json describes it. Raises UserError."""
    made = _Try(file, settings)
    begun = time.monotonic()
    try:
        made.run()
    except _Stop as stop:
        made.found |= {"verdict": stop.verdict, "error": judging.in_own_file(stop.error, file)}
    return {**made.found, "seconds": round(time.monotonic() - begun, 3)}


class _Try:
    def __init__(self, file: Path, settings: Settings) -> None:
        if file.suffix not in SUFFIXES or not file.is_file():
            raise BadUsage(f"{file}: {'no such file' if file.suffix in SUFFIXES else 'no variant'}; expected a file "
                           f"that ends in {', '.join(SUFFIXES)}, or a folder of such")
        self.file, self.settings = file, settings
        self.found: dict = {"schema": "rungs-try-1", "file": str(file), "verdict": "correct", "checked": {},
                            **dict.fromkeys(("error", "case", "variant", "against", "backend", "size", "params",
                                             "device", "time_us", "against_us", "ratio", "speed_of_light_percent",
                                             "ceiling", "note")), "steps": [], "kernels": [], "counters": []}

    def run(self) -> None:
        with self.step("list"):
            cases = Program(self.settings.bench).own_cases()
        self._check_sources()
        programs = self._compile(cases)
        names, loaded = self._names(cases, programs)
        for backend, program in programs.items():
            if _place(backend) in loaded["backends"]:
                self._verify(program, backend, names, loaded["axes"])
        if not self.found["checked"]:
            raise _Stop("unsupported", judging.error(self.found["note"] or "nothing can run here: it needs a GPU"))
        timed = next((one for one in ("cuda", "host") if one in self.found["checked"]), None)
        if timed:
            with self.step("time in turn"):
                from rungs.tries import timing  # its packages take a second

                try:
                    more, wrong = timing.compared(programs[timed], timed, names[0], cases[loaded["case"]], loaded,
                                                  self.settings)
                except Ended as end:
                    raise _Stop("crashes", judging.error(f"bench ended with {end.code}: {end.said}")) from None
            more["note"] = "; ".join(filter(None, [self.found["note"], more.get("note")])) or None
            self.found |= more
            if wrong:
                raise _Stop(*wrong)
        if self.settings.counters and timed == "cuda":
            with self.step("counters"):
                self.found["counters"] = timing.counters(programs[timed], names[0], self.settings)

    @contextmanager
    def step(self, name: str) -> Iterator[dict]:
        step = {"name": name, "seconds": 0.0, "cached": False}
        self.found["steps"].append(step)
        begun = time.monotonic()
        try:
            yield step
        finally:
            step["seconds"] = round(time.monotonic() - begun, 3)

    def _check_sources(self) -> None:
        """Raises BadUsage where headers that the file shares with bench are newer than it: they would not fit."""
        bench = self.settings.bench
        with suppress(OSError):
            for line in Path(f"{bench}.sources").read_text(encoding="utf-8").splitlines():
                path = Path(line)
                shared = "/include/rungs/" in line or path.name in ("case.hpp", "case_checks.hpp")
                if shared and path.exists() and path.stat().st_mtime > bench.stat().st_mtime:
                    raise BadUsage(f"{path} is newer than {bench}; expected a bench that is built of it "
                                   "(cmake --build)")

    def _compile(self, cases: dict) -> dict[str, Program]:
        """{backend: program to run the file with}, in the order of the steps."""
        bench, backends = self.settings.bench, SUFFIXES[self.file.suffix]
        if not backends:
            here = ("host", "cuda") if has_gpu() else ("host",)
            return {backend: Program(bench, python=self.file) for backend in here}
        if "simulator" in backends and (differences := judging.differences(self.file)):
            raise _Stop("incorrect", judging.error("what is verified on the simulator is not what runs on a GPU: " +
                                                   "; ".join(differences), file=str(self.file)))
        included = re.findall(r'#\s*include\s+"(?:.*/)?(\w+)/case\.hpp"', self.file.read_text("utf-8", "replace"))
        case = next((name for name in included if name in cases), "")
        with_races = bench.with_name(bench.name.replace("bench", "bench_races"))  # its simulator looks for races, too
        can = {"cuda": has_gpu(), "races": with_races.is_file()}
        benches = {backend: with_races if backend == "races" else bench
                   for backend in backends if can.get(backend, True)}
        options = {backend: one for backend, program in benches.items()
                   if (one := compiling.options_of(program, _place(backend), case))}
        if not options:
            raise BadUsage(f"{self.file}: {bench} was built without variants of {' or '.join(backends)}; expected one "
                           "that has some")

        if {"host", "cuda"} & set(options):  # while the compiler runs
            threading.Thread(target=import_module, args=("rungs.tries.timing",), daemon=True).start()

        def make(backend: str) -> compiling.Compiled:
            with self.step(_STEPS[backend][0]) as step:
                one = compiling.compiled(self.file, _place(backend), options[backend], 180)
                step["cached"] = one.cached
                return one
        try:
            with ThreadPoolExecutor() as pool:
                made = dict(zip(options, pool.map(make, options)))
        except compiling.DoesNotCompile as why:
            raise _Stop("does not compile", judging.error(why.text, file=why.file or None, line=why.line or None,
                                                          own_line=why.own_line or None)) from None
        if gpu := made.get("cuda"):
            self.found["kernels"] = compiling.kernels(gpu)
        return {backend: Program(benches[backend], loadable=one.loadable) for backend, one in made.items()}

    def _names(self, cases: dict, programs: dict[str, Program]) -> tuple[list[str], dict]:
        """The names of the file's variants, and what is listed of the first."""
        known = {variant["name"] for case in cases.values() for variant in case["variants"]}
        new: dict[str, dict] = {}
        for program in set(programs.values()):
            try:
                listed = program.cases(self.settings.deadline)
            except Ended as end:
                raise self._ended(end) from None
            for case in listed.values():
                for variant in case["variants"]:
                    if variant["name"] in known:
                        continue
                    if self.file.suffix == ".py" and judging.of_the_tree(variant["source"], self.file):
                        known.add(variant["name"])  # what the file's variant improves
                        cases[case["name"]]["variants"].append(variant)
                    else:
                        one = new.setdefault(variant["name"], {**variant, "case": case["name"]})
                        one["backends"] = sorted({*one["backends"], *variant["backends"]})
        if not new:
            raise _Stop("does not compile", judging.error(
                "registers no variant; expected an object rungs::Variant<...::Case> or a function with the decorator "
                "rungs.variant", file=str(self.file)))
        first = next(iter(new.values()))
        theirs = [one["variant"] for one in cases.get(first["case"], {}).get("variants", [])]
        wanted = self.settings.against.removeprefix(f"{first['case']}/")
        if wanted not in ("", "first", "best", "library", *theirs):
            raise BadUsage(f"--against={wanted}: no such variant of {first['case']}; nearest is "
                           f"{nearest(wanted, theirs or [''])}")
        self.found |= {"case": first["case"], "variant": first["variant"].removesuffix(ENDING)}
        return list(new), first

    def _ended(self, end: Ended) -> _Stop:
        """Of a program that does not get to its list."""
        if end.code > 0:
            line = re.search(r"(?<=line )\d+", end.said)
            return _Stop("does not compile", judging.error(end.said.replace(ENDING, ""), file=str(self.file),
                                                           line=int(line[0]) if line else None))
        if end.code == -9:
            return _Stop("hangs", judging.error(f"no progress for {self.settings.deadline:g} s while it is loaded"))
        return _Stop("crashes", judging.error(f"signal {-end.code} while it is loaded"))

    def _verify(self, program: Program, backend: str, names: list[str], axes: list[dict]) -> None:
        words = [f"--backend={_place(backend)}", "--edge-cases", f"--deadline={self.settings.deadline:g}",
                 *(f"--param={axis['name']}=all" for axis in axes)]
        right, left_out, later, unsupported = 0, 0, 0, None
        wrong: list[tuple[str, dict, str]] = []
        with self.step(_STEPS[backend][1]):
            try:
                for row in program.rows(names, words + ["--seed=1"] * self.settings.quick):
                    found, error = judging.of_row(row)
                    if found == "correct":
                        right += 1
                    elif found == "unsupported":
                        left_out, unsupported = left_out + 1, unsupported or error
                    else:
                        wrong.append((found, error or {}, row["variant"]))
                    later += any(map(judging.telling, wrong))
                    if wrong and (wrong[-1][0] != "incorrect" or len(wrong) > _LOOKED_AT or later > _AFTER_IT):
                        break
            except BadUsage as why:
                if backend != "cuda":
                    raise
                self.found["note"] = str(why)  # no GPU that can be used
                return
            except Ended as end:
                if not wrong:
                    raise _Stop("crashes", judging.error(f"bench ended with {end.code}: {end.said}")) from None
        if wrong:
            found, error, name = max(wrong, key=judging.how_telling)
            self.found |= {"backend": _place(backend), "variant": name.removesuffix(ENDING) or self.found["variant"]}
            raise _Stop(found, error)
        if unsupported and not right:
            raise _Stop("unsupported", unsupported)
        if unsupported:
            self.found["note"] = f"{left_out} of {left_out + right} problems are unsupported: {unsupported['text']}"
        self.found |= {"backend": _place(backend), "checked": {**self.found["checked"], _place(backend): right}}


def _place(backend: str) -> str:
    """The backend as bench has it."""
    return "simulator" if backend == "races" else backend
