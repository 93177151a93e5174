// Identifies the program that made a row, and tells whether it is of the sources that lie there now.
#pragma once

#include <string>

namespace rungs {

/// The build ID of this program, or of the library with this code that another program has loaded: a hash of
/// its contents, as shown by `readelf -n` (20 bytes in hexadecimal); empty if there is none.
[[nodiscard]] std::string program_id();

/// "SOURCE is newer than FILE": FILE is this program, or the library with this code, and SOURCE the newest of
/// the sources that it was built from (ProgramFacts::sources). Then the last build failed, or there was none.
/// Empty if FILE is newer, and where the sources are not.
[[nodiscard]] std::string newer_source();

}  // namespace rungs
