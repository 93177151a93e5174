"""The references through their C functions: bench's inputs to the byte, and comparisons that can fail."""

import numpy as np
import pytest
from command_line import call
from conftest import SCRIPTS
from fake_peers import library_path
from PIL import Image

from rungs.baselines.reference import MEDIAN_3X3, Reference
from rungs.data.errors import BadUsage


@pytest.fixture(scope="module")
def reference():
    return Reference(library_path())


MASK = 2**64 - 1


def random_bits(seed, index):
    """SplitMix64's finaliser over seed and index (harness/include/rungs/random.hpp), written a second time."""
    z = (seed * 0xD1342543DE82EF95 + (index + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


@pytest.mark.parametrize(("filter_", "case", "params"), [
    ("median/host/3x3_scalar$", "median", {"image": "photo", "frames": "2"}),
    ("median/host/3x3_scalar$", "median", {"image": "noise", "frames": "1"}),
    ("distance/gpu/white$", "distance", {"mask": "blobs", "distance_max": "7"}),
    ("distance/gpu/white$", "distance", {"mask": "noise50", "distance_max": "7"})])
def test_images_are_those_that_bench_dumps(reference, tmp_path, filter_, case, params):
    options = [word for name, value in params.items() for word in ("--param", f"{name}={value}")]
    result = call(tmp_path, f"--filter={filter_}", "--sizes=71x67", "--seed=11", "--verify-only", "--dump=d", *options)
    assert result.returncode == 0, result.stderr
    (path,) = (tmp_path / "d").glob(f"{case}.71x67.*.image.png")
    with Image.open(path) as picture:
        dumped = np.asarray(picture)
    ours = reference.problem(case, (71, 67), params).inputs(11)["image"].reshape(-1, 71)
    assert np.array_equal(ours, dumped)
    other_seed = reference.problem(case, (71, 67), params).inputs(12)["image"].reshape(-1, 71)
    assert not np.array_equal(other_seed, dumped)


def test_words_are_the_upper_halves_of_random_bits(reference):
    words = reference.problem("reduce", (17, 3), {}).inputs(5)["source"].view(np.uint32)
    assert words.tolist() == [random_bits(5, i) >> 32 for i in range(51)]


def test_points_are_fractions_of_24_random_bits(reference):
    points = reference.problem("edm", (9, 9), {}).inputs(7)["points"].view(np.float32)
    assert points.tolist() == [(random_bits(7, i) >> 40) / 2**24 for i in range(18)]


def test_a_pattern_is_whole_numbers_that_differ_from_their_neighbours(reference):
    pattern = reference.problem("stitch", (8, 8), {"repeater": "5"}).inputs(3)["repeater"].view(np.float32)
    below = [((random_bits(3, i) >> 32) * 2**23) >> 32 for i in range(25)]
    assert pattern.tolist() == [2 * below[i] + 1 + (i // 5 + i % 5) % 2 for i in range(25)]


def test_the_second_input_of_a_case_has_the_seed_after(reference):
    table = reference.problem("distance", (4, 4), {"distance_max": "2"}).inputs(9)["table"].view(np.float32)
    below = [((random_bits(10, i) >> 32) * 2**23) >> 32 for i in range(5)]
    assert table.tolist() == [2 * below[i] + 1 + i % 2 for i in range(5)]


def test_facts_of_a_problem(reference):
    problem = reference.problem("stitch", (30, 20), {"repeater": "5"})
    assert (problem.size_text, problem.params_text) == ("30x20", "repeater=5")
    work = problem.work(0)
    assert work.bytes_read + work.bytes_written == 4 * (600 + 25)
    assert [(one.name, one.is_input, one.bytes, one.element_bytes, one.poison) for one in problem.buffers] == [
        ("repeater", True, 100, 4, 0xA5), ("target", False, 2400, 4, 0xFF)]
    assert reference.default_size("median") == (1920, 1080)
    assert [(one.name, one.default) for one in reference.parameters("reduce")] == [("op", "sum")]
    assert reference.parameters("fill") == []


def test_all_cases_are_there(reference):
    assert set(reference.text("rungs_cases").split()) == {path.parent.name for path in
                                                          SCRIPTS.parent.glob("cases/*/case.hpp")}


def test_one_wrong_word_is_caught_and_told(reference):
    problem = reference.problem("stitch", (30, 20), {"repeater": "5"})
    inputs = problem.inputs(1)
    expected = problem.expected(inputs, 0)
    pattern = inputs["repeater"].view(np.float32).reshape(5, 5)
    assert np.array_equal(expected["target"].view(np.float32).reshape(20, 30), np.tile(pattern, (4, 6)))
    actual = {"target": expected["target"].copy()}
    assert problem.compare(inputs, expected, actual, 0).mismatches == 0
    actual["target"].view(np.float32)[7 * 30 + 3] += 2
    found = problem.compare(inputs, expected, actual, 0)
    assert (found.mismatches, found.max_error) == (1, 2)
    assert "(3, 7)" in found.first


def test_a_kind_of_result_is_heeded(reference):
    problem = reference.problem("median", (16, 12), {})
    inputs = problem.inputs(1)
    three, five = (problem.expected(inputs, kind) for kind in (MEDIAN_3X3, 1 - MEDIAN_3X3))
    assert problem.compare(inputs, three, five, MEDIAN_3X3).mismatches > 0
    assert (three["filtered"].reshape(12, 16)[1:-1, 1] != 0xA5).any() and (five["filtered"][17::16] == 0xA5).all()


def test_a_matrix_is_checked_in_blocks(reference):
    problem = reference.problem("edm", (40, 40), {})
    inputs = problem.inputs(1)
    points = inputs["points"].view(np.float32).reshape(-1, 2).astype(np.float64)
    matrix = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)).astype(np.float32)
    assert problem.checks_blocks
    assert problem.check_block(inputs, 0, matrix[:10].copy(), 0).mismatches == 0
    assert problem.check_block(inputs, 400, matrix[10:].copy(), 0).mismatches == 0
    assert problem.check_block(inputs, 440, matrix[10:].copy(), 0).mismatches > 0
    wrong = matrix.copy()
    wrong[3, 5] *= 1 + 2**-20
    assert problem.check_block(inputs, 0, wrong, 0).mismatches == 1


@pytest.mark.parametrize(("case", "size", "params", "words"), [
    ("nosuch", (4, 4), {}, ["nosuch", "stitch"]), ("stitch", (4, 4), {"repeater": "0"}, ["repeater=0", "1 to"]),
    ("stitch", (4, 4), {"side": "3"}, ["side", "stitch"]), ("edm", (4, 5), {}, ["4x5", "square"]),
    ("stitch", (0, 5), {}, ["1 to"]), ("stitch", (2**30 + 1, 5), {}, ["1 to"]),
    ("stitch", (4, 4, 4), {}, ["4x4x4", "has 2 sides (width, height)"]), ("stitch", (4,), {}, ["has 2 sides"])])
def test_a_problem_that_the_case_does_not_take_is_one_line(reference, case, size, params, words):
    with pytest.raises(BadUsage) as refused:
        reference.problem(case, size, params)
    assert "\n" not in str(refused.value)
    assert all(word in str(refused.value) for word in words)


def test_an_output_has_no_generator(reference):
    problem = reference.problem("stitch", (4, 4), {})
    with pytest.raises(BadUsage, match="no input"):
        reference.call("rungs_generate", problem._handle, 1, np.empty(64, np.uint8).ctypes.data, 1)


def test_a_file_that_is_no_library_is_one_line(tmp_path):
    (tmp_path / "no.so").write_text("text")
    for path in (tmp_path / "no.so", tmp_path / "missing.so"):
        with pytest.raises(BadUsage, match="--library") as refused:
            Reference(path)
        assert "\n" not in str(refused.value)
