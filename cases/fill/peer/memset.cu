// cudaMemset, which a user would otherwise pick, and which knows the GPU that it runs on.
// gpu/vector_store should come within a percent of it, one way or the other.
#include "cases/fill/case.hpp"
#include "harness/device.hpp"

namespace {

void launch(const fill::Problem& p, const fill::Views& v, rungs::Stream stream) {
  rungs::fill_bytes(v.target, fill::byte, p.area() * sizeof(std::uint32_t), stream);
}

const rungs::Variant<fill::Case> variant{{
    .name = "peer/memset",
    .idea = "cudaMemset",
    .launch = launch,
}};

}  // namespace
