// Throws an exception of a type that the harness does not know.
#include <rungs/device.hpp>
#include <stdexcept>

#include "cases/ramp/case.hpp"

namespace {

void launch(const ramp::Problem&, const ramp::Views&, rungs::Stream) {
  throw std::logic_error("out of ideas");
}

const rungs::Variant<ramp::Case> variant{{.idea = "throws", .launch = launch}};

}  // namespace
