#include "cases/pipeline/run/outlet.hpp"

#include <chrono>
#include <cstring>

#include "cases/pipeline/run/pace.hpp"
#include "cases/pipeline/run/samples.hpp"

namespace pipeline {

struct Outlet::Parts {
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  SampleTap tap;
  Sink& sink;
  Crew* crew;
  ImageDigest digest{};
  std::uint64_t taken = 0;
  double first_byte_s = 0;
  Deadline deck{10e6};  // what the machine of the deck takes in bytes per second, and a hundred times that
  Deadline fast{1e9};
  SlowestSecond slowest{};
};

Outlet::Outlet(ImageShape shape, std::uint32_t sample_seed, std::byte* samples, Sink& sink, Crew* crew)
    : parts_(new Parts{.tap = SampleTap(shape, sample_seed, samples), .sink = sink, .crew = crew}) {}

Outlet::~Outlet() = default;

void Outlet::take(std::span<const std::byte> bytes) {
  parts_->digest.add(bytes, parts_->crew);
  pass_on(bytes);
}

void Outlet::take(const HashedBytes& hashed) {
  parts_->digest.add(hashed);
  pass_on(hashed.bytes);
}

void Outlet::take(std::span<const std::byte> bytes, std::span<const Sha256> leaves) {
  parts_->digest.add_leaves(leaves);
  pass_on(bytes);
}

void Outlet::pass_on(std::span<const std::byte> bytes) {
  Parts& p = *parts_;
  p.tap.take(p.taken, bytes);
  p.sink.write(bytes);
  const double now = p.seconds();
  if (p.taken == 0) p.first_byte_s = now;
  p.taken += bytes.size();
  p.deck.arrived(bytes.size(), now);
  p.fast.arrived(bytes.size(), now);
  p.slowest.arrived(p.taken, now);
}

Sha256 Outlet::finish() {
  parts_->sink.finish();
  return parts_->digest.finish();
}

Figures Outlet::finish(std::byte* digest, const Counts& counts) {
  const Sha256 made = finish();
  std::memcpy(digest, made.data(), made.size());
  const auto real = [](std::uint64_t value) { return static_cast<double>(value); };
  return {.bytes = real(parts_->taken),
          .seconds = parts_->seconds(),
          .first_byte_s = parts_->first_byte_s,
          .slowest_second = parts_->slowest.bytes_per_second(),
          .misses_at_deck_rate = real(parts_->deck.misses()),
          .misses_at_fast_rate = real(parts_->fast.misses()),
          .tiles_asked = real(counts.tiles_asked),
          .tiles_found = real(counts.tiles_found),
          .cache_bytes = real(counts.cache_bytes),
          .pixels_computed = real(counts.pixels_computed),
          .pixels_needed = real(counts.pixels_needed),
          .disk_bytes = real(parts_->sink.disk_bytes())};
}

}  // namespace pipeline
