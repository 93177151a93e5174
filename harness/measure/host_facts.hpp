// What there is to know of the host.
#pragma once

#include <string>

namespace rungs {

/// The processor's own name, "unknown CPU" where the system does not tell.
[[nodiscard]] std::string cpu_name();

}  // namespace rungs
