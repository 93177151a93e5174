// The end of every schedule: takes the image's bytes in order, hashes them, keeps the samples, notes when
// they came, and passes them to the sink.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/run/digest.hpp"
#include "cases/pipeline/run/figures.hpp"

namespace pipeline {

class Outlet {
 public:
  /// `samples`: sample_bytes bytes. `crew`: the threads that hash; null: the calling one.
  Outlet(ImageShape shape, std::uint32_t sample_seed, std::byte* samples, Sink& sink, Crew* crew = nullptr);
  Outlet(const Outlet&) = delete;
  Outlet& operator=(const Outlet&) = delete;
  ~Outlet();

  /// The next bytes of the image.
  void take(std::span<const std::byte> bytes);
  /// The same, where the whole leaves have been hashed elsewhere.
  void take(const HashedBytes& hashed);
  /// The same, with the digests of all leaves that end in these bytes, computed elsewhere. A stream uses this
  /// function from its beginning to its end.
  void take(std::span<const std::byte> bytes, std::span<const Sha256> leaves);

  /// Everything has come.
  [[nodiscard]] Sha256 finish();
  /// The same; writes the digest, 32 bytes, and returns the figures that every run has.
  [[nodiscard]] Figures finish(std::byte* digest, const Counts& counts);

 private:
  void pass_on(std::span<const std::byte> bytes);

  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// How a schedule hands its pixels on, piece by piece.
class WayOut {
 public:
  virtual ~WayOut() = default;
  /// Where the next pixels of the image are to be written, in rows without gaps.
  [[nodiscard]] virtual std::uint8_t* next() = 0;
  /// They are there, or will be before what is queued next.
  virtual void send(std::size_t bytes) = 0;
};

/// From one buffer.
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
