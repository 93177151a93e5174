// OpenCV's medianBlur on one thread, which most programs on a CPU would call. The copy that keeps the border
// as it was is inside the time: a read and a write a pixel, a few percent of it.
#include "cases/median/peer/opencv_median.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .name = "peer/opencv_3x3",
    .idea = "cv::medianBlur on one thread",
    .result = median::Result::window3,
    .launch_with_workspace = median::blur<3>,
    .workspace_bytes = median::opencv_workspace_bytes,
}};

}  // namespace
