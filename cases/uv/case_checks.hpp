// uv: the parameters, the inputs, the edge cases, and how results are checked.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <rungs/random.hpp>
#include <sstream>
#include "cases/uv/case.hpp"
#include "reference/uv.hpp"

namespace uv {

// The lattice on the command line and in rows: one of four names, or its vectors as ux:uy:vx:vy.

struct NamedLattice {
  const char* name;
  Lattice vectors;
};

inline constexpr std::array named_lattices{NamedLattice{"square", square}, NamedLattice{"oblique", oblique},
                                           NamedLattice{"dense", dense}, NamedLattice{"sparse", sparse}};

/// The largest component of a vector on the command line. The determinant then is at most 2^25.
inline constexpr int largest_component = 4096;

/// "97:13:-11:103".
inline std::string numbers_of(const Lattice& l) {
  return std::to_string(l.ux) + ':' + std::to_string(l.uy) + ':' + std::to_string(l.vx) + ':' + std::to_string(l.vy);
}

/// The name of these vectors, or their numbers if they have none: rows of one problem have one key.
inline std::string text_of(const Lattice& l) {
  for (const auto& named : named_lattices) {
    if (named.vectors == l) return named.name;
  }
  return numbers_of(l);
}

/// The lattice of a name or of four numbers; empty for any other text, or if a number is too large. Vectors
/// may be parallel: Case::refuse says so.
inline std::optional<Lattice> parse_lattice(const std::string& text) {
  for (const auto& named : named_lattices) {
    if (text == named.name) return named.vectors;
  }
  std::istringstream in(text);
  Lattice l{};
  in >> l.ux;
  for (int* const number : {&l.uy, &l.vx, &l.vy}) in.ignore() >> *number;
  const auto [least, most] = std::minmax({l.ux, l.uy, l.vx, l.vy});
  if (numbers_of(l) != text || least < -largest_component || most > largest_component) return {};
  return l;
}

/// Declares the parameter `lattice`; its sweep is the four names.
template <class Problem> rungs::Parameter<Problem> lattice_parameter(Lattice Problem::*member) {
  rungs::ParameterInfo info{"lattice", "vectors between repetitions", "", text_of(Problem{}.*member), {}};
  for (const auto& named : named_lattices) {
    info.sweep.emplace_back(named.name);
    info.expected += std::string(named.name) + ", ";
  }
  info.expected += "or UX:UY:VX:VY, whole numbers from -" + std::to_string(largest_component) + " to " +
                   std::to_string(largest_component);
  return {std::move(info),
          [=](Problem& problem, const std::string& text) {
            const auto lattice = parse_lattice(text);
            if (lattice) problem.*member = *lattice;
            return lattice.has_value();
          },
          [=](const Problem& problem) { return text_of(problem.*member); }};
}

inline std::vector<rungs::Parameter<Problem>> Case::parameters() {
  return {rungs::integer("repeater", &Problem::repeater, 1, 1024, {16, 32, 64, 97, 100, 101, 128},
                         "side of the pattern in pixels"),
          lattice_parameter(&Problem::lattice)};
}

/// Sums of values up to 4096 are exact in float if fewer than 4096 repetitions cover a pixel. That holds for
/// the named lattices and every repeater.
inline std::string Case::refuse(const Problem& p) {
  if (p.lattice.determinant() == 0) return "lattice=" + text_of(p.lattice) + ": the vectors are parallel or zero";
  const std::size_t most = most_points(cell_of(p.vectors()), p.repeater, p.repeater);
  if (most < 4096) return "";
  return "lattice=" + text_of(p.lattice) + " puts up to " + std::to_string(most) +
         " repetitions of repeater=" + std::to_string(p.repeater) +
         " over a pixel; expected fewer than 4096, for sums that are exact in float";
}

inline std::vector<Problem> Case::edge_cases() {
  return {
      // One pixel, one column, one row.
      {{1, 1}, 1, square},
      {{1, 1}, 100, square},
      {{1, 1}, 100, oblique},
      {{1, 1}, 100, dense},
      {{1, 1}, 100, sparse},
      {{1, 331}, 100, oblique},
      {{331, 1}, 100, oblique},
      {{1, 1009}, 7, dense},
      {{1009, 1}, 7, dense},
      {{5003, 1}, 64, sparse},
      {{1, 5003}, 64, sparse},
      {{2003, 2}, 100, square},
      // At and next to the edge of a 32x32 block.
      {{31, 31}, 10, dense},
      {{33, 33}, 37, dense},
      {{33, 31}, 32, oblique},
      {{32, 64}, 97, oblique},
      // Primes, and sizes near a lattice vector.
      {{211, 223}, 97, oblique},
      {{223, 211}, 101, oblique},
      {{307, 199}, 100, dense},
      {{199, 307}, 41, dense},
      {{409, 331}, 100, sparse},
      {{331, 409}, 150, sparse},
      // At and next to the square lattice's vectors.
      {{200, 300}, 99, square},
      {{199, 301}, 100, square},
      {{201, 299}, 101, square},
      // A repeater of one pixel, one far larger than the target, one far larger than the lattice.
      {{150, 90}, 1, dense},
      {{13, 17}, 190, sparse},
      {{20, 15}, 127, dense},
      // All transparent, nothing transparent, all equal.
      {{101, 103}, 100, oblique, Pixels::transparent},
      {{103, 101}, 64, dense, Pixels::transparent},
      {{107, 109}, 100, oblique, Pixels::opaque},
      {{109, 107}, 100, dense, Pixels::opaque},
      {{109, 113}, 100, square, Pixels::opaque},
      {{113, 109}, 128, dense, Pixels::equal},
      {{113, 127}, 100, sparse, Pixels::equal},
      // Vectors of any sign and order: both negative, swapped, either handedness, one of them along an
      // axis.
      {{211, 223}, 50, {-97, -13, 11, -103}},
      {{223, 211}, 50, {-11, 103, 97, 13}},
      {{199, 211}, 41, {0, -40, 37, 0}},
      {{211, 199}, 41, {-5, 37, -41, -6}},
      {{150, 170}, 20, {3, -40, -31, -8}},
      // The same lattice by long vectors, and one whose short vectors are both in one quadrant.
      {{211, 223}, 100, {2037, 273, 1930, 363}},
      {{97, 101}, 30, {20, 4, 7, 23}},
      // Points in few rows or few columns, next to each other or far apart: periods below four pixels, and
      // above 46340.
      {{61, 67}, 16, {1, 0, 0, 30}},
      {{67, 61}, 16, {0, 1, 30, 0}},
      {{67, 61}, 9, {2, 0, 1, 31}},
      {{71, 59}, 9, {3, 0, -1, 29}},
      {{5003, 2}, 100, {4096, 0, 0, 1}},
      {{257, 263}, 64, {509, 211, -223, 307}},
      {{263, 257}, 64, {-509, 211, 223, 307}},
      // A cell and a target for which 32 bits are too few; the largest vectors, of a short lattice and of a
      // long one.
      {{1800007, 1}, 9, {1201, 801, -800, 1201}},
      {{97, 101}, 30, {4096, 4095, 4095, 4094}},
      {{101, 97}, 64, {-4096, 3, 2, 50}},
  };
}

/// Fills a repeater of `side` x `side` pixels, row-major.
inline void fill_repeater(std::span<float> pixels, unsigned side, Pixels what, std::uint64_t seed) {
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    // The lowest bit is a chessboard pattern, so that a result shifted by one pixel is wrong.
    const std::uint64_t even = 2 * rungs::random_below(seed, 2 * i, 2048);
    const std::uint64_t value = even + 1 + ((i / side + i % side) & 1U);
    const bool hole =
        what == Pixels::transparent || (what == Pixels::speckled && rungs::random_below(seed, 2 * i + 1, 4) == 0);
    pixels[i] = hole ? 0.0F : what == Pixels::equal ? 4096.0F : static_cast<float>(value);
  }
}

