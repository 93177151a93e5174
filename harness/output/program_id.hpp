// Identifies the program that made a row, and tells whether it is of the sources that lie there now.
#pragma once

#include <string>

namespace rungs {

/// The build ID of this program, or of the library with this code that another program has loaded: a hash of
/// its contents, as shown by `readelf -n` (20 bytes in hexadecimal); empty if there is none.
[[nodiscard]] std::string program_id();

/// The newest of the sources that this program was built from (ProgramFacts::sources), if it is newer than the
/// program: then the last build failed, or there was none. Empty otherwise, and where the sources are not.
[[nodiscard]] std::string newer_source();

}  // namespace rungs
