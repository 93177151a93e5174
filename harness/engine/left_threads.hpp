// Which rows have left threads in a worker, where they may do harm to the rows after them.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "harness/engine/visitor.hpp"

namespace rungs {

class LeftThreads {
 public:
  /// A worker has started, with this many threads.
  void begin(std::size_t threads);
  /// After a visit it has this many.
  void note(const Batch& batch, std::size_t threads);
  /// The rows, none of `batch`, after which there were more: "ramp/host/a 64x64 on host". Empty if there are
  /// none.
  [[nodiscard]] std::string of_others(const Batch& batch) const;

 private:
  std::size_t threads_ = 0;
  std::set<std::string> by_;
};

}  // namespace rungs
