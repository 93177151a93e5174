// The bus to the host: a plane is filled on the GPU and copied to pinned memory, piece by piece
// (download.hpp). Its rate is the ceiling of variants whose results go to the host within the measured time.
#include "cases/fill/gpu/download.hpp"

namespace {

namespace fill = rungs::ceilings::fill;

const rungs::Variant<fill::Case> variant{{
    .improves = "gpu/vector_store",
    .step = rungs::Step::question,
    .idea = "and copied to the host, to pinned memory",
    .launch = fill::launch_download,
    .memory = rungs::copies_itself,
}};

}  // namespace
