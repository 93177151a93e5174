#include "harness/cli/json_lines.hpp"

#include <nlohmann/json.hpp>

namespace rungs {
namespace {

using Json = nlohmann::ordered_json;

Json field(std::size_t column, const std::string& text) {
  if (text.empty()) return nullptr;
  if (!holds_numbers(column)) return text;
  const Json value = Json::parse(text, nullptr, false);
  return value.is_number() ? value : Json(text);
}

}  // namespace

std::string json_line(const Record& record) {
  Json line = Json::object();
  for (std::size_t i = 0; i < record.size(); ++i) line[row_columns().at(i)] = field(i, record[i]);
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace rungs
