// gpu/sliding_window on an image of floats, where white is not equal to 0.
// From the bits on nothing changes. 32 pixels are 128 bytes here: a warp loads them with one instruction, and
// a vote makes their word of bits, without the arithmetic that gpu/sliding_window needs for 16 bytes in one
// thread. Eight bytes per pixel instead of five, so DRAM bandwidth should matter more; the rows that two
// tiles share are now four times as many bytes from the L2.
#include "cases/distance/gpu/float_image.hpp"
#include "cases/distance/gpu/sliding.hpp"
#include "cases/distance/gpu/sliding_load_float.hpp"

namespace {

namespace sliding = distance::sliding;

template <bool Vectors>
__global__ void __launch_bounds__(sliding::threads)
    sliding_window_float(std::uint32_t* out, const float* image, int width, int height, int radius,
                         distance::HiddenOne one) {
  sliding::sliding_tile<Vectors>(rungs::dynamic_shared<sliding::Seam>(), out, image, width, height, radius,
                                 one, distance::Squared{});
}

void run(const distance::Problem& p, const distance::Views& v, distance::FloatImage& image,
         rungs::Stream stream) {
  sliding::require_short_radius(p);
  rungs::launch({sliding::tiles(p), dim3(sliding::threads), stream, sliding::shared_bytes},
                sliding::in_vectors(p) ? sliding_window_float<true> : sliding_window_float<false>, v.out,
                image.data(), p.width, p.height, p.distance_max, distance::HiddenOne{});
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/sliding_window",
    .idea = "the same on an image of floats; a vote makes 32 bits",
    .result = distance::Case::Result::squared_of_floats,
    .prepared = rungs::prepared(distance::make_float_image, run),
}};

}  // namespace
