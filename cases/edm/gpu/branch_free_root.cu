// gpu/column_registers with the root's arithmetic written out. sqrtf tests every argument and calls a function for
// those that its fast path cannot take, 0 among them. That is a branch per element, which keeps the compiler from
// interleaving four elements, and a call for each diagonal element and each pair of coincident points. Here one maximum
// keeps 0 out of the reciprocal root, and the same five operations follow: as exact, and as fast for points=coincident
// as for any others. It relies on what the case guarantees: no square between 0 and 2^-126.
#include "cases/edm/gpu/rows.hpp"

namespace {

constexpr unsigned rows_per_block = 4;

__global__ void branch_free_root(float* distances, edm::Points points, unsigned n, unsigned shift) {
  edm::put_item<rows_per_block>(distances, points, n, shift, edm::branch_free_distance,
                                [](float4* to, float4 four) { __stcs(to, four); });
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/column_registers",
    .technique = {"approx"},
    .idea = "sqrtf's arithmetic without its branch",
    .launch = edm::launch_items<branch_free_root, rows_per_block>,
}};

}  // namespace
