// A right copy, and one that copies nothing.
#include <cstring>
#include <rungs/variant.hpp>

#include "cases/gray/case.hpp"

namespace {

void copy(const gray::Problem& p, const gray::Views& v, rungs::Stream) {
  std::memcpy(v.out, v.image, p.area());
}
void nothing(const gray::Problem&, const gray::Views&, rungs::Stream) {}

const rungs::Variant<gray::Case> right{{.name = "host/right", .idea = "right", .launch = copy}};
const rungs::Variant<gray::Case> wrong{
    {.name = "host/does_nothing", .idea = "wrong: nothing", .launch = nothing}};

}  // namespace
