// host/sum on all CPUs, one band per CPU: the ceiling for host variants that run on all CPUs. One core can have only so
// many loads in flight; this is what all cores reach together. One atomic addition per band combines the sums.
#include <rungs/all_cores.hpp>
#include <rungs/variant.hpp>
#include "cases/read/case.hpp"

namespace {

namespace read = rungs::ceilings::read;

constexpr std::size_t least = std::size_t{1} << 18U;  // words: one megabyte per thread

void launch(const read::Problem& p, const read::Views& v, rungs::Stream) {
  std::atomic<std::uint32_t> sum = 0;
  rungs::for_bands_on_all_cpus(p.area(), least, [&](std::size_t first, std::size_t last) {
    sum += std::accumulate(v.source + first, v.source + last, std::uint32_t{0});
  });
  *v.sum = sum;
}

const rungs::Variant<read::Case> variant{{
    .improves = "host/sum",
    .idea = "one band per CPU",
    .all_cores = true,
    .launch = launch,
}};

}  // namespace
