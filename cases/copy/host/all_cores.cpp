// host/memcpy on all CPUs, one band per CPU: the ceiling for host variants that run on all CPUs.
// One core can have only so many loads and stores in flight; this is what all cores reach together.
#include <rungs/all_cores.hpp>
#include <rungs/variant.hpp>
#include "cases/copy/case.hpp"

namespace {

namespace copy = rungs::ceilings::copy;

constexpr std::size_t least = std::size_t{1} << 18U;  // words: one megabyte per thread

void launch(const copy::Problem& p, const copy::Views& v, rungs::Stream) {
  rungs::for_bands_on_all_cpus(p.area(), least, [&](std::size_t first, std::size_t last) {
    std::memcpy(v.target + first, v.source + first, (last - first) * sizeof(std::uint32_t));
  });
}

const rungs::Variant<copy::Case> variant{{
    .improves = "host/memcpy",
    .idea = "one band per CPU",
    .all_cores = true,
    .launch = launch,
}};

}  // namespace
