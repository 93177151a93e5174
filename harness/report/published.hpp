// The figures of the documents, to stand beside ours.
#pragma once

#include <optional>
#include <string>

#include "harness/registry/registry.hpp"

namespace rungs {

/// A time that a document gives for a variant on its author's hardware.
struct Published {
  std::string hardware;
  double time_us = 0;
};

/// What the documents say of `full_name` ("stitch/gpu/modulo") at this problem; nothing where they are
/// silent. `size` and `params` as in a row. The table is reference/published/published.csv, compiled in.
[[nodiscard]] std::optional<Published> published(const std::string& full_name, const std::string& size,
                                                 const std::string& params);

}  // namespace rungs
