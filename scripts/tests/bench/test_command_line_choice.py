"""Choosing what runs: sizes, parameters, backends, modes, pictures as inputs."""

import io
import json
import re
import zlib
from collections import Counter

import numpy as np
import pytest
from command_line import CEILINGS, EVERY_FILE, ONE, POINTER, QUICK, SMALL, TIMED, check_rows, identity, of_problem, read
from PIL import Image

VERIFY = ["--verify-only", "--progress=never"]


@pytest.mark.parametrize(("sizes", "wanted"), [
    ("8,16x4,8,8x8,1,4..31*2,10..30+10", "8x8 16x4 1x1 4x4 16x16 10x10 20x20 30x30"),  # each problem once
    ("7,width=8,height=4,3x2,width=64", "7x7 8x4 3x2 64x10240"),  # the other side is the default
    ("height=4..5+1,width=8..16*2", "8x4 8x5 16x4 16x5"), ("2^5..1k*4,1Kix2^1", "32x32 128x128 512x512 1024x2")])
def test_sizes(rows_of, sizes, wanted):
    made = [row["size"] for row in rows_of(*POINTER, *VERIFY, f"--sizes={sizes}")]
    assert Counter(made) == Counter(wanted.split())  # workers write them as they end


@pytest.mark.parametrize(("params", "wanted"), [([], ["100"]), (["repeater=3", "repeater=5,9,5"], ["3", "5", "9"])])
def test_params(rows_of, params, wanted):
    rows = rows_of(*POINTER, *VERIFY, "--sizes=8", *(word for param in params for word in ("--param", param)))
    assert sorted(row["params"] for row in rows) == [f"repeater={value}" for value in wanted]
    rows = rows_of(*POINTER, *VERIFY, "--sizes=8", "--resume", "--param", "repeater=16,all")
    check_rows(rows)
    assert len(rows) > 5 and {"repeater=16", "repeater=100"} <= {row["params"] for row in rows}, "the sweep"


def test_auto_without_a_gpu_verifies_on_the_simulator_and_leaves_counters_and_energies_out(bench, tmp_path):
    options = ["--counters=l2_hit", "--energy"]
    result = bench("--filter=stitch/(host/row_copies|gpu/modulo)$", *SMALL, *options, "--out=r.csv")
    assert result.returncode == 0
    assert "simulator" in result.stderr and result.stderr.count("goes on without") == 2
    assert not (tmp_path / "r.side.csv").exists()
    assert {(row["variant"], row["backend"]) for row in of_problem(read(tmp_path / "r.csv"))} == {
        ("host/row_copies", "host"), ("gpu/modulo", "simulator")}


def check_simulated(rows):
    """Right, unless a row needs a GPU, another parameter or more shared memory than any has: then it says so."""
    assert "ok" in {row["status"] for row in rows}
    for row in rows:
        assert row["status"] in ({"unsupported"} if row["variant"].startswith("peer/") else {"ok", "unsupported"})
        assert row["status"] == "ok" or re.search(
            r"GPU|compiled only for|needs a square|shared memory: \d+ .* \d+$", row["message"])


@pytest.mark.parametrize("words", [["--filter=stitch|fill|copy|read", "--backend=simulator"],
                                   ["--filter=stitch", "--backend=host", "--verify-only"],
                                   ["--filter=stitch", "--backend=host", "--profile"]], ids=lambda words: words[-1])
def test_rows_without_times_have_no_cache_and_no_samples(bench, tmp_path, words):
    result = bench(*words, *QUICK, "--sizes=64", "--cache=cold,hot", *EVERY_FILE)
    assert (result.returncode, result.stderr) == (0, "")
    rows = read(tmp_path / "r.csv")
    check_rows(rows)
    for row in rows:
        assert (f"--backend={row['backend']}", row["cache"]) == (words[1], "")
        assert all(row[name] == "" for name in [*TIMED, "gbps", "gops", "speed_of_light_percent"])
    if words[1] == "--backend=simulator":
        check_simulated(rows)
    else:
        assert len(rows) > 1 and {(row["case"], row["status"]) for row in rows} == {("stitch", "ok")}
    assert (tmp_path / "s.csv").read_text().count("\n") == 1
    json.loads((tmp_path / "j.json").read_text())


