// Numbers as text: for files and for people.
#pragma once

#include <string>

namespace rungs {

/// Six significant digits, "0.000123457" or "1.5e+10", for files.
[[nodiscard]] std::string number_text(double value);
/// Three significant digits: "3.41 us", "344 us", "18.8 ms", "1.52 s". `us` is in microseconds.
[[nodiscard]] std::string time_text(double us);
/// "1.22 TB/s", "22.3 GB/s", decimal units.
[[nodiscard]] std::string rate_text(double bytes_per_second);
/// "419 MB", decimal units.
[[nodiscard]] std::string bytes_text(double bytes);
/// "1.20 J", "96.3 mJ", "840 uJ"; below zero with its sign.
[[nodiscard]] std::string energy_text(double joules);
/// "39 %", "0.7 %": two digits below 10 %.
[[nodiscard]] std::string percent_text(double percent);
/// A ratio of two times in words: "1.54x faster", "3.50x slower" if it is below 1, "as fast" if they are within 0.5 %.
[[nodiscard]] std::string gain_text(double ratio);

}  // namespace rungs
