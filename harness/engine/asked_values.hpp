// The values that the options ask for: of parameters, which belong to a case, and of axes, which belong to a
// variant.
#pragma once

#include <algorithm>
#include <map>
#include <rungs/core/registry.hpp>
#include <string>
#include <vector>
#include "harness/engine/options.hpp"

namespace rungs {

/// Requested values, by name of parameter or axis.
using AskedValues = std::map<std::string, std::vector<std::string>>;

/// The requested values of --param. Throws BadUsage if no chosen case or variant has a name.
[[nodiscard]] AskedValues asked_values(const Options& options, const std::vector<const RegisteredVariant*>& chosen);

/// The requested versions of a variant on a backend, as indices. For an axis that is not requested, versions
/// have the default. Throws BadUsage if an axis does not have a requested value.
[[nodiscard]] std::vector<std::size_t> versions_of(const RegisteredVariant& variant, Backend backend,
                                                   const AskedValues& asked);

/// All combinations of the requested values of this case's parameters.
[[nodiscard]] std::vector<Assignments> combinations(const AnyCase& of, const AskedValues& asked);

/// Returns the sides for a case; those that are not named are those of `defaults`. Throws BadUsage where the
/// case has other sides.
[[nodiscard]] Extents sides_of(const AskedSize& asked, const AnyCase& of, const Extents& defaults);

/// Keeps the first of equal values: a row is made once, however often it is requested.
template <class T> void drop_repeats(std::vector<T>& values) {
  auto kept = values.begin();
  for (auto& value : values) {
    if (std::find(values.begin(), kept, value) == kept) *kept++ = value;
  }
  values.erase(kept, values.end());
}

}  // namespace rungs
