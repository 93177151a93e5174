"""`rungs peers` with libraries made up for the tests: rows, verdicts, files, and options that are refused."""

import dataclasses
import re

import numpy as np
import pytest
from command_line import COLUMNS, TIMED, call, check_any_row
from command_line import read as read_rows
from conftest import Command
from fake_peers import FAKES, FakeCupy, library_path

from rungs.baselines import devices, registry
from rungs.data import rows as rungs_rows
from rungs.data.errors import LibraryMissing

peers = Command("peers")

QUICK = ["--min-time=0", "--min-samples=2", "--time-limit=0.05"]
SIZES = {"edm": "61"}


@pytest.fixture
def fakes(monkeypatch):
    """All three libraries are there, made up for the tests; the dict can be changed."""
    monkeypatch.setattr("rungs.baselines.probes.WARM_UP_S", 0)
    openers = dict(FAKES)
    monkeypatch.setattr(devices, "OPENERS", openers)
    return openers


@pytest.fixture
def run(fakes, tmp_path, monkeypatch, capsys):
    """Runs `rungs peers` in the test's own folder; gives (exit code, stdout, stderr)."""
    library = library_path().resolve()
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        code = peers.main([f"--library={library}", *QUICK, *arguments])
        return code, *capsys.readouterr()
    return call


@pytest.fixture
def plant(monkeypatch):
    """Adds a peer of its own for the time of a test."""
    monkeypatch.setattr(registry, "_peers", {one.full_name: one for one in registry.every()})

    def add(setup, **more):
        registry.add(registry.Peer("stitch", "peer/cupy_planted", "cupy", "planted", setup, **more))
    return add


PLANTED = ["--filter=planted", "--sizes=20x10", "--param", "repeater=3", "--out=r.csv"]


def tiled(lib, p, inputs):
    """What the planted peers should give."""
    return lib.cupy.tile(inputs["repeater"].view(np.float32).reshape(3, 3), (4, 7))[:10, :20]


@pytest.mark.parametrize("peer", registry.every(), ids=lambda peer: peer.full_name)
@pytest.mark.parametrize("cache", ["cold", "hot"])
def test_every_peer_gives_what_the_reference_gives(run, tmp_path, peer, cache):
    code, out, err = run(f"--filter=^{peer.full_name}$", f"--sizes={SIZES.get(peer.case, '61x47')}", "--out=r.csv",
                         f"--cache={cache}", "--seed=3")
    assert (code, err) == (0, ""), out
    (row,) = read_rows(tmp_path / "r.csv")
    check_any_row(row)
    assert (row["status"], row["cache"], row["seed"], row["backend"]) == ("ok", cache, "3", peer.backend)
    assert row["device"].startswith("Fake") and row["compiler"] == "Fake 1.0, Python 3"
    assert all(row[name] for name in TIMED if name != "modes")  # looked for by bench alone
    if peer.backend == "cuda" and cache == "cold":
        assert 100 <= float(row["time_median_us"]) <= 102
        assert float(row["gbps"]) == pytest.approx(int(row["bytes"]) / float(row["time_median_us"]) / 1e3, rel=1e-4)
    assert len(rungs_rows.read(tmp_path / "r.csv")) == 1


@pytest.mark.parametrize(("filter_", "params", "sizes"), [
    ("median", "image=checker", "5x5"), ("median", "frames=3", "19x7"), ("median", "image=photo", "1,2,3,4x3"),
    ("distance", "mask=single,noise1,full,edge,noise50", "40x31"), ("distance", "distance_max=1,3,63", "40x31"),
    ("edm", "points=grid,coincident,far", "33"), ("stitch", "repeater=1,16,101", "30x20,1,101")])
def test_parameters_and_odd_shapes(run, tmp_path, filter_, params, sizes):
    code, out, _ = run(f"--filter=^{filter_}/", "--param", params, f"--sizes={sizes}", "--out=r.csv")
    assert code == 0, out
    assert {row["status"] for row in read_rows(tmp_path / "r.csv")} == {"ok"}


def test_peers_are_named_as_variants_are_and_for_cases_that_exist():
    names = [one.full_name for one in registry.every()]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+/peer/(cupy|torch|opencv)_[a-z0-9_]+", name) for name in names)
    with pytest.raises(ValueError, match="two peers"):
        registry.add(registry.every()[0])


def test_a_peer_is_run_at_its_own_values_alone(run, tmp_path):
    run("--filter=^reduce", "--sizes=9", "--out=r.csv", "--param", "op=all")
    assert sorted((row["variant"], row["params"]) for row in read_rows(tmp_path / "r.csv")) == [
        ("peer/cupy_max", "op=max"), ("peer/cupy_sum", "op=sum"), ("peer/torch_sum", "op=sum")]


