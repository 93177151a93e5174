// OpenCV's exact Euclidean distance transform on one thread, then squared, rounded and cut off at R * R.
// It measures the distance to the nearest zero, so the image is inverted first. It has no bound: it finds the
// nearest white pixel at any distance. Both extra passes are in the measured time. A distance below R <= 255
// in float is close enough to its root that rounding its square is exact.
#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <rungs/variant.hpp>
#include "cases/distance/case.hpp"

namespace {

/// OpenCV adds squares of coordinates in float, which holds integers up to 4096 * 4096 exactly; in wider
/// images its results are off by one or more.
constexpr unsigned longest_exact_side = 4096;

void launch(const rungs::Call<distance::Case>& call) {
  const distance::Problem& p = call.problem;
  const distance::Views& v = call.views;
  if (std::max(p.width, p.height) > longest_exact_side) {
    throw rungs::Unsupported("is exact up to sides of 4096 pixels only: OpenCV squares coordinates in float");
  }
  cv::setNumThreads(1);
  const auto width = static_cast<int>(p.width);
  const auto height = static_cast<int>(p.height);
  auto* distances = reinterpret_cast<float*>(call.workspace);
  auto* inverted = reinterpret_cast<std::uint8_t*>(distances + p.area());
  std::transform(v.image, v.image + p.area(), inverted, [](std::uint8_t pixel) { return pixel == 0 ? 255 : 0; });
  cv::Mat result(height, width, CV_32FC1, distances);
  cv::distanceTransform(cv::Mat(height, width, CV_8UC1, inverted), result, cv::DIST_L2, cv::DIST_MASK_PRECISE);
  const auto radius = static_cast<float>(p.distance_max);
  std::transform(distances, distances + p.area(), v.out, [&](float distance) {
    return distance < radius ? static_cast<std::uint32_t>(std::lround(distance * distance)) : p.limit();
  });
}

const rungs::Variant<distance::Case> variant{{
    .idea = "cv::distanceTransform on one thread, exact and unbounded",
    .launch = launch,
    .workspace_bytes = [](const distance::Problem& p) { return p.area() * (sizeof(float) + 1); },
}};

}  // namespace