def test_edge_cases_are_right_under_three_seeds_and_a_resumed_run_completes_each(rows_of, tmp_path):
    words = ["--edge-cases", "--backend=simulator", "--filter=stitch/gpu/(modulo|staged)|stitch/peer/",
             "--progress=never"]
    rows, path = rows_of(*words), tmp_path / "r.csv"
    check_simulated(rows)
    assert len({row["seed"] for row in rows}) == 3 and {"1x1"} < {row["size"] for row in rows}
    # They are three sets of inputs: a row under one does not stand for the others.
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:len(lines) // 2]))
    before, after = (Counter((*identity(row), row["seed"]) for row in some)
                     for some in (rows, rows_of(*words, "--resume")))
    assert after == before


def test_a_run_says_the_same_twice(bench, tmp_path):
    said = []
    for name in ("a.csv", "b.csv"):
        assert bench("--filter=stitch", *VERIFY, "--sizes=33", f"--seed={2**64 - 1}", f"--out={name}").returncode == 0
        rows = read(tmp_path / name)  # several workers write them as they end
        said.append(sorted(({**row, "timestamp": ""} for row in rows), key=identity))
    assert said[0] == said[1] and len(said[0]) > 3 and {row["seed"] for row in said[0]} == {str(2**64 - 1)}


def test_cold_is_never_measured_after_hot(rows_of):
    rows = of_problem(rows_of("--backend=host", "--filter=stitch/host/(row_copies|streaming_stores)", *QUICK, "--param",
                              "repeater=16", "--sizes=64,32", "--cache=cold,hot"))
    assert len(rows) == 2 * 2 * 2
    assert [row["cache"] for row in rows] == ["cold"] * (len(rows) // 2) + ["hot"] * (len(rows) // 2)
    cold, hot = ([row["timestamp"] for row in rows if row["cache"] == state] for state in ("cold", "hot"))
    assert max(cold) <= min(hot)
    assert all(row["time_median_us"] and row["speed_of_light_percent"] for row in rows)


@pytest.mark.parametrize(("asked", "states"), [("all", {"cold", "hot"}), ("hot", {"hot"}), ("dirty,cold", {"cold"})])
def test_the_host_knows_no_dirty_caches(rows_of, asked, states):
    assert {row["cache"] for row in rows_of(*ONE, f"--cache={asked}")} == states


def test_a_size_beyond_the_memory_is_unsupported_with_both_numbers(rows_of):
    _, row = rows_of(*POINTER, *VERIFY, "--sizes=8,2^30")
    assert row["status"] == "unsupported" and re.search(r"bytes.*free", row["message"])
    needed, free = map(int, re.findall(r"\d+", row["message"]))
    assert needed >= 4 * 2**60 > free


def test_the_self_test_measures_ceilings_alone(bench):
    result = bench("--self-test", "--backend=host", "--sizes=64", *QUICK)
    assert result.returncode in (0, 1) and result.stderr == ""
    agreement = result.stdout.partition("agreement of two runs")[2]
    assert set(re.findall(r"^  (\w+)/host/\w+ ", agreement, re.MULTILINE)) == CEILINGS


def test_progress_is_as_asked(bench):
    never, always, auto = (bench(*POINTER, "--verify-only", "--sizes=8,9", f"--progress={when}").stderr
                           for when in ("never", "always", "auto"))
    assert never == "" and "\r" in always
    assert "\r" not in auto, "a pipe is no terminal"
    assert [line[:5] for line in auto.splitlines()] == ["[1/2]", "[2/2]"]


# Pictures as inputs.
WIDTH, HEIGHT = 43, 29
Y, X = np.mgrid[:HEIGHT, :WIDTH]
PIXELS = ((7 * X * X + 13 * X * Y + 31 * Y) % 256).astype(np.uint8)
MEDIAN = ["--backend=host", "--filter=median/host/3x3_scalar$", *VERIFY]
EXPECTED = "expected an 8-bit gray PNG"


def png(mode="L", depth=8, pixels=PIXELS, **options):
    """A PNG; of another depth than 8 the header alone."""
    file = io.BytesIO()
    Image.fromarray(pixels).convert(mode).save(file, "PNG", **options)
    data = bytearray(file.getvalue())
    data[24] = depth
    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4)
    return bytes(data)


