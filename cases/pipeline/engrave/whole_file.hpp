// Small files that are there as a whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace pipeline {

/// Writes a text to a temporary file beside `path`, waits until it is on the disk, and renames it: the older
/// file is replaced at once. Throws rungs::Failed with the file and the reason.
void write_whole(const std::string& path, std::string_view text);

}  // namespace pipeline
