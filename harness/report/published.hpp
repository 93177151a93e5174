// The figures of the documents, to show beside ours.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/registry/registry.hpp"

namespace rungs {

/// A time that a document gives for a variant on its author's hardware.
struct Published {
  std::string hardware;
  double time_us = 0;
};

/// A table of published figures: a CSV with the columns document, variant, hardware, condition, metric,
/// value, note.
class PublishedFigures {
 public:
  /// No figures.
  PublishedFigures() = default;
  /// Reads a file. Throws BadUsage, naming the line, where it cannot be read or is no such table.
  explicit PublishedFigures(const std::string& path);

  /// The time given for a variant at this problem, the first in the file; nothing where there is none. `size`
  /// and `params` as in a row. What a figure's condition leaves open must be the default of the variant's
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

/// The project's own table, reference/published/published.csv: of the source tree that this program was built
/// from or, where that is gone, of the working directory; empty where neither is there.
[[nodiscard]] std::string published_path();

}  // namespace rungs
