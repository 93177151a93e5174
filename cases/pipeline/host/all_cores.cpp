// host/row_bands with each node's columns divided among all CPUs, and the output hashed by all of them.
#include <rungs/variant.hpp>

#include "cases/pipeline/host/bands.hpp"

namespace pipeline {
namespace {

void run(const Problem& p, const Views& v, Workplace& files, rungs::Stream) {
  Crew crew;
  run_in_bands(p, v, files, &crew);
}

const rungs::Variant<Case> variant{{
    .improves = "host/row_bands",
    .idea = "columns divided among all CPUs",
    .all_cores = true,
    .prepared = rungs::prepared(make_workplace, run),
}};

}  // namespace
}  // namespace pipeline
