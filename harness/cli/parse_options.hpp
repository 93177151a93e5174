// Parses the command line.
#pragma once

#include <string>

#include "harness/engine/options.hpp"

namespace rungs {

/// Result of parsing the command line: options for a run, or a text to print (--help).
struct ParsedOptions {
  Options options;
  std::string help;  ///< to print before exiting with code 0; usually empty
};

/// Throws BadUsage with one line that names the option, the value and what is expected.
[[nodiscard]] ParsedOptions parse_options(int argc, const char* const* argv);

}  // namespace rungs
