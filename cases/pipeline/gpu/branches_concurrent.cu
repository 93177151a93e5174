// gpu/row_bands with independent branches of the tree on streams of their own: the deck's background, mask
// and inner pattern do not depend on each other. The chain has no branches.
#include <deque>
#include <vector>
#include "cases/pipeline/gpu/run.hpp"

namespace {

using namespace pipeline;

/// A GPU that computes independent branches of a tree on streams of their own. For schedules that take all
/// memory before their first band: memory follows the order of the main stream alone.
class OnGpuBranches : public OnGpu {
 public:
  using OnGpu::OnGpu;

  /// What is queued from here on runs at the same time as what the current stream has queued before.
  void begin_branch() override {
    const rungs::Stream from = stream();
    left_.push_back(from);
    set_stream(rungs::fork(from, ring_streams + next_++));
  }
  /// Back to the stream before.
  void end_branch() override {
    if (ended_ == markers_.size()) markers_.emplace_back();
    markers_[ended_++].record(stream());
    set_stream(left_.back());
    left_.pop_back();
  }
  /// The current stream waits for the last `count` branches that have ended.
  void join_branches(std::size_t count) override {
    for (; count > 0; --count) markers_[--ended_].let_wait(stream());
    if (left_.empty()) next_ = 0;
  }

 private:
  std::vector<rungs::Stream> left_;
  std::deque<Marker> markers_;  ///< of branches that have ended and are not joined
  std::size_t ended_ = 0;
  unsigned next_ = 0;
};

void run(const rungs::Call<Case>& call) {
  run_on_gpu(call, [](const Node& tree, const GpuRun& on) { run_bands_on_gpu<OnGpuBranches>(tree, on); });
}

const rungs::Variant<Case> variant{{
    .improves = "gpu/row_bands",
    .no_technique = "another structure of the program",
    .idea = "independent branches of the tree at the same time",
    .launch = run,
    .memory = rungs::copies_itself,
    .prepare = make_state<GpuState>,
}};

}  // namespace
