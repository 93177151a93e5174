// Identifies the program that made a row.
#pragma once

#include <string>

namespace rungs {

/// The build ID of this program, or of the library with this code that another program has loaded: a hash of
/// its contents, as shown by `readelf -n` (20 bytes in hexadecimal); empty if there is none.
[[nodiscard]] std::string program_id();

}  // namespace rungs
