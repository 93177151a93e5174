"""engrave: what it prints and writes, and what it refuses. None asserts a time."""

import os
import pty
import resource
import subprocess
from pathlib import Path

import numpy
import pytest
from engraving import MIB, call, digest, facts, made, program, recorded, refused
from PIL import Image
from terminals import everything_written

SIZE = ["--size=2000x1501"]
RAW = [*SIZE, "--sink=raw", "--output=image.raw"]
TIFF = [*SIZE, "--sink=bigtiff", "--output=image.tif"]
SHAPE = (1501, 2000)


def test_the_digest_is_that_of_the_files_bytes(tmp_path):
    for tree in ("deck", "chain"):
        said = made(tmp_path, *RAW, "--tree", tree)
        data = (tmp_path / "image.raw").read_bytes()
        assert len(data) == 2000 * 1501 == int(said["bytes"])
        assert digest(data) == said["digest"] == made(tmp_path, *SIZE, "--tree", tree)["digest"]
        assert made(tmp_path, "--check=image.raw", "--reread")["digest"] == said["digest"]


def test_every_choice_makes_another_image(tmp_path):
    choices = ("", "--seed=2", "--distance-max=16", "--tree=chain", "--tree=chain --median=2")
    digests = [made(tmp_path, *SIZE, *words.split())["digest"] for words in choices]
    digests.append(made(tmp_path, "--size=2001x1501")["digest"])
    assert len(set(digests)) == len(digests)


def test_bands_give_the_same_file_and_the_same_digest(tmp_path):
    whole = made(tmp_path, *SIZE)["digest"]
    refused(call(tmp_path, "--check=image.raw"), 1, "there is no record of engrave next to it")
    for number in (3, 1, 2):
        said = made(tmp_path, *RAW, f"--band={number}/3")
        if number == 3:
            refused(call(tmp_path, "--check=image.raw"), 1, "not complete: 2 of 3 bands are missing or were", ": 1, 2")
        assert said["band"] == f"{number} of 3" and said["digest"] != whole
        assert said["digest"] == made(tmp_path, *SIZE, f"--band={number}/3")["digest"], "without a file"
    said = made(tmp_path, "--check=image.raw", "--reread")
    assert (said["digest"], said["bands"], said["reread"]) == (whole, "3", "yes")
    assert digest((tmp_path / "image.raw").read_bytes()) == whole


def test_a_complete_band_is_not_computed_again_unless_the_image_or_its_mask_is_another(tmp_path):
    mask = tmp_path / "mask"
    mask.write_bytes(bytes(SHAPE[0] * SHAPE[1]))
    words = [*RAW, "--source=raw", "--mask=mask"]
    first = made(tmp_path, *words)
    again = made(tmp_path, *words, "--resume")
    assert (again["digest"], again["computed"], again["bytes"]) == (first["digest"], "0", first["bytes"])
    before = recorded(tmp_path / "image.raw")
    refused(call(tmp_path, *words, "--resume", "--seed=2"), 1, "is the record of another image", "seed 2")
    refused(call(tmp_path, *RAW, "--band=1/2"), 1, ", 1 bands; expected ")
    os.utime(mask, ns=(0, 0))
    refused(call(tmp_path, *words, "--resume"), 1, "is the record of another image")
    assert recorded(tmp_path / "image.raw") == before
    mask.write_bytes(bytes([255]) * (SHAPE[0] * SHAPE[1]))
    assert made(tmp_path, *words)["digest"] != first["digest"], "without --resume it is replaced"
    refused(call(tmp_path, *words[:-1], "--mask=image.raw"), 2, "--output: is the mask's file")
    refused(call(tmp_path, *words[:-1], "--mask=nowhere"), 1, "nowhere: ")


def test_a_mask_is_read_from_a_raw_file_and_from_a_tiff(tmp_path):
    mask = (numpy.random.default_rng(1).random(SHAPE) < 0.999).astype(numpy.uint8) * 255
    (tmp_path / "mask.raw").write_bytes(mask.tobytes())
    Image.fromarray(mask).save(tmp_path / "mask.tif")
    raw = made(tmp_path, *SIZE, "--source=raw", "--mask=mask.raw")["digest"]
    tiff = call(tmp_path, *SIZE, "--source=bigtiff", "--mask=mask.tif")
    if "without libtiff" in tiff.stderr:
        pytest.skip(tiff.stderr)
    assert f"digest     {raw}\n" in tiff.stdout
    assert raw != made(tmp_path, *SIZE)["digest"]
    refused(call(tmp_path, "--size=2000x1500", "--source=raw", "--mask=mask.raw"), 1, "mask.raw", "3002000",
            "expected 2000 x 1500")


def test_the_bigtiff_is_read_by_tifffile(tmp_path):
    said = made(tmp_path, *TIFF)
    read = pytest.importorskip("tifffile", reason="no tifffile for Python").imread(tmp_path / "image.tif")
    assert (read.shape, read.dtype, digest(read.tobytes())) == (SHAPE, numpy.uint8, said["digest"])


def test_memory_stays_within_base_and_budget(tmp_path):
    if b"__asan_init" in Path(program()).read_bytes():
        pytest.skip("AddressSanitizer needs memory of its own")
    size = "--size=4096x13000"  # 51 MiB
    runs = (["--size=1x1"], [size, "--host-mib=12"], [size, "--host-mib=48", "--sink=raw", "--output=image.raw"])
    base, little, much = (float(made(tmp_path, *words)["memory"].split(" ")[-2]) for words in runs)
    assert base < little <= 1.1 * (base + 12) and base < much <= 1.1 * (base + 48)
    refused(call(tmp_path, size, "--host-mib=1", "--sink=raw", "--output=other.raw"), 2,
            "its budget is 1.0 MiB; expected a budget of at least")
    assert not list(tmp_path.glob("other*"))