def test_cold_rows_come_before_hot_ones_and_the_seed_orders_peers(run, tmp_path):
    run("--filter=^stitch", "--sizes=9", "--out=r.csv", "--cache=cold,hot")
    rows = read_rows(tmp_path / "r.csv")
    assert [row["cache"] for row in rows] == ["cold"] * 5 + ["hot"] * 5
    orders = set()
    for seed in range(6):
        run("--filter=^stitch", "--sizes=9", f"--out={seed}.csv", f"--seed={seed}")
        orders.add(tuple(row["variant"] for row in read_rows(tmp_path / f"{seed}.csv")))
    assert len(orders) > 1


def wrong_pixel(lib, p, inputs):
    result = tiled(lib, p, inputs).copy()
    result[4, 5] += 1
    return lambda: result


def right_once(lib, p, inputs):
    """Writes its output in the first call alone."""
    target, calls = lib.empty((10, 20), np.float32), []

    def call():
        if not calls:
            target[...] = tiled(lib, p, inputs)
        calls.append(1)
        return target
    return call


def spoils_its_input(lib, p, inputs):
    pattern = lib.put(inputs["repeater"].view(np.float32).reshape(3, 3))

    def call():
        result = lib.cupy.tile(pattern, (4, 7))[:10, :20].copy()
        pattern[0, 0] = -1
        return result
    return call


def double_precision(lib, p, inputs):
    return lambda: tiled(lib, p, inputs).astype(np.float64)


@pytest.mark.parametrize(("setup", "words"), [
    (wrong_pixel, ["before timing", "1 wrong", "(5, 4)"]), (right_once, ["after timing", "200 wrong"]),
    (spoils_its_input, ["before timing", "input"]), (double_precision, ["1600 bytes", "has 800"])])
def test_a_wrong_peer_is_incorrect_and_has_no_time(run, plant, tmp_path, setup, words):
    plant(setup)
    code, out, _ = run(*PLANTED)
    (row,) = read_rows(tmp_path / "r.csv")
    check_any_row(row)
    assert (code, row["status"]) == (1, "incorrect")
    assert all(word in row["message"] for word in words), row["message"]
    assert row["time_median_us"] == row["gbps"] == ""
    assert "incorrect" in out
    assert rungs_rows.read(tmp_path / "r.csv")["status"].tolist() == ["incorrect"]


def test_a_wrong_element_of_a_matrix_checked_in_blocks_is_caught(run, monkeypatch, tmp_path):
    monkeypatch.setattr("rungs.baselines.bench.BLOCK_BYTES", 7 * 4 * 33)  # blocks of seven rows

    def shifted(a, b, compute_mode):
        from fake_peers import cdist
        result = cdist(a, b, compute_mode)
        result[20, 3] += 0.25
        return result
    monkeypatch.setattr(FAKES["torch"].torch, "cdist", shifted)
    assert run("--filter=edm/peer/torch_cdist", "--sizes=33", "--out=r.csv")[0] == 1
    (row,) = read_rows(tmp_path / "r.csv")
    assert (row["status"], row["mismatches"]) == ("incorrect", "1")
    assert "(3, 20)" in row["message"]
    assert float(row["max_error"]) == pytest.approx(0.25, rel=1e-4)


class OutOfMemoryError(RuntimeError):
    """PyTorch's is a RuntimeError of this name."""


@pytest.mark.parametrize(("error", "status", "code", "words"), [
    (RuntimeError("an illegal\n memory access"), "failed", 1, "RuntimeError: an illegal memory access"),
    (ZeroDivisionError(), "failed", 1, "ZeroDivisionError"),
    (MemoryError("2 GiB"), "unsupported", 0, "memory ran out: 2 GiB"),
    (OutOfMemoryError("no"), "unsupported", 0, "memory ran out")])
def test_an_exception_is_a_row_and_the_run_goes_on(run, plant, tmp_path, error, status, code, words):
    def setup(lib, p, inputs):
        def call():
            raise error
        return call
    plant(setup)
    assert run("--filter=stitch/peer/cupy", "--sizes=20x10", "--param", "repeater=3", "--out=r.csv")[0] == code
    rows = read_rows(tmp_path / "r.csv")
    by_name = {row["variant"]: row for row in rows}
    assert len(rows) == 3
    check_any_row(by_name["peer/cupy_planted"])
    assert by_name["peer/cupy_planted"]["status"] == status
    assert words in by_name["peer/cupy_planted"]["message"]
    assert by_name["peer/cupy_tile"]["status"] == "ok"
    rungs_rows.read(tmp_path / "r.csv")


