#include "harness/output/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "harness/output/terminal.hpp"

namespace rungs {

Progress::Progress(const std::string& mode, std::size_t rows, std::size_t visits)
    : mode_(mode == "never"                                  ? Mode::silent
            : mode == "always" || isatty(STDERR_FILENO) != 0 ? Mode::line
                                                             : Mode::plain),
      rows_(rows),
      visits_(visits) {}

Progress::~Progress() { clear(); }

std::string Progress::time_left() const {
  const std::size_t over = started_ - 1;  // the last one has only started
  if (over == 0 || over > visits_) return "";
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
  const auto left =
      static_cast<long>(spent.count() / static_cast<double>(over) * static_cast<double>(visits_ - over));
  return left < 60 ? fmt::format(", about {} s left", left)
                   : fmt::format(", about {} min left", (left + 30) / 60);
}

void Progress::starts(const std::string& what) {
  ++started_;
  now_ = what;
  samples(0, 0);
}

void Progress::samples(std::size_t count, double noise_percent) {
  if (mode_ != Mode::line || started_ == 0) return;
  std::string text = fmt::format("[{}/{}] {}", std::min(done_ + 1, rows_), rows_, now_);
  if (count > 0) text += fmt::format(", {} samples", count);
  if (noise_percent > 0) text += fmt::format(", noise {:.2g} %", noise_percent);
  text += time_left();
  // A longer line would be broken, and could not be drawn over.
  if (const std::size_t columns = Terminal::of(STDERR_FILENO).columns; columns > 0)
    text.resize(std::min(text.size(), columns - 1));
  fmt::print(stderr, "\r\x1b[K{}", text);
  std::fflush(stderr);
}

void Progress::ends(const std::string& what, const std::string& outcome) {
  ++done_;
  if (mode_ == Mode::plain) fmt::print(stderr, "[{}/{}] {}: {}\n", done_, rows_, what, outcome);
}

void Progress::clear() {
  if (mode_ != Mode::line) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

}  // namespace rungs
