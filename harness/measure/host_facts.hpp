// Facts about the host.
#pragma once

#include <string>

namespace rungs {

/// Name of the CPU; "unknown CPU" if the system does not report it.
[[nodiscard]] std::string cpu_name();

}  // namespace rungs
