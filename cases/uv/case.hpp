// uv: place a small pattern at every point of an oblique lattice.
#pragma once

#include <rungs/case.hpp>
#include "cases/uv/lattice.hpp"

namespace uv {

/// The contents of a repeater. Only `speckled` is measured; the others are among the edge cases.
enum class Pixels {
  speckled,     ///< integers from 1 to 4096, and one pixel in four transparent
  opaque,       ///< the same without transparent pixels
  transparent,  ///< only transparent pixels
  equal         ///< the largest value everywhere
};

/// The size is the target's. The repeater is a square of `repeater` x `repeater` pixels; it may be larger
/// than the target. The lattice does not scale with it.
struct Problem : rungs::Size {
  unsigned repeater = 100;
  Lattice lattice = oblique;  ///< as given; not parallel
  Pixels pixels = Pixels::speckled;

  [[nodiscard]] unsigned repeater_area() const { return repeater * repeater; }
  /// Short vectors of the lattice: what variants compute with.
  [[nodiscard]] Lattice vectors() const { return basis_of(lattice); }
};

/// Both planes are row-major: `repeater` has repeater x repeater pixels, `target` width x height.
struct Views {
  const float* repeater;
  float* target;
};

struct Case {
  using Problem = uv::Problem;
  using Views = uv::Views;
  /// Of the non-zero repeater values that cover a pixel: their mean, any one of them, or their sum. 0 if
  /// nothing covers it.
  enum class Result { mean, one_of, sum };

  static constexpr std::string_view name = "uv";
  static constexpr std::string_view title = "place a pattern at every point of an oblique lattice";
  static constexpr rungs::Size default_size{10240, 10240};
  static constexpr rungs::Size simulator_size{512, 384};

  static rungs::Work work(const Problem& p) {
    return {.bytes_read = p.repeater_area() * sizeof(float), .bytes_written = p.area() * sizeof(float)};
  }

  // In case_checks.hpp, which a reader of a kernel does not need.
  static inline std::vector<rungs::Parameter<Problem>> parameters();
  static inline std::string refuse(const Problem& p);
  static inline std::vector<Problem> edge_cases();
  static inline std::vector<rungs::Buffer<Views>> buffers(const Problem& p);
  static inline void reference(const Problem& p, const Views& v, Result kind);
  static inline rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual, Result kind);
};

}  // namespace uv
