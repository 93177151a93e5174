// cudaMemcpy from device to device, which a user would otherwise pick.
// gpu/vector_copy should come within a few percent of it, one way or the other.
#include "cases/copy/case.hpp"
#include "harness/device.hpp"

namespace {

void launch(const copy::Problem& p, const copy::Views& v, rungs::Stream stream) {
  rungs::copy_bytes(v.target, v.source, p.area() * sizeof(std::uint32_t), stream);
}

const rungs::Variant<copy::Case> variant{{
    .name = "peer/memcpy",
    .idea = "cudaMemcpy, device to device",
    .launch = launch,
}};

}  // namespace
