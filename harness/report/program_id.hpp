// Which program made a row.
#pragma once

#include <string>

namespace rungs {

/// The build ID that the linker gave this program, a hash of its contents, as `readelf -n` shows it (20 bytes
/// in hexadecimal); empty where it has none.
[[nodiscard]] std::string program_id();

}  // namespace rungs
