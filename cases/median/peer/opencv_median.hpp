// Shared by the OpenCV peers: medianBlur over all frames, with the border kept.
#pragma once

#include <opencv2/imgproc.hpp>

#include "cases/median/case.hpp"

namespace median {

/// The size of an extra plane, for `blur`.
inline std::size_t opencv_workspace_bytes(const Problem& p) { return p.area(); }

/// Filters each frame with cv::medianBlur on one thread. That also filters the border, as if the outermost
/// pixels continued beyond it. The border must not change, so the result goes to `workspace`, and all but the
/// border is copied from there.
template <int window>
void blur(const Problem& p, const Views& v, std::byte* workspace, rungs::Stream) {
  if (p.width < window || p.height < window) return;
  cv::setNumThreads(1);
  const auto width = static_cast<int>(p.width);
  const auto height = static_cast<int>(p.height);
  const cv::Rect inner(window / 2, window / 2, width - window + 1, height - window + 1);
  cv::Mat blurred(height, width, CV_8UC1, workspace);
  for (std::size_t first = 0; first < p.pixels(); first += p.area()) {
    // A Mat has no const data; medianBlur only reads it.
    const cv::Mat image(height, width, CV_8UC1, const_cast<std::uint8_t*>(v.image + first));
    cv::Mat filtered(height, width, CV_8UC1, v.filtered + first);
    cv::medianBlur(image, blurred, window);
    cv::Mat filtered_inner = filtered(inner);
    blurred(inner).copyTo(filtered_inner);
  }
}

}  // namespace median
