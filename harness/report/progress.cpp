#include "harness/report/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace rungs {

Progress::Progress(const std::string& mode, std::size_t total)
    : mode_(mode == "never"                                  ? Mode::silent
            : mode == "always" || isatty(STDERR_FILENO) != 0 ? Mode::line
                                                             : Mode::plain),
      total_(total) {}

Progress::~Progress() { clear(); }

std::string Progress::time_left() const {
  if (done_ == 0) return "";
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
  const auto left =
      static_cast<long>(spent.count() / static_cast<double>(done_) * static_cast<double>(total_ - done_));
  return left < 60 ? fmt::format(", about {} s left", left)
                   : fmt::format(", about {} min left", (left + 30) / 60);
}

void Progress::starts(const std::string& what) {
  what_ = what;
  if (mode_ != Mode::line) return;
  fmt::print(stderr, "\r\x1b[K[{}/{}] {}{}", done_ + 1, total_, what_, time_left());
  std::fflush(stderr);
}

void Progress::ends(const std::string& outcome) {
  ++done_;
  if (mode_ == Mode::plain) fmt::print(stderr, "[{}/{}] {}: {}\n", done_, total_, what_, outcome);
}

void Progress::clear() {
  if (mode_ != Mode::line) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

}  // namespace rungs
