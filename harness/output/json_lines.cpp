#include "harness/output/json_lines.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <rungs/core/errors.hpp>
#include <string_view>

#include "harness/output/json_writer.hpp"

namespace rungs {
namespace {

std::string field(std::size_t column, const std::string& text) {
  if (text.empty()) return "null";
  return columns().at(column).is_number() && is_json_number(text) ? text : json_text(text);
}

}  // namespace

std::string json_line(const Record& record) {
  std::string line;
  for (std::size_t i = 0; i < record.size(); ++i)
    line += (i == 0 ? '{' : ',') + json_text(row_columns().at(i)) + ':' + field(i, record[i]);
  return line + "}\n";
}

JsonLines::JsonLines() : descriptor_(-1) {
  std::fflush(stdout);
  std::cout.flush();
  descriptor_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (descriptor_ >= 0) ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

JsonLines::~JsonLines() {
  std::fflush(stdout);
  std::cout.flush();
  if (descriptor_ < 0) return;
  ::dup2(descriptor_, STDOUT_FILENO);
  ::close(descriptor_);
}

void JsonLines::write(const Record& record) const {
  const std::string line = json_line(record);
  const int to = descriptor_ >= 0 ? descriptor_ : STDOUT_FILENO;
  for (std::string_view left = line; !left.empty();) {
    const ssize_t done = ::write(to, left.data(), left.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) throw Failed(std::string("writing to standard output: ") + std::strerror(errno));
    left.remove_prefix(static_cast<std::size_t>(done));
  }
}

}  // namespace rungs