inline std::vector<rungs::Buffer<Views>> Case::buffers(const Problem& p) {
  return {rungs::input("repeater", &Views::repeater, p.repeater_area(),
                       [side = p.repeater, what = p.pixels](std::span<float> pixels, std::uint64_t seed) {
                         fill_repeater(pixels, side, what, seed);
                       }),
          rungs::output("target", &Views::target, p.area())};
}

inline reference::Placement placement(const Problem& p, const Views& v) {
  const Lattice l = p.vectors();
  return {{v.repeater, p.repeater_area()}, p.repeater, {l.ux, l.uy}, {l.vx, l.vy}, p.width, p.height};
}

inline void Case::reference(const Problem& p, const Views& v, Result kind) {
  const std::span<float> target(v.target, p.area());
  switch (kind) {
    case Result::mean:
      return reference::uv_mean(placement(p, v), target);
    case Result::one_of:
      return reference::uv_one_of(placement(p, v), target);
    case Result::sum:
      return reference::uv_sum(placement(p, v), target);
  }
}

/// " 12 7 503" for a message, in no particular order; the first ten of them.
inline std::string candidates(const Problem& p, const Views& v, std::size_t i) {
  const auto values =
      reference::uv_candidates(placement(p, v), static_cast<unsigned>(i % p.width), static_cast<unsigned>(i / p.width));
  if (values.empty()) return " 0 (nothing covers it)";
  constexpr std::size_t most = 10;
  std::string text;
  for (std::size_t k = 0; k < values.size() && k < most; ++k) {
    text += ' ' + std::to_string(static_cast<int>(values[k]));
  }
  return values.size() > most ? text + " and " + std::to_string(values.size() - most) + " more" : text;
}

/// Ignores the reference's output: any of the candidates is right.
inline rungs::Comparison compare_one_of(const Problem& p, const Views& actual) {
  const auto faults = reference::uv_check_one_of(placement(p, actual), {actual.target, p.area()});
  if (faults.count == 0) return {};
  return {faults.count, faults.max_error,
          "at (" + std::to_string(faults.first % p.width) + ", " + std::to_string(faults.first / p.width) +
              "): expected one of" + candidates(p, actual, faults.first) + "; got " +
              std::to_string(actual.target[faults.first])};
}

/// Sums are exact and the reference rounds once, so a division gives the same bits. The tolerance of means also allows
/// a product with a rounded reciprocal, which differs by at most 3 * 2^-24 of the mean.
inline rungs::Comparison Case::compare(const Problem& p, const Views& expected, const Views& actual, Result kind) {
  if (kind == Result::one_of) return compare_one_of(p, actual);
  return rungs::compare_plane<float>({expected.target, p.area()}, {actual.target, p.area()}, p.width,
                                     {.relative = kind == Result::mean ? 0x1p-22 : 0});
}

}  // namespace uv
