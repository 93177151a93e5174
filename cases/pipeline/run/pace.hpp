// How evenly a stream arrives: the controller of a machine takes bytes at a constant rate and must not run
// dry.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>

namespace pipeline {

/// Counts how often a machine that takes `rate` bytes per second from the first piece on has used up
/// everything before the next piece arrives. It pauses then, and goes on with that piece.
class Deadline {
 public:
  explicit Deadline(double rate) : rate_(rate) {}

  void arrived(std::uint64_t bytes, double seconds) {
    if (!first_ && seconds > dry_at_) ++misses_;
    dry_at_ = (first_ ? seconds : std::max(dry_at_, seconds)) + static_cast<double>(bytes) / rate_;
    first_ = false;
  }
  [[nodiscard]] std::uint64_t misses() const { return misses_; }

 private:
  double rate_;
  double dry_at_ = 0;
  bool first_ = true;
  std::uint64_t misses_ = 0;
};

/// The least rate over any second; over the whole run if it is shorter than a second.
class SlowestSecond {
 public:
  /// `total`: bytes that have arrived up to now, in seconds since the start.
  void arrived(std::uint64_t total, double seconds) {
    while (points_.size() > 1 && points_[1].seconds <= seconds - 1) points_.pop_front();
    const Point& then = points_.front();
    if (seconds - then.seconds >= 1) slowest_ = std::min(slowest_, rate(then, total, seconds));
    points_.push_back({seconds, total});
  }
  /// Bytes per second; 0 if nothing has arrived.
  [[nodiscard]] double bytes_per_second() const {
    if (slowest_ < std::numeric_limits<double>::max()) return slowest_;
    const Point& last = points_.back();
    return last.seconds > 0 ? static_cast<double>(last.total) / last.seconds : 0;
  }

 private:
  struct Point {
    double seconds;
    std::uint64_t total;
  };
  static double rate(const Point& then, std::uint64_t total, double seconds) {
    return static_cast<double>(total - then.total) / (seconds - then.seconds);
  }

  std::deque<Point> points_{{0, 0}};
  double slowest_ = std::numeric_limits<double>::max();
};

}  // namespace pipeline
