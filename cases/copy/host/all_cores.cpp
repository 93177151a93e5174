// host/memcpy on every CPU, a band each: the ceiling for host variants that run on all CPUs.
// One core has only so many loads and stores on their way to memory; this is what all of them reach together.
#include "cases/all_cores.hpp"

#include <cstring>

#include "cases/copy/case.hpp"

namespace {

constexpr std::size_t least = std::size_t{1} << 18U;  // words: a megabyte a thread

void launch(const copy::Problem& p, const copy::Views& v, rungs::Stream) {
  all_cores::share_out(p.area(), least, [&](std::size_t first, std::size_t last) {
    std::memcpy(v.target + first, v.source + first, (last - first) * sizeof(std::uint32_t));
  });
}

const rungs::Variant<copy::Case> variant{{
    .name = "host/all_cores",
    .improves = "host/memcpy",
    .idea = "a band for each CPU",
    .all_cores = true,
    .launch = launch,
}};

}  // namespace
