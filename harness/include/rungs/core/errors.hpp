// The ways in which a row can end early, as exceptions with the message for the user.
#pragma once

#include <stdexcept>

namespace rungs {

/// The variant cannot run this problem here, through no fault of its own (shared memory, device age, memory).
/// The row gets status `unsupported`; the message says what is needed and what is available.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Memory ran out. Where the harness allocates (buffers, workspace), the row is `unsupported`; where the variant does,
/// it is `failed`: a variant that needs much memory declares it as its workspace, or says Unsupported.
struct OutOfMemory : Unsupported {
  using Unsupported::Unsupported;
};

/// The variant broke a rule while running (CUDA error, divergent barrier, work on another stream). The row
/// gets status `failed`.
struct Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What the variant does is wrong, whatever its results: threads race. The row gets status `incorrect`.
struct Misdeed : Failed {
  using Failed::Failed;
};

/// The command line is wrong. Ends the program with exit code 2.
struct BadUsage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace rungs
