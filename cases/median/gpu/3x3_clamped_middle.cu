// The columns' middle values are ordered and clamped, without sums per window. Compared with gpu/3x3_three_input, the
// smaller and the larger of two columns' middle values serve both windows that contain the two columns. A window's
// median follows from them and the third middle value, clamped to the range between the largest minimum and the
// smallest maximum. A window then takes seven min/max instructions and no addition.
#include "cases/median/gpu/clamped_middle.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_three_input",
    .technique = {"reuse"},
    .idea = "middle values ordered once for two windows, and clamped",
    .races = "strips at the far sides are moved back and write pixels again, as they are",
    .result = median::Result::window3,
    .launch = median::launch_tiles<median::ClampedStrip<4>>,
}};

}  // namespace
