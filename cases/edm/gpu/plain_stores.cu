// gpu/branch_free_root with stores that are not marked as streaming, and five rows per block instead of four.
// A streaming store asks the L2 to evict its line before others. If another kernel left dirty lines, this
// keeps them in the L2 and seems to leave few places for lines on their way to memory: an H200 is then faster
// with plain stores, here and in the case `fill`. With clean lines gpu/branch_free_root is the faster of the
// two. The fifth row gives one more distance per loaded point; with six, blocks write over too wide a band at
// a time.
#include <rungs/device.hpp>

#include "cases/edm/case.hpp"
#include "cases/edm/gpu/columns.hpp"
#include "cases/edm/gpu/root.hpp"

namespace {

constexpr unsigned rows_per_block = 5;

struct PlainStore {
  __device__ void operator()(float4* to, float4 distances) const { *to = distances; }
};

__global__ void plain_stores(float* distances, edm::Points points, unsigned n, unsigned shift) {
  const edm::AlikeRows rows = edm::alike_rows(blockIdx.y, n, rows_per_block, shift);
  const unsigned item = blockIdx.x * edm::threads + threadIdx.x;
  edm::put_item(distances, points, n, rows, item, edm::BranchFreeRoot{}, PlainStore{});
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  const unsigned n = p.count();
  const unsigned shift = edm::alike_shift<4>(n);
  rungs::launch({edm::column_blocks(n, rows_per_block, shift), dim3(edm::threads), stream}, plain_stores,
                v.distances, edm::points_of(p, v), n, shift);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/branch_free_root",
    .idea = "stores not marked as streaming, five rows per block",
    .launch = launch,
}};

}  // namespace
