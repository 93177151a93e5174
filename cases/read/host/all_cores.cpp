// host/sum on every CPU, a band each: the ceiling for host variants that run on all CPUs.
// One core has only so many loads on their way from memory; this is what all of them reach together. The
// bands' sums meet in an atomic addition each.
#include "cases/all_cores.hpp"

#include <atomic>
#include <cstdint>
#include <numeric>

#include "cases/read/case.hpp"

namespace {

constexpr std::size_t least = std::size_t{1} << 18U;  // words: a megabyte a thread

void launch(const read_plane::Problem& p, const read_plane::Views& v, rungs::Stream) {
  std::atomic<std::uint32_t> sum = 0;
  all_cores::share_out(p.area(), least, [&](std::size_t first, std::size_t last) {
    sum += std::accumulate(v.source + first, v.source + last, std::uint32_t{0});
  });
  *v.sum = sum;
}

const rungs::Variant<read_plane::Case> variant{{
    .name = "host/all_cores",
    .improves = "host/sum",
    .idea = "a band for each CPU",
    .all_cores = true,
    .launch = launch,
}};

}  // namespace
