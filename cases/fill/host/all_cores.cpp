// host/streaming_stores on all CPUs, one band per CPU. One core can have only so many stores in flight; this is what
// all cores reach together: the ceiling for host variants that run on all CPUs, and only for those.
#include <algorithm>
#include <rungs/all_cores.hpp>
#include <rungs/variant.hpp>
#include "cases/fill/host/streaming_stores.hpp"

namespace {

namespace fill = rungs::ceilings::fill;

constexpr std::size_t line_words = 16;  // bands begin on a cache line

void launch(const fill::Problem& p, const fill::Views& v, rungs::Stream) {
  const std::size_t count = p.area();
  const std::size_t least = (std::size_t{1} << 18U) / line_words;  // lines: one megabyte per thread
  rungs::for_bands_on_all_cpus((count + line_words - 1) / line_words, least, [&](std::size_t first, std::size_t last) {
    const std::size_t begin = first * line_words;
    fill::stream_values(v.target + begin, std::min(last * line_words, count) - begin);
  });
}

const rungs::Variant<fill::Case> variant{{
    .improves = "host/streaming_stores",
    .idea = "one band per CPU",
    .all_cores = true,
    .launch = launch,
}};

}  // namespace
