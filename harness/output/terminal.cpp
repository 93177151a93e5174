#include "harness/output/terminal.hpp"
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace rungs {

void print_error(const std::string& text) { std::fputs(text.c_str(), stderr); }

void say(const std::string& what) { print_error("bench: " + what + '\n'); }

Terminal Terminal::of(int descriptor) {
  const char* const kind = std::getenv("TERM");
  if (isatty(descriptor) == 0 || kind == nullptr || std::string_view(kind) == "dumb") return {};
  const char* const no_color = std::getenv("NO_COLOR");
  winsize size{};
  ioctl(descriptor, TIOCGWINSZ, &size);
  return {.colours = no_color == nullptr || *no_color == '\0', .columns = size.ws_col};
}

Progress::Progress(const std::string& mode, std::size_t rows, std::size_t visits)
    : mode_(mode == "never"                                  ? Mode::silent
            : mode == "always" || isatty(STDERR_FILENO) != 0 ? Mode::line
                                                             : Mode::plain),
      rows_(rows),
      visits_(visits) {}

std::string Progress::time_left() const {
  const std::size_t over = started_ - 1;  // the last one has only started
  if (over == 0 || over > visits_) return "";
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
  const auto left = static_cast<long>(spent.count() / static_cast<double>(over) * static_cast<double>(visits_ - over));
  return left < 60 ? fmt::format(", about {} s left", left) : fmt::format(", about {} min left", (left + 30) / 60);
}

void Progress::starts(const std::string& what) {
  ++started_;
  if (mode_ != Mode::line) return;
  std::string text = fmt::format("[{}/{}] {}{}", std::min(done_ + 1, rows_), rows_, what, time_left());
  // A longer line would be broken, and could not be drawn over.
  if (const std::size_t columns = Terminal::of(STDERR_FILENO).columns; columns > 0)
    text.resize(std::min(text.size(), columns - 1));
  print_error("\r\x1b[K" + text);
}

void Progress::ends(const std::string& what, const std::string& outcome) {
  ++done_;
  if (mode_ == Mode::plain) print_error(fmt::format("[{}/{}] {}: {}\n", done_, rows_, what, outcome));
}

void Progress::clear() {
  if (mode_ == Mode::line) print_error("\r\x1b[K");
}

}  // namespace rungs
