// A number that looks random, for a place.
#pragma once

#include <cstdint>

#include "cases/pipeline/window.hpp"

namespace pipeline {

/// 32 bits that depend on all bits of (x, y) and of the seed, by rounds of a multiplication and a shift.
[[nodiscard]] PIPELINE_BOTH inline std::uint32_t noise(std::uint32_t x, std::uint32_t y, std::uint32_t seed) {
  std::uint32_t bits = seed ^ x * 0x9E3779B1U;
  bits = (bits ^ bits >> 15U) * 0x85EBCA77U;
  bits ^= y * 0xC2B2AE3DU;
  bits = (bits ^ bits >> 13U) * 0x27D4EB2FU;
  return bits ^ bits >> 16U;
}

}  // namespace pipeline
