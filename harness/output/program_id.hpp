// Identifies the program that made a row, and tells whether it is of the sources that lie there now.
#pragma once

#include <string>

namespace rungs {

/// The build ID of this program, or of the library with this code that another program has loaded: a hash of
/// its contents, as shown by `readelf -n` (20 bytes in hexadecimal); empty if there is none.
[[nodiscard]] std::string program_id();

/// "SOURCE is newer than PROGRAM", of the newest of the files that this program was built from
/// (PROGRAM.sources next to it, which the build writes); "SOURCE is gone" if its folder is there without it.
/// Then the last build failed, or there was none. Empty if the program is newer, or the list or its files are
/// not there.
[[nodiscard]] std::string newer_source();

}  // namespace rungs
