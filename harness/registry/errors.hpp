// The ways in which a row can end early, as exceptions that carry the sentence shown to the user.
#pragma once

#include <stdexcept>

namespace rungs {

/// The variant cannot run this problem here, through no fault of its own (shared memory, device age, memory).
/// Becomes a row of status `unsupported`; the text says what is needed and what there is.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The variant broke a rule while running (CUDA error, divergent barrier, work on another stream).
/// Becomes a row of status `failed`.
struct Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The command line asks for something that is not legal. Ends the program with exit code 2.
struct BadUsage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace rungs
