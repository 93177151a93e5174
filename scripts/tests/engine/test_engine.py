"""Variants in Python, run by the engine: on the host, where any machine can. On a GPU, those of the tree."""

import os
import re
import sys
import textwrap
from pathlib import Path

import command_line
import pytest
from conftest import ROOT, SCRIPTS, TILE, captured, records

from rungs.data.errors import BadUsage
from rungs.engine import variants

LIBRARY = Path(os.environ.get("RUNGS_BENCH", "/dev/null/bench")).parent / "libbench_c.so"
pytestmark = pytest.mark.skipif(not LIBRARY.exists(), reason=f"{LIBRARY.name} is not with the program of RUNGS_BENCH")

QUICK = ["--sizes=64", "--backend=host", *command_line.QUICK]
HEAD = "import numpy\nimport rungs\n"
RIGHT = TILE.removeprefix(HEAD) + '''

@rungs.variant("stitch/numpy/in_place", framework="numpy", improves="numpy/tile", technique=("carry", "local"),
               step="back", idea="rows copied into the output")
def in_place(p):
    columns, rows = p.pair("repeater")
    repeater = p.input("repeater", "float32", (rows, columns))
    target = p.output("target", "float32", (p.height, p.width))
    x = numpy.arange(p.width) % columns

    def call():
        for y in range(p.height):
            target[y] = repeater[y % rows, x]
    return call
'''


def variant(body, **more):
    """The text of one variant of stitch, whose function is `body`."""
    given = {"name": "stitch/numpy/made", "framework": "numpy", "idea": "made up", **more}
    words = ", ".join(f"{key}={value!r}" for key, value in given.items())
    return f"\n\n@rungs.variant({words})\ndef made(p):\n{textwrap.indent(body, '    ')}\n"


def bench(file, *words, **environment):
    """`rungs bench` over a file or folder with variants."""
    command = (sys.executable, SCRIPTS / "rungs", "bench", "--load", file, "--library", LIBRARY, *words)
    return captured(*command, env={**os.environ, **environment})


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    """engine(text, *words): runs `rungs bench` over a file with this text; (exit code, stdout, stderr, rows)."""
    folder = tmp_path_factory.mktemp("engine")

    def run(text, *words):
        file, rows = folder / "made.py", folder / "rows.csv"
        file.write_text(HEAD + text)
        rows.unlink(missing_ok=True)
        given = words or ["--filter=stitch/numpy", *QUICK]
        done = bench(file, *given, *([] if "--list" in given else [f"--out={rows}"]), CUDA_VISIBLE_DEVICES="")
        return done.returncode, done.stdout, done.stderr, records(rows) if rows.exists() else []
    run.folder = folder
    return run


def test_variants_are_verified_and_timed_into_the_same_rows(engine):
    code, said, errors, _ = engine(RIGHT, "--filter=stitch/numpy", "--edge-cases", "--backend=host", "--progress=never")
    assert code == 0 and "correct" in said, said + errors
    copy = variant("source = p.input('source', 'uint32', (p.height, p.width))\nreturn lambda: source.copy()",
                   name="copy/numpy/made", returns="target")
    code, said, errors, rows = engine(RIGHT + copy, "--filter=(copy|stitch)/numpy", *QUICK)
    assert code == 0, errors
    ours = {row["variant"]: row for row in rows if row["case"] == "stitch"}
    assert set(ours) == {"numpy/tile", "numpy/in_place"}
    for row in ours.values():
        assert (row["status"], row["backend"], row["cache"]) == ("ok", "host", "cold")
        assert float(row["time_median_us"]) > 0 and row["mismatches"] == "0"
        assert re.fullmatch(r"Python 3\S+, numpy \S+, made.py [0-9a-f]{12}", row["compiler"])
    assert ours["numpy/in_place"]["improves"] == "numpy/tile"
    assert "stitch,numpy/in_place,carry local,back\n" in (engine.folder / "rows.steps.csv").read_text()
    assert "numpy/in_place" in said
    copies = {row["variant"] for row in rows if row["case"] == "copy"}
    assert copies > {"numpy/made"}, "the speed of light has its own ceiling, measured"


