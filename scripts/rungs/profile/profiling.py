"""Running bench under Nsight Compute: what is asked of ncu, and what went wrong where it did not work.
The standard library alone."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from rungs.data import listing
from rungs.data.errors import BadUsage, RowsError
from rungs.data.records import read_records
from rungs.profile import counters, ncu

OLDEST = (2022, 2)  # knows regular expressions in --nvtx-include

_NOT_ALLOWED = ("ncu may not read this GPU's counters (ERR_NVGPUCTRPERM). Run this as root, or have an administrator "
                "set the driver's option NVreg_RestrictProfilingToAdminUsers=0 (a line 'options nvidia "
                "NVreg_RestrictProfilingToAdminUsers=0' in /etc/modprobe.d/, then a restart); in a container, add "
                "--cap-add=SYS_ADMIN")


@dataclass
class Outcome:
    """What a run of bench under ncu gave."""

    rows: list = field(default_factory=list)     # bench's rows (dicts by column) whose kernels ncu reported
    kernels: list = field(default_factory=list)  # of ncu.Kernel
    failed: str = ""                             # what went wrong, if variants have no row
    started: bool = False                        # bench came as far as opening its file of rows
    finished: bool = False                       # bench came to its end


@dataclass(frozen=True)
class Profiler:
    """How variants are run under ncu."""

    bench: str
    bench_options: tuple  # bench's options that say what to run
    set: str = ""         # of ncu's metrics; '': what our counters are made of, and no other

    def profile(self, case: str, variants: list[str], report: Path | None = None) -> Outcome:
        """Runs variants of a case in one process and returns the Outcome.

        The report is left at the path `report` if one is given. Raises BadUsage where no other case would fare better.
        """
        with tempfile.TemporaryDirectory(prefix="rungs-ncu-") as folder:
            made, rows = Path(folder, "case.ncu-rep"), Path(folder, "profile.csv")
            Path(folder, "Rungs.section").write_text(section(), encoding="utf-8")
            what = ["--set", self.set] if self.set else ["--section-folder", folder, "--section", "Rungs"]
            code, output, errors = run([
                "ncu", "--clock-control", "none", "--nvtx", "--nvtx-include", f"regex:rungs@{case}.+/", *what,
                "--metrics", ncu.DURATION, "--export", str(made), "--force-overwrite",
                self.bench, "--backend=cuda", "--profile", "--progress=never", f"--out={rows}",
                f"--filter=^{case}/({'|'.join(map(re.escape, variants))})$", *self.bench_options])
            outcome = _outcome(made, rows, code, output + "\n" + errors)
            wanted = set(counters.collected())
            for kernel in [] if self.set else outcome.kernels:  # ncu collects more than it is asked for
                for name in kernel.metrics.keys() - wanted:
                    del kernel.metrics[name]
            if report and made.exists():
                report.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(made, report)
            return outcome


def section() -> str:
    """The text of a section file that names what our counters are made of. Of a metric that the chip lacks ncu warns,
    where it would refuse a --metrics."""
    named = "".join(f'  Metrics {{\n    Label: "{name}"\n    Name: "{name}"\n  }}\n' for name in counters.collected())
    return f'Identifier: "Rungs"\nDisplayName: "Rungs"\nOrder: 200\nHeader {{\n{named}}}\n'


def _outcome(report: Path, rows: Path, code: int, log: str) -> Outcome:
    if "ERR_NVGPUCTRPERM" in log:
        raise BadUsage(_NOT_ALLOWED)
    if not rows.exists():
        if said := re.search(r"^bench: .*", log, re.MULTILINE):  # it found its options wrong, or no GPU
            raise BadUsage(said.group())
        return Outcome(failed=_reason(code, log))
    try:
        header, body = read_records(rows)
        kernels = _kernels(report, log)
    except RowsError as error:  # what there is cannot be told from what is missing
        return Outcome(failed=f"{_reason(code, log)}; {error}" if code else str(error), started=True)
    # The last that bench writes is the environment of its rows.
    return Outcome([dict(zip(header, fields)) for _, fields in body], kernels, _reason(code, log) if code else "",
                   started=True, finished=rows.with_suffix(".environment.csv").exists())


def _kernels(report: Path, log: str) -> list[ncu.Kernel]:
    if not report.exists():
        if "No kernels were profiled" in log:
            return []
        raise RowsError("ncu left no report")
    code, output, errors = run(["ncu", "--import", str(report), "--page", "raw", "--csv", "--print-units", "base"])
    if code:
        raise RowsError(f"ncu cannot read its own report: {_reason(code, output + errors)}")
    return ncu.read_raw_page(output)


def _reason(code: int, log: str) -> str:
    """ncu's last error, or else the last line."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    errors = [line.removeprefix("==ERROR==").strip() for line in lines if line.startswith("==ERROR==")]
    # This one only repeats that there was another.
    errors = [line for line in errors if "returned an error code" not in line] or errors
    return (errors or lines or [f"exit code {code}"])[-1][:200]


def version() -> str:
    """ncu's version as text; raises BadUsage where there is no ncu, or one that is too old."""
    try:
        _, output, _ = run(["ncu", "--version"])
    except OSError:
        raise BadUsage("ncu (Nsight Compute) is not on the PATH; it comes with the CUDA toolkit (often in "
                      "/usr/local/cuda/bin) or with the package nsight-compute") from None
    found = re.search(r"Version (\d+)\.(\d+)[\d.]*", output)
    if not found:
        raise BadUsage(f"ncu --version does not say which: {output.strip()[-80:]!r}")
    if (int(found[1]), int(found[2])) < OLDEST:
        raise BadUsage(f"ncu is {found.group()}; {OLDEST[0]}.{OLDEST[1]} or later is needed: install a newer Nsight "
                      "Compute and put it first on the PATH")
    return found.group().removeprefix("Version ")


def gpu_variants(bench: str) -> list[tuple]:
    """The (case, variant) that bench can run on a GPU, in its order. Raises UserError, also without any."""
    found = [tuple(variant.name.split("/", 1)) for variant in listing.read(bench) if "cuda" in variant.backends]
    if not found:
        raise BadUsage(f"--bench={bench}: it has no GPU variants; expected a build with a CUDA compiler")
    return found


def run(command: list[str]) -> tuple:
    """Runs a command to its end; returns its exit code and the texts of stdout and stderr. Raises OSError.

    It runs in a process group of its own: on Ctrl-C the whole of it, bench below ncu too, is asked to stop, then made
    to."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, encoding="utf-8", errors="replace", start_new_session=True) as process:
        try:
            output, errors = process.communicate()
        except KeyboardInterrupt:
            for number, patience in ((signal.SIGTERM, 3), (signal.SIGKILL, None)):
                with suppress(ProcessLookupError, subprocess.TimeoutExpired):
                    os.killpg(process.pid, number)
                    process.wait(patience)
            raise
    return process.returncode, output, errors
