"""Pictures in and out of the program `bench`: --input and --dump. RUNGS_BENCH names the program."""

import itertools
import struct
import zlib

import pytest
from command_line import check_refused, files, identity, parse, read

WIDTH, HEIGHT = 43, 29
PIXELS = bytes((7 * x * x + 13 * x * y + 31 * y) % 256 for y in range(HEIGHT) for x in range(WIDTH))
VERIFY = ["--verify-only", "--progress=never"]
MEDIAN = ["--backend=host", "--filter=median/host/3x3_scalar$", *VERIFY]
EXPECTED = "expected an 8-bit gray PNG or PGM"
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(depth=8, colour=0, bytes_a_pixel=1, between=b""):
    """A PNG of PIXELS; other kinds than 8-bit gray have rows of the right length and no meaning."""
    length = (WIDTH * bytes_a_pixel * depth + 7) // 8
    rows = [(PIXELS[y * WIDTH:(y + 1) * WIDTH] * 8)[:length] for y in range(HEIGHT)]
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, depth, colour, 0, 0, 0))
    data = chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows)))
    return SIGNATURE + header + between + data + chunk(b"IEND", b"")


def pgm(pixels=PIXELS):
    return b"P5\n# made up\n%d %d\n255\n" % (WIDTH, HEIGHT) + pixels


def gray_of(path):
    """Width, height and pixels of an 8-bit gray PNG, by the format's own rules."""
    data = path.read_bytes()
    assert data.startswith(SIGNATURE)
    chunks, at = [], len(SIGNATURE)
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + size]
        assert struct.unpack_from(">I", data, at + 8 + size)[0] == zlib.crc32(kind + body)
        chunks.append((kind, body))
        at += 12 + size
    assert (chunks[0][0], chunks[-1][0]) == (b"IHDR", b"IEND")
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    assert (depth, colour, interlaced) == (8, 0, 0)
    raw = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    return width, height, unfiltered(raw, width, height)


def paeth(a, b, c):
    return min((a, b, c), key=lambda value: abs(a + b - c - value))


