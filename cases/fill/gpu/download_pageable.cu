// gpu/download to pageable memory, which is what a program has that does not ask for pinned memory.
// The driver copies each piece through pinned memory of its own, and the host waits meanwhile. Not a ceiling:
// it shows what pinned memory is worth.
#include "cases/fill/gpu/download.hpp"

namespace {

namespace fill = rungs::ceilings::fill;

const rungs::Variant<fill::Case> variant{{
    .improves = "gpu/download",
    .technique = {"pinned"},
    .step = rungs::Step::back,
    .idea = "the same to pageable memory",
    .launch = fill::launch_download,
    .memory = rungs::copies_itself | rungs::pageable,
}};

}  // namespace
