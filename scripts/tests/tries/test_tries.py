"""`rungs try` as its users meet it: files from outside, right and wrong on purpose. None asserts a time."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import command_line
import pytest
from conftest import ROOT, SCRIPTS, TILE, Command, wait_for

from rungs.tries import judging, trying

BENCH = Path(os.environ.get("RUNGS_BENCH", "/dev/null/bench"))
pytestmark = pytest.mark.skipif(not BENCH.exists(), reason="RUNGS_BENCH does not name the program bench")
SCHEMA = json.loads((SCRIPTS / "rungs/tries/try.schema.json").read_text(encoding="utf-8"))

MODULO = (ROOT / "cases/stitch/gpu/modulo.cu").read_text(encoding="utf-8").replace("host/pointer", "gpu/modulo")
RIGHT = re.search(r"threadIdx\.y;\n  (.*?)\n}", MODULO, re.DOTALL)[1]


def gpu(body=RIGHT, launch="", more=""):
    """gpu/modulo with another body, a line at the start of its launch, and lines above its namespace."""
    return MODULO.replace(RIGHT, body).replace("  const dim3", f"  {launch}\n  const dim3").replace(
        "namespace {\n", f"{more}\nnamespace {{\n", 1)


@pytest.fixture
def tried(cache, tmp_path, monkeypatch):
    """tried(text, **settings): what is found of a file with this text, in this process."""
    for name, value in {**command_line.environment(), "XDG_CACHE_HOME": str(cache)}.items():
        monkeypatch.setenv(name, value)

    def run(source=None, name="mine.cu", **more):
        file = tmp_path / name
        if source:
            file.write_text(source)
        found = trying.attempt(file, trying.Settings(BENCH, quick=True, **more))
        check_schema(found)
        assert len(judging.lines_of(found)) <= 12
        return found
    return run


def start(cache, *words, **environment):
    return subprocess.Popen([sys.executable, SCRIPTS / "rungs", "try", *words, f"--bench={BENCH}"], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env={**command_line.environment(), "XDG_CACHE_HOME": str(cache), **environment})


def ended(cache, *words, **environment):
    """(exit code, stdout, stderr) of the command."""
    process = start(cache, *words, **environment)
    said, errors = process.communicate(timeout=300)
    return process.returncode, said, errors


def check_schema(found):
    pytest.importorskip("jsonschema").Draft202012Validator(SCHEMA).validate(found)


def test_a_right_kernel_is_correct_and_known_the_second_time(tried):
    for known, found in enumerate((tried(gpu()), tried())):
        assert (found["verdict"], found["variant"], found["error"]) == ("correct", "gpu/mine", None)
        assert found["checked"]["simulator"] > 5
        assert {step["name"]: step["cached"] for step in found["steps"]}["compile"] == known


WRONG = {
    "last column": (gpu(RIGHT.replace("x >= width", "x + 1 >= width")), "incorrect", {"pattern": r"all in column \d+"}),
    "outside": (gpu(RIGHT.replace("y >= height", "y > height")), "incorrect", {"text": "wrote past the end of target"}),
    "stale": (gpu(launch="static bool first = true; if (!std::exchange(first, false)) return;",
                  more="#include <utility>"), "incorrect", {"expected": r"\d", "wrong": r"[1-9]"}),
    "deadlock": (gpu("if (threadIdx.x == 0) return;\n  __syncthreads();"), "hangs",
                 {"text": "threads wait for others that never"}),
    "hang": (gpu(launch="volatile bool on = true; while (on) {}"), "hangs", {"text": "no progress for 1 s"}),
    "crash": (gpu(launch="*static_cast<volatile int*>(nullptr) = 1;"), "crashes", {"text": "signal 11"}),
    "unsupported": (gpu(launch='throw rungs::Unsupported("not today");', more="#include <rungs/core/errors.hpp>"),
                    "unsupported", {"text": "not today"}),
    "other stream": (gpu(launch="stream = {};"), "incorrect", {"text": "not to the stream that the variant was given"}),
    "unknown name": (gpu("nonsense(x);"), "does not compile",
                     {"text": "nonsense", "file": r"mine\.cu", "line": "^18$", "own_line": "18"}),
    "in a template": (gpu().replace(".idea", ".ideas"), "does not compile", {"text": ".", "own_line": r"^\d+$"}),
    "undefined": (gpu(launch="elsewhere();", more="void elsewhere();"), "does not compile",
                  {"text": "undefined symbol.*elsewhere"}),
    "of the harness": (gpu(launch="(void)rungs::program_id();",
                           more="#include <string>\nnamespace rungs { std::string program_id(); }"),
                       "does not compile", {"text": "a variant calls rungs::program_id"}),
    "second version": (gpu().replace(".launch = launch", """.versions = {{"side=1", launch}, {"side=2", [](
        const stitch::Problem&, const stitch::Views&, rungs::Stream) {}}}"""), "incorrect", {"params": "side=2"}),
    "no block": (gpu(launch="rungs::launch({dim3(0), dim3(1), stream}, modulo, v.target, 0, 0, v.target, 1, 1);"),
                 "crashes", {"text": "grid.x is 0"}),
    "prints when it is loaded": (gpu(more='#include <cstdio>\nconst int said = std::puts("{hello");'), "correct", {}),
    "no variant": (gpu().replace("const rungs::Variant<stitch::Case> variant{{", "/*").replace("launch,\n}};", "*/"),
                   "does not compile", {"text": "registers no variant"})}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_wrong_is_named(tried, kind):
    source, verdict, error = WRONG[kind]
    found = tried(source, deadline=1)
    assert found["verdict"] == verdict, found
    for name, pattern in error.items():
        assert re.search(pattern, str(found["error"][name])), found["error"]


def test_problems_that_are_unsupported_are_counted(tried):
    found = tried(gpu(launch='if (p.width > 99) throw rungs::Unsupported("wide");',
                      more="#include <rungs/core/errors.hpp>"))
    assert found["verdict"] == "correct" and re.fullmatch(r"\d+ of 31 problems are unsupported: wide", found["note"])


@pytest.mark.skipif(not BENCH.with_name("bench_races").exists(), reason="bench_races is not built")
def test_a_race_that_no_order_shows_is_found(tried):
    found = tried(gpu("__shared__ unsigned last;\n  last = threadIdx.x;\n  __syncthreads();\n  "
                      "if (last > 1000) return;\n  " + RIGHT))
    assert found["verdict"] == "race" and found["error"]["line"] == 19, found


@pytest.mark.parametrize(("status", "message", "verdict"), [
    ("failed", "k(), block (0, 0, 0): no thread of the grid has got anywhere for 5 s of CPU time", "hangs"),
    ("failed", "k(), block (0, 0, 0), thread (7, 0, 0): a read through a null pointer at a.cu:3", "crashes"),
    ("incorrect", "undefined: in kernel k, block (0, 0, 0): thread (1, 0, 0) reads", "incorrect")])
def test_messages_of_the_simulator_are_judged(status, message, verdict):
    row = {"status": status, "message": message, "backend": "simulator", "size": "4x4", "params": "", "seed": 1}
    assert judging.of_row(row)[0] == verdict


@pytest.mark.skipif(trying.has_gpu(), reason="there is a GPU to run it on")
def test_what_nothing_here_can_run_is_not_correct(tried):
    found = tried(gpu().replace(".launch = launch", '.gpu_only = "reads the clock", .launch = RUNGS_GPU_ONLY(launch)'))
    assert found["verdict"] == "unsupported" and "needs a GPU" in found["error"]["text"]


def test_a_header_next_to_it_is_found_and_never_stale(tried, tmp_path):
    header, source = tmp_path / "near.hpp", gpu("add(x, y);\n  " + RIGHT, more='#include "near.hpp"')
    for number, (code, verdict) in enumerate([("", "correct"), ("wrong", "does not compile"), ("", "correct"),
                                              ("if (x == 1000000) __builtin_trap();", "correct")] * 2):
        header.write_text(f"__device__ inline void add(unsigned x, unsigned y) {{ {code} }}\n")
        found = tried(source if number == 0 else None)
        assert found["verdict"] == verdict, (number, found)
        if verdict != "correct":
            assert found["error"]["file"] == str(header) and found["error"]["line"] == 1
            assert found["error"]["own_line"] == 11


def test_its_own_headers_count_and_not_those_of_the_program(tried, tmp_path):
    """An inline function that the program has, too: the file's own is called."""
    (tmp_path / "near.hpp").write_text("namespace rungs { inline unsigned made(unsigned x) { return x; } }\n")
    assert tried(gpu(RIGHT.replace("x %", "rungs::made(x) %"), more='#include "near.hpp"'))["verdict"] == "correct"
    (tmp_path / "near.hpp").write_text("namespace rungs { inline unsigned made(unsigned x) { return x + 1; } }\n")
    assert tried()["verdict"] == "incorrect"


