// The provenance of a run's numbers.
#pragma once

#include "harness/output/row.hpp"

namespace rungs {

/// What a run has found out about a backend.
struct BackendFacts {
  Backend backend = Backend::host;
  Provenance provenance;
  std::size_t cache_bytes = 0;                             ///< of the last-level cache; 0: unknown
  std::vector<std::pair<std::string, std::string>> facts;  ///< see Executor::facts
  bool operator==(const BackendFacts&) const = default;
};
[[nodiscard]] BackendFacts facts_of(const Executor& executor);

/// The provenance of the rows that `executor` makes in this process.
[[nodiscard]] Provenance provenance_of(const Executor& executor);
/// The facts of a GPU that no executor could be made for: its name, UUID and driver.
[[nodiscard]] BackendFacts facts_of(const GpuFacts& gpu);

/// The current time in UTC, ISO 8601: "2026-01-31T12:00:00Z".
[[nodiscard]] std::string timestamp_now();

/// Writes further facts about the run next to `rows_path` ("rows.csv" -> "rows.environment.csv"): columns
/// backend, name, value, device_uuid. The last is of a GPU, of which there may be several. Of an existing
/// file, the lines of other backends and GPUs are kept.
void write_environment(const std::string& rows_path, const std::vector<BackendFacts>& backends,
                       std::uint64_t check_seed);

/// The build ID of this program, or of the library with this code that another program has loaded: a hash of
/// its contents, as shown by `readelf -n` (20 bytes in hexadecimal); empty if there is none.
[[nodiscard]] std::string program_id();

/// "SOURCE is newer than PROGRAM" and what to do, of the newest of the files that this program was built from
/// (PROGRAM.sources next to it, which the build writes); "SOURCE is gone" if its folder is there without it. Then the
/// last build failed, or there was none. Empty if the program is newer, or the list or its files are not there.
[[nodiscard]] std::string newer_source();

}  // namespace rungs
