// gpu/upload from pageable memory, which is what a program has that does not ask for pinned memory.
// The driver copies each piece through pinned memory of its own, and the host waits meanwhile. Not a ceiling:
// it shows what pinned memory is worth.
#include "cases/read/gpu/upload.hpp"

namespace {

namespace read = rungs::ceilings::read;

const rungs::Variant<read::Case> variant{{
    .improves = "gpu/upload",
    .technique = {"pinned"},
    .step = rungs::Step::back,
    .idea = "the same out of pageable memory",
    .launch = read::launch_upload,
    .memory = rungs::copies_itself | rungs::pageable,
}};

}  // namespace
