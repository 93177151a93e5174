// gpu/branch_free_root with stores that are not marked as streaming, and five rows per block instead of four. A
// streaming store asks the L2 to evict its line before others. If another kernel left dirty lines, this keeps them in
// the L2 and seems to leave few places for lines on their way to memory: an H200 is then faster with plain stores, here
// and in the case `fill`. With clean lines gpu/branch_free_root is the faster of the two. The fifth row gives one more
// distance per loaded point; with six, blocks write over too wide a band at a time.
#include "cases/edm/gpu/rows.hpp"

namespace {

constexpr unsigned rows_per_block = 5;

__global__ void plain_stores(float* distances, edm::Points points, unsigned n, unsigned shift) {
  edm::put_item<rows_per_block>(distances, points, n, shift, edm::branch_free_distance,
                                [](float4* to, float4 four) { *to = four; });
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/branch_free_root",
    .technique = {"hints"},
    .step = rungs::Step::back,
    .idea = "stores not marked as streaming, five rows per block",
    .launch = edm::launch_items<plain_stores, rows_per_block>,
}};

}  // namespace
