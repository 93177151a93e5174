#include "harness/output/other_code.hpp"
#include <fmt/format.h>
#include <filesystem>
#include <fstream>
#include <regex>

namespace rungs {

std::string other_code_on_simulator(const std::string& file) {
  static const std::regex differs(R"(^\s*#\s*(?:el)?if.*\b(?:RUNGS_SIMULATOR|__CUDA_ARCH__)\b)");
  static const std::regex left_out(
      R"(^\s*#\s*(?:ifndef\s+RUNGS_SIMULATOR|if\s+!\s*defined\s*\(?\s*RUNGS_SIMULATOR)\b.*)");
  std::ifstream in(file);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!std::regex_search(line, differs) || std::regex_match(line, left_out)) continue;
    return fmt::format("{}:{}: {}", std::filesystem::path(file).filename().string(), number,
                       line.substr(line.find('#')));
  }
  return "";
}

std::string path_of_source(const std::string& source) {
  std::error_code ignored;
  std::ifstream list(std::filesystem::read_symlink("/proc/self/exe", ignored).string() + ".sources");
  for (std::string line; std::getline(list, line);) {
    if (line.ends_with("/" + source)) return line;
  }
  return "";
}

}  // namespace rungs
