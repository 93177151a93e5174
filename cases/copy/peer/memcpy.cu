// cudaMemcpy from device to device, the library call that a user would choose.
// gpu/vector_copy should be within a few percent of it, in either direction.
#include <rungs/device.hpp>
#include "cases/copy/case.hpp"

namespace {

namespace copy = rungs::ceilings::copy;

void launch(const copy::Problem& p, const copy::Views& v, rungs::Stream stream) {
  rungs::copy_bytes(v.target, v.source, p.area() * sizeof(std::uint32_t), stream);
}

const rungs::Variant<copy::Case> variant{{
    .idea = "cudaMemcpy, device to device",
    .launch = launch,
}};

}  // namespace
