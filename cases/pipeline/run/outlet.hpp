// The end of every schedule: takes the image's bytes in order, hashes them, keeps the samples, notes when
// they came, and passes them to the sink.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/run/digest.hpp"
#include "cases/pipeline/run/pace.hpp"
#include "cases/pipeline/run/samples.hpp"
#include "cases/pipeline/run/schedules.hpp"

namespace pipeline {

/// What the machine of the deck takes, and a hundred times that, in bytes per second.
inline constexpr double deck_rate = 10e6;
inline constexpr double fast_rate = 1e9;

class Outlet {
 public:
  /// `samples`: sample_bytes bytes. `crew`: the threads that hash; null: the calling one.
  Outlet(ImageShape shape, std::uint32_t sample_seed, std::byte* samples, Sink& sink, Crew* crew = nullptr)
      : tap_(shape, sample_seed, samples), sink_(sink), crew_(crew) {}

  /// The next bytes of the image.
  void take(std::span<const std::byte> bytes) {
    digest_.add(bytes, crew_);
    pass_on(bytes);
  }
  /// The same, where the whole leaves have been hashed elsewhere.
  void take(const HashedBytes& hashed) {
    digest_.add(hashed);
    pass_on(hashed.bytes);
  }
  /// The same, with the digests of all leaves that end in these bytes, computed elsewhere. A stream uses this
  /// function from its beginning to its end.
  void take(std::span<const std::byte> bytes, std::span<const Sha256> leaves) {
    digest_.add_leaves(leaves);
    pass_on(bytes);
  }
  /// Everything has come.
  [[nodiscard]] Sha256 finish() {
    sink_.finish();
    return digest_.finish();
  }

  [[nodiscard]] std::uint64_t bytes() const { return taken_; }
  [[nodiscard]] double first_byte_s() const { return first_byte_s_; }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  [[nodiscard]] double slowest_second() const { return slowest_.bytes_per_second(); }
  [[nodiscard]] std::uint64_t misses_at_deck_rate() const { return deck_.misses(); }
  [[nodiscard]] std::uint64_t misses_at_fast_rate() const { return fast_.misses(); }

 private:
  void pass_on(std::span<const std::byte> bytes) {
    tap_.take(taken_, bytes);
    sink_.write(bytes);
    const double now = seconds();
    if (taken_ == 0) first_byte_s_ = now;
    taken_ += bytes.size();
    deck_.arrived(bytes.size(), now);
    fast_.arrived(bytes.size(), now);
    slowest_.arrived(taken_, now);
  }

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  ImageDigest digest_;
  SampleTap tap_;
  Sink& sink_;
  Crew* crew_;
  std::uint64_t taken_ = 0;
  double first_byte_s_ = 0;
  Deadline deck_{deck_rate};
  Deadline fast_{fast_rate};
  SlowestSecond slowest_;
};

/// Hands pieces on from one buffer.
class HostWayOut final : public WayOut {
 public:
  /// Takes the memory of the largest piece out of the budget.
  HostWayOut(Budget& budget, std::size_t piece_bytes, Outlet& outlet)
      : piece_(budget, piece_bytes), outlet_(outlet) {}
  [[nodiscard]] std::uint8_t* next() override { return reinterpret_cast<std::uint8_t*>(piece_.data()); }
  void send(std::size_t bytes) override { outlet_.take(std::span(piece_.data(), bytes)); }

 private:
  Block piece_;
  Outlet& outlet_;
};

}  // namespace pipeline