def test_a_full_disk_is_one_error_and_the_run_can_go_on(tmp_path):
    limit = (2_100_000, 2_100_000)  # stands in for the end of the disk
    full = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit)}
    refused(call(tmp_path, *RAW, "--step-mib=1", **full), 1, "writing image.raw at byte ", "File too large")
    assert recorded(tmp_path / "image.raw") == 2
    again = made(tmp_path, *RAW, "--resume")
    assert int(again["computed"]) == int(again["bytes"]) - 2 * MIB
    assert again["digest"] == made(tmp_path, *SIZE)["digest"]
    refused(call(tmp_path, *TIFF, **full), 1, "writing image.tif at byte ", "File too large")
    assert not (tmp_path / "image.tif").exists(), "half a TIFF is of no use"


def test_what_is_no_regular_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for output in ("pipe", "folder", "/dev/null", "/dev/full", "nowhere/image"):
        for sink in ("raw", "bigtiff"):
            refused(call(tmp_path, *SIZE, f"--sink={sink}", f"--output={output}"), 1, output)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe"]


def test_damage_is_found(tmp_path):
    image = tmp_path / "image.raw"
    record = tmp_path / "image.raw.band-1-of-1.digests"
    whole = made(tmp_path, *RAW)["digest"]
    def check(*words):
        return call(tmp_path, "--check=image.raw", *words)
    for path in (image, record):
        right = path.read_bytes()
        path.write_bytes(right[:-1] + bytes([right[-1] ^ 1]))
        assert check().returncode == 0, "the file is not read"
        refused(check("--reread"), 1, "bytes 2097152 to 3002000 are not those that were recorded")
        path.write_bytes(right)
    record.write_bytes(record.read_bytes()[:-1])  # as a process leaves it that is killed while it writes
    refused(check(), 1, "1 of 1 bands are missing or were interrupted: 1")
    again = made(tmp_path, *RAW, "--resume")
    assert again["digest"] == facts(check("--reread"))["digest"] == whole
    assert int(again["computed"]) == int(again["bytes"]) - 2 * MIB
    os.truncate(image, 3_001_999)
    refused(check(), 1, "has 3001999 bytes; expected 3002000")
    refused(call(tmp_path, *RAW, "--resume"), 1, "expected 3002000 or more")
    for text in ("{", "rungs engrave 2, band 1 of 1: 9x9\n", "rungs engrave 3, band 1 of 1: 9x9"):
        record.write_text(text)
        refused(check(), 1, "is not a record of band 1 of 1")
    for size in ("9", "0x9", "-1x9", "9x99999999999"):
        record.write_text(f"rungs engrave 3, band 1 of 1: {size}\n")
        refused(check(), 1, "expected its size")
    record.write_text("")  # its process has only begun
    assert made(tmp_path, *RAW, "--resume")["digest"] == whole
    record.unlink()
    refused(call(tmp_path, *RAW), 2, "image.raw: is there already")


def test_progress_is_for_a_terminal(tmp_path):
    assert call(tmp_path, *SIZE).stderr == ""
    ours, its = pty.openpty()
    subprocess.run([program(), *SIZE], stderr=its, stdout=subprocess.DEVNULL, check=True, timeout=60)
    os.close(its)
    said = everything_written(ours).decode()
    assert "of 0.0 GB, " in said and said.endswith("\r\x1b[K"), "the line is removed at the end"


@pytest.mark.parametrize(("words", "expected"), [
    ("", "no --size; expected --size WIDTHxHEIGHT"),
    *((f"--size={size}", "--size: ") for size in ("10", "0x1", "1x", "1x2x3", "-1x1", "1073741825x1", "ax1")),
    *((f"--size=9x9 --band={band}", "--band: ") for band in ("0/1", "2/1", "1", "/2", "1/2/3", "1/-1")),
    ("--size=1000x1000 --band=1/2", "2 bands; expected at most 1, one for each MiB"),
    ("--size=9x9 --tree=oak", "--tree: 'oak'; expected deck|chain"),
    ("--size=9x9 --distance-max=128", "expected an integer from 1 to 127"),
    ("--size=9x9 --median=1", "--median: the tree 'deck' has no median"),
    ("--size=9x9 --seed=-1", "--seed: '-1'"), ("--size=9x9 --seed=0x10", "--seed: '0x10'"),
    ("--size=9x9 --host-mib=0", "expected an integer from 1 to 1048576"),
    ("--size=9x9 --sink=raw", "FILE: expected both, or none"), ("--size=9x9 --output=f", "FILE: expected both"),
    ("--size=9x9 --sink=tape --output=f", "--sink: 'tape'; expected null|raw|bigtiff"),
    ("--size=2000x999 --sink=bigtiff --output=f --band=1/2", "a BigTIFF is written as a whole"),
    ("--size=9x9 --resume", "--resume, --step-mib: expected --sink raw"),
    ("--size=9x9 --source=raw", "--mask FILE: expected both"), ("--size=9x9 --mask=f", "--mask FILE: expected both"),
    ("--size=9x9 --tree=chain --source=raw --mask=f", "the tree 'chain' reads no mask"),
    ("--check=f --size=9x9", "but no other option"), ("--reread", "--reread: expected --check"),
    ("--sizes=9x9", "--sizes"), ("raw", "raw"), ("--size=9x9 --size=8x8", "--size")])
def test_bad_usage_is_one_line(tmp_path, words, expected):
    refused(call(tmp_path, *words.split(" ") if words else []), 2, expected)
    assert list(tmp_path.iterdir()) == []
