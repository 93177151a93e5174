"""`rungs serve` by a client of the package mcp: a climb, one try at a time, nothing left when the client is gone."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from command_line import listed, program
from conftest import ROOT, SCRIPTS, wait_for

anyio = pytest.importorskip("anyio", reason="the package mcp is not installed")
mcp_client = pytest.importorskip("mcp.client", reason="the package mcp is not installed")
stdio = pytest.importorskip("mcp.client.stdio")

# In place of `rungs try`: says its words, its GPU and when it ran, or what the file tells it to.
TRY = """import json, os, sys, time
text, begin = open(sys.argv[1]).read(), time.time()
open(os.environ["SAID"], "a").write(f"{os.getpid()}\\n")
if text == "refuse":
    print("rungs try: --size=0: expected more", file=sys.stderr)
    sys.exit(2)
time.sleep(99 if text == "hang" else 0.3)
print(json.dumps({"verdict": text, "words": sys.argv[2:], "from": begin, "to": time.time(),
                  "gpu": os.environ["CUDA_VISIBLE_DEVICES"]}))
sys.exit(text != "correct")
"""
SERVER = """import sys
from rungs.cli.main import main
from rungs.serve import server
if sys.argv[1]:
    server.TRY = (sys.executable, sys.argv[1])
sys.exit(main(["serve", *sys.argv[2:]]))
"""


@pytest.fixture
def parameters(tmp_path):
    """How a client starts a server, with the stand-in or with the command itself."""
    def make(*words, stand_in=True, gpus=""):
        (tmp_path / "try.py").write_text(TRY)
        return stdio.StdioServerParameters(
            command=sys.executable, args=["-c", SERVER, str(tmp_path / "try.py") if stand_in else "", *words],
            cwd=ROOT, env={"PYTHONPATH": str(SCRIPTS), "CUDA_VISIBLE_DEVICES": gpus, "SAID": str(tmp_path / "said"),
                           "TMPDIR": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)})
    return make


def talk(parameters, what):
    """What an async function of a client returns."""
    async def run():
        async with mcp_client.Client(stdio.stdio_client(parameters)) as client:
            return await what(client)
    return anyio.run(run)


async def tried(client, text, file="mine.cu", **more):
    return await client.call_tool("try_file", {"file": file, "text": text, **more})


def text_of(result):
    return result.content[0].text


def test_a_verdict_comes_back_as_it_is_and_an_error_as_an_error(parameters):
    async def climb(client):
        assert "not a sandbox" in client.instructions
        assert {tool.name for tool in (await client.list_tools()).tools} == {"describe_case", "try_file", "list_tries"}
        return [await tried(client, text, **more) for text, more in [
            ("incorrect", {}), ("correct", {"against": "library", "size": "64", "quick": True}), ("refuse", {}),
            ("hang", {}), ("correct", {"file": "../mine.cu"}), ("correct", {"file": "mine.txt"})]], \
            await client.call_tool("list_tries", {})
    results, all_of_them = talk(parameters("--seconds=2", "--bench=b"), climb)
    first, second = (result.structured_content for result in results[:2])
    assert first["verdict"] == "incorrect" and first["words"] == ["--json", "--bench=b", "--against=best"]
    assert second["words"] == ["--json", "--bench=b", "--against=library", "--size=64", "--quick"]
    assert [result.is_error for result in results] == [False, False, True, True, True, True]
    assert "--size=0: expected more" in text_of(results[2]) and "it took more than 2 s" in text_of(results[3])
    assert all("expected a name such as mine.cu" in text_of(result) for result in results[4:])
    entries = all_of_them.structured_content["result"]
    assert [(one["number"], one["verdict"]) for one in entries] == [(1, "incorrect"), (2, "correct"), (3, "none"),
                                                                     (4, "none")]
    assert entries[3]["error"] == "it took more than 2 s"


@pytest.mark.parametrize(("gpus", "at_once"), [("", 1), ("0", 1), ("3,GPU-5a", 2)])
def test_tries_are_taken_one_at_a_time_on_each_gpu_also_by_two_servers(parameters, gpus, at_once):
    found = []
    async def one(client):
        found.append((await tried(client, "correct")).structured_content)
    async def run():
        first, second = (mcp_client.Client(stdio.stdio_client(parameters(gpus=gpus))) for _ in range(2))
        async with first, second, anyio.create_task_group() as group:
            for client in (first, second) * 3:
                group.start_soon(one, client)

    anyio.run(run)
    assert len(found) == 6 and {one["gpu"] for one in found} == set(gpus.split(","))
    running = [sum(other["from"] <= one["from"] < other["to"] for other in found) for one in found]
    assert max(running) <= at_once
    for gpu in gpus.split(","):
        mine = sorted((one["from"], one["to"]) for one in found if one["gpu"] == gpu)
        assert all(end <= start for (_, end), (start, _) in zip(mine, mine[1:]))


def processes(path):
    """The processes of tries that have begun, once there is one."""
    begun = wait_for(lambda: path.is_file() and path.read_text().split())
    assert begun, "no try has begun"
    return begun


def gone(numbers):
    return wait_for(lambda: not any(Path("/proc", number).exists() for number in numbers))


def test_a_try_that_is_cancelled_ends_and_the_next_one_runs(parameters, tmp_path):
    async def run(client):
        async with anyio.create_task_group() as group:
            group.start_soon(tried, client, "hang")
            begun = await anyio.to_thread.run_sync(partial(processes, tmp_path / "said"))
            group.cancel_scope.cancel()
        return begun, (await tried(client, "correct")).structured_content
    begun, after = talk(parameters(), run)
    assert after["verdict"] == "correct" and gone(begun)


@pytest.mark.parametrize("how", ["closes", "is killed", "the server is killed"])
def test_a_client_that_is_gone_leaves_nothing_running(parameters, tmp_path, how):
    given = parameters()
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    call = {"name": "try_file", "arguments": {"file": "mine.cu", "text": "hang"}}
    with subprocess.Popen([given.command, *given.args], cwd=given.cwd, env={**os.environ, **given.env}, text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        for message in ({"id": 1, "method": "initialize", "params": hello}, {"method": "notifications/initialized"},
                        {"id": 2, "method": "tools/call", "params": call}):
            print(json.dumps({"jsonrpc": "2.0", **message}), file=server.stdin, flush=True)
        begun = processes(tmp_path / "said")
        if how == "the server is killed":
            server.kill()
        if how == "is killed":  # nobody reads what the server says
            server.stdout.close()
        server.stdin.close()
        server.wait(20)
    assert gone(begun)


def test_a_case_is_described_and_the_command_itself_is_asked_for_a_verdict(parameters):
    right = (ROOT / "cases/stitch/gpu/modulo.cu").read_text(encoding="utf-8")
    async def ask(client):
        case, wrong = [await client.call_tool("describe_case", {"case": name}) for name in ("stitch", "stich")]
        return case, wrong, [(await tried(client, text, size="64")).structured_content["verdict"] for text in (
            f"{right}#error broken\n", right.replace("= x %", "= (x + 1) %"), right)]
    case, wrong, verdicts = talk(parameters(f"--bench={program()}", stand_in=False), ask)
    assert verdicts == ["does not compile", "incorrect", "correct"]
    assert wrong.is_error and "is it stitch?" in text_of(wrong)
    said = case.structured_content
    assert [one["variant"] for one in said["variants"]] == [one["variant"] for one in listed()
                                                            if one["name"].startswith("stitch/")]
    assert said["files"]["gpu/modulo.cu"] == right and set(said["files"]) == {"case.hpp", "gpu/modulo.cu"}
    for one in said["measured"]:
        times = [time_us for time_us, _ in one["rows"].values()]
        assert times == sorted(times) and 0 < one["limit"]["time_us"] < 1.05 * times[0] and "gpu/modulo" in one["rows"]
        assert one["limit"]["source"] == "fill"
