// The selection network on ints, one pixel at a time: nine loads and 19 exchanges without a branch. The ladder starts
// here. The network is faster than a sort, since it orders no more than the median needs, and it does the same work for
// every image. But each instruction handles one value, in a register that could hold dozens.
#include "cases/median/host/scalar.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .idea = "the network on ints, one pixel at a time",
    .result = median::Result::window3,
    .launch = median::launch_scalar<3>,
}};

}  // namespace
