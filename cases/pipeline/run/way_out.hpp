// How a host schedule hands its pixels on: piece by piece, from one buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "cases/pipeline/run/budget.hpp"

namespace pipeline {

/// `To` has take(bytes), as Outlet.
template <class To>
class WayOut {
 public:
  /// Takes the memory of the largest piece out of the budget.
  WayOut(Budget& budget, std::size_t piece_bytes, To& outlet)
      : piece_(budget, piece_bytes), outlet_(outlet) {}

  /// Where the next pixels of the image are to be written, in rows without gaps.
  [[nodiscard]] std::uint8_t* next() const { return reinterpret_cast<std::uint8_t*>(piece_.data()); }
  /// They are there.
  void send(std::size_t bytes) { outlet_.take(std::span(piece_.data(), bytes)); }

 private:
  Block piece_;
  To& outlet_;
};

}  // namespace pipeline
