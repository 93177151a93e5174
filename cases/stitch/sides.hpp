// A parameter with two numbers: the sides of a rectangle, as 100x64, or as 100 if it is a square; and the side of a
// square as a constant.
#pragma once

#include <type_traits>
#include <utility>
#include "cases/stitch/case.hpp"

namespace stitch {

/// Declares a parameter with sides from 1 to `most`; its default is the value in a default-constructed
/// problem, and it sweeps the squares of `sweep`. A square is written as one number, also if it was given as
/// two: rows of one problem have one key.
template <class Problem>
rungs::Parameter<Problem> sides(std::string name, Sides Problem::*member, unsigned most,
                                const std::vector<unsigned>& sweep, std::string what) {
  const auto text_of = [](const Sides& sides) {
    const std::string width = std::to_string(sides.width);
    return sides.square() ? width : width + "x" + std::to_string(sides.height);
  };
  std::vector<std::string> squares;
  for (const unsigned side : sweep) squares.push_back(std::to_string(side));
  return {{std::move(name), std::move(what), "1 to " + std::to_string(most) + ", or WIDTHxHEIGHT of such sides",
           text_of(Problem{}.*member), std::move(squares)},
          [=](Problem& problem, const std::string& text) {
            const auto cross = text.find('x');
            std::uint64_t width = 0;
            if (!rungs::parse_integer(text.substr(0, cross), 1, most, width)) return false;
            std::uint64_t height = width;
            if (cross != std::string::npos && !rungs::parse_integer(text.substr(cross + 1), 1, most, height)) {
              return false;
            }
            problem.*member = {static_cast<unsigned>(width), static_cast<unsigned>(height)};
            return true;
          },
          [=](const Problem& problem) { return text_of(problem.*member); }};
}

/// Calls `use` with the side of a square repeater as a compile-time constant, if it is one of `sides`; throws
/// rungs::Unsupported, with the reason `why`, if it is not.
template <unsigned... sides, class Use> void with_side(const Problem& p, const char* why, const Use& use) {
  const auto use_if = [&](auto side) {
    if (!p.repeater.square() || p.repeater.width != side) return false;
    use(side);
    return true;
  };
  if (!(use_if(std::integral_constant<unsigned, sides>()) || ...)) throw rungs::Unsupported(why);
}

}  // namespace stitch
