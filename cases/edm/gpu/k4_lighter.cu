// gpu/k4_no_division with a lighter step: a thread keeps its row and column and advances them (tile.hpp). The article
// multiplies three times in 64 bits per distance. But the step from one of a thread's distances to the next is always
// the number of threads per block: in rows and columns that is an addition to each, a comparison with the row's length
// and at most one subtraction. One multiplication remains, to find the row to store to. It takes any number of points.
#include "cases/edm/gpu/tile.hpp"

namespace {

__global__ void k4_lighter(float* distances, edm::Points points, unsigned n, unsigned batch, unsigned rows) {
  edm::for_batches(distances, points, n, batch, rows, [](const edm::Tile& tile) { edm::fill(tile); });
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k4_no_division",
    .technique = {"carry", "narrow"},
    .idea = "add, compare, subtract in 32 bits",
    .launch = edm::launch_batches<k4_lighter>,
}};

}  // namespace
