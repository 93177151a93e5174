// The end of every schedule: takes the image's bytes in order, hashes them, keeps the samples, notes when
// they came, and passes them to the sink.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <span>
#include <vector>
#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/run/digest.hpp"

namespace pipeline {

/// What a run reports besides its time: an output of the case that is not compared. 0: not applicable.
struct Figures {
  double bytes = 0;
  double seconds = 0;
  double first_byte_s = 0;
  double slowest_second = 0;       ///< bytes per second
  double misses_at_deck_rate = 0;  ///< how often a machine that takes 10 MB/s would have run dry
  double misses_at_fast_rate = 0;  ///< the same at 1 GB/s
  double host_bytes = 0;
  double pinned_bytes = 0;
  double device_bytes = 0;
  double tiles_asked = 0;  ///< of the cache
  double tiles_found = 0;
  double cache_bytes = 0;      ///< its capacity
  double pixels_computed = 0;  ///< of all nodes but patterns
  double pixels_needed = 0;    ///< the same if each were computed once
  double bus_bytes = 0;
  double disk_bytes = 0;

  static constexpr std::size_t count = 16;
};
static_assert(sizeof(Figures) == Figures::count * sizeof(double));

/// Leaves of the output that are checked byte by byte, also where the whole is too large to be computed
/// twice.
inline constexpr std::size_t sample_count = 64;
inline constexpr std::size_t sample_bytes = sample_count * leaf_bytes;

/// The numbers of the leaves, in ascending order: the first, the last, and others drawn by the seed. All of
/// them in an image with fewer leaves.
[[nodiscard]] std::vector<std::uint64_t> sampled_leaves(Frame shape, std::uint32_t seed);

/// Copies the sampled leaves out of a stream, one after the other. Bytes of `to` that no leaf fills become 0.
class SampleTap {
 public:
  /// `to`: sample_bytes bytes.
  SampleTap(Frame shape, std::uint32_t seed, std::byte* to);
  /// The next bytes of the stream, from byte `first` on.
  void take(std::uint64_t first, std::span<const std::byte> bytes);

 private:
  std::vector<std::uint64_t> leaves_;
  std::byte* to_;
  std::size_t next_ = 0;
};

/// How evenly a stream arrives: counts how often a machine that takes `rate` bytes per second from the first
/// piece on has used up everything before the next piece arrives. It pauses then, and goes on with that
/// piece.
class Deadline {
 public:
  explicit Deadline(double rate) : rate_(rate) {}

  void arrived(std::uint64_t bytes, double seconds) {
    if (!first_ && seconds > dry_at_) ++misses_;
    dry_at_ = (first_ ? seconds : std::max(dry_at_, seconds)) + static_cast<double>(bytes) / rate_;
    first_ = false;
  }
  [[nodiscard]] double misses() const { return misses_; }

 private:
  double rate_;
  double dry_at_ = 0;
  bool first_ = true;
  double misses_ = 0;
};

/// The least rate over any second; over the whole run if it is shorter than a second.
class SlowestSecond {
 public:
  /// `total`: bytes that have arrived up to now, in seconds since the start.
  void arrived(std::uint64_t total, double seconds) {
    while (points_.size() > 1 && points_[1].seconds <= seconds - 1) points_.pop_front();
    const Point& then = points_.front();
    const double past = seconds - then.seconds;
    if (past >= 1) slowest_ = std::min(slowest_, static_cast<double>(total - then.total) / past);
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

  std::deque<Point> points_{{0, 0}};
  double slowest_ = std::numeric_limits<double>::max();
};

class DigestAndSink {
 public:
  /// `samples`: sample_bytes bytes. `on_all_cpus`: leaves that come unhashed are hashed there, not on the
  /// calling thread.
  DigestAndSink(Frame shape, std::uint32_t sample_seed, std::byte* samples, Sink& sink, bool on_all_cpus = false)
      : tap_(shape, sample_seed, samples), sink_(sink), on_all_cpus_(on_all_cpus) {}

  /// The next bytes of the image.
  void take(const HashedBytes& hashed);
  /// Everything has come: writes the digest, 32 bytes, and what every run reports into `figures`.
  void finish(std::byte* digest, Figures& figures);

 private:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  SampleTap tap_;
  Sink& sink_;
  bool on_all_cpus_;
  ImageDigest digest_;
  std::uint64_t taken_ = 0;
  double first_byte_s_ = 0;
  Deadline deck_{10e6};  ///< what the machine of the deck takes in bytes per second, and a hundred times that
  Deadline fast_{1e9};
  SlowestSecond slowest_;
};

/// How a schedule hands its pixels on, piece by piece.
class PieceOutput {
 public:
  virtual ~PieceOutput() = default;
  /// Where the next pixels of the image are to be written, in rows without gaps.
  [[nodiscard]] virtual std::uint8_t* next() = 0;
  /// They are there, or will be before what is queued next.
  virtual void send(std::size_t bytes) = 0;
};

/// From one buffer.
class HostPieces final : public PieceOutput {
 public:
  /// Takes the memory of the largest piece out of the budget.
  HostPieces(Budget& budget, std::size_t piece_bytes, DigestAndSink& output)
      : piece_(budget, piece_bytes), output_(output) {}
  [[nodiscard]] std::uint8_t* next() override { return reinterpret_cast<std::uint8_t*>(piece_.data()); }
  void send(std::size_t bytes) override { output_.take({std::span(piece_.data(), bytes)}); }

 private:
  Block piece_;
  DigestAndSink& output_;
};

}  // namespace pipeline
