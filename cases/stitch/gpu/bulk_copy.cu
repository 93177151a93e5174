// gpu/staged_row, but the copy engine stores the staged row, not the threads.
// The block stages at least 8 KiB of its row, rounded up to complete repetitions. Then a few threads each
// issue bulk copies from shared memory to the row until the piece is full, and wait until everything has been
// read. After the barrier no thread loads, stores or counts pixels. The cost: both sides need 16-byte
// alignment and a size that is a multiple of 16 bytes, so threads store the unaligned ends of a row; and
// pieces must be longer than in gpu/staged_row, so that each copy is long enough to be worth starting.
#include <algorithm>
#include <numeric>
#include <rungs/bulk_copy.hpp>
#include <rungs/device.hpp>
#include "cases/stitch/case.hpp"
#include "cases/stitch/gpu/row_pieces.hpp"

namespace {

constexpr int threads = 128;
constexpr unsigned most_vectors = 1280;  // a piece: 20 KiB of the target
constexpr unsigned least_staged = 512;   // vectors, if the piece has as many

/// Copies `image` repeatedly to those of the `vectors` from `column` on that lie completely in the row. Of
/// the others, stores the part that lies in the row.
__device__ void send(float* row, int column, int width, int vectors, const float4* image, int staged) {
  const int last = max(0, min(vectors, (width - column + 3) / 4));  // later ones begin beyond the row
  const int begin = column < 0 ? 1 : 0;
  const int end = last > 0 && column + 4 * last > width ? last - 1 : last;
  for (int i = static_cast<int>(threadIdx.x) * staged; i < end; i += threads * staged) {
    const int from = max(i, begin);
    const int count = min(i + staged, end) - from;
    if (count > 0) rungs::bulk::store(row + column + 4 * from, image + (from - i), 16U * count);
  }
  if (threadIdx.x == 0 && begin > 0) row_vectors::store_part(row, column, width, image[0]);
  if (threadIdx.x == 0 && end < last) {
    row_vectors::store_part(row, column + 4 * end, width, image[end % staged]);
  }
  rungs::bulk::commit();
  rungs::bulk::wait_read<0>();
}

__global__ void bulk_copy(float* target, unsigned width, const float* repeater, division::Divisor columns,
                          division::Divisor rows, stitch::Pieces pieces, unsigned staged) {
  const unsigned y = division::quotient(blockIdx.x, pieces.per_row);
  const unsigned first = (blockIdx.x - y * pieces.per_row.value) * pieces.vectors;
  const int column = row_vectors::first_column(y, width) + 4 * static_cast<int>(first);
  float4* const image = rungs::dynamic_shared<float4>();

  const float* const row = repeater + division::remainder(y, rows) * columns.value;
  const unsigned start = row_vectors::place_of(column, columns);
  for (unsigned i = threadIdx.x; i < 4 * staged; i += threads) {
    reinterpret_cast<float*>(image)[i] = row[division::remainder(start + i, columns)];
  }
  rungs::bulk::fence();
  __syncthreads();
  send(target + rungs::at(0, y, width), column, static_cast<int>(width), static_cast<int>(pieces.vectors), image,
       static_cast<int>(staged));
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  rungs::require_target(bulk_copy, 90, "a bulk copy");
  const auto pieces = stitch::Pieces::of(p.width, most_vectors);
  // Complete 32-byte sectors; otherwise two copies would share one.
  const unsigned period = std::lcm(stitch::vectors_per_period(p.repeater.width), 2U);
  const unsigned repeated = (least_staged + period - 1) / period * period;
  const unsigned staged = std::min(repeated, pieces.vectors);
  rungs::launch({dim3(pieces.in(p.height)), dim3(threads), stream, staged * sizeof(float4)}, bulk_copy, v.target,
                p.width, v.repeater, division::by(p.repeater.width), division::by(p.repeater.height), pieces, staged);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/staged_row",
    .technique = {"async"},
    .idea = "bulk copies of the staged row, no stores by threads",
    .launch = launch,
}};

}  // namespace
