// A thread filters 16 columns and steps down four rows.
// Compared with gpu/3x3_sorted_columns, a row's 16 pixels are one load and one store of 16 bytes, where each
// pixel had its own. Pixels x and x + 8 share a word, so that neighbours are in neighbouring registers and a
// row is unpacked into words with few instructions (median::spread). A row is loaded and unpacked once for
// the three rows of windows that need it, and the next two rows are in flight while two are filtered. The
// cost: ten columns sorted for eight, six rows read for four, and fewer threads: an image must be large to
// fill a GPU.
#include "cases/median/gpu/sorted_columns.hpp"
#include "cases/median/gpu/two_rows.hpp"

namespace {

/// The medians of two rows of windows, from four rows of pixels.
struct TwoRows {
  template <unsigned windows>
  __device__ __forceinline__ void operator()(const unsigned (&row)[4][windows + 2], unsigned (&upper)[windows],
                                             unsigned (&lower)[windows]) const {
    median::Column above[windows + 2];
    median::Column below[windows + 2];
#pragma unroll
    for (unsigned x = 0; x < windows + 2; ++x) {
      median::sort_two_columns({row[0][x], row[1][x], row[2][x], row[3][x]}, above[x], below[x]);
    }
    median::filter_columns(above, upper);
    median::filter_columns(below, lower);
  }
};

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_sorted_columns",
    .technique = {"coarsen", "vector"},
    .idea = "16 columns per thread, four rows in turn",
    .races = "strips at the far sides are moved back and write pixels again, as they are",
    .result = median::Result::window3,
    .launch = median::launch_tiles<median::TwoRowsAhead<TwoRows, 4>>,
}};

}  // namespace
