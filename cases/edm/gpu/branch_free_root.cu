// gpu/column_registers with the root's arithmetic written out (root.hpp).
// sqrtf tests every argument and calls a function for those that its fast path cannot take, 0 among them.
// That is a branch per element, which keeps the compiler from interleaving four elements, and a call for each
// diagonal element and each pair of coincident points. Here one maximum keeps 0 out of the reciprocal root,
// and the same five operations follow: as exact, and as fast for points=coincident as for any others. It
// relies on what the case guarantees: no square between 0 and 2^-126.
#include <rungs/device.hpp>

#include "cases/edm/case.hpp"
#include "cases/edm/gpu/columns.hpp"
#include "cases/edm/gpu/root.hpp"

namespace {

constexpr unsigned rows_per_block = 4;

__global__ void branch_free_root(float* distances, edm::Points points, unsigned n, unsigned shift) {
  const edm::AlikeRows rows = edm::alike_rows(blockIdx.y, n, rows_per_block, shift);
  const unsigned item = blockIdx.x * edm::threads + threadIdx.x;
  edm::put_item(distances, points, n, rows, item, edm::BranchFreeRoot{});
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  const unsigned n = p.count();
  const unsigned shift = edm::alike_shift<4>(n);
  rungs::launch({edm::column_blocks(n, rows_per_block, shift), dim3(edm::threads), stream}, branch_free_root,
                v.distances, edm::points_of(p, v), n, shift);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/column_registers",
    .idea = "sqrtf's arithmetic without its branch",
    .launch = launch,
}};

}  // namespace
