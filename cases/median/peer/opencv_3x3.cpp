// OpenCV's medianBlur on one thread, which most CPU programs would call.
#include "cases/median/peer/opencv.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .idea = "cv::medianBlur on one thread",
    .result = median::Result::window3,
    .launch = median::blur<3>,
    .workspace_bytes = [](const median::Problem& p) { return p.area(); },
}};

}  // namespace
