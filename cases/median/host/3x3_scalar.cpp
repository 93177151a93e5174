// The selection network on ints, one pixel at a time: nine loads and 19 exchanges without a branch.
// The ladder starts here. The network is faster than a sort, since it orders no more than the median needs,
// and it does the same work for every image. But each instruction handles one value, in a register that could
// hold dozens.
#include <rungs/variant.hpp>

#include "cases/median/host/one_pixel.hpp"

namespace {

void launch(const median::Problem& p, const median::Views& v, rungs::Stream) {
  median::filter_one_pixel_at_a_time<3>(p, v);
}

const rungs::Variant<median::Case> variant{{
    .idea = "the network on ints, one pixel at a time",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
