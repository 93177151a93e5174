// A block's threads stage its pattern row in shared memory, repeated until it ends on a vector, and store from there.
// Compared with gpu/vector_stores, the four 4-byte loads become one 16-byte load from shared memory, without bank
// conflicts, and one wrap serves four pixels. This is what gpu/shared_repeater tried to do: but it stages a row, not
// the pattern; all threads copy it, not one; and it serves about two thousand pixels, not
// 32. The cost is one barrier per block, before which nothing is stored, and up to 8 KiB of shared memory.
// Pieces are short, two vectors per thread, so that running blocks stay close together in memory.
#include <numeric>
#include "cases/row_vectors.hpp"
#include "cases/stitch/case.hpp"

namespace {

constexpr unsigned threads = 256;
constexpr unsigned most_vectors = 512;  // a piece: 8 KiB of the target, and at most as much staged

/// How the target's rows are cut, into pieces of equal length, one block per piece; passed to the kernel by value.
struct Pieces {
  division::Divisor per_row;  ///< pieces per row
  unsigned vectors;           ///< per piece; the last of a row may have fewer

  /// Pieces for rows of `width` pixels, none longer than most_vectors.
  static Pieces of(unsigned width) {
    const unsigned vectors = row_vectors::most(width);
    const unsigned count = (vectors + most_vectors - 1) / most_vectors;
    return {division::by(count), (vectors + count - 1) / count};
  }
};

/// The smallest number of vectors after which a pattern row that starts on a vector boundary does so again.
unsigned vectors_per_period(unsigned side) { return side / std::gcd(side, 4U); }

__global__ void staged_row(float* target, unsigned width, const float* repeater, division::Divisor columns,
                           division::Divisor rows, Pieces pieces, unsigned staged) {
  const unsigned y = division::quotient(blockIdx.x, pieces.per_row);
  const unsigned first = (blockIdx.x - y * pieces.per_row.value) * pieces.vectors;
  const int column = row_vectors::first_column(y, width) + 4 * static_cast<int>(first);
  float4* const image = rungs::dynamic_shared<float4>();

  const float* const row = repeater + division::remainder(y, rows) * columns.value;
  const unsigned start = row_vectors::place_of(column, columns);
  for (unsigned i = threadIdx.x; i < 4 * staged; i += threads) {
    reinterpret_cast<float*>(image)[i] = row[division::remainder(start + i, columns)];
  }
  __syncthreads();

  float* const to = target + rungs::at(0, y, width);
  const unsigned step = threads % staged;
  unsigned from = threadIdx.x % staged;
  for (unsigned i = threadIdx.x; i < pieces.vectors; i += threads) {
    row_vectors::store(to, column + 4 * static_cast<int>(i), width, image[from]);
    from += step;
    if (from >= staged) from -= staged;
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const auto pieces = Pieces::of(p.width);
  const unsigned staged = std::min(vectors_per_period(p.repeater.width), pieces.vectors);
  rungs::launch({rungs::linear_grid(std::size_t{pieces.per_row.value} * p.height), dim3(threads), stream,
                 staged * sizeof(float4)},
                staged_row, v.target, p.width, v.repeater, division::by(p.repeater.width),
                division::by(p.repeater.height), pieces, staged);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/vector_stores",
    .technique = {"smem"},
    .idea = "the row staged by all threads, loaded 16 bytes at a time",
    .launch = launch,
}};

}  // namespace
