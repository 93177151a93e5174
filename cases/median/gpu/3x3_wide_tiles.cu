// A thread filters 16 columns and steps down four rows.
// Compared with gpu/3x3_sorted_columns, a row's 16 pixels are one load and one store of 16 bytes, where each
// pixel had its own. Pixels x and x + 8 share a word, so that neighbours are in neighbouring registers and a
// row is unpacked into words with few instructions (layout.hpp). A row is loaded and unpacked once for the
// three rows of windows that need it, and the next two rows are in flight while two are filtered. The cost:
// ten columns sorted for eight, six rows read for four, and fewer threads: an image must be large to fill a
// GPU.
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/sorted_columns.hpp"
#include "cases/median/gpu/strip3.hpp"
#include "cases/median/gpu/tiles.hpp"

namespace {

struct Filter {
  static constexpr auto place = median::LaneByte::upper;

  static __device__ __forceinline__ void filter(const median::RowOfPairs (&row)[4],
                                                median::MediansOfPairs& upper,
                                                median::MediansOfPairs& lower) {
    median::filter_two_rows(row, upper, lower);
  }
};

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_sorted_columns",
    .idea = "16 columns per thread, four rows in turn",
    .result = median::Result::window3,
    .launch = median::launch_tiles<median::Strip3<Filter, 4>>,
}};

}  // namespace
