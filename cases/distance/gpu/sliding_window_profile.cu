// gpu/sliding_window that writes the profile's value of each distance instead of the distance: z =
// f(distance).
// A block copies the table, R * R + 1 floats, to shared memory, and a result costs one lookup there before it
// is stored. The bytes read and written per pixel stay the same, and no plane of distances is kept. For R
// up to 15.
#include <cstddef>
#include <cstdint>
#include "cases/distance/gpu/sliding.hpp"

namespace {

namespace sliding = distance::sliding;

struct SharedProfile {
  const float* table;
  __device__ float operator()(unsigned squared) const { return table[squared]; }
};

template <bool Vectors>
__global__ void __launch_bounds__(sliding::threads)
    sliding_window_profile(float* z, const std::uint8_t* image, const float* table, int width, int height, int radius,
                           distance::HiddenOne one) {
  auto* const bits = rungs::dynamic_shared<sliding::Seam>();
  auto* const shared_table = reinterpret_cast<float*>(bits + sliding::rows * sliding::bits_per_row);
  for (int i = static_cast<int>(threadIdx.x); i <= radius * radius; i += sliding::threads) {
    shared_table[i] = table[i];
  }
  const sliding::Place place = sliding::block_place(width);
  const sliding::WholeImage<Vectors> pixels{image, width, height};
  sliding::load_own_from(bits, pixels, place);
  sliding::load_sides_from(bits, pixels, place);
  __syncthreads();
  sliding::write_columns<Vectors>(z, bits, place, width, height, radius, one, SharedProfile{shared_table});
}

void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  sliding::require_short_radius(p);
  const std::size_t bytes = sliding::shared_bytes + p.table_size() * sizeof(float);
  rungs::launch({sliding::tiles(p), dim3(sliding::threads), stream, bytes},
                sliding::in_vectors(p) ? sliding_window_profile<true> : sliding_window_profile<false>, v.z, v.image,
                v.table, p.width, p.height, p.distance_max, distance::HiddenOne{});
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/sliding_window",
    .step = rungs::Step::question,
    .idea = "a lookup in shared memory before the store",
    .result = distance::Case::Result::profile,
    .launch = launch,
}};

}  // namespace
