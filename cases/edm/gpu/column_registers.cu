// A thread keeps four neighbouring columns' points in registers and goes down four rows: no shared memory, no
// barrier, no walk. Against gpu/k4_no_division a row's point, the same for all threads and found in the L1,
// is one load for four distances, which leave in one streaming store of 16 bytes; what an element cost in
// steps, comparisons and addresses is shared by four. Blocks side by side write one row on, as the fill does.
// Where n is no multiple of 4, rows that begin alike go together (aligned_rows.hpp), and up to six elements a
// row are stored one by one. `batch` has no effect from here on.
#include "cases/edm/case.hpp"
#include "cases/edm/gpu/columns.hpp"
#include "harness/device.hpp"

namespace {

constexpr unsigned rows_a_block = 4;

__global__ void column_registers(float* distances, const float2* points, unsigned n, unsigned shift) {
  const edm::AlikeRows rows = edm::alike_rows(blockIdx.y, n, rows_a_block, shift);
  const unsigned item = blockIdx.x * edm::threads + threadIdx.x;
  edm::put_item(distances, points, n, rows, item, edm::CompilersRoot{});
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  const unsigned n = p.count();
  const unsigned shift = edm::alike_shift<4>(n);
  rungs::launch({edm::column_blocks(n, rows_a_block, shift), dim3(edm::threads), stream}, column_registers,
                v.distances, edm::points_of(v), n, shift);
}

const rungs::Variant<edm::Case> variant{{
    .name = "gpu/column_registers",
    .improves = "gpu/k4_no_division",
    .idea = "four columns in registers, 16-byte streaming stores",
    .launch = launch,
}};

}  // namespace
