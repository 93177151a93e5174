// The whole program, to call from your own main().
#pragma once

namespace rungs {

/// Runs the bench command line over all cases and variants linked into the program. Returns the exit code: 0
/// all rows ok or unsupported, 1 a variant incorrect or failed, 2 bad usage, 130 interrupted.
int main(int argc, char** argv);

}  // namespace rungs
