// Work on a long run of bytes or rows, shared among the CPU's cores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <future>
#include <system_error>
#include <thread>
#include <vector>

namespace rungs {

/// Calls `work(from, length)` on parts of [0, count) at once, about one part for each core; a part is a
/// multiple of `unit` long, but for the last. Returns what the calls returned, in the order of the parts. An
/// exception of one call is passed on.
template <class Work>
auto on_all_cores(std::size_t count, std::size_t unit, const Work& work) {
  constexpr std::size_t most = 16;  // more cores than these wait for memory
  const std::size_t cores = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most);
  const std::size_t units = (count + unit - 1) / unit;
  const std::size_t share = std::max<std::size_t>((units + cores - 1) / cores, 1) * unit;
  std::vector<std::future<decltype(work(count, count))>> parts;
  for (std::size_t from = 0; from < count; from += share) {
    const std::size_t length = std::min(share, count - from);
    const auto part = [&work, from, length] { return work(from, length); };
    try {
      parts.push_back(std::async(std::launch::async, part));
    } catch (const std::system_error&) {  // no thread to be had
      parts.push_back(std::async(std::launch::deferred, part));
    }
  }
  std::vector<decltype(work(count, count))> results;
  for (auto& part : parts) results.push_back(part.get());
  return results;
}

}  // namespace rungs
