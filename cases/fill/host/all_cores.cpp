// host/streaming_stores on every CPU, a band each.
// One core has only so many stores on their way to memory; this is what all of them reach together: the
// ceiling for host variants that run on all CPUs, and for those alone.
#include "cases/all_cores.hpp"

#include <algorithm>

#include "cases/fill/host/streaming_stores.hpp"

namespace {

constexpr std::size_t line_words = 16;  // bands begin on a cache line

void launch(const fill::Problem& p, const fill::Views& v, rungs::Stream) {
  const std::size_t count = p.area();
  const std::size_t least = (std::size_t{1} << 18U) / line_words;  // lines: a megabyte a thread
  all_cores::share_out((count + line_words - 1) / line_words, least,
                       [&](std::size_t first, std::size_t last) {
                         const std::size_t begin = first * line_words;
                         fill::stream_values(v.target + begin, std::min(last * line_words, count) - begin);
                       });
}

const rungs::Variant<fill::Case> variant{{
    .name = "host/all_cores",
    .improves = "host/streaming_stores",
    .idea = "a band for each CPU",
    .all_cores = true,
    .launch = launch,
}};

}  // namespace
