"""Variants in Python, run by the engine: on the host, where any machine can. On a GPU, those of the tree."""

import csv
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = Path(os.environ.get("RUNGS_BENCH", "/nowhere")).parent / "libbench_c.so"
pytestmark = pytest.mark.skipif(not LIBRARY.exists(), reason=f"{LIBRARY.name} is not beside the program of RUNGS_BENCH")

QUICK = ["--sizes=64", "--backend=host", "--min-time=0.001", "--time-limit=0.05", "--min-samples=2",
         "--time-unoptimised", "--progress=never"]
HEAD = "import numpy\nimport rungs\n\n\n"
RIGHT = HEAD + '''
@rungs.variant("stitch/numpy/tile", framework="numpy", improves="host/basic", idea="numpy.tile", returns="target")
def tile(p):
    side = int(p.params["repeater"])
    repeater = p.input("repeater", "float32", (side, side))
    times = (-(-p.height // side), -(-p.width // side))
    return lambda: numpy.tile(repeater, times)[:p.height, :p.width]


@rungs.variant("stitch/numpy/in_place", framework="numpy", improves="numpy/tile", idea="rows copied into the output")
def in_place(p):
    side = int(p.params["repeater"])
    repeater = p.input("repeater", "float32", (side, side))
    target = p.output("target", "float32", (p.height, p.width))
    columns = numpy.arange(p.width) % side

    def call():
        for y in range(p.height):
            target[y] = repeater[y % side, columns]
    return call
'''


def variant(body, **more):
    """A file with one variant of stitch, whose function is `body`."""
    words = {"name": '"stitch/numpy/made"', "framework": '"numpy"', "idea": '"made up"', **more}
    name = words.pop("name")
    given = ", ".join(f"{key}={value}" for key, value in words.items())
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f"{HEAD}@rungs.variant({name}, {given})\ndef made(p):\n{lines}\n"


def bench(file, *words, **environment):
    """`rungs bench` over a file or folder with variants."""
    command = [sys.executable, "-m", "rungs", "bench", "--load", file, "--library", str(LIBRARY), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "scripts"), **environment})


@pytest.fixture
def engine(tmp_path):
    """engine(text, *words): runs `rungs bench` over a file with this text; (exit code, stdout, stderr, rows)."""
    def run(text, *words):
        file, rows = tmp_path / "made.py", tmp_path / "rows.csv"
        file.write_text(text)
        rows.unlink(missing_ok=True)
        given = words or ["--filter=stitch/numpy", *QUICK]
        done = bench(str(file), *given, *([] if "--list" in given else [f"--out={rows}"]), CUDA_VISIBLE_DEVICES="")
        found = list(csv.DictReader(rows.read_text().splitlines())) if rows.exists() else []
        return done.returncode, done.stdout, done.stderr, found
    return run


def test_variants_are_verified_and_timed_into_the_same_rows(engine):
    code, said, errors, rows = engine(RIGHT)
    assert code == 0, errors
    ours = {row["variant"]: row for row in rows if row["case"] == "stitch"}
    assert set(ours) == {"numpy/tile", "numpy/in_place"}
    for row in ours.values():
        assert (row["status"], row["backend"], row["cache"]) == ("ok", "host", "cold")
        assert float(row["time_median_us"]) > 0 and row["mismatches"] == "0"
        assert re.fullmatch(r"Python 3\S+, numpy \S+, made.py [0-9a-f]{12}", row["compiler"])
    assert ours["numpy/in_place"]["improves"] == "numpy/tile"
    assert "numpy/in_place" in said
    assert {row["case"] for row in rows} >= {"copy", "stitch"}, "the speed of light has its measured ceiling"


def test_they_are_listed(engine):
    code, said, _, _ = engine(RIGHT, "--list")
    assert code == 0 and "stitch/numpy/tile" in said and "numpy.tile" in said


def test_edge_cases_are_verified(engine):
    code, said, errors, _ = engine(RIGHT, "--filter=stitch/numpy", "--edge-cases", "--backend=host", "--progress=never")
    assert code == 0, said + errors
    assert "correct" in said and "incorrect" not in said


