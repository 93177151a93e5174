// What the options ask for: values of parameters and axes, sizes, and a picture.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <filesystem>
#include <set>
#include "harness/core/lists.hpp"
#include "harness/engine/plan.hpp"
#include "harness/verify/problem_data.hpp"

namespace rungs {
namespace {

/// True if a version, "block=128;type=float", has the requested values of its axes. For an axis that is not
/// requested it must have the default, which is the value of the first version.
bool version_wanted(const std::string& params, const std::string& defaults, const AskedValues& asked) {
  const Assignments first = assignments_of(defaults);
  for (const auto& [axis, value] : assignments_of(params)) {
    const auto found = asked.find(axis);
    const bool wanted = found == asked.end()
                            ? value == first.at(axis)
                            : std::ranges::any_of(found->second, [&own = value](const std::string& one) {
                                return one == "all" || one == own;
                              });
    if (!wanted) return false;
  }
  return true;
}

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

AskedValues asked_values(const Options& options, const std::vector<const RegisteredVariant*>& chosen) {
  std::set<std::string> known;
  for (const auto* variant : chosen) {
    for (const auto& parameter : variant->owner->parameters()) known.insert(parameter.name);
    for (const Axis& axis : variant->axes()) known.insert(axis.name);
  }
  AskedValues values;
  for (const AskedParameter& asked : options.params) {
    if (!known.contains(asked.name)) {
      throw BadUsage(fmt::format("--param {}={}: no selected case or variant has a parameter '{}'; expected {}",
                                 asked.name, fmt::join(asked.values, ","), asked.name,
                                 known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
    }
    auto& all = values[asked.name];
    all.insert(all.end(), asked.values.begin(), asked.values.end());
  }
  if (options.tune) {
    for (const auto* variant : chosen) {
      for (const Axis& axis : variant->axes()) values.try_emplace(axis.name, 1, "all");
    }
  }
  return values;
}

std::vector<std::size_t> versions_of(const RegisteredVariant& variant, Backend backend, const AskedValues& asked) {
  for (const Axis& axis : variant.axes()) {
    const auto found = asked.find(axis.name);
    if (found == asked.end()) continue;
    for (const std::string& value : found->second) {
      if (value == "all" || std::ranges::find(axis.values, value) != axis.values.end()) continue;
      throw BadUsage(fmt::format("--param {}={}: {} is compiled for {}={}", axis.name, value, variant.full_name(),
                                 axis.name, fmt::join(axis.values, ", ")));
    }
  }
  const auto on = variant.on.find(backend);
  if (on == variant.on.end()) return {0};  // one row, which says so
  std::vector<std::size_t> list;
  const auto& versions = on->second.versions;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    if (version_wanted(versions[i].params, versions.front().params, asked)) list.push_back(i);
  }
  return list;
}

std::vector<Assignments> combinations(const AnyCase& of, const AskedValues& asked) {
  std::vector<Assignments> list{{}};
  for (const auto& parameter : of.parameters()) {
    const auto found = asked.find(parameter.name);
    if (found == asked.end()) continue;
    std::vector<std::string> values;
    for (const auto& value : found->second) {
      const bool whole_sweep = value == "all";
      if (whole_sweep) values.insert(values.end(), parameter.sweep.begin(), parameter.sweep.end());
      if (!whole_sweep) values.push_back(value);
    }
    drop_repeats(values);
    std::vector<Assignments> longer;
    for (const auto& assignment : list) {
      for (const auto& value : values) {
        longer.push_back(assignment);
        longer.back()[parameter.name] = value;
      }
    }
    list = std::move(longer);
  }
  return list;
}

Extents sides_of(const AskedSize& asked, const AnyCase& of, const Extents& defaults) {
  const auto names = of.dimensions();
  Extents sides;
  if (asked.named.empty()) {
    const bool all_alike = asked.sides.size() == 1;
    for (std::size_t i = 0; i < (all_alike ? names.size() : asked.sides.size()); ++i)
      sides.push_back(asked.sides[all_alike ? 0 : i]);
    return sides;  // the case itself refuses a wrong number of sides
  }
  for (const auto& [name, value] : asked.named) {
    if (std::ranges::find(names, name) == names.end()) {
      throw BadUsage(fmt::format("--sizes {}: {} has no side '{}'; expected {}", asked.text, of.name(), name,
                                 fmt::join(names, ", ")));
    }
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = asked.named.find(names[i]);
    sides.push_back(found != asked.named.end() ? found->second : defaults[i]);
  }
  return sides;
}

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
  for (const std::string& one : split(params, ';')) {
    if (!one.empty() && !says_what_is_drawn(one.substr(0, one.find('=')))) kept += one + ";";
  }
  return kept + "input=" + input->name;
}

}  // namespace rungs
