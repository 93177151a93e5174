// A thread filters 16 columns and walks down four rows.
// Against gpu/3x3_sorted_columns a row's 16 pixels are one load and one store of 16 bytes, where each pixel
// had its own. Pixels x and x + 8 share a word, so that neighbours lie in neighbouring registers and a row is
// made into words by few instructions (segment.hpp). A row is loaded and made into words once for the three
// rows of windows that need it, and the next two rows are on their way while two are filtered. It costs ten
// columns sorted for eight, six rows read for four, and threads: an image needs to be large to fill a GPU.
#include "cases/median/case.hpp"
#include "cases/median/gpu/sorted_columns.hpp"
#include "cases/median/gpu/strip3.hpp"
#include "cases/median/gpu/tiles.hpp"
#include "harness/device.hpp"

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
    .name = "gpu/3x3_wide_tiles",
    .improves = "gpu/3x3_sorted_columns",
    .idea = "16 columns a thread, walked down four rows",
    .result = median::Result::window3,
    .launch = median::launch_tiles<median::Strip3<Filter, 4>>,
}};

}  // namespace
