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

/// A file next to `rows_path`: "rows.csv" and "side" -> "rows.side.csv"; empty of an empty path.
[[nodiscard]] std::string beside(const std::string& rows_path, const std::string& kind);

}  // namespace rungs
