"""Which variant was timed at which sizes: what counts, what does not, and what is refused."""

import sys

import hostile
import pytest
from conftest import SCRIPTS, Command, executable, run_program
from made_up_list import as_json
from made_up_runs import bare_row

from rungs.tables import sizes

program = Command("sizes")

LIST = as_json([("tiles/host/plain", "host"), ("tiles/gpu/slow", "cuda,simulator"), ("tiles/gpu/fixed", "cuda"),
                ("tiles/peer/none", "cuda")])


def row(variant="gpu/slow", size="64x64", status="ok", **more):
    """A row of the made-up case `tiles`, with a time where its status has one."""
    return bare_row(f"tiles/{variant}", "5" if status in ("ok", "unstable") else "",
                    **{"size": size, "status": status, "params": "", **more})


@pytest.fixture
def bench(tmp_path):
    """A program whose --list=json prints LIST."""
    return executable(tmp_path / "bench", f"#!/bin/sh\n[ \"$*\" = --list=json ] || exit 2\ncat <<'END'\n{LIST}END\n")


@pytest.fixture
def run(bench, capsys):
    """Runs `rungs sizes` and returns (exit code, stdout, stderr)."""
    return lambda *arguments: (program.run(*arguments, "--bench", bench), *capsys.readouterr())


@pytest.mark.parametrize(("rows", "timed", "untimed"), [
    # A size counts once whatever the parameters and the state of the caches.
    ([row(params="tile=2"), row(params="tile=4"), row(cache="hot"), row(size="128x128")], ["64x64", "128x128"], {}),
    ([row(size=size) for size in ("1000x1000", "64x48", "1920x10", "9x9")], ["9x9", "64x48", "1920x10", "1000x1000"],
     {}),
    ([row(status="unstable")], ["64x64"], {}),
    *(([row(status=status, message="why")], [], {"64x64": f"{status}: why"})
      for status in ("unsupported", "incorrect", "failed")),
    ([row(time_median_us="", cache="")], [], {"64x64": "verified, not timed"}),
    ([row(backend="simulator", time_median_us=""), row(size="32x32", backend="simulator", status="incorrect")], [], {}),
    # It was timed where other parameters have a time, in whatever order.
    ([row(status="unsupported", params="tile=99"), row()], ["64x64"], {}),
    ([row(), row(status="unsupported", params="tile=99")], ["64x64"], {})])
def test_what_counts(write_rows, bench, rows, timed, untimed):
    _, variant, *_ = sizes.count(str(bench), [write_rows(rows)])
    assert (variant.name, variant.timed) == ("tiles/gpu/slow", timed)
    assert {size: reason for size, reason in variant.reasons.items() if reason} == untimed


def test_the_table(run, write_rows):
    reason = "is compiled for 64x64 alone"
    fixed = [row("gpu/fixed"), *(row("gpu/fixed", size, "unsupported", message=reason) for size in ("8x8", "9x9"))]
    first = write_rows([row(), *fixed, row("host/plain", backend="host")])
    code, out, err = run(first, write_rows([row(size="128x128"), row(), row("peer/from_python", "256x256")], "2.csv"))
    assert (code, err) == (0, "")
    assert [line.split(None, 3) for line in out.splitlines()] == [
        ["variant", "where", "sizes", "which"],
        ["tiles/host/plain", "host", "1", "64x64"],
        ["tiles/gpu/slow", "cuda", "2", "64x64, 128x128"],
        ["tiles/gpu/fixed", "cuda", "1", "64x64; not timed: 8x8 [1], 9x9 [1]"],
        ["tiles/peer/none", "cuda", "0", "no row"], [],
        sizes.UNLISTED.split(None, 3),
        ["tiles/peer/from_python", "cuda", "1", "256x256"], [],
        f"[1] unsupported: {reason}".split(None, 3), [],
        "0 of 4 variants of bench --list were timed at 5 or more sizes.".split(None, 3)]


def test_at_least_names_who_has_fewer_and_hostile_text_stays_on_its_line(run, write_rows):
    rows = [row(variant, size) for variant in ("host/plain", "gpu/slow", "gpu/fixed", "peer/none")
            for size in ("1x1", "2x2", "3x3", "4x4", "5x5")]
    assert run(write_rows(rows), "--at-least", 5)[::2] == (0, "")
    code, out, err = run(write_rows(rows[:-1] + [row("peer/from_python")]), "--at-least", 5)
    assert (code, err) == (1, "rungs sizes: tiles/peer/none: timed at 4 sizes; expected 5 or more\n")
    assert "3 of 4 variants" in out
    name = "a\nb\x1b[31m\tc\u202e"
    out = run(write_rows([row("gpu/x" + name), row(status="failed", message=name)]))[1]
    assert "[1] failed: a b [31m c\n" in out and "tiles/gpu/xa b [31m c" in out and hostile.harmless(out)


def test_bad_input_is_one_line(capsys, write_rows, bench, tmp_path):
    def refused(path):
        return program.refused(capsys, path, "--bench", bench)

    assert f"{tmp_path}/none.csv: cannot be read: No such file" in refused(tmp_path / "none.csv")
    path = write_rows([{"name": "x", "size": "64x64"}])
    assert f"{path}:1: no column case, variant, backend" in refused(path) and "expected" in refused(path)
    for column, text in (("size", "big"), ("size", "064x64"), ("size", "0x0"), ("size", "1" * 5000),
                         ("time_median_us", "banana"), ("time_median_us", "-1"), ("time_median_us", "nan")):
        message = refused(write_rows([row(), row(**{column: text})]))
        assert f"{path}:3: {column} is" in message and "expected" in message
    for script, words in (("echo 'old: no such option' >&2; exit 3", "failed with exit code 3: old: no such option"),
                          ("echo tiles/gpu/slow", "what --list=json prints is no list of rungs-list-1"),
                          (f"cat <<'END'\n{as_json([])}END", "it has no variants")):
        bench.write_text(f"#!/bin/sh\n{script}\n")
        assert words in refused(path) and "expected" in refused(path)
    bench.unlink()
    assert f"--bench={tmp_path}/bench: No such file or directory; expected the program" in refused(path)


def test_it_needs_the_standard_library_alone(write_rows, bench):
    """`rungs measure` calls it on machines without a .venv."""
    said = run_program(sys.executable, "-S", SCRIPTS / "rungs", "sizes", write_rows([row()]), "--bench", bench)
    assert "tiles/gpu/slow" in said
