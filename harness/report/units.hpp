// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace rungs {

/// "3.41 us", "344 us", "18.8 ms", "1.52 s": three digits. `us` is in microseconds.
[[nodiscard]] std::string time_text(double us);
/// "1.22 TB/s", "22.3 GB/s", decimal units.
[[nodiscard]] std::string rate_text(double bytes_per_second);
/// "419 MB", decimal units.
[[nodiscard]] std::string bytes_text(double bytes);
/// "39 %", "0.7 %": two digits below ten.
[[nodiscard]] std::string percent_text(double percent);
/// "x430", "x1.02", "x0.018".
[[nodiscard]] std::string factor_text(double factor);

}  // namespace rungs
