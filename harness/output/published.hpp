// The published figures from the documents, to show beside measured ones.
#pragma once

#include <optional>
#include <rungs/core/registry.hpp>
#include <string>
#include <vector>

namespace rungs {

/// A time that a document gives for a variant on the author's hardware.
struct Published {
  std::string hardware;
  double time_us = 0;
};

/// A table of published figures: a CSV with the columns document, variant, hardware, condition, metric,
/// value, note.
class PublishedFigures {
 public:
  /// An empty table.
  PublishedFigures() = default;
  /// Reads a file. Throws BadUsage, naming the line, if it cannot be read or is not such a table.
  explicit PublishedFigures(const std::string& path);

  /// The published time of a variant for this problem, the first in the file; empty if there is none. `size`
  /// and `params` as in a row. What a figure's condition does not name must be the default of the variant's
  /// case.
  [[nodiscard]] std::optional<Published> find(const RegisteredVariant& variant, const std::string& size,
                                              const std::string& params) const;

 private:
  struct Line {
    std::string variant, hardware, condition;
    double time_us = 0;
  };
  std::vector<Line> times_;
};

/// The table named by the build (PUBLISHED of rungs_add_bench). If that file does not exist,
/// reference/published/ beside the program's folder; empty if neither exists.
[[nodiscard]] std::string published_path();

}  // namespace rungs