def test_what_a_peer_cannot_do_is_unsupported_with_the_reason(run, tmp_path, fakes, monkeypatch):
    assert run("--filter=distance", "--param", "mask=empty", "--sizes=9", "--out=r.csv")[0] == 0
    assert {(row["status"], "empty mask" in row["message"]) for row in read_rows(tmp_path / "r.csv")} == {
        ("unsupported", True)}
    assert run("--filter=opencv_python", "--sizes=4097x2", "--out=s.csv")[0] == 0
    assert "4096" in read_rows(tmp_path / "s.csv")[0]["message"]

    def no_compiler(function, fullgraph, dynamic):
        raise RuntimeError("no Triton")
    monkeypatch.setattr(FAKES["torch"].torch, "compile", no_compiler)
    assert run("--filter=torch_compile_index", "--sizes=9", "--out=t.csv")[0] == 0
    (row,) = read_rows(tmp_path / "t.csv")
    assert (row["status"], "no Triton" in row["message"]) == ("unsupported", True)


def test_a_problem_that_does_not_fit_in_memory_is_unsupported(run, tmp_path):
    assert run("--filter=stitch/peer/cupy_tile", "--sizes=4000000", "--out=r.csv")[0] == 0
    (row,) = read_rows(tmp_path / "r.csv")
    assert row["status"] == "unsupported" and "bytes of host memory" in row["message"]


def test_an_error_that_shows_at_the_end_takes_the_time_away(run, fakes, tmp_path):
    class Crashed(FakeCupy):
        def release(self):
            raise RuntimeError("unspecified launch failure")
    fakes["cupy"] = Crashed
    assert run("--filter=stitch/peer/cupy_tile", "--sizes=9", "--out=r.csv")[0] == 1
    (row,) = read_rows(tmp_path / "r.csv")
    check_any_row(row)
    assert (row["status"], "launch failure" in row["message"]) == ("failed", True)
    rungs_rows.read(tmp_path / "r.csv")


def test_a_call_that_waits_inside_says_so(run, fakes, tmp_path):
    fakes["cupy"] = lambda index, flush_caches: FakeCupy(index, late_below=2**62)
    assert run("--filter=stitch/peer/cupy_tile", "--sizes=9", "--out=r.csv")[0] == 0
    (row,) = read_rows(tmp_path / "r.csv")
    assert "waits inside" in row["message"] and row["status"] == "ok"


def missing(index, flush_caches):
    raise LibraryMissing("not found (No module named 'x')")


def test_a_library_that_is_not_there_is_a_line_and_the_others_run(run, fakes, tmp_path):
    fakes["torch"] = missing
    code, _, err = run("--filter=^stitch", "--sizes=9", "--out=r.csv")
    assert (code, err.count("\n")) == (0, 1)
    assert "PyTorch" in err and "left out" in err
    assert {row["variant"].partition("_")[0] for row in read_rows(tmp_path / "r.csv")} == {"peer/cupy", "peer/opencv"}


def test_no_library_at_all_is_bad_usage_and_no_file(run, fakes, tmp_path):
    fakes.update(dict.fromkeys(fakes, missing))
    code, out, err = run("--out=r.csv")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert all(title in err for title in registry.LIBRARIES.values())
    assert not (tmp_path / "r.csv").exists()


def test_resume_completes_and_then_changes_nothing(run, tmp_path):
    path = tmp_path / "r.csv"
    assert run("--filter=^stitch", "--sizes=9", "--out=r.csv")[0] == 0
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]))
    assert run("--filter=^stitch", "--sizes=9", "--out=r.csv", "--resume")[0] == 0
    assert path.read_bytes().startswith(b"".join(lines[:3]))
    rows = read_rows(path)
    assert len({row["variant"] for row in rows}) == len(rows) == 5
    done = path.read_bytes()
    assert run("--filter=^stitch", "--sizes=9", "--out=r.csv", "--resume")[:2] == (0, "")
    assert path.read_bytes() == done
    # Other inputs are other rows.
    assert run("--filter=^stitch", "--sizes=9", "--out=r.csv", "--resume", "--seed=2")[0] == 0
    assert len(read_rows(path)) == 10


@pytest.mark.parametrize(("change", "words"), [
    (lambda text: text.replace("Fake GPU", "Other GPU"), ["device", "Other GPU"]),
    (lambda text: text.replace("schema,", "scheme,"), ["columns"]), (lambda text: text[:-40], ["cut"]),
    (lambda text: "", ["empty"])])
def test_resume_of_what_is_no_file_of_this_run_is_refused(run, tmp_path, change, words):
    path = tmp_path / "r.csv"
    run("--filter=cupy_tile", "--sizes=9", "--out=r.csv")
    path.write_text(change(path.read_text()))
    before = path.read_bytes()
    code, out, err = run("--filter=^stitch", "--sizes=9", "--out=r.csv", "--resume")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert all(word in err for word in ["r.csv", *words])
    assert path.read_bytes() == before


