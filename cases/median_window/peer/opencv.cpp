// OpenCV's medianBlur on one thread, which most CPU programs would call. It has 8-bit pixels with any window,
// and 16-bit pixels with 3x3 and 5x5. It also filters the border, so its result goes to an extra plane, and
// all but the border is copied from there; that copy is in the measured time.
#include <opencv2/imgproc.hpp>
#include <rungs/variant.hpp>
#include "cases/median_window/case.hpp"

namespace {

std::size_t workspace_bytes(const median_window::Problem& p) {
  return p.area() * (p.bits == median_window::Bits::eight ? 1 : 2);
}

void launch(const rungs::Call<median_window::Case>& call) {
  const median_window::Problem& p = call.problem;
  if (p.bits == median_window::Bits::sixteen && p.window > 5)
    throw rungs::Unsupported("cv::medianBlur has 16-bit pixels up to window=5");
  if (!p.has_windows()) return;
  cv::setNumThreads(1);
  const auto width = static_cast<int>(p.width);
  const auto height = static_cast<int>(p.height);
  const auto window = static_cast<int>(p.window);
  const cv::Rect inner(window / 2, window / 2, width - window + 1, height - window + 1);
  median_window::with_pixel(p, [&]<class Pixel>(Pixel) {
    constexpr int type = sizeof(Pixel) == 1 ? CV_8UC1 : CV_16UC1;
    // A Mat has no const data; medianBlur only reads it.
    const cv::Mat image(height, width, type, const_cast<Pixel*>(median_window::image_of<Pixel>(call.views)));
    cv::Mat blurred(height, width, type, call.workspace);
    cv::Mat filtered(height, width, type, median_window::filtered_of<Pixel>(call.views));
    cv::medianBlur(image, blurred, window);
    cv::Mat filtered_inner = filtered(inner);
    blurred(inner).copyTo(filtered_inner);
  });
}

const rungs::Variant<median_window::Case> variant{{
    .idea = "cv::medianBlur on one thread",
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
