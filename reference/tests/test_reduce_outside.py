"""NumPy's sum and maximum against the C++ reference, which is compiled here as a shared library."""

import numpy as np
import outside
import pytest

C_FACE = """
#include "reference/reduce.hpp"
extern "C" std::uint32_t sum_of(const std::uint32_t* words, std::size_t count, unsigned threads) {
  return reference::sum_of({words, count}, threads);
}
extern "C" std::uint32_t maximum_of(const std::uint32_t* words, std::size_t count, unsigned threads) {
  return reference::maximum_of({words, count}, threads);
}
extern "C" double float_sum_of(const float* floats, std::size_t count, unsigned threads, double* magnitude) {
  const auto found = reference::float_sum_of({floats, count}, threads);
  *magnitude = found.magnitude;
  return found.sum;
}
extern "C" float float_maximum_of(const float* floats, std::size_t count, unsigned threads) {
  return reference::float_maximum_of({floats, count}, threads);
}
"""

# Sizes around the 2^18 words that a thread takes at least, and enough for several threads.
SIZES = [0, 1, 2, 31, 4097, 2**18 - 1, 2**18, 2**19 + 1, 2**20 + 3]


library = outside.compiled("reduce", C_FACE)


def words_of(values, size):
    """32 bits at random, nothing but the largest word, or words below 2^31 but for the first or the last."""
    if values == "largest":
        return np.full(size, 2**32 - 1, dtype=np.uint32)
    random = np.random.default_rng(size)
    words = random.integers(0, 2**32 if values == "random" else 2**31, size, dtype=np.uint32)
    if values != "random" and size:
        words[0 if values == "first_peaks" else -1] |= 2**31
    return words


@pytest.mark.parametrize("threads", [0, 1, 3])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("values", ["random", "largest", "first_peaks", "last_peaks"])
def test_agrees_with_numpy(library, values, size, threads):
    words = words_of(values, size)
    # At most 2^21 words of 32 bits: their sum is exact in 64.
    assert library.sum_of(words, size, threads) == int(words.sum(dtype=np.uint64)) % 2**32
    assert library.maximum_of(words, size, threads) == int(words.max(initial=0))


@pytest.mark.parametrize("threads", [0, 1, 3])
@pytest.mark.parametrize("size", SIZES)
def test_floats_agree_with_numpy(library, size, threads):
    floats = np.random.default_rng(size).normal(-3, 1, size).astype(np.float32)
    magnitude = np.zeros(1)
    wide = floats.astype(np.float64)
    assert library.float_sum_of(floats, size, threads, magnitude) == pytest.approx(wide.sum(), rel=1e-12)
    assert magnitude[0] == pytest.approx(np.abs(wide).sum(), rel=1e-12)
    assert library.float_maximum_of(floats, size, threads) == floats.max(initial=-np.inf)