SET_UP = """side = int(p.params["repeater"])
repeater = p.input("repeater", "float32", (side, side))
target = p.output("target", "float32", (p.height, p.width))
tiled = lambda: numpy.tile(repeater, (-(-p.height // side), -(-p.width // side)))[:p.height, :p.width]
"""
BAD = {  # a variant, the status of its row, and what the row's message says
    "wrong values": ("target = p.output('target', 'float32', (p.height, p.width))\n\n"
                     "def call():\n    target[:] = 1\nreturn call", "incorrect", "before timing"),
    "computes once": (SET_UP + "calls = []\n\ndef call():\n    if not calls:\n        target[:] = tiled()\n"
                      "    calls.append(1)\nreturn call", "incorrect", ""),
    "changes its input": (SET_UP + "def call():\n    target[:] = tiled()\n    repeater[:] = 0\nreturn call",
                          "incorrect", "input"),
    "raises": ("def call():\n    raise ValueError('a\\nb')\nreturn call", "failed", "ValueError: a b"),
    "raises when prepared": ("raise KeyError('no')", "failed", "KeyError: 'no'"),
    "exits": ("def call():\n    raise SystemExit(3)\nreturn call", "failed", "SystemExit: 3"),
    "cannot": ("raise rungs.Unsupported('needs another machine')", "unsupported", "needs another machine"),
    "lacks a package": ("import no_such_package", "unsupported", "the Python package no_such_package is missing"),
    "has no memory": ("raise MemoryError('all gone')", "unsupported", "memory ran out: all gone"),
    "returns no function": ("return 5", "failed", "returned int; expected a function"),
    "a name that is none": ("p.input('repeeter', 'float32', (1, 1))", "failed",
                            "the case has no input 'repeeter'; expected repeater"),
    "another size": ("p.output('target', 'float32', (3, 5))", "failed",
                     "'target' has 16384 bytes; float32 of shape (3, 5) would be 60"),
    "no such side": ("p.depth", "failed", "a problem of this case has no depth; its sides are width, height"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_variant_costs_its_row_alone(engine, what):
    body, status, message = BAD[what]
    code, _, errors, rows = engine(variant(body) + RIGHT.removeprefix(HEAD))
    ours = {row["variant"]: row for row in rows if row["case"] == "stitch"}
    assert (ours["numpy/made"]["status"], code) == (status, 0 if status == "unsupported" else 1), errors
    assert message in ours["numpy/made"]["message"]
    assert not ours["numpy/made"]["time_median_us"]
    assert ours["numpy/tile"]["status"] == ours["numpy/in_place"]["status"] == "ok"


RETURNED = {  # what a variant with `returns` returns, the status of its row, and what the row's message says
    "another type": ("return lambda: numpy.zeros((p.height, p.width), numpy.float64)", "failed",
                     "'target' has 16384 bytes; float64 of shape (64, 64) would be 32768"),
    "another shape": ("return lambda: numpy.zeros((3, 3), numpy.float32)", "failed", "of shape (3, 3) would be 36"),
    "nothing": ("return lambda: None", "failed", "returned NoneType; expected the array for 'target'"),
    "a list": ("return lambda: [1, 2]", "failed", "returned list; expected the array for 'target'"),
    "a view of the input": ("return lambda: p.input('repeater', 'float32', (100, 100))[:p.height, :p.width]", "failed",
                            "returned an array over 'repeater'"),
    "the output": ("return lambda: p.output('target', 'float32', (p.height, p.width))", "failed",
                   "returned an array over 'target'"),
    "what it made once": ("repeater = p.input('repeater', 'float32', (100, 100))\n"
                          "made = repeater[:p.height, :p.width].copy()\nreturn lambda: made", "incorrect", ""),
    "what it may not overwrite": ("return lambda: numpy.broadcast_to(numpy.float32(1), (p.height, p.width))", "failed",
                                  "read-only"),
}


@pytest.mark.parametrize("what", RETURNED)
def test_a_variant_returns_an_array_that_its_launch_has_made(engine, what):
    body, status, message = RETURNED[what]
    code, _, _, rows = engine(variant(body, returns='"target"'))
    row, = (row for row in rows if row["case"] == "stitch")
    assert (row["status"], code) == (status, 1)
    assert message in row["message"] and not row["time_median_us"]


def test_such_a_row_is_not_a_ceiling(engine):
    body = ("source = p.input('source', 'uint32', (p.height, p.width))\n"
            "target = p.output('target', 'uint32', (p.height, p.width))\n\n"
            "def call():\n    target[:] = source\nreturn call")
    text = variant(body, name='"copy/numpy/made"') + RIGHT.removeprefix(HEAD)
    code, _, errors, rows = engine(text, "--filter=(copy|stitch)/numpy", *QUICK)
    assert code == 0, errors
    copies = {row["variant"] for row in rows if row["case"] == "copy"}
    assert copies > {"numpy/made"}, "the library's own are measured"


def test_the_command_line_runs_twice_in_a_process(tmp_path):
    (tmp_path / "made.py").write_text(RIGHT)
    program = f"""
from pathlib import Path
from rungs.engine import session, variants
session.import_files([Path({str(tmp_path / "made.py")!r})])
engine = session.Engine(Path({str(LIBRARY)!r}))
for one in variants.loaded():
    engine.add(one)
print([engine.run({["--filter=stitch/numpy", *QUICK]!r}) for _ in range(2)])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "scripts"), "CUDA_VISIBLE_DEVICES": ""})
    assert done.returncode == 0 and done.stdout.endswith("[0, 0]\n"), done.stdout + done.stderr


REFUSED = {
    "an unknown case": (variant("return None", name='"stich/numpy/made"'), "'stich' is not a case; expected one of"),
    "an unknown framework": (variant("return None", framework='"jax"'), "framework 'jax': expected numpy, cupy, torch"),
    "a name of two words": (variant("return None", name='"stitch/made"'), "expected case/place/name"),
    "a name that is taken": (variant("return None", name='"stitch/host/basic"'), "two variants are named 'stitch/"),
    "the same name twice": (variant("return None") * 2, "a variant stitch/numpy/made is in"),
    "a kind of result that is not there": (variant("return None", result="7"), "result 7; expected one of 0"),
    "a negative border": (variant("return None", border="-1"), "border=-1: expected an integer from 0 on"),
    "a name of two lines": (variant("return None", name='"stitch/numpy/a\\nb"'), "expected a text of one line"),
    "a text that is none": (variant("return None", idea="3"), "idea=3: expected a text of one line"),
    "a text for several": (variant("return None", libraries='"numpy"'), "libraries='numpy': expected names"),
    "no variant": ("x = 1", "registers no variant; expected a function with the decorator"),
    "an end": ("import sys\nsys.exit(3)", "SystemExit: 3"),
    "a circle": (variant("return None", improves='"numpy/made"'), "the variants that it improves form a circle"),
    "no Python": ("def", "SyntaxError"),
    "a package that is missing": ("import no_such_package", "the Python package no_such_package is missing"),
    "improves nothing": (variant("return None", improves='"numpy/no"'), "improves 'numpy/no', which is not a variant"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_bad_file_is_one_line(engine, what):
    text, wanted = REFUSED[what]
    code, _, errors, rows = engine(text)
    assert code == 2 and not rows
    assert wanted in errors and len(errors.splitlines()) == 1


def test_the_trees_own_files_can_all_be_loaded_or_say_what_is_missing(engine, tmp_path):
    code, said, errors, _ = engine(RIGHT, "--load", str(ROOT / "cases"), "--list")
    assert code == 0, errors
    for name in ("stitch/peer/cupy_tile", "edm/peer/torch_cdist", "median/peer/opencv_median_blur_3x3"):
        assert name in said
    for line in errors.splitlines():
        assert line.startswith("rungs bench: --load ") and line.endswith(" is missing")


def test_the_readme_shows_this_file():
    text = (ROOT / "cases" / "stitch" / "numba" / "modulo.py").read_text(encoding="utf-8")
    assert text[text.index("from numba"):] in (ROOT / "README.md").read_text(encoding="utf-8")


def test_opencv_is_right_where_it_is():
    pytest.importorskip("cv2")
    done = bench(str(ROOT / "cases"), "--filter=/peer/opencv_(repeat|median_blur|python)", "--edge-cases",
                 "--backend=host", "--progress=never")
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_variant_of_the_tree_is_right_on_a_gpu():
    done = bench(str(ROOT / "cases"), "--filter=/(triton|numba)/|/peer/(cupy|torch)_", "--edge-cases", "--backend=cuda",
                 "--progress=never")
    if "no CUDA device can be used" in done.stderr:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stdout + done.stderr
