#include "harness/output/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace rungs {

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

}  // namespace rungs
