// NPP's exact Euclidean distance transform (its parallel banding algorithm), then squared, rounded and cut
// off at R * R.
// Like OpenCV's, it has no bound: it finds the nearest white pixel at any distance. The pass that squares is
// in the measured time; until then the distances are in the output plane. A distance below R <= 255 in float
// is close enough to its root that rounding its square is exact.
#include <nppi_filtering_functions.h>
#include <algorithm>
#include "cases/distance/case.hpp"
#include "cases/npp.hpp"

namespace {

constexpr unsigned shortest_side = 64;  // the limits in NPP's manual
constexpr unsigned longest_side = 32767;
constexpr unsigned threads = 256;

__global__ void square(std::uint32_t* plane, std::size_t count, float radius, unsigned limit) {
  const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
  if (i >= count) return;
  const float distance = __uint_as_float(plane[i]);
  plane[i] = distance < radius ? __float2uint_rn(distance * distance) : limit;
}

NppiSize size_of(const distance::Problem& p) { return {static_cast<int>(p.width), static_cast<int>(p.height)}; }

bool supported(const distance::Problem& p) {
  return std::min(p.width, p.height) >= shortest_side && std::max(p.width, p.height) <= longest_side;
}

std::size_t workspace_bytes(const distance::Problem& p) {
  if (!supported(p)) return 1;
  std::size_t bytes = 0;
  npp::check(nppiDistanceTransformPBAGetBufferSize(size_of(p), &bytes), "nppiDistanceTransformPBAGetBufferSize");
  return std::max<std::size_t>(bytes, 1);
}

void launch(const rungs::Call<distance::Case>& call) {
  const distance::Problem& p = call.problem;
  const distance::Views& v = call.views;
  if (!supported(p)) throw rungs::Unsupported("NPP's transform takes sides of 64 to 32767 pixels");
  if (p.mask == distance::Mask::empty) {
    throw rungs::Unsupported("NPP's transform takes no image without a white pixel");
  }
  // NPP takes a pointer to non-const bytes, but only reads the image.
  npp::check(nppiDistanceTransformPBA_8u32f_C1R_Ctx(
                 const_cast<Npp8u*>(v.image), static_cast<int>(p.width), 1, 255, nullptr, 0, nullptr, 0, nullptr, 0,
                 reinterpret_cast<Npp32f*>(v.out), static_cast<int>(p.width * sizeof(float)), size_of(p),
                 reinterpret_cast<Npp8u*>(call.workspace), npp::context_of(call.stream)),
             "nppiDistanceTransformPBA");
  const auto blocks = static_cast<unsigned>((p.area() + threads - 1) / threads);
  rungs::launch({dim3(blocks), dim3(threads), call.stream}, square, v.out, p.area(), static_cast<float>(p.distance_max),
                p.limit());
}

const rungs::Variant<distance::Case> variant{{
    .idea = "nppiDistanceTransformPBA_8u32f_C1R_Ctx, exact and unbounded",
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
