#include "harness/report/published.hpp"

#include <sstream>

#include "harness/report/csv.hpp"

namespace rungs {

/// The text of reference/published/published.csv, written into the program by the build.
extern const char* const published_csv;

namespace {

/// "10240x10240" -> "10240", where it is a square.
std::string side_of(const std::string& size) {
  const auto cross = size.find('x');
  const std::string width = size.substr(0, cross);
  return width == size.substr(cross + 1) ? width : "";
}

/// A condition holds if each of its words does: "1920x1080" is a size, "target=10240", "side=4000" and
/// "n=30336" are the sides of a square, any other NAME=VALUE a parameter. Words that are neither (a block
/// size, say) do not bind.
bool holds(const std::string& condition, const std::string& size, const std::string& params) {
  std::istringstream words(condition);
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    if (equals == std::string::npos) {
      if (word.find_first_not_of("0123456789x") == std::string::npos && word != size) return false;
      continue;
    }
    const std::string name = word.substr(0, equals);
    if (name == "target" || name == "side" || name == "n") {
      if (word.substr(equals + 1) != side_of(size)) return false;
    } else if ((";" + params).find(";" + name + "=") != std::string::npos &&
               (";" + params + ";").find(";" + word + ";") == std::string::npos) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<Published> published(const std::string& full_name, const std::string& size,
                                   const std::string& params) {
  static const auto lines = parse_csv(published_csv, "published.csv");
  for (const auto& line : lines) {
    // document, variant, hardware, condition, metric, value, note
    if (line.size() < 6 || line[1] != full_name || line[4] != "time_us" || !holds(line[3], size, params))
      continue;
    return Published{line[2], std::stod(line[5])};
  }
  return std::nullopt;
}

}  // namespace rungs
