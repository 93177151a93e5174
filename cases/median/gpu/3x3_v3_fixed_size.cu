// gpu/3x3_v3 compiled for one image size at a time.
// Width and height are constants, so that a row's offset becomes part of the load's address. A reader of the
// article claims 5 %. The cost: each size needs its own kernel, and other sizes cannot run.
#include "cases/median/gpu/padded.hpp"

namespace {

/// The article's, two that the simulator can verify, and three more for a sweep: a 4K video frame, and an
/// image about as large as an L2 cache.
constexpr std::array sizes{rungs::Size{64, 48},     rungs::Size{256, 192},   rungs::Size{1920, 1080},
                           rungs::Size{3840, 2160}, rungs::Size{5120, 5120}, rungs::Size{8192, 8192}};

template <unsigned width, unsigned height>
__global__ void __launch_bounds__(256, median::blocks_of_sm(256))
    v3_fixed_size(const std::uint8_t* __restrict__ in, std::uint8_t* out) {
  median::v3_thread(height, width, in, out);
}

template <std::size_t... i> bool launch_one_of(const rungs::Call<median::Case>& call, std::index_sequence<i...>) {
  const median::Problem& p = call.problem;
  const rungs::Grid grid{median::v3_blocks(p), dim3(median::v3_columns, median::v3_rows), call.stream};
  const auto launch_if = [&](rungs::Size size, auto kernel) {
    if (p.width != size.width || p.height != size.height) return false;
    rungs::launch(grid, kernel, call.state<median::Padded>().data(), call.views.filtered);
    return true;
  };
  return (launch_if(sizes[i], v3_fixed_size<sizes[i].width, sizes[i].height>) || ...);
}

void launch(const rungs::Call<median::Case>& call) {
  if (launch_one_of(call, std::make_index_sequence<sizes.size()>{})) return;
  std::string compiled;
  for (const auto size : sizes) compiled += (compiled.empty() ? "" : ", ") + to_string(size);
  throw rungs::Unsupported("is compiled for " + compiled + " only");
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v3",
    .technique = {"constants"},
    .idea = "width and height known at compile time",
    .result = median::Result::window3,
    .launch = launch,
    .prepare = median::pad,
}};

}  // namespace
