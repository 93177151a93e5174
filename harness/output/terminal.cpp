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
  Terminal terminal{.moves = true, .colours = no_color == nullptr || *no_color == '\0'};
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0) {
    terminal.columns = size.ws_col;
    terminal.lines = size.ws_row;
  }
  return terminal;
}

std::size_t lines_on(const Terminal& terminal, std::string_view text) {
  std::size_t lines = 0;
  std::size_t column = 0;
  bool in_escape = false;
  for (const char c : text) {
    if (in_escape) {
      in_escape = c != 'm';
    } else if (c == '\x1b') {
      in_escape = true;
    } else if (c == '\n') {
      lines += terminal.columns == 0 || column == 0 ? 1 : (column + terminal.columns - 1) / terminal.columns;
      column = 0;
    } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {  // else it continues a character of UTF-8
      ++column;
    }
  }
  return lines;
}

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
  const auto left = static_cast<long>(spent.count() / static_cast<double>(over) * static_cast<double>(visits_ - over));
  return left < 60 ? fmt::format(", about {} s left", left) : fmt::format(", about {} min left", (left + 30) / 60);
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
