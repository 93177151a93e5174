// OpenCV's medianBlur on one thread, which most CPU programs would call. It also filters the border, as if
// the outermost pixels continued beyond it, so its result goes to an extra plane, and all but the border is
// copied from there. That copy is in the measured time: one read and one write per pixel, a few percent.
#pragma once

#include <opencv2/imgproc.hpp>
#include <rungs/variant.hpp>
#include "cases/median/case.hpp"

namespace median {

template <int window> void blur(const rungs::Call<Case>& call) {
  const Problem& p = call.problem;
  if (p.width < window || p.height < window) return;
  cv::setNumThreads(1);
  const auto width = static_cast<int>(p.width);
  const auto height = static_cast<int>(p.height);
  const cv::Rect inner(window / 2, window / 2, width - window + 1, height - window + 1);
  cv::Mat blurred(height, width, CV_8UC1, call.workspace);
  for (std::size_t first = 0; first < p.pixels(); first += p.area()) {
    // A Mat has no const data; medianBlur only reads it.
    const cv::Mat image(height, width, CV_8UC1, const_cast<std::uint8_t*>(call.views.image + first));
    cv::Mat filtered(height, width, CV_8UC1, call.views.filtered + first);
    cv::medianBlur(image, blurred, window);
    cv::Mat filtered_inner = filtered(inner);
    blurred(inner).copyTo(filtered_inner);
  }
}

}  // namespace median
