// Output paths, checked before anything is opened.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace rungs {

/// Throws BadUsage where `path`, given by `option`, cannot become an output file: it is a folder, a FIFO or a
/// device, its folder is not there, or it holds something and `may_exist` is false. Creates nothing.
void require_output_file(const std::string& option, const std::string& path, bool may_exist);

/// Throws the BadUsage of a file that holds something already.
[[noreturn]] void refuse_existing(const std::string& option, const std::string& path);

/// Throws BadUsage where two of the (option, path) pairs name one file. Empty paths do not count.
void require_different_files(const std::vector<std::pair<std::string, std::string>>& outputs);

/// The file that describes the run of `rows_path`: "rows.csv" -> "rows.environment.csv".
[[nodiscard]] std::string environment_path(const std::string& rows_path);

/// The file of further figures beside `rows_path`: "rows.csv" -> "rows.metrics.csv".
[[nodiscard]] std::string metrics_path(const std::string& rows_path);

/// The file of hardware counters beside `rows_path`: "rows.csv" -> "rows.counters.csv".
[[nodiscard]] std::string counters_path(const std::string& rows_path);

}  // namespace rungs
