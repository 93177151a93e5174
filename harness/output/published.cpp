#include "harness/output/published.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <rungs/core/program.hpp>
#include <sstream>

#include "harness/output/csv.hpp"

namespace rungs {
namespace {

const std::vector<std::string> columns{"document", "variant", "hardware", "condition",
                                       "metric",   "value",   "note"};

/// The row sizes that "target=10240", "side=4000", "n=30336" or "1920x1080" can mean; none if the word is not
/// a size.
std::vector<std::string> sizes_of(const std::string& word) {
  const auto equals = word.find('=');
  const std::string name = word.substr(0, equals);
  if (equals == std::string::npos) {
    const bool is_size = std::count(word.begin(), word.end(), 'x') == 1 && word.front() != 'x' &&
                         word.back() != 'x' && word.find_first_not_of("0123456789x") == std::string::npos;
    return is_size ? std::vector{word} : std::vector<std::string>{};
  }
  const std::string side = word.substr(equals + 1);
  if (name == "target" || name == "side") return {side + "x" + side};
  if (name == "n") return {side + "x" + side, side + "x1", side};
  return {};
}

/// Parses the parameters of a row, "a=1;b=2", by name.
std::map<std::string, std::string> split_params(const std::string& params) {
  std::map<std::string, std::string> values;
  std::istringstream words(params);
  for (std::string word; std::getline(words, word, ';');) {
    const auto equals = word.find('=');
    if (equals != std::string::npos) values[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return values;
}

/// Everything that a condition names must match. What it does not name must be the case's default: a figure
/// without a size does not apply to every size of a sweep. Words that are neither size nor parameter (a block
/// size, say) are ignored.
bool holds(const std::string& condition, const AnyCase& of, const std::string& size,
           const std::string& params) {
  auto values = split_params(params);
  std::vector<std::string> sizes{to_string(of.default_size())};
  std::istringstream words(condition);
  for (std::string word; words >> word;) {
    if (const auto named = sizes_of(word); !named.empty()) {
      sizes = named;
    } else if (const auto found = values.find(word.substr(0, word.find('='))); found != values.end()) {
      if (word.substr(word.find('=') + 1) != found->second) return false;
      values.erase(found);
    }
  }
  for (const ParameterInfo& parameter : of.parameters()) {
    const auto found = values.find(parameter.name);
    if (found != values.end() && found->second != parameter.default_value) return false;
  }
  return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
}

/// The number of a figure; it must be above 0 and below `too_large` (30 years in microseconds).
double number(const std::string& text, const std::string& origin) {
  constexpr double too_large = 1e15;
  if (const auto value = parse_positive(text); value && *value < too_large) return *value;
  throw BadUsage(fmt::format("{}: value is '{}'; expected a number above 0", origin, text));
}

/// Fields are printed on a terminal, each within one line.
void require_plain(const std::vector<std::string>& line, const std::string& origin) {
  for (const std::string& field : line) {
    if (std::any_of(field.begin(), field.end(), [](unsigned char c) { return c < ' ' || c == 0x7F; }))
      throw BadUsage(origin + ": a field has a control character or a line end");
  }
}

}  // namespace

PublishedFigures::PublishedFigures(const std::string& path) {
  const std::string origin = "published figures " + path;
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    throw BadUsage(origin + ": not a regular file");
  const auto lines = parse_csv(read_text(path), origin);
  if (lines.empty() || lines.front() != columns) {
    throw BadUsage(
        fmt::format("{}: the first line is not the header; expected {}", origin, fmt::join(columns, ",")));
  }
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto& line = lines[i];
    const std::string here = fmt::format("{}, row {}", origin, i);
    if (line.size() != columns.size())
      throw BadUsage(fmt::format("{}: {} fields; expected {}", here, line.size(), columns.size()));
    require_plain(line, here);
    const double value = number(line[5], here);
    if (line[4] == "time_us") times_.push_back({line[1], line[2], line[3], value});
  }
}

std::optional<Published> PublishedFigures::find(const RegisteredVariant& variant, const std::string& size,
                                                const std::string& params) const {
  const std::string name = variant.full_name();
  for (const Line& line : times_) {
    if (line.variant == name && holds(line.condition, *variant.owner, size, params))
      return Published{line.hardware, line.time_us};
  }
  return std::nullopt;
}

std::string published_path() {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path beside = program.parent_path().parent_path() / "reference/published/published.csv";
  for (const fs::path& path : {fs::path(program_facts().published), beside}) {
    if (fs::is_regular_file(path, ignored)) return path.string();
  }
  return "";
}

}  // namespace rungs
