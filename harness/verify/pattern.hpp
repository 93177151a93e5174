// Where the wrong elements of a result lie: what tells a wrong bound from a wrong index.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace rungs {

/// "all in column 63", "on the borders of blocks of 32x8": the places of the wrong ones among `count`
/// elements in rows of `width`, if it is a pattern; else empty. `wrong` tells of an element.
[[nodiscard]] std::string pattern_of(std::size_t count, std::size_t width,
                                     const std::function<bool(std::size_t)>& wrong);

}  // namespace rungs