SET_UP = """side = int(p.params["repeater"])
repeater = p.input("repeater", "float32", (side, side))
target = p.output("target", "float32", (p.height, p.width))
tiled = lambda: numpy.tile(repeater, (-(-p.height // side), -(-p.width // side)))[:p.height, :p.width]
"""
BAD = [  # a variant, the status of its row, and what the row's message says
    ("target = p.output('target', 'float32', (p.height, p.width))\n\ndef call():\n    target[:] = 1\nreturn call",
     "incorrect", "before timing"),
    (SET_UP + "calls = []\n\ndef call():\n    if not calls:\n        target[:] = tiled()\n    calls.append(1)\n"
     "return call", "incorrect", ""),
    (SET_UP + "def call():\n    target[:] = tiled()\n    repeater[:] = 0\nreturn call", "incorrect", "input"),
    ("def call():\n    raise ValueError('a\\nb')\nreturn call", "failed", "ValueError: a b"),
    ("def call():\n    raise SystemExit(3)\nreturn call", "failed", "SystemExit: 3"),
    ("raise rungs.Unsupported('needs another machine')", "unsupported", "needs another machine"),
    ("import no_such_package", "unsupported", "the Python package no_such_package is missing"),
    ("def call():\n    raise type('OutOfMemoryError', (RuntimeError,), {})('40 GiB')\nreturn call", "failed",
     "an allocation of the variant failed: 40 GiB"),
    ("return 5", "failed", "returned int; expected a function"),
    ("p.input('repeeter', 'float32', (1, 1))", "failed", "the case has no input 'repeeter'; expected repeater"),
    ("p.output('target', 'float32', (3, 5))", "failed",
     "'target' has 16384 bytes; float32 of shape (3, 5) would be 60"),
    ("p.depth", "failed", "a problem of this case has no depth; its sides are width, height")]
RETURNED = [  # the same for variants with `returns`: only an array that the launch has made is right
    ("return lambda: numpy.zeros((p.height, p.width), numpy.float64)", "failed",
     "'target' has 16384 bytes; float64 of shape (64, 64) would be 32768"),
    ("return lambda: [1, 2]", "failed", "returned list; expected the array for 'target'"),
    ("return lambda: p.input('repeater', 'float32', (100, 100))[:p.height, :p.width]", "failed",
     "returned an array over 'repeater'"),
    ("return lambda: p.output('target', 'float32', (p.height, p.width))", "failed", "returned an array over 'target'"),
    ("made = p.input('repeater', 'float32', (100, 100))[:p.height, :p.width].copy()\nreturn lambda: made", "incorrect",
     ""),
    ("return lambda: numpy.broadcast_to(numpy.float32(1), (p.height, p.width))", "failed", "read-only")]
ENDED = [
    ("import ctypes\nreturn lambda: ctypes.string_at(8)", "failed", "its process ended: signal 11"),
    ("import os\nreturn lambda: os._exit(0)", "failed", "its process ended: exit code 0 in phase verify"),
    ("import time\nreturn lambda: time.sleep(1000)", "failed", "its process ended: no progress for 1 s in phase")]


@pytest.mark.parametrize(("bad", "returns", "options"), [(BAD, "", []), (RETURNED, "target", []),
                                                         (ENDED, "", ["--deadline=1"])])
def test_a_bad_variant_costs_its_row_alone(engine, bad, returns, options):
    text = "".join(variant(body, name=f"stitch/numpy/bad{number}", returns=returns)
                   for number, (body, *_) in enumerate(bad))
    code, _, errors, rows = engine(RIGHT + text, "--filter=stitch/numpy", *QUICK, *options)
    assert code == 1, errors
    ours = {row["variant"]: row for row in rows if row["case"] == "stitch"}
    assert ours.pop("numpy/tile")["status"] == ours.pop("numpy/in_place")["status"] == "ok"
    assert len(ours) == len(bad) and not any(row["time_median_us"] for row in ours.values())
    for number, (body, status, message) in enumerate(bad):
        row = ours[f"numpy/bad{number}"]
        assert row["status"] == status and message in row["message"], body


