#include "harness/engine/left_threads.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rungs {

void LeftThreads::begin(std::size_t threads) {
  threads_ = threads;
  by_.clear();
}

void LeftThreads::note(const Batch& batch, std::size_t threads) {
  if (threads > threads_) {
    for (const Entry* entry : batch) by_.insert(describe(*entry->planned));
  }
  threads_ = threads;
}

std::string LeftThreads::of_others(const Batch& batch) const {
  std::set<std::string> others = by_;
  for (const Entry* entry : batch) others.erase(describe(*entry->planned));
  return fmt::format("{}", fmt::join(others, ", "));
}

}  // namespace rungs
