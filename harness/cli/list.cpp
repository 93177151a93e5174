#include "harness/cli/list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <rungs/core/program.hpp>

#include "harness/measure/ceilings.hpp"

namespace rungs {
namespace {

using Json = nlohmann::ordered_json;

/// Number of ladder steps below a variant.
std::size_t depth_of(const RegisteredVariant& variant) {
  std::size_t depth = 0;
  for (const auto* at = Registry::global().previous(variant); at != nullptr;
       at = Registry::global().previous(*at))
    ++depth;
  return depth;
}

std::vector<std::string> backends_of(const RegisteredVariant& variant) {
  std::vector<std::string> names;
  for (const auto& [backend, implementation] : variant.on) names.emplace_back(name_of(backend));
  return names;
}

Json json_of(const ParameterInfo& parameter) {
  return {{"name", parameter.name},
          {"what", parameter.what},
          {"expected", parameter.expected},
          {"default", parameter.default_value},
          {"sweep", parameter.sweep}};
}

Json json_of(const RegisteredVariant& variant) {
  Json axes = Json::array();
  for (const Axis& axis : variant.axes()) axes.push_back({{"name", axis.name}, {"values", axis.values}});
  return {{"name", variant.full_name()},
          {"variant", variant.info.name},
          {"ladder", variant.ladder_name()},
          {"improves", variant.info.improves},
          {"depth", depth_of(variant)},
          {"idea", variant.info.idea},
          {"backends", backends_of(variant)},
          {"gpu_only", variant.info.gpu_only},
          {"spills", variant.info.spills},
          {"all_cores", variant.info.all_cores},
          {"result", variant.info.result},
          {"source", variant.source},
          {"axes", axes}};
}

}  // namespace

std::string list_text(const std::vector<const RegisteredVariant*>& chosen) {
  std::size_t longest = 0;
  const auto shown = [](const RegisteredVariant& variant) {
    return std::string(2 * depth_of(variant), ' ') + variant.full_name();
  };
  for (const auto* variant : chosen) longest = std::max(longest, shown(*variant).size());
  std::string text;
  for (const auto* variant : chosen) {
    const auto backends = backends_of(*variant);
    text += fmt::format("{:<{}}  {:<14}  {}", shown(*variant), longest,
                        fmt::format("{}", fmt::join(backends, ",")), variant->info.idea);
    for (const Axis& axis : variant->axes())
      text += fmt::format(" [{}={}]", axis.name, fmt::join(axis.values, ","));
    if (!variant->info.gpu_only.empty()) text += " [GPU only: " + variant->info.gpu_only + "]";
    if (!variant->info.spills.empty()) text += " [spills: " + variant->info.spills + "]";
    text += "\n";
  }
  return text;
}

std::string list_json(const std::vector<const RegisteredVariant*>& chosen) {
  Json cases = Json::array();
  for (const AnyCase* one : Registry::global().cases()) {
    Json variants = Json::array();
    for (const auto* variant : Registry::global().ladder(*one)) {
      if (std::find(chosen.begin(), chosen.end(), variant) != chosen.end())
        variants.push_back(json_of(*variant));
    }
    if (variants.empty()) continue;
    Json parameters = Json::array();
    for (const ParameterInfo& parameter : one->parameters()) parameters.push_back(json_of(parameter));
    cases.push_back({{"name", one->name()},
                     {"title", one->title()},
                     {"ceiling", name_of(one->ceiling())},
                     {"sides", one->dimensions()},
                     {"default_size", to_string(one->default_size())},
                     {"simulator_size", to_string(one->simulator_size())},
                     {"parameters", parameters},
                     {"variants", variants}});
  }
  const ProgramFacts& facts = program_facts();
  const Json program{{"version", version()},
                     {"commit", facts.commit},
                     {"rungs_commit", commit()},
                     {"compiler", facts.compiler},
                     {"cuda", facts.cuda}};
  return Json{{"schema", "rungs-list-1"}, {"program", program}, {"cases", cases}}.dump(2) + "\n";
}

}  // namespace rungs
