// The right one, as slow as the cheats claim not to be.
#include "cases/ramp/host/slow_ramp.hpp"

namespace {

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream) { ramp::add_slowly(p, v); }

const rungs::Variant<ramp::Case> variant{{.idea = "right", .launch = launch}};

}  // namespace
