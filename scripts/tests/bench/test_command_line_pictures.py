"""Pictures as inputs of the program `bench`: --input. RUNGS_BENCH names the program."""

import io
import zlib

import numpy as np
import pytest
from command_line import QUICK, check_refused, check_rows
from PIL import Image

WIDTH, HEIGHT = 43, 29
Y, X = np.mgrid[:HEIGHT, :WIDTH]
PIXELS = ((7 * X * X + 13 * X * Y + 31 * Y) % 256).astype(np.uint8)
VERIFY = ["--verify-only", "--progress=never"]
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


@pytest.mark.parametrize("variants", [MEDIAN[:2], ["--backend=simulator", "--filter=distance/gpu/(white|profile)$"]])
def test_every_frame_of_a_picture_is_run(rows_of, picture, variants):
    rows = rows_of(*variants, *VERIFY, "--input=x.png", *(["--param", "frames=3"] if "median" in variants[1] else []))
    assert {(row["status"], row["size"]) for row in rows} == {("ok", f"{WIDTH}x{HEIGHT}")}


def test_ceilings_beside_a_row_have_no_picture(rows_of, picture):
    rows = rows_of(*MEDIAN[:2], *QUICK, "--input=x.png")
    assert {row["case"] for row in rows} > {"median"}
    assert all(("input=x-" in row["params"]) == (row["case"] == "median") for row in rows)


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
    assert row["params"].startswith("frames=1;input=a_b_c__d__")
    assert len(row["params"]) < 70


@pytest.mark.parametrize(("contents", "why"), [
    (None, "no such file"), (b"", "empty"), (b"schema,case\n", "is not a PNG"), (png("RGB"), "colour"),
    (png("RGBA"), "colour"), (png("P"), "colour"),
    (png("LA"), "alpha"), (png(transparency=1), "transparent"),
    *[(png(depth=depth), f"{depth}-bit") for depth in (16, 4, 2, 1)],
    *[(png()[:end], "truncated") for end in (-1, -20, 200)], (png()[:20], "cut off"),
], ids=lambda value: value if isinstance(value, str) else "")
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
def test_what_cannot_go_with_a_picture(bench, picture, args, texts):
    given = [] if "--input" in args[-1] else ["--input=x.png"]
    check_refused(bench(*given, "--progress=never", *args), *texts)
