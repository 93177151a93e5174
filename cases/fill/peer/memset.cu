// cudaMemset, the library call that a user would choose, and which knows the GPU that it runs on.
// gpu/vector_store should be within a percent of it, in either direction.
#include <rungs/device.hpp>
#include "cases/fill/case.hpp"

namespace {

namespace fill = rungs::ceilings::fill;

void launch(const fill::Problem& p, const fill::Views& v, rungs::Stream stream) {
  rungs::fill_bytes(v.target, fill::byte, p.area() * sizeof(std::uint32_t), stream);
}

const rungs::Variant<fill::Case> variant{{
    .idea = "cudaMemset",
    .launch = launch,
}};

}  // namespace
