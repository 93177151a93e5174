// Output paths, checked before any file is opened.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace rungs {

/// Throws BadUsage if `path`, given by `option`, cannot become an output file: it is a folder, a FIFO or a
/// device, its folder does not exist, or it is not empty and `may_exist` is false. Creates nothing.
void require_output_file(const std::string& option, const std::string& path, bool may_exist);

/// Throws the BadUsage for a file that is not empty.
[[noreturn]] void refuse_existing(const std::string& option, const std::string& path);

/// Throws BadUsage if two of the (option, path) pairs name the same file. Empty paths are ignored.
void require_different_files(const std::vector<std::pair<std::string, std::string>>& outputs);

/// The file that describes the run of `rows_path`: "rows.csv" -> "rows.environment.csv".
[[nodiscard]] std::string environment_path(const std::string& rows_path);

/// The file of further figures beside `rows_path`: "rows.csv" -> "rows.metrics.csv".
[[nodiscard]] std::string metrics_path(const std::string& rows_path);

/// The file of hardware counters beside `rows_path`: "rows.csv" -> "rows.counters.csv".
[[nodiscard]] std::string counters_path(const std::string& rows_path);

/// The file of energies beside `rows_path`: "rows.csv" -> "rows.energy.csv".
[[nodiscard]] std::string energy_path(const std::string& rows_path);

/// The file of what each process has measured beside `rows_path`: "rows.csv" -> "rows.processes.csv".
[[nodiscard]] std::string processes_path(const std::string& rows_path);

}  // namespace rungs
