// A GPU that computes independent branches of a tree on streams of their own.
#pragma once

#include <deque>
#include <rungs/device.hpp>
#include <vector>

#include "cases/pipeline/gpu/marker.hpp"
#include "cases/pipeline/gpu/on_gpu.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// For schedules that take all memory before their first band: memory follows the order of the main stream
/// alone.
class OnGpuBranches : public OnGpu {
 public:
  using OnGpu::OnGpu;

  /// What is queued from here on runs beside what the current stream has queued before.
  void begin_branch() {
    const rungs::Stream from = stream();
    left_.push_back(from);
    set_stream(rungs::fork(from, first_side_stream + next_++));
  }
  /// Back to the stream before.
  void end_branch() {
    if (ended_ == markers_.size()) markers_.emplace_back();
    markers_[ended_++].record(stream());
    set_stream(left_.back());
    left_.pop_back();
  }
  /// The current stream waits for the last `count` branches that have ended.
  void join_branches(std::size_t count) {
    for (; count > 0; --count) markers_[--ended_].let_wait(stream());
    if (left_.empty()) next_ = 0;
  }

 private:
  static constexpr unsigned first_side_stream = 2;  // GpuWayOut has two

  std::vector<rungs::Stream> left_;
  std::deque<Marker> markers_;  ///< of branches that have ended and are not joined
  std::size_t ended_ = 0;
  unsigned next_ = 0;
};

}  // namespace pipeline::inline RUNGS_BACKEND
