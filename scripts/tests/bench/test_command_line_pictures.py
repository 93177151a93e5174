"""Pictures in and out of the program `bench`: --input and --dump. RUNGS_BENCH names the program."""

import io
import zlib

import numpy as np
import pytest
from command_line import QUICK, check_refused, check_rows, files, read
from PIL import Image
from scipy import ndimage

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


def gray_of(path):
    """The pixels of an 8-bit gray PNG."""
    assert path.read_bytes()[24] == 8
    with Image.open(path) as image:
        assert (image.format, image.mode) == ("PNG", "L")
        return np.array(image)


def dumped(folder, pattern):
    path, = folder.glob(pattern)
    return gray_of(path)


@pytest.fixture
def picture(tmp_path):
    """x.png in the test's own folder."""
    path = tmp_path / "x.png"
    path.write_bytes(png())
    return path


def test_median_of_a_picture_is_dumped_and_no_ceiling_beside_it(bench, tmp_path):
    (tmp_path / "my photo.png").write_bytes(png())
    result = bench(*MEDIAN[:2], *QUICK, "--input", "my photo.png", "--dump", "new/folder", "--out=r.csv")
    assert (result.returncode, result.stderr) == (0, "")
    rows = read(tmp_path / "r.csv")
    assert [row["size"] for row in rows if "input=my_photo-" in row["params"]] == [f"{WIDTH}x{HEIGHT}"]
    assert {row["case"] for row in rows} > {"median"}
    folder = tmp_path / "new" / "folder"
    assert len(files(folder)) == 2
    assert np.array_equal(dumped(folder, f"median.{WIDTH}x{HEIGHT}.*.image.png"), PIXELS)
    filtered = dumped(folder, f"median.host.3x3_scalar.{WIDTH}x{HEIGHT}.*.filtered.png")
    assert np.array_equal(filtered[1:-1, 1:-1], ndimage.median_filter(PIXELS, 3)[1:-1, 1:-1])


def test_distance_on_the_simulator_is_mapped_to_gray(rows_of, tmp_path):
    spots = np.zeros((HEIGHT, WIDTH), np.uint8)
    spots.flat[[50, 640]] = 200
    (tmp_path / "spots.png").write_bytes(png(pixels=spots))
    rows = rows_of("--backend=simulator", "--filter=distance/gpu/(white|profile)$", *VERIFY, "--input=spots.png",
                   "--dump=.")
    assert {row["status"] for row in rows} == {"ok"}
    assert np.array_equal(dumped(tmp_path, "distance.43x29.*input=spots-????????.image.png"), spots)
    wanted = np.minimum(ndimage.distance_transform_edt(spots == 0) ** 2, 15 ** 2)  # bounded, as the case has it
    assert (wanted.min(), wanted.max()) == (0, 225)
    drawn = dumped(tmp_path, "distance.gpu.white.43x29.*.out.png")
    assert drawn == pytest.approx(255 * wanted / 225, abs=0.51)
    # Of two results a variant gives one; what it left alone is black.
    assert not dumped(tmp_path, "distance.gpu.white.43x29.*.z.png").any()
    profile = dumped(tmp_path, "distance.gpu.profile.43x29.*.z.png")
    assert (profile.min(), profile.max()) == (0, 255)


def test_dump_without_input_draws_planes_only(bench, tmp_path):
    result = bench("--backend=host", "--filter=(stitch|reduce)/host/", *VERIFY, "--sizes=32x24", "--dump=d",
                   "--param", "repeater=8")
    assert result.returncode == 0
    names = list(files(tmp_path / "d"))
    assert names
    assert all(name.startswith("stitch.host.") and name.endswith(".32x24.repeater=8.target.png") for name in names)
    drawn = gray_of(tmp_path / "d" / names[0])
    assert (drawn.shape, drawn.min(), drawn.max()) == ((24, 32), 0, 255)


def test_large_planes_are_thinned(bench, tmp_path):
    pixels = (np.arange(4 * 40000) % 251).astype(np.uint8).reshape(4, 40000)
    (tmp_path / "wide.png").write_bytes(png(pixels=pixels))
    assert bench(*MEDIAN, "--input=wide.png", "--dump=d").returncode == 0
    assert dumped(tmp_path / "d", "*.filtered.png").shape == (2, 13334)
    assert np.array_equal(dumped(tmp_path / "d", "*.image.png"), pixels[::3, ::3])


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
    row, = rows_of(*MEDIAN, "--input", name, "--dump=d")
    assert row["params"].startswith("frames=1;input=a_b_c__d__")
    assert len(row["params"]) < 70
    assert len(files(tmp_path / "d")) == 2


@pytest.mark.parametrize(("contents", "why"), [
    (None, "no such file"), (b"", "empty"), (b"schema,case\n", "is not a PNG"), (png("RGB"), "colour"),
    (png("P"), "palette"), (png("LA"), "alpha"), (png(transparency=1), "transparent"), (png(depth=16), "16-bit"),
    (png(depth=4), "4-bit"), (png()[:-1], "truncated"), (png()[:200], "truncated"), (png()[:20], "cut off"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_broken_pictures_are_bad_usage(refused, tmp_path, contents, why):
    if contents is not None:
        (tmp_path / "x").write_bytes(contents)
    refused(["--input x: ", why, EXPECTED], *MEDIAN, "--input=x", "--out=r.csv", "--dump=d")


@pytest.mark.parametrize(("args", "texts"), [
    (["--filter=median/host", "--sizes=64"], ["--input", "--sizes"]),
    (["--filter=median/host", "--edge-cases"], ["--edge-cases", "--input"]),
    (["--self-test"], ["--self-test", "--input"]),
    (["--filter=median/host", "--param", "image=flat"], ["--param image=flat", "--input"]),
    (["--filter=distance", "--param", "mask=all"], ["--param mask=all", "--input"]),
    (["--filter=stitch|median"], ["--input x.png", "stitch", "expected variants of distance, median"]),
    ([*MEDIAN[:2], "--input="], ["--input"]), ([*MEDIAN[:2], "--input=."], ["--input .: ", "folder", EXPECTED]),
    (["--filter=median/host", "--dump", ""], ["--dump"]),
], ids=lambda value: " ".join(value).replace("/", "."))
def test_what_cannot_go_with_a_picture(bench, picture, args, texts):
    given = [] if "--input" in args[-1] else ["--input=x.png"]
    check_refused(bench(*given, "--progress=never", *args), *texts)
