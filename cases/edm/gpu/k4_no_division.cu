// gpu/k3_shared without the division: a thread keeps its row and column and steps them on (walk.hpp).
// From one of its elements to the next it is always the block's number of threads. In rows and columns that
// is an addition to each, a comparison with the row's length and at most one subtraction; the multiplication
// that is left finds the row to store to. About twenty of sixty instructions for an element should go.
#include "cases/edm/case.hpp"
#include "cases/edm/gpu/walk.hpp"
#include "harness/device.hpp"

namespace {

__global__ void k4_no_division(float* distances, const float2* points, unsigned n, unsigned batch) {
  edm::for_batches(distances, points, n, batch, [](const edm::Tile& tile) { edm::fill(tile); });
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  rungs::launch({edm::blocks_for(p.count()), dim3(edm::threads), stream, p.batch * sizeof(float2)},
                k4_no_division, v.distances, edm::points_of(v), p.count(), p.batch);
}

const rungs::Variant<edm::Case> variant{{
    .name = "gpu/k4_no_division",
    .improves = "gpu/k3_shared",
    .idea = "add, compare, subtract in place of the division",
    .launch = launch,
}};

}  // namespace