def test_a_border_may_depend_on_the_problem(engine):
    text = """
@rungs.variant("median_window/numpy/made", framework="numpy", idea="made up", returns="filtered",
               border=lambda p: int(p.params["window"]) // 2 - {less})
def made(p):
    from scipy import ndimage
    image = p.input("image", "uint" + p.params["bits"], (p.height, p.width))
    return lambda: ndimage.median_filter(image, int(p.params["window"]))
"""
    words = ("--filter=median_window/numpy", "--param", "window=3,5", *QUICK)
    for less, status in ((0, "ok"), (1, "incorrect")):
        rows = engine(text.format(less=less), *words)[3]
        assert [row["status"] for row in rows if row["case"] == "median_window"] == [status] * 2


@pytest.mark.parametrize(("text", "wanted"), [
    (variant("return None", name="stich/numpy/made"), "'stich' is not a case; expected one of"),
    (variant("return None", framework="jax"), "framework 'jax': expected numpy, cupy, torch"),
    (variant("return None", name="stitch/made"), "expected case/place/name"),
    (variant("return None", name="stitch/host/basic"), "two variants are named 'stitch/"),
    (variant("return None") * 2, "a variant stitch/numpy/made is in"),
    (variant("return None", border=-1), "border=-1: expected an integer from 0 on"),
    (variant("return None", name="stitch/numpy/a\nb"), "expected a text of one line"),
    (variant("return None", libraries="numpy"), "libraries='numpy': expected names"),
    (variant("return None", improves="host/basic", technique="carry"), "technique='carry': expected names of"),
    (variant("return None", improves="host/basic", step="up"), "step 'up': expected gain, back or question"),
    (variant("return None", improves="gpu/modulo", step="back"), "from host to GPU is no step"),
    ("x = 1", "registers no variant; expected a function with the decorator"), ("def", "SyntaxError"),
    ("import sys\nsys.exit(3)", "SystemExit: 3")])
def test_a_bad_file_is_one_line(engine, text, wanted):
    code, _, errors, rows = engine(text)
    assert code == 2 and not rows and wanted in errors and len(errors.splitlines()) == 1


def test_a_file_that_is_written_again_at_once_runs_as_it_is_now(tmp_path, monkeypatch):
    """Of the same size and second, as programs that search for kernels write: Python's cache holds the old one."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = tmp_path / "made.py"
    for wanted in ("no_package_a", "no_package_b"):
        file.write_text(f"import {wanted}\n")
        os.utime(file, (1, 1))
        with pytest.raises(BadUsage, match=wanted):
            variants._import_file(file, given=True)


def test_the_trees_own_files_can_all_be_loaded_or_say_what_is_missing(engine):
    code, said, errors, _ = engine(RIGHT, "--load", str(ROOT / "cases"), "--list")
    assert code == 0, errors
    assert all(name in said for name in (
        "stitch/numpy/tile", "stitch/peer/cupy_tile", "edm/peer/torch_cdist", "median/peer/opencv_median_blur_3x3"))
    for line in errors.splitlines():
        assert line.startswith("rungs bench: --load ") and line.endswith(" is missing")


def test_the_readme_shows_this_file():
    text = (ROOT / "cases" / "stitch" / "numba" / "modulo.py").read_text(encoding="utf-8")
    assert text[text.index("from numba"):] in (ROOT / "scripts" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("backend", "variants"), [
    ("host", "/peer/opencv_(median_blur|python)"),
    ("cuda", "/(triton|cutile|numba)/|/peer/(cupy|cucim|cvcuda|torch)_")])
def test_every_variant_of_the_tree_is_right_where_it_can_be(backend, variants):
    if backend == "host":
        pytest.importorskip("cv2")
    done = bench(ROOT / "cases", f"--filter={variants}", "--edge-cases", f"--backend={backend}", "--progress=never")
    if "no CUDA device can be used" in done.stderr:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("declared", "blamed"), [(("meddler",), False), ((), True)])
def test_no_row_is_blamed_for_what_a_declared_library_changes(engine, monkeypatch, declared, blamed):
    (engine.folder / "meddler.py").write_text("import signal\nsignal.signal(signal.SIGUSR1, lambda *_: None)\n")
    monkeypatch.setenv("PYTHONPATH", str(engine.folder))
    meddles = RIGHT.replace("def in_place(p):\n", "def in_place(p):\n    import meddler\n").replace(
        'step="back"', f'step="back", libraries={declared}')
    code, said, errors, _ = engine(meddles, "--filter=^stitch/numpy/in_place$", *QUICK)
    assert code == 0, errors
    assert ("left its process with other handling of signals" in said) == blamed
