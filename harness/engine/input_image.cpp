#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include "harness/engine/plan.hpp"
#include "harness/verify/problem_data.hpp"

namespace rungs {
namespace {

/// Parameters that choose among generated images, by the names that cases give them.
bool says_what_is_drawn(const std::string& parameter) { return parameter == "image" || parameter == "mask"; }

bool takes_picture(const AnyCase& of) {
  const auto buffers = of.problem(of.simulator_size(), {})->buffers();
  return std::ranges::any_of(buffers, holds_picture);
}

void require_picture_cases(const std::string& path, const std::vector<const RegisteredVariant*>& chosen,
                           const Registry& registry) {
  std::set<std::string> without;
  for (const auto* variant : chosen) {
    if (!takes_picture(*variant->owner)) without.insert(variant->owner->name());
  }
  if (without.empty()) return;
  std::vector<std::string> able;
  for (const AnyCase* of : registry.cases()) {
    if (takes_picture(*of)) able.push_back(of->name());
  }
  throw BadUsage(
      fmt::format("--input {}: the filter selects variants of {}, which take no picture; expected variants of {}", path,
                  fmt::join(without, ", "), fmt::join(able, ", ")));
}

/// The file name without folder and extension, restricted to characters allowed in rows and file names.
std::string plain_stem(const std::string& path) {
  constexpr std::size_t longest = 40;
  std::string name = std::filesystem::path(path).stem().string().substr(0, longest);
  for (char& c : name) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    if (!plain) c = '_';
  }
  return name;
}

/// FNV-1a. It tells images of the same name apart when a file is resumed.
std::uint32_t hash(const GrayImage& image) {
  std::uint32_t value = 2166136261U;
  for (const std::uint8_t pixel : image.pixels) value = (value ^ pixel) * 16777619U;
  return value;
}

}  // namespace

std::shared_ptr<const InputImage> load_input(const Options& options,
                                             const std::vector<const RegisteredVariant*>& chosen,
                                             const Registry& registry) {
  if (options.input.empty()) return nullptr;
  require_picture_cases(options.input, chosen, registry);
  for (const AskedParameter& param : options.params) {
    if (says_what_is_drawn(param.name)) {
      throw BadUsage(fmt::format("--param {}={}: --input says what the image shows; leave out one of them", param.name,
                                 fmt::join(param.values, ",")));
    }
  }
  return read_input(options.input);
}

std::shared_ptr<const InputImage> read_input(const std::string& path) {
  auto input = std::make_shared<InputImage>();
  input->path = path;
  input->image = read_gray_image(path);
  input->name = fmt::format("{}-{:08x}", plain_stem(path), hash(input->image));
  return input;
}

std::string params_with_input(const std::string& params, const InputImage* input) {
  if (input == nullptr) return params;
  std::string kept;
  std::istringstream list(params);
  for (std::string one; std::getline(list, one, ';');) {
    if (!says_what_is_drawn(one.substr(0, one.find('=')))) kept += one + ";";
  }
  return kept + "input=" + input->name;
}

}  // namespace rungs
