// Memory of a library, counted in a budget.
#pragma once

#include <cstddef>

#include "cases/pipeline/run/budget.hpp"

namespace pipeline {

/// Bytes of a budget that a library may allocate itself, until the end of the reservation.
class Reservation {
 public:
  /// Throws rungs::Failed if the budget has fewer left.
  Reservation(Budget& budget, std::size_t bytes) : budget_(budget), bytes_(bytes) { budget.take(bytes); }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;
  ~Reservation() { budget_.give_back(bytes_); }

  /// Reserves more. Throws rungs::Failed if the budget has fewer left.
  void add(std::size_t bytes) {
    budget_.take(bytes);
    bytes_ += bytes;
  }

 private:
  Budget& budget_;
  std::size_t bytes_;
};

}  // namespace pipeline
