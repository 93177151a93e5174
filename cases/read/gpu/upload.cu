// The bus to the GPU: a plane is copied from pinned memory and summed, piece by piece (upload.hpp).
// Its rate is the ceiling of variants whose inputs come from the host within the measured time.
#include "cases/read/gpu/upload.hpp"

namespace {

namespace read = rungs::ceilings::read;

const rungs::Variant<read::Case> variant{{
    .improves = "gpu/vector_read",
    .step = rungs::Step::question,
    .idea = "from the host, out of pinned memory",
    .launch = read::launch_upload,
    .memory = rungs::copies_itself,
}};

}  // namespace
