// Where threads wait, and what the headers for kernels call without knowing the scheduler: asynchronous copies, and
// which lanes of a warp are at the same place.
#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <rungs/core/errors.hpp>
#include <string_view>
#include <tuple>
#include <utility>
#include "harness/simulator/block_runner.hpp"

namespace rungs::simulator {
namespace {

struct Gathering {
  unsigned lanes = 0;
  bool over = false;
};
using Place = std::tuple<unsigned, std::string_view, unsigned>;  // warp, file, line

// A block runs on one OS thread.
std::map<Place, std::shared_ptr<Gathering>>& gatherings() {
  static thread_local std::map<Place, std::shared_ptr<Gathering>> all;
  return all;
}

}  // namespace

inline void BlockRunner::wait(const Wait& wait) {
  threads_[thread_].wait = wait;
  waited_ = true;
  if (late_tick_) [[unlikely]]
    wait_after_tick();
  Fiber& self = fibers_.current();
  Fiber& to = next();
  if (&to != &self) fibers_.switch_to(to);
  if (unwinding_) throw Unwind{};
}

void BlockRunner::wait_out_of_line(const Wait& wait) { this->wait(wait); }

inline VoteResult BlockRunner::barrier(const char* operation, Site site, bool vote) {
  if (unwinding_) return {};  // called by a destructor while the thread is unwound
  const Wait here{operation, 0, site};
  if (arrived_ == 0) {
    barrier_ = here;
  } else if (!(barrier_ == here)) {
    fail(block_name() + ": threads wait at different barriers: " + to_string(barrier_) + ", and thread " +
         name(thread_) + " at " + to_string(here));
  }
  votes_ += vote ? 1 : 0;
  if (++arrived_ == threads()) {
    arrived_ = 0;
    votes_of_last_ = std::exchange(votes_, 0);
    races_.barrier();
    all_are_ready();
  }
  wait(here);
  return {votes_of_last_, static_cast<int>(threads())};
}

inline void BlockRunner::warp(WarpRequest& request, Site site) {
  if (unwinding_) return;
  Warp& warp = warps_[thread_ / 32];
  const unsigned mask = request.mask;
  check_mask(request, site);
  warp.requests[lane()] = &request;
  warp.waiting |= 1U << lane();
  bool complete_now = (warp.waiting & mask) == mask;
  for_lanes(complete_now ? mask : 0, [&](unsigned lane) {
    const WarpRequest& other = *warp.requests[lane];
    complete_now =
        complete_now && other.mask == mask && other.operation == request.operation && other.combine == request.combine;
  });
  const Wait here{request.name, mask, site};
  if (complete_now) {
    const unsigned first = thread_ & ~31U;
    races_.warp(first, mask, request.operation == WarpOperation::sync,
                [&](unsigned other) { return other == lane() ? here : threads_[first + other].wait; });
    complete(warp.requests, mask, poison() * 0x0101010101010101U);
    warp.waiting &= ~mask;
    for_lanes(mask, [&](unsigned lane) { ready_.push_back(first + lane); });
  }
  wait(here);
}

void BlockRunner::check_mask(const WarpRequest& request, Site site) {
  const unsigned mask = request.mask;
  const unsigned first = thread_ & ~31U;
  const auto begin = [&] {
    return block_name() + ": " + to_string(Wait{request.name, mask, site}) + " in thread " + name(thread_);
  };
  if ((mask >> lane() & 1U) == 0) fail(begin() + ": the mask lacks the calling lane " + std::to_string(lane()));
  const unsigned lanes = std::min(32U, threads() - first);
  if (lanes < 32 && mask >> lanes != 0) {
    fail(begin() + ": the mask names lanes beyond the " + std::to_string(lanes) + " of the block's last warp");
  }
  if (const unsigned gone = mask & warps_[thread_ / 32].returned; gone != 0) {
    const auto lane_gone = static_cast<unsigned>(std::countr_zero(gone));
    fail(begin() + ": the mask names lane " + std::to_string(lane_gone) + ", but thread " + name(first + lane_gone) +
         " has returned");
  }
}

void BlockRunner::yield(Site site) {
  if (unwinding_) return;
  ready_.push_back(thread_);
  wait({"__nanosleep", 0, site});
}

VoteResult block_barrier(const char* operation, Site site, bool vote) {
  const Undisturbed here;
  return BlockRunner::current(operation).barrier(operation, site, vote);
}

void yield_thread(Site site) {
  const Undisturbed here;
  BlockRunner::current("__nanosleep").yield(site);
}

void trap(Site site) {
  const Undisturbed here;
  BlockRunner::current("__trap").trap(site);
}

std::uint64_t warp_operation(WarpRequest request, Site site) {
  const Undisturbed here;
  const unsigned width = request.width;
  if (width == 0 || width > 32 || (width & (width - 1)) != 0) {
    throw Failed(
        fmt::format("{} at {}:{}: width {} is not a power of two up to 32", request.name, site.file, site.line, width));
  }
  BlockRunner::current(request.name).warp(request, site);
  return request.result;
}

void check_async_copy(const void* to, const void* from, std::size_t bytes, std::size_t zeros) {
  const auto misaligned = [&](const void* p) { return reinterpret_cast<std::uintptr_t>(p) % bytes != 0; };
  if (bytes != 4 && bytes != 8 && bytes != 16) {
    throw Failed(fmt::format("an asynchronous copy of {} bytes: 4, 8 and 16 are possible", bytes));
  }
  if (zeros > bytes) throw Failed(fmt::format("an asynchronous copy of {} bytes with {} zeros", bytes, zeros));
  if (misaligned(to) || misaligned(from)) {
    throw Failed(fmt::format("an asynchronous copy of {} bytes between addresses that are not multiples of it", bytes));
  }
}

CopyQueue& thread_copies() { return BlockRunner::current("an asynchronous copy").copies(); }

SharedPipeline& shared_pipeline(const void* state) {
  const Undisturbed here;
  return BlockRunner::current("cuda::make_pipeline").shared_pipeline(state);
}

unsigned thread_rank() { return BlockRunner::current("thread_rank").rank(); }
unsigned block_threads() { return BlockRunner::current("num_threads").threads(); }

void wait_for(const char* operation, Site site, const std::function<bool()>& condition) {
  BlockRunner::current(operation).wait_until(operation, site, condition);
}

unsigned active_lanes(Site site) {
  const Undisturbed here;
  const unsigned rank = thread_rank();
  std::shared_ptr<Gathering>& open = gatherings()[{rank / 32, site.file, site.line}];
  if (!open || open->over) open = std::make_shared<Gathering>();
  const std::shared_ptr<Gathering> mine = open;
  mine->lanes |= 1U << rank % 32;
  bool first = true;
  struct End {
    Gathering& gathering;
    ~End() { gathering.over = true; }
  } const end{*mine};
  wait_for("__activemask", site, [&] { return mine->over || !std::exchange(first, false); });
  return mine->lanes;
}

void AsyncCopy::perform() const {
  if (bytes > 0) std::memcpy(to, from, bytes);
  if (zeros > 0) std::memset(static_cast<char*>(to) + bytes, 0, zeros);
}

void CopyQueue::add(const AsyncCopy& copy) { copies_.push_back(copy); }

void CopyQueue::commit() { ends_.push_back(copies_.size()); }

void CopyQueue::wait_prior(std::size_t batches) {
  if (ends_.size() <= batches) return;
  const auto done_batches = static_cast<std::ptrdiff_t>(ends_.size() - batches);
  const std::size_t done = ends_[static_cast<std::size_t>(done_batches) - 1];
  std::for_each_n(copies_.begin(), done, [](const AsyncCopy& copy) { copy.perform(); });
  copies_.erase(copies_.begin(), copies_.begin() + static_cast<std::ptrdiff_t>(done));
  ends_.erase(ends_.begin(), ends_.begin() + done_batches);
  for (std::size_t& end : ends_) end -= done;
}

void CopyQueue::clear() {
  copies_.clear();
  ends_.clear();
}

void SharedPipeline::reset(std::size_t stages, unsigned producers, unsigned consumers) {
  stages_ = stages;
  producers_ = producers;
  consumers_ = consumers;
  batches_.clear();
}

SharedPipeline::Batch& SharedPipeline::at(std::size_t batch) {
  const Undisturbed here;
  if (batch >= batches_.size()) batches_.resize(batch + 1);
  return batches_[batch];
}

void SharedPipeline::add(std::size_t batch, const AsyncCopy& copy) {
  const Undisturbed here;
  at(batch).copies.push_back(copy);
}
void SharedPipeline::commit(std::size_t batch) { ++at(batch).commits; }
bool SharedPipeline::is_committed(std::size_t batch) { return at(batch).commits >= producers_; }
void SharedPipeline::release(std::size_t batch) { ++at(batch).releases; }

bool SharedPipeline::can_acquire(std::size_t batch) {
  return batch < stages_ || at(batch - stages_).releases >= consumers_;
}

void SharedPipeline::perform(std::size_t batch) {
  const Undisturbed here;
  for (const AsyncCopy& copy : at(batch).copies) copy.perform();
  at(batch).copies.clear();
}

}  // namespace rungs::simulator