def test_kills_leave_nothing_half_written_and_nothing_running(tried, cache, tmp_path):
    file = tmp_path / "mine.cu"
    for number, after in enumerate((0.3, 0.8, 1.5)):
        file.write_text(gpu(RIGHT, more=f"// {number}\nconstexpr int one{number} = 1;"))
        child = start(cache, file, "--json")
        time.sleep(after)
        child.kill()
        child.communicate()
        wrong = RIGHT.replace("repeater[", f"{number} + repeater[")
        assert tried(gpu(wrong if number else RIGHT))["verdict"] == ("incorrect" if number else "correct")
    pid = tmp_path / "pid"
    file.write_text(gpu(launch=f'std::ofstream("{pid}") << getpid(); volatile bool on = true; while (on) {{}}',
                        more="#include <fstream>\n#include <unistd.h>"))
    hangs = start(cache, file, "--json", "--deadline=600")
    assert wait_for(lambda: pid.is_file() and pid.read_text(), 120)
    hangs.kill()
    hangs.communicate()
    assert wait_for(lambda: not Path("/proc", pid.read_text()).exists(), 30)


def test_a_variant_of_the_host_is_timed_against_the_one_it_improves(tried):
    found = tried((ROOT / "cases/stitch/host/indexed.cpp").read_text(), size="256", name="mine.cpp")
    assert found["verdict"] in {"slower", "same", "faster"} and found["against"] == "host/basic"
    assert found["ratio"]["low"] <= found["ratio"]["value"] <= found["ratio"]["high"]
    assert found["time_us"] > 0 and found["size"] == "256x256" and found["backend"] == "host"


