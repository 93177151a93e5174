// Size lists of the command line.
#pragma once

#include <map>
#include <rungs/core/any_case.hpp>
#include <string>
#include <vector>

namespace rungs {

/// One requested size, before its case is known: sides in order, one number for all sides, or sides by name.
struct AskedSize {
  std::string text;             ///< as on the command line, for messages
  std::vector<unsigned> sides;  ///< one element: the length of all sides
  std::map<std::string, unsigned> named;
};

/// Parses "1024,1920x1080,4096x4096x512,256..16384*2,m=64,n=64..256*2": one number for all sides, sides
/// joined by x, ranges from..to that grow by a factor (*F) or a step (+S), and sides by name; a repeated name
/// starts the next size. Throws BadUsage, with the wrong part and what is expected.
[[nodiscard]] std::vector<AskedSize> parse_sizes(const std::string& text);

/// Returns the sides for a case; those that are not named are those of `defaults`. Throws BadUsage where the
/// case has other sides.
[[nodiscard]] Extents sides_of(const AskedSize& asked, const AnyCase& of, const Extents& defaults);

/// Splits at commas; empty parts are kept.
[[nodiscard]] std::vector<std::string> split_list(const std::string& text);

}  // namespace rungs