def unfiltered(raw, width, height):
    above, pixels = bytes(width), b""
    for y in range(height):
        kind, coded = raw[y * (width + 1)], raw[y * (width + 1) + 1:(y + 1) * (width + 1)]
        row = bytearray(width)
        for x in range(width):
            left, corner = (row[x - 1], above[x - 1]) if x else (0, 0)
            guess = [0, left, above[x], (left + above[x]) // 2, paeth(left, above[x], corner)][kind]
            row[x] = (coded[x] + guess) % 256
        above, pixels = bytes(row), pixels + bytes(row)
    return pixels


def median_inside(pixels):
    """The 3x3 median of all pixels that have eight neighbours, by position."""
    return {(x, y): sorted(pixels[(y + j) * WIDTH + x + i] for i, j in itertools.product((-1, 0, 1), repeat=2))[4]
            for x in range(1, WIDTH - 1) for y in range(1, HEIGHT - 1)}


def squared_distance(pixels, most=15):
    """Bounded by brute force: to the nearest pixel that is not zero."""
    white = [divmod(i, WIDTH) for i, value in enumerate(pixels) if value]
    return [min([most * most, *((x - u) ** 2 + (y - v) ** 2 for v, u in white)])
            for y in range(HEIGHT) for x in range(WIDTH)]


def dumped(folder, pattern):
    path, = folder.glob(pattern)
    return gray_of(path)


# --- what is computed on a picture ----------------------------------------------------------------

@pytest.mark.parametrize(("name", "contents"), [("my photo.png", png()), ("x.pgm", pgm())])
def test_median_of_a_picture_is_dumped(bench, tmp_path, name, contents):  # noqa: F811
    (tmp_path / name).write_bytes(contents)
    result = bench(*MEDIAN, "--input", name, "--dump", "new/folder", "--out=r.csv")
    assert (result.returncode, result.stderr) == (0, "")
    row, = read(tmp_path / "r.csv")
    assert (row["status"], row["size"]) == ("ok", f"{WIDTH}x{HEIGHT}")
    folder = tmp_path / "new" / "folder"
    assert len(files(folder)) == 2
    assert dumped(folder, f"median.{WIDTH}x{HEIGHT}.*.image.png") == (WIDTH, HEIGHT, PIXELS)
    width, height, pixels = dumped(folder, f"median.host.3x3_scalar.{WIDTH}x{HEIGHT}.*.filtered.png")
    assert (width, height) == (WIDTH, HEIGHT)
    for (x, y), value in median_inside(PIXELS).items():
        assert pixels[y * WIDTH + x] == value


def test_distance_on_the_simulator_is_mapped_to_gray(bench, tmp_path):  # noqa: F811
    spots = bytes(200 if i in (50, 640) else 0 for i in range(WIDTH * HEIGHT))
    (tmp_path / "spots.pgm").write_bytes(pgm(spots))
    result = bench("--backend=simulator", "--filter=distance/gpu/(white|profile)$", *VERIFY,
                   "--input=spots.pgm", "--dump=.", "--out=r.csv")
    assert result.returncode == 0
    assert {row["status"] for row in read(tmp_path / "r.csv")} == {"ok"}
    assert dumped(tmp_path, "distance.43x29.*.image.png") == (WIDTH, HEIGHT, spots)
    _, _, pixels = dumped(tmp_path, "distance.gpu.white.43x29.*.out.png")
    wanted = squared_distance(spots)
    assert (min(wanted), max(wanted)) == (0, 225)
    assert list(pixels) == pytest.approx([255 * value / 225 for value in wanted], abs=0.51)
    # Of two results a variant gives one; what it left alone is black.
    assert set(dumped(tmp_path, "distance.gpu.white.43x29.*.z.png")[2]) == {0}
    profile = dumped(tmp_path, "distance.gpu.profile.43x29.*.z.png")[2]
    assert (min(profile), max(profile)) == (0, 255)


def test_every_frame_holds_the_picture(bench, tmp_path):  # noqa: F811
    (tmp_path / "x.pgm").write_bytes(pgm())
    assert bench(*MEDIAN, "--input=x.pgm", "--dump=d", "--param", "frames=3").returncode == 0
    assert dumped(tmp_path / "d", "*.image.png") == (WIDTH, 3 * HEIGHT, 3 * PIXELS)
    assert dumped(tmp_path / "d", "*.filtered.png")[:2] == (WIDTH, 3 * HEIGHT)


def test_dump_without_input_draws_planes_only(bench, tmp_path):  # noqa: F811
    result = bench("--backend=host", "--filter=(stitch|reduce)/host/", *VERIFY, "--sizes=32x24", "--dump=d",
                   "--param", "repeater=8")
    assert result.returncode == 0
    names = list(files(tmp_path / "d"))
    assert names
    assert all(name.startswith("stitch.host.") and name.endswith(".32x24.repeater=8.target.png") for name in names)
    width, height, pixels = gray_of(tmp_path / "d" / names[0])
    assert (width, height, min(pixels), max(pixels)) == (32, 24, 0, 255)


def test_large_planes_are_thinned(bench, tmp_path):  # noqa: F811
    pixels = bytes(i % 251 for i in range(40000 * 4))
    (tmp_path / "wide.pgm").write_bytes(b"P5 40000 4 255\n" + pixels)
    assert bench(*MEDIAN, "--input=wide.pgm", "--dump=d").returncode == 0
    assert dumped(tmp_path / "d", "*.filtered.png")[:2] == (13334, 2)
    thinned = pixels[:40000:3] + pixels[3 * 40000::3]
    assert dumped(tmp_path / "d", "*.image.png") == (13334, 2, thinned)


def test_ceilings_beside_a_row_are_not_drawn(bench, tmp_path):  # noqa: F811
    (tmp_path / "x.pgm").write_bytes(pgm())
    assert bench("--backend=host", "--filter=median/host/3x3_scalar$", "--min-time=0.001", "--time-limit=0.05",
                 "--min-samples=2", "--time-unoptimised", "--progress=never", "--input=x.pgm", "--dump=d",
                 "--out=r.csv").returncode == 0
    rows = read(tmp_path / "r.csv")
    assert {row["case"] for row in rows} > {"median"}
    assert all(("input=x-" in row["params"]) == (row["case"] == "median") for row in rows)
    assert all(name.startswith("median.") for name in files(tmp_path / "d"))


# --- keys -----------------------------------------------------------------------------------------

def test_resume_knows_a_picture_from_drawn_pixels_and_from_another(bench, tmp_path):  # noqa: F811
    args = [*MEDIAN, "--out=r.csv", "--resume"]
    (tmp_path / "x.pgm").write_bytes(pgm())
    path = tmp_path / "r.csv"
    assert bench(*args, "--input=x.pgm").returncode == 0
    first = path.read_bytes()
    assert bench(*args, "--input=x.pgm").returncode == 0
    assert path.read_bytes() == first
    assert bench(*args, f"--sizes={WIDTH}x{HEIGHT}").returncode == 0
    assert len(read(path)) == 2
    (tmp_path / "x.pgm").write_bytes(pgm(PIXELS[::-1]))
    assert bench(*args, "--input=x.pgm").returncode == 0
    rows = read(path)
    assert len({identity(row) for row in rows}) == len(rows) == 3
    params = [row["params"] for row in rows]
    # A parameter that says what is drawn does not describe a picture.
    assert ["input=x-" in text for text in params] == [True, False, True]
    assert ["image=" in text for text in params] == [False, True, False]
    assert all("frames=1" in text for text in params)


def test_a_name_cannot_break_the_row(bench, tmp_path):  # noqa: F811
    name = "a;b=c,\"d\"\né" + "x" * 100 + ".pgm"
    (tmp_path / name).write_bytes(pgm())
    assert bench(*MEDIAN, "--input", name, "--out=r.csv", "--dump=d").returncode == 0
    row, = parse((tmp_path / "r.csv").read_bytes().decode("utf-8"))
    assert row["params"].startswith("frames=1;input=a_b_c__d__")
    assert len(row["params"]) < 70
    assert len(files(tmp_path / "d")) == 2


# --- what is refused ------------------------------------------------------------------------------

TRANSPARENT = chunk(b"tRNS", b"\0\1")
PALETTE = chunk(b"PLTE", bytes(768))


@pytest.mark.parametrize(("contents", "why"), [
    (None, "no such file"), (b"", "empty"), (b"schema,case\n", "neither PNG nor PGM"),
    (png(colour=2, bytes_a_pixel=3), "colour"), (png(colour=6, bytes_a_pixel=4), "colour"),
    (png(colour=3, between=PALETTE), "palette"), (png(colour=4, bytes_a_pixel=2), "alpha"),
    (png(between=TRANSPARENT), "transparent"), (png(depth=16), "16-bit"), (png(depth=4), "4-bit"),
    (png(depth=2), "2-bit"), (png(depth=1), "1-bit"), (png()[:-1], "truncated"), (png()[:200], "truncated"),
    (png()[:20], "cut off"), (png().replace(PIXELS[:4], b"", 1)[:-20], "truncated"),
    (pgm()[:-1], "cut off"), (b"P5 2 2 65535\n" + bytes(8), "16-bit"), (b"P5 2 2 100\n" + bytes(4), "maxval"),
    (b"P5 0 2 255\n", "0x2"), (b"P6 1 1 255\nabc", "colour"), (b"P5 999999999 999999999 255\n", "bytes"),
], ids=range(22))
def test_broken_pictures_are_bad_usage(bench, tmp_path, contents, why):  # noqa: F811
    if contents is not None:
        (tmp_path / "x").write_bytes(contents)
    before = files(tmp_path)
    check_refused(bench(*MEDIAN, "--input=x", "--out=r.csv", "--dump=d"), "--input x: ", why, EXPECTED)
    assert files(tmp_path) == before


def test_a_folder_is_no_picture(bench):  # noqa: F811
    check_refused(bench(*MEDIAN, "--input=."), "--input .: ", "folder", EXPECTED)


@pytest.mark.parametrize(("args", "texts"), [
    (["--filter=median/host", "--sizes=64"], ["--input", "--sizes"]),
    (["--filter=median/host", "--edge-cases"], ["--edge-cases", "--input"]),
    (["--self-test"], ["--self-test", "--input"]),
    (["--filter=median/host", "--param", "image=flat"], ["--param image=flat", "--input"]),
    (["--filter=distance", "--param", "mask=all"], ["--param mask=all", "--input"]),
    (["--filter=stitch|median"], ["--input x.pgm", "stitch", "expected variants of distance, median"]),
    (["--filter=median/host", "--input="], ["--input"]), (["--filter=median/host", "--dump", ""], ["--dump"]),
], ids=lambda value: " ".join(value).replace("/", "."))
def test_what_cannot_go_with_a_picture(bench, tmp_path, args, texts):  # noqa: F811
    (tmp_path / "x.pgm").write_bytes(pgm())
    check_refused(bench("--input=x.pgm", *VERIFY[1:], *args), *texts)


@pytest.mark.parametrize("folder", ["file", "file/below", "/proc/nosuch"])
def test_a_dump_that_cannot_be_is_refused_before_anything_runs(bench, tmp_path, folder):  # noqa: F811
    (tmp_path / "file").write_text("kept")
    check_refused(bench(*MEDIAN, "--sizes=16", "--out=r.csv", "--dump", folder), f"--dump {folder}: ")
    assert files(tmp_path) == {"file": b"kept"}


def test_help_names_both(bench):  # noqa: F811
    text = bench("--help").stdout
    assert all(word in text for word in ("--input", "--dump", "PGM", "k-th pixel"))