def test_a_variant_in_python_is_tried(tried, tmp_path):
    if not BENCH.with_name(f"lib{BENCH.name}_c.so").exists():
        pytest.skip("the library for Python is not built")
    found = tried(TILE, size="64", name="mine.py")
    assert found["verdict"] in {"slower", "same", "faster"} and found["variant"] == "numpy/tile"
    assert tried(TILE.replace("numpy.tile(repeater", "numpy.tile(repeater + 1"), name="mine.py")["verdict"] \
        == "incorrect"
    broken = tried(TILE.replace("lambda:", "lambda"), name="mine.py")
    assert broken["verdict"] == "does not compile" and broken["error"]["line"] == 10
    assert Command("new").run("stitch/numba/mine", "--out", tmp_path / "new.py") == 0  # it improves one in Python
    assert tried(None, "new.py")["verdict"] in {"unsupported", *judging.GOOD}


def test_a_folder_is_ranked_and_winners_that_cannot_be_told_apart_are_named(cache, tmp_path):
    (tmp_path / "a.cu").write_text(gpu("nonsense"))
    (tmp_path / "b.cu").write_text(gpu())
    code, said, errors = ended(cache, tmp_path, "--quick", "--json")
    assert code == 0, errors
    right, wrong = json.loads(said)
    assert (Path(right["file"]).name, wrong["verdict"]) == ("b.cu", "does not compile")
    check_schema(right)
    timed = [{**right, "file": name, "ratio": {"value": ratio, "low": ratio - 0.02, "high": ratio + 0.02}}
             for name, ratio in (("c.cu", 1), ("b.cu", 1.99), ("a.cu", 2))]
    ranks = judging.ranked([wrong, *timed])
    assert [(one["file"], one["rank"]) for one in ranks] == [
        ("a.cu", 1), ("b.cu", 1), ("c.cu", 3), (wrong["file"], None)]
    assert judging.table(ranks)[-1] == "tied: a.cu, b.cu"


def test_on_a_gpu_it_is_verified_there_and_timed(cache, tmp_path):
    if not trying.has_gpu():
        pytest.skip("no GPU")
    (tmp_path / "mine.cu").write_text(gpu())
    code, said, errors = ended(cache, tmp_path / "mine.cu", "--json", "--quick", "--size=2048",
                               CUDA_VISIBLE_DEVICES="0")
    found = json.loads(said)
    check_schema(found)
    assert code == 0 and found["verdict"] in {"slower", "same", "faster"}, errors
    assert found["against"] == "gpu/modulo" and found["checked"]["cuda"] > 5 and found["time_us"] > 0
    assert found["kernels"][0]["registers"] > 0