def test_rows_can_be_added_to_those_of_bench_and_bench_goes_on(run, tmp_path):
    quick = ("--sizes=9", "--min-time=0", "--min-samples=2", "--cache=hot", "--out=r.csv", "--resume")
    of_bench = ("--backend=host", "--filter=^stitch/host/(pointer|basic)$", *quick)
    assert call(tmp_path, "--backend=host", "--filter=^stitch/host/pointer$", *quick).returncode == 0
    first = read_rows(tmp_path / "r.csv")
    assert run("--filter=cupy_tile", "--sizes=9", "--cache=hot", "--out=r.csv", "--resume")[0] == 0
    assert call(tmp_path, *of_bench).returncode == 0
    rows = read_rows(tmp_path / "r.csv")
    names = [row["variant"] for row in rows]
    assert {"host/pointer", "host/basic", "peer/cupy_tile"} <= set(names) and names.count("host/pointer") == 1
    assert (tmp_path / "r.csv").read_text().splitlines()[0].split(",") == COLUMNS
    kept = {row["variant"]: row["time_median_us"] for row in rows}
    assert all(kept[row["variant"]] == row["time_median_us"] for row in first)


def test_ctrl_c_ends_after_the_row(run, plant, tmp_path):
    import signal

    def pressed(lib, p, inputs):
        signal.raise_signal(signal.SIGINT)
        return lambda: tiled(lib, p, inputs)
    plant(pressed)
    before = signal.getsignal(signal.SIGINT)
    code, _, err = run(*PLANTED, "--cache=cold,hot")
    assert (code, len(read_rows(tmp_path / "r.csv"))) == (130, 1)
    assert "--resume" in err
    assert signal.getsignal(signal.SIGINT) == before


def test_list_names_every_peer_and_needs_no_library(run, fakes):
    fakes.clear()
    code, out, _ = run("--list")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == [one.full_name for one in registry.every()]


REFUSED = [
    (["--nosuch"], ["--nosuch"]), (["--filter=("], ["--filter", "regular expression"]),
    (["--filter=stitch/peer/cupy_til$"], ["--filter", "stitch/peer/cupy_tile"]),
    *[([f"--sizes={text}"], ["--sizes", "expected"]) for text in
      ("", "0", "-5", "1x2x3", "abc", "9,", "1..0*2", "1..9*1", "1..9+0", "..", "1..9", "x9", "9" * 30, "1..10000+1")],
    (["--param", "repeater"], ["--param", "NAME="]), (["--param", "=3"], ["--param", "NAME="]),
    (["--param", "nosuch=1"], ["nosuch", "repeater"]), (["--param", "repeater=0"], ["repeater=0", "1 to"]),
    (["--param", "repeater=16,"], ["repeater=", "1 to"]), (["--cache=warm"], ["--cache", "warm", "cold"]),
    (["--min-samples=0"], ["--min-samples", "0"]), (["--min-time=nan"], ["--min-time", "nan"]),
    (["--time-limit=0"], ["--time-limit", "0"]), (["--max-noise=-1"], ["--max-noise", "-1"]),
    (["--seed=-1"], ["--seed", "-1"]), (["--seed=18446744073709551616"], ["--seed"]),
    (["--device=x"], ["--device", "x"]), (["--library=nosuch.so"], ["--library", "nosuch.so"]),
    (["--out=nosuch/r.csv"], ["--out", "nosuch"]), (["--out=."], ["--out", "folder"]),
    (["--out=there.csv"], ["--out", "there.csv", "--resume"]), (["--resume"], ["--resume", "--out"]),
    (["--filter=edm", "--sizes=9x8"], ["9x8", "square"]),
    (["--filter=reduce/peer/torch", "--param", "op=max"], ["op=max", "no selected peer"])]


@pytest.mark.parametrize(("arguments", "words"), REFUSED, ids=[" ".join(arguments) for arguments, _ in REFUSED])
def test_bad_usage_is_one_clear_line_and_no_file(run, tmp_path, capsys, arguments, words):
    (tmp_path / "there.csv").write_text("mine")
    base = [] if any(word.startswith("--filter") for word in arguments) else ["--filter=^stitch"]
    base += [] if "--resume" in arguments or "--out" in arguments[0] else ["--out=r.csv"]
    try:
        code, _, err = run(*base, *arguments)
    except SystemExit as ended:  # argparse's own way; its usage comes first
        code, err = ended.code, capsys.readouterr().err.splitlines()[-1]
    assert code == 2
    assert err.startswith("rungs peers: ") and err.strip().count("\n") == 0
    assert all(word in err for word in words), err
    assert [path.name for path in tmp_path.iterdir()] == ["there.csv"]
    assert (tmp_path / "there.csv").read_text() == "mine"


def test_a_peer_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        registry.every()[0].border = 3
