// Each thread keeps four adjacent columns' points in registers and steps down four rows: no shared memory, no barrier,
// no loop over tiles. Compared with gpu/k4_more_blocks, one load serves four distances: the row's point, which is the
// same for all threads and hits the L1. The four leave in one streaming store of 16 bytes and share the cost of steps,
// comparisons and addresses. Adjacent blocks write along one row, as in the fill. If n is not a multiple of 4, a block
// takes rows with the same alignment (rows.hpp), and up to six elements per row are stored one by one. `batch` has no
// effect from here on.
#include "cases/edm/gpu/rows.hpp"

namespace {

template <unsigned rows_per_block>
__global__ void column_registers(float* distances, edm::Points points, unsigned n, unsigned shift) {
  edm::put_item<rows_per_block>(distances, points, n, shift, edm::distance,
                                [](float4* to, float4 four) { __stcs(to, four); });
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k4_more_blocks",
    .technique = {"coarsen", "vector"},
    .idea = "four columns in registers, 16-byte streaming stores",
    .versions = {{"rows_per_block=4", edm::launch_items<column_registers<4>, 4>},
                 {"rows_per_block=2", edm::launch_items<column_registers<2>, 2>},
                 {"rows_per_block=8", edm::launch_items<column_registers<8>, 8>},
                 {"rows_per_block=16", edm::launch_items<column_registers<16>, 16>}},
    .tunable = true,
}};

}  // namespace
