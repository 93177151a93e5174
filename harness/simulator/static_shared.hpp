// How much static shared memory a kernel has.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rungs::simulator {

/// Bytes of the `__shared__` variables that a kernel itself declares, in templates too; 0 if the program's
/// symbols are not there.
[[nodiscard]] std::size_t static_shared_bytes(std::uintptr_t kernel);

}  // namespace rungs::simulator
