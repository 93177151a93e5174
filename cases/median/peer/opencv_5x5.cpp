// OpenCV's medianBlur on one thread, which most CPU programs would call. The copy that keeps the border
// unchanged is in the measured time: one read and one write per pixel, a few percent.
#include <rungs/variant.hpp>

#include "cases/median/peer/opencv_median.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .idea = "cv::medianBlur on one thread",
    .result = median::Result::window5,
    .launch_with_workspace = median::blur<5>,
    .workspace_bytes = median::opencv_workspace_bytes,
}};

}  // namespace
