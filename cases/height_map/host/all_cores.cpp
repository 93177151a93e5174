// host/scalar on all CPUs, one band of rows per CPU.
// Every band has a chain of additions of its own. One atomic addition per band combines the sums.
#include <atomic>
#include <rungs/all_cores.hpp>
#include <rungs/variant.hpp>
#include "cases/height_map/host/rows.hpp"

namespace {

constexpr std::size_t least_pixels = std::size_t{1} << 16U;  // per thread

void launch(const height_map::Problem& p, const height_map::Views& v, rungs::Stream) {
  std::atomic<double> sum = 0;
  rungs::for_bands_on_all_cpus(p.height, least_pixels / p.width + 1, [&](std::size_t first, std::size_t last) {
    sum += height_map::measure_rows(p, v.heights, first, last);
  });
  *v.result = static_cast<float>(sum);
}

const rungs::Variant<height_map::Case> variant{{
    .improves = "host/scalar",
    .idea = "one band of rows per CPU",
    .all_cores = true,
    .launch = launch,
}};

}  // namespace
