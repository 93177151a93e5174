// The key of a row: the columns that are used to resume runs and to assign lines of side files to rows.
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace rungs {

/// One variant on one problem in one cache state and, of GPU rows, on one GPU, as text. Together with the
/// seed it identifies one row of a file.
struct RowKey {
  std::string case_name, variant, backend, size, params, cache, device_uuid;

  auto operator<=>(const RowKey&) const = default;  // NOLINT(modernize-use-nullptr): of <=>'s own 0

  /// The column names, in order.
  [[nodiscard]] static const std::vector<std::string_view>& columns() {
    static const std::vector<std::string_view> names{"case",   "variant", "backend",    "size",
                                                     "params", "cache",   "device_uuid"};
    return names;
  }
  /// The fields, in the same order.
  [[nodiscard]] std::vector<std::string> fields() const {
    return {case_name, variant, backend, size, params, cache, device_uuid};
  }
  /// Makes a key from fields in that order; further fields are ignored.
  [[nodiscard]] static RowKey from(const std::vector<std::string>& fields) {
    return {fields.at(0), fields.at(1), fields.at(2), fields.at(3), fields.at(4), fields.at(5), fields.at(6)};
  }
};

}  // namespace rungs
