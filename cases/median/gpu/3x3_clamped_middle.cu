// The columns' middle ones in order, and clamped: no sums for a window.
// Against gpu/3x3_three_input the smaller and the larger of two columns' middle ones serve both windows that
// hold the two, and the window's median is what they and the third leave, clamped to what lies between the
// largest minimum and the smallest maximum. With that a window is seven instructions of the unit that does
// minima, and no addition.
#include "cases/median/case.hpp"
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/strip3.hpp"
#include "cases/median/gpu/tiles.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .name = "gpu/3x3_clamped_middle",
    .improves = "gpu/3x3_three_input",
    .idea = "middle ones ordered once for two windows, and clamped",
    .result = median::Result::window3,
    .launch = median::launch_tiles<median::Strip3<median::MediansByClamp, 4>>,
}};

}  // namespace
