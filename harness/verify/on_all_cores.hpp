// Work on a long range of bytes or rows, shared among the CPU cores.
#pragma once

#include <algorithm>
#include <future>
#include <rungs/all_cores.hpp>
#include <system_error>
#include <vector>

namespace rungs {

/// The `unit` for bytes: smaller parts are not worth a thread.
constexpr std::size_t shared_bytes = std::size_t{1} << 20U;

/// Calls `work(from, length)` in parallel on parts of [0, count), about one part per core. The length of each part but
/// the last is a multiple of `unit`. Returns the results in the order of the parts. Rethrows an exception of a call.
template <class Work> auto on_all_cores(std::size_t count, std::size_t unit, const Work& work) {
  constexpr std::size_t most = 16;  // more cores would wait for memory
  const std::size_t cores = std::clamp<std::size_t>(static_cast<std::size_t>(CPU_COUNT(&detail::all_cpus)), 1, most);
  const std::size_t units = (count + unit - 1) / unit;
  const std::size_t share = std::max<std::size_t>((units + cores - 1) / cores, 1) * unit;
  if (share >= count) {  // one part needs no thread
    std::vector<decltype(work(count, count))> only;
    if (count > 0) only.push_back(work(0, count));
    return only;
  }
  const detail::OnAllCpus unpinned;
  std::vector<std::future<decltype(work(count, count))>> parts;
  for (std::size_t from = 0; from < count; from += share) {
    const std::size_t length = std::min(share, count - from);
    const auto part = [&work, from, length] { return work(from, length); };
    try {
      parts.push_back(std::async(std::launch::async, part));
    } catch (const std::system_error&) {  // no thread could be started
      parts.push_back(std::async(std::launch::deferred, part));
    }
  }
  std::vector<decltype(work(count, count))> results;
  for (auto& part : parts) results.push_back(part.get());
  return results;
}

}  // namespace rungs
