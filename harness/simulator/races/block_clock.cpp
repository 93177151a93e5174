#include "harness/simulator/races/block_clock.hpp"
#include <algorithm>
#include <rungs/simulator/warp.hpp>

namespace rungs::simulator::races {

void BlockClock::Thread::forget() {
  for (Known* known : {&others, &pending, &pending_inner, &fenced, &fenced_inner}) known->clear();
  watched = nullptr;
}

void BlockClock::begin(std::uint64_t number, Tick now) {
  number_ = number;
  first_ = static_cast<ThreadId>(number * threads_.size());
  begun_ = common_ = now;  // so what lanes knew in an earlier block counts no more
  others_.clear();
  fenced_.clear();
  for (Thread& thread : threads_) thread.forget();
  plain_ = true;
}

bool BlockClock::knows(unsigned me, ThreadId other, Tick tick) const {
  const Thread& mine = threads_[me];
  if (is_own(other)) {
    const unsigned thread = other - first_;
    if (tick <= common_ || (thread / 32 == me / 32 && tick <= mine.lanes[thread % 32])) return true;
  }
  if (plain_ && others_.empty()) return false;
  const auto holds = [&](std::uint64_t who) { return others_.holds(who, tick) || mine.others.holds(who, tick); };
  return holds(Known::thread(other)) || holds(Known::block(other / threads_.size()));
}

// A barrier is a fence to the block's threads. In the documents' last-block idiom it also is what lies
// between the atomic that one thread reads and the values that all read, so what is pending counts.
void BlockClock::barrier(const Releases& releases, Tick now) {
  common_ = now;
  if (plain_) return;
  for (unsigned i = 0; i < threads_.size(); ++i) {
    Thread& thread = threads_[i];
    if (thread.watched != nullptr) read(i, releases, thread.watched, Reach::device, false);
    others_.join(thread.others);
    others_.join(thread.pending);
    fenced_.join(thread.fenced);
    thread.forget();
  }
  plain_ = true;
}

void BlockClock::sync_warp(unsigned first, unsigned mask, Tick now) {
  Thread* const warp = &threads_[first];
  Tick joined[32] = {};
  for_lanes(mask, [&](unsigned lane) {
    for (unsigned i = 0; i < 32; ++i) joined[i] = std::max(joined[i], warp[lane].lanes[i]);
  });
  for_lanes(mask, [&](unsigned lane) { joined[lane] = now; });
  for_lanes(mask, [&](unsigned lane) { std::copy(joined, joined + 32, warp[lane].lanes); });
  if (plain_) return;
  Known others, fenced;
  for_lanes(mask, [&](unsigned lane) {
    others.join(warp[lane].others);
    fenced.join(warp[lane].fenced);
  });
  for_lanes(mask, [&](unsigned lane) {
    warp[lane].others = others;
    warp[lane].fenced = fenced;
  });
}

Known BlockClock::known_to(unsigned me, Tick now) const {
  const Thread& mine = threads_[me];
  Known known = others_;
  known.join(mine.others);
  known.add(Known::block(number_), common_);
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (mine.lanes[lane] > common_) known.add(Known::thread(id(me / 32 * 32 + lane)), mine.lanes[lane]);
  }
  known.add(Known::thread(id(me)), now);
  return known;
}

void BlockClock::fence(unsigned me, const Releases& releases, Reach reach, Tick now) {
  Thread& mine = threads_[me];
  if (mine.watched != nullptr) read(me, releases, mine.watched, Reach::device, false);
  Known& seen = reach == Reach::device ? mine.pending : mine.pending_inner;
  mine.others.join(seen);
  seen.clear();
  (reach == Reach::device ? mine.fenced : mine.fenced_inner) = known_to(me, now);
  plain_ = false;
}

void BlockClock::write(unsigned me, Releases& releases, const void* at, Reach reach, bool releasing, bool keeps,
                       Tick now) {
  if (!keeps && !releases.empty()) releases.erase(at);
  if (!releasing && plain_ && fenced_.empty()) return;
  const Thread& mine = threads_[me];
  Known inner = mine.fenced_inner;
  Known device = fenced_;
  device.join(mine.fenced);
  if (releasing) (reach == Reach::device ? device : inner) = known_to(me, now);
  if (inner.empty() && device.empty()) return;
  Released& released = releases[at];
  if (reach == Reach::device) released.device.join(device);
  if (released.block != number_) released.inner.clear();
  released.block = number_;
  released.inner.join(inner);
  released.inner.join(device);
}

void BlockClock::watch(unsigned me, const void* at) {
  threads_[me].watched = at;
  plain_ = false;
}

void BlockClock::read(unsigned me, const Releases& releases, const void* at, Reach reach, bool acquiring) {
  if (releases.empty()) return;
  const auto found = releases.find(at);
  if (found == releases.end()) return;
  Thread& mine = threads_[me];
  plain_ = false;
  Known& all = acquiring ? mine.others : mine.pending;
  if (reach == Reach::device) all.join(found->second.device);
  if (found->second.block == number_) {
    all.join(found->second.inner);
    if (!acquiring) mine.pending_inner.join(found->second.inner);
  }
}

bool Known::holds(std::uint64_t who, Tick tick) const {
  const auto found = std::ranges::lower_bound(ticks_, std::pair{who, tick});
  return found != ticks_.end() && found->first == who;
}

void Known::add(std::uint64_t who, Tick tick) {
  const auto found = std::ranges::lower_bound(ticks_, std::pair{who, Tick{0}});
  if (found != ticks_.end() && found->first == who) {
    found->second = std::max(found->second, tick);
  } else {
    ticks_.insert(found, {who, tick});
  }
}

void Known::join(const Known& other) {
  if (other.empty()) return;
  if (empty()) {
    ticks_ = other.ticks_;
    return;
  }
  std::vector<std::pair<std::uint64_t, Tick>> both;
  both.reserve(ticks_.size() + other.ticks_.size());
  std::merge(ticks_.begin(), ticks_.end(), other.ticks_.begin(), other.ticks_.end(), std::back_inserter(both));
  // Of two entries for one the later is the higher.
  const auto kept =
      std::unique(both.rbegin(), both.rend(), [](const auto& a, const auto& b) { return a.first == b.first; });
  ticks_.assign(kept.base(), both.end());
}

}  // namespace rungs::simulator::races
