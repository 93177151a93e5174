// The lattice on the command line and in rows: one of four names, or its vectors as ux:uy:vx:vy.
#pragma once

#include <array>
#include <charconv>
#include <optional>
#include <rungs/case.hpp>
#include <string>
#include <system_error>
#include "cases/uv/lattice.hpp"

namespace uv {

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
  std::array<int, 4> numbers{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) {
      if (at == end || *at != ':') return {};
      ++at;
    }
    const auto [next, error] = std::from_chars(at, end, numbers.at(i));
    if (error != std::errc() || numbers.at(i) < -largest_component || numbers.at(i) > largest_component) return {};
    at = next;
  }
  if (at != end) return {};
  return Lattice{numbers[0], numbers[1], numbers[2], numbers[3]};
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

}  // namespace uv
