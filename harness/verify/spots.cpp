#include "harness/verify/spots.hpp"
#include <algorithm>
#include <cstring>

namespace rungs {
namespace {

constexpr unsigned spots_of_buffer = 6;
constexpr unsigned attempts = 4;  ///< to find a place that is written, and another value

std::size_t below(std::size_t end, std::mt19937& random) {
  return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
}

}  // namespace

Spots::Spots(GuardedMemory& outputs, std::mt19937& random,
             const std::function<bool(std::size_t buffer, std::size_t element)>& writes)
    : outputs_(outputs) {
  std::vector<std::byte> now;
  std::vector<std::byte> other;
  for (std::size_t i = 0; i < outputs.buffers().size(); ++i) {
    const BufferInfo& buffer = outputs.buffers()[i];
    if (buffer.role != Role::output) continue;
    const std::size_t bytes = buffer.element_bytes;
    const std::size_t elements = buffer.bytes / bytes;
    for (unsigned turn = 0; turn < spots_of_buffer * attempts && elements > 0; ++turn) {
      const std::size_t element = below(elements, random);
      const auto same = [&](const Spot& spot) { return spot.buffer == i && spot.element == element; };
      if (std::ranges::any_of(spots_, same) || !writes(i, element)) continue;
      now.resize(bytes);
      other.resize(bytes);
      outputs.read(i, element * bytes, now);
      outputs.read(i, below(elements, random) * bytes, other);
      if (now == other) std::ranges::for_each(other, [](std::byte& b) { b ^= std::byte{0x15}; });
      spots_.push_back(
          {i, element, static_cast<const std::byte*>(outputs.memory()[i]) + element * bytes, bytes, spoilt_.size()});
      spoilt_.insert(spoilt_.end(), other.begin(), other.end());
      if (spots_.size() % spots_of_buffer == 0) break;
    }
  }
}

void Spots::spoil() {
  for (const Spot& spot : spots_)
    outputs_.write(spot.buffer, spot.element * spot.bytes, {&spoilt_[spot.place], spot.bytes});
}

std::vector<std::byte> Spots::read() const {
  std::vector<std::byte> found(spoilt_.size());
  for (const Spot& spot : spots_)
    outputs_.read(spot.buffer, spot.element * spot.bytes, {&found[spot.place], spot.bytes});
  return found;
}

bool Spots::any_left(const std::vector<std::byte>& found) const {
  return std::ranges::any_of(
      spots_, [&](const Spot& spot) { return std::memcmp(&found[spot.place], &spoilt_[spot.place], spot.bytes) == 0; });
}

}  // namespace rungs
