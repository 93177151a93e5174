// Four pixels per word, one above the other. Compared with gpu/3x3_v2, the four windows overlap, and the compiler can
// use one load for several of them. The article adds rows of 255 below the image (padded.hpp): without a check of the
// last rows nothing keeps the compiler from moving loads forward. It should need half of the 36 loads. Launch bounds
// are those of the listing.
#include "cases/median/gpu/padded.hpp"

namespace {

template <unsigned most, unsigned blocks>
__global__ void __launch_bounds__(most, blocks)
    v3(int height, int width, const unsigned char* __restrict__ in, unsigned char* out) {
  median::v3_thread(height, width, in, out);
}

template <unsigned most, unsigned blocks> void launch(const rungs::Call<median::Case>& call) {
  const median::Problem& p = call.problem;
  if (p.width < 3 || p.height < 3) return;
  rungs::launch({median::v3_blocks(p), dim3(median::v3_columns, median::v3_rows), call.stream}, v3<most, blocks>,
                p.height, p.width, call.state<median::Padded>().data(), call.views.filtered);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v2",
    .technique = {"reuse"},
    .idea = "four pixels per word, one above the other",
    .result = median::Result::window3,
    .prepare = median::pad,
    .versions = {{"bounds=256x8", launch<256, median::blocks_of_sm(256)>}, {"bounds=none", launch<128, 1>}},
    .tunable = true,
}};

}  // namespace
