// A few elements of the outputs, spoilt before a launch that must write them.
#pragma once

#include <functional>
#include <random>
#include "harness/verify/guarded_memory.hpp"

namespace rungs {

/// Elements at random places of the outputs, which hold a result. To find out whether a launch writes all its
/// results, nothing else need be changed, and it cannot know where without reading them all.
class Spots {
 public:
  /// One of them: `bytes` bytes from `at` on, of element `element` of a buffer.
  struct Spot {
    std::size_t buffer;
    std::size_t element;
    const void* at;
    std::size_t bytes;
    std::size_t place;  ///< of its first byte among those of all spots
  };

  /// `writes(buffer, element)`: whether a right launch writes there; other places are left alone.
  Spots(GuardedMemory& outputs, std::mt19937& random,
        const std::function<bool(std::size_t buffer, std::size_t element)>& writes);

  [[nodiscard]] const std::vector<Spot>& all() const { return spots_; }
  [[nodiscard]] bool on_host() const { return outputs_.on_host(); }
  /// Gives each spot the value of another element, which it did not have.
  void spoil();
  /// What the spots hold now, one behind the other.
  [[nodiscard]] std::vector<std::byte> read() const;
  /// True if some of them still hold in `found` what they were spoilt with.
  [[nodiscard]] bool any_left(const std::vector<std::byte>& found) const;
  /// True if some of them hold something else in `found`.
  [[nodiscard]] bool any_written(const std::vector<std::byte>& found) const { return found != spoilt_; }

 private:
  GuardedMemory& outputs_;
  std::vector<Spot> spots_;
  std::vector<std::byte> spoilt_;
};

}  // namespace rungs
