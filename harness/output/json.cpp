#include "harness/output/json.hpp"

namespace rungs {
namespace {

/// The length of the character of UTF-8 that begins a text (Unicode 15, table 3-7); of one that is cut or
/// wrong, the length up to there, and false.
std::pair<std::size_t, bool> first_character(std::string_view text) {
  const auto within = [&](std::size_t i, unsigned least, unsigned most) {
    return i < text.size() && static_cast<unsigned char>(text[i]) - least <= most - least;
  };
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t whole = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (!within(0, 0xC2, 0xF4) || !within(1, least, most)) return {1, whole == 1};
  std::size_t length = 2;
  while (length < whole && within(length, 0x80, 0xBF)) ++length;
  return {length, length == whole};
}

std::string joined(char open, const std::vector<std::string>& parts, char close) {
  std::string all(1, open);
  for (const std::string& part : parts) {
    all += &part == &parts.front() ? "\n  " : ",\n  ";
    for (const char c : part) all.append(1, c).append(c == '\n' ? 2 : 0, ' ');
  }
  if (!parts.empty()) all += '\n';
  return all + close;
}

}  // namespace

std::string json_text(std::string_view text) {
  constexpr std::string_view escaped = "\"\\\b\f\n\r\t", letters = "\"\\bfnrt", hex = "0123456789abcdef";
  std::string quoted = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const auto [length, good] = first_character(text.substr(at));
    const char first = text[at];
    const std::size_t letter = escaped.find(first);
    if (!good) {
      quoted += "\xEF\xBF\xBD";
    } else if (letter != std::string_view::npos) {
      quoted += {'\\', letters[letter]};
    } else if (length == 1 && first < ' ') {
      quoted += {'\\', 'u', '0', '0', hex[first / 16], hex[first % 16]};
    } else {
      quoted += text.substr(at, length);
    }
    at += length;
  }
  return quoted + '"';
}

std::string json_array(const std::vector<std::string>& values) { return joined('[', values, ']'); }

std::string json_object(const std::vector<std::pair<std::string, std::string>>& members) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : members) parts.push_back(json_text(name) + ": " + value);
  return joined('{', parts, '}');
}

std::string json_line(const Record& record, const std::vector<std::pair<std::string, std::string>>& more) {
  std::string line;
  for (std::size_t i = 0; i < record.size(); ++i) {
    const Column& column = columns().at(i);
    const std::string& text = record[i];
    const bool number = column.is_number() && text.find_first_not_of("0123456789+-.e") == std::string::npos;
    line += (i == 0 ? '{' : ',') + json_text(column.name) + ':';
    line += text.empty() ? "null" : number ? text : json_text(text);  // a text: "inf", which JSON has not
  }
  for (const auto& [name, value] : more) line += ',' + json_text(name) + ':' + value;
  return line + "}\n";
}

}  // namespace rungs
