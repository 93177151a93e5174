"""A server of the Model Context Protocol on standard input and output. A try is the command `rungs try` in a process of
its own, one at a time on each GPU (without one: on this host). It has limits on time, memory (three quarters of the
host's) and processes (256), and ends where the client cancels it or is gone.

This is not a sandbox: a tried file runs with the permissions of the user who started it, can read and write files,
and use the network. Let programs that you do not trust try kernels in a container, or on a disposable machine."""

import fcntl
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import rungs
from rungs.data import checkout, listing
from rungs.data.errors import UserError, nearest, one_line
from rungs.serve import guard

Said = dict[str, Any]
TRY = (sys.executable, str(Path(rungs.__file__).parent), "try")
LIMITS = (str(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4), "256")  # bytes, processes


def described(name: str, bench: str) -> Said:
    """Of a case what --list=json says, its header, its first rung on a GPU, and of each machine in the newest runs the
    limit, and {variant: [microseconds, percent of the limit]} at the large size, the fastest first."""
    from rungs.data import rows
    from rungs.statistics.reference import Reference

    known = {case["name"]: case for case in json.loads(listing.document(bench))["cases"]}
    if name not in known:
        raise UserError(f"there is no case {name!r}; expected {', '.join(known)} (is it {nearest(name, known)}?)")
    ladder = [{key: one[key] for key in ("ladder", "variant", "improves", "idea", "backends")}
              for one in known[name]["variants"]]
    paths = ["case.hpp", *(f"{one['variant']}.cu" for one in ladder if "cuda" in one["backends"])][:2]
    files = {path: file.read_text(encoding="utf-8") for path in paths
             if (file := checkout.find(f"{checkout.CASES}/{name}/{path}"))}
    measured = []
    for run in checkout.latest() if checkout.find("results") else []:
        for machine in rows.machines(rows.read(run / "rows.csv")):
            mine = machine.rows[(machine.rows["case"] == name) & (machine.rows["cache"] == "cold")]
            if len(mine):
                size, params = Reference([mine]).of_case(name)
                mine = mine[(mine["size"] == size) & (mine["params"] == params) & mine["time_median_us"].notna()]
                mine = mine.sort_values("time_median_us")
                light = rows.speed_of_light(mine[mine["backend"] == mine["backend"].iloc[0]])
                times = {row["variant"]: [row["time_median_us"], row["speed_of_light_percent"]]
                         for row in json.loads(mine.to_json(orient="records"))}
                measured.append({"device": machine.device, "size": size, "params": params, "rows": times,
                                 "limit": light and vars(light)})
    return {**known[name], "variants": ladder, "files": files, "measured": measured}


def visible_gpus() -> list[str]:
    """The GPUs of this host that a program started here would see."""
    given = os.environ.get("CUDA_VISIBLE_DEVICES")
    if given is not None:
        return [name for name in given.split(",") if name]
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, errors="replace", check=False).stdout
    except OSError:
        return []
    return re.findall(r"^GPU (\d+):", listed, re.MULTILINE)


@asynccontextmanager
async def a_gpu() -> AsyncIterator[tuple[str, int]]:
    """A GPU on which this user tries nothing, '' where there is none: its name, and a file. The GPU is taken until all
    processes that have the file have ended."""
    with ExitStack() as opened:
        files = {name: opened.enter_context(open(
            f"{tempfile.gettempdir()}/rungs-{os.getuid()}-{name.replace('/', '-')}.lock", "a"))
            for name in visible_gpus() or [""]}
        while True:
            for name, file in files.items():
                with suppress(BlockingIOError):
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    yield name, file.fileno()
                    return
            await anyio.sleep(0.1)


async def verdict_on(file: Path, words: Iterable[str], seconds: float) -> Said:
    """The verdict of `rungs try` on a file. Raises UserError if there is none: bad usage, a limit, a lost GPU."""
    said = file.with_name("stdout"), file.with_name("stderr")
    async with a_gpu() as (gpu, lock):
        with open(said[0], "wb") as out, open(said[1], "wb") as errors, anyio.CancelScope(shield=True):
            process = await anyio.open_process(
                [sys.executable, guard.__file__, str(seconds), *LIMITS, *TRY, str(file), "--json", *words],
                stdin=subprocess.PIPE, stdout=out, stderr=errors, env={**os.environ, "CUDA_VISIBLE_DEVICES": gpu},
                start_new_session=True, pass_fds=(lock,))
        assert process.stdin
        try:
            code = await process.wait()
        finally:
            with anyio.CancelScope(shield=True):
                await process.stdin.aclose()  # which ends what still runs
                await process.wait()
    text, error = (path.read_text(encoding="utf-8", errors="replace") for path in said)
    if code not in (0, 1) or not text.startswith("{"):
        raise UserError(one_line(error.strip().rpartition("\n")[2] or f"rungs try ended with exit code {code}"))
    return json.loads(text)


def run(seconds: float, bench: str) -> None:
    """Serves until standard input ends; a try may take so many seconds."""
    server = MCPServer("rungs", version=rungs.__version__, instructions=__doc__, log_level="WARNING")
    tried: list[Said] = []

    @server.tool()
    def describe_case(case: str) -> Said:
        """A case of Rungs: its problem and parameters, the ladder of its variants, its C++ header, the source of the
        first rung on a GPU, and of each machine that was measured the limit and all times at the large size."""
        try:
            return described(case, bench)
        except UserError as error:
            raise ToolError(str(error)) from None

    @server.tool()
    async def try_file(file: str, text: str, against: str = "best", size: str = "", quick: bool = False) -> Said:
        """Compiles and verifies a variant, times it where there is a GPU, and returns the verdict. `file` is its name,
        such as mine.cu, `text` what is in it; `against` is the variant to compare with, or best, or library."""
        if Path(file).name != file or len(file) > 200 or "\0" in file or not file.endswith((".cu", ".cpp", ".py")):
            raise ToolError(f"file {file!r}: expected a name such as mine.cu, mine.cpp or mine.py")
        tried.append(entry := {"number": len(tried) + 1, "file": file, "verdict": "none"})
        with tempfile.TemporaryDirectory(prefix="rungs-try-") as folder:
            (path := Path(folder, file)).write_text(text, encoding="utf-8")
            words = f"--bench={bench}", f"--against={against}", *[f"--size={size}"] * bool(size), *["--quick"] * quick
            try:
                verdict = await verdict_on(path, words, seconds)
            except UserError as error:
                entry["error"] = str(error)
                raise ToolError(str(error)) from None
        entry |= {**verdict, "file": file}
        return verdict

    @server.tool()
    def list_tries() -> list[Said]:
        """All files that this server tried, in order, each with its verdict: none while it runs, or after an error."""
        return tried

    server.run()
