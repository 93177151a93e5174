// What happens while the workers of a test start.
#pragma once

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace rungs {

/// Names a file with a letter for each start; in the environment, so that workers have it.
inline constexpr const char* starts_variable = "RUNGS_COUNTS_STARTS";

/// If the variable is set: interrupts come to the second worker alone; the third one interrupts the run, and
/// does not go on.
inline void disturb_start() {
  const char* path = std::getenv(starts_variable);
  if (path == nullptr) return;
  std::ofstream(path, std::ios::app) << 'x' << std::flush;
  const auto starts = std::filesystem::file_size(path);
  if (starts < 2) return;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::raise(signal);
  if (starts < 3) return;
  ::kill(::getppid(), SIGINT);
  ::sleep(60);  // not for ever, in case that the test itself is killed
}

}  // namespace rungs