@pytest.fixture
def picture(tmp_path):
    """x.png in the test's own folder."""
    path = tmp_path / "x.png"
    path.write_bytes(png())
    return path


@pytest.mark.parametrize("words", [
    [*MEDIAN, "--param", "frames=3"], ["--backend=simulator", "--filter=distance/gpu/(white|profile)$", *VERIFY],
    [*MEDIAN[:2], *QUICK]])
def test_every_frame_of_a_picture_is_run_and_ceilings_have_none(rows_of, picture, words):
    rows = rows_of(*words, "--input=x.png")
    ours = [row for row in rows if row["case"] in ("median", "distance")]
    assert {(row["status"], row["size"]) for row in ours} == {("ok", f"{WIDTH}x{HEIGHT}")}
    assert (rows != ours) == ("--verify-only" not in words)
    assert all(("input=x-" in row["params"]) == (row in ours) for row in rows)


def test_resume_knows_a_picture_from_drawn_pixels_and_from_another(rows_of, picture):
    args = [*MEDIAN, "--resume"]
    first = rows_of(*args, "--input=x.png")
    assert rows_of(*args, "--input=x.png") == first
    assert len(rows_of(*args, f"--sizes={WIDTH}x{HEIGHT}")) == 2
    picture.write_bytes(png(pixels=PIXELS[::-1]))
    rows = rows_of(*args, "--input=x.png")
    check_rows(rows)
    params = [row["params"] for row in rows]
    # A parameter that says what is drawn does not describe a picture.
    assert ["input=x-" in text for text in params] == [True, False, True]
    assert ["image=" in text for text in params] == [False, True, False]
    assert all("frames=1" in text for text in params)


def test_a_name_cannot_break_the_row(rows_of, tmp_path):
    name = "a;b=c,\"d\"\né" + "x" * 100 + ".png"
    (tmp_path / name).write_bytes(png())
    row, = rows_of(*MEDIAN, "--input", name)
    assert row["params"].startswith("frames=1;input=a_b_c__d__") and len(row["params"]) < 70


@pytest.mark.parametrize(("contents", "why"), [
    (None, "no such file"), (b"schema,case\n", "is not a PNG"), (png("RGB"), "colour"), (png("P"), "colour"),
    (png("LA"), "alpha"), (png(transparency=1), "transparent"), (png(depth=16), "16-bit"), (png(depth=1), "1-bit")],
    ids=lambda value: value if isinstance(value, str) else "")
def test_broken_pictures_are_bad_usage(refused, tmp_path, contents, why):
    if contents is not None:
        (tmp_path / "x").write_bytes(contents)
    refused(["--input x: ", why, EXPECTED], *MEDIAN, "--input=x", "--out=r.csv")


@pytest.mark.parametrize(("args", "texts"), [
    (["--filter=median/host", "--sizes=64"], ["--input", "--sizes"]),
    (["--filter=median/host", "--edge-cases"], ["--edge-cases", "--input"]),
    (["--self-test"], ["--self-test", "--input"]),
    (["--filter=median/host", "--param", "image=flat"], ["--param image=flat", "--input"]),
    (["--filter=distance", "--param", "mask=all"], ["--param mask=all", "--input"]),
    (["--filter=stitch|median"], ["--input x.png", "stitch", "expected variants of distance, median"]),
    ([*MEDIAN[:2], "--input="], ["--input"]), ([*MEDIAN[:2], "--input=."], ["--input .: ", "folder", EXPECTED]),
], ids=lambda value: " ".join(value).replace("/", "."))
def test_what_cannot_go_with_a_picture(refused, picture, args, texts):
    refused(texts, *([] if "--input" in args[-1] else ["--input=x.png"]), "--progress=never", *args)
