#include "harness/output/list.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <rungs/core/program.hpp>
#include "harness/measure/ceilings.hpp"
#include "harness/output/json.hpp"

namespace rungs {
namespace {

std::size_t depth_of(const RegisteredVariant& variant) {
  std::size_t depth = 0;
  for (const auto* at = Registry::global().previous(variant); at != nullptr; at = Registry::global().previous(*at))
    ++depth;
  return depth;
}

std::vector<std::string> backends_of(const RegisteredVariant& variant) {
  std::vector<std::string> names;
  for (const auto& [backend, implementation] : variant.on) names.emplace_back(name_of(backend));
  return names;
}

std::string array_of(const auto& list, const auto& json) {
  std::vector<std::string> values;
  for (const auto& one : list) values.push_back(json(one));
  return json_array(values);
}

std::string parameter_json(const ParameterInfo& parameter) {
  return json_object({{"name", json_text(parameter.name)},
                      {"what", json_text(parameter.what)},
                      {"expected", json_text(parameter.expected)},
                      {"default", json_text(parameter.default_value)},
                      {"sweep", array_of(parameter.sweep, json_text)}});
}

std::string axis_json(const Axis& axis) {
  return json_object({{"name", json_text(axis.name)}, {"values", array_of(axis.values, json_text)}});
}

std::string variant_json(const RegisteredVariant& variant) {
  return json_object({{"name", json_text(variant.full_name())},
                      {"variant", json_text(variant.info.name)},
                      {"ladder", json_text(variant.ladder_name())},
                      {"improves", json_text(variant.info.improves)},
                      {"technique", array_of(variant.info.technique, json_text)},
                      {"step", json_text(name_of(variant.info.step))},
                      {"no_technique", json_text(variant.info.no_technique)},
                      {"depth", std::to_string(depth_of(variant))},
                      {"idea", json_text(variant.info.idea)},
                      {"backends", array_of(backends_of(variant), json_text)},
                      {"gpu_only", json_text(variant.info.gpu_only)},
                      {"spills", json_text(variant.info.spills)},
                      {"races", json_text(variant.info.races)},
                      {"tunable", variant.info.tunable ? "true" : "false"},
                      {"all_cores", variant.info.all_cores ? "true" : "false"},
                      {"result", std::to_string(variant.info.result)},
                      {"source", json_text(variant.source)},
                      {"axes", array_of(variant.axes(), axis_json)}});
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
    text += fmt::format("{:<{}}  {:<14}  {}", shown(*variant), longest, fmt::format("{}", fmt::join(backends, ",")),
                        variant->info.idea);
    for (const Axis& axis : variant->axes()) text += fmt::format(" [{}={}]", axis.name, fmt::join(axis.values, ","));
    if (variant->info.tunable) text += " [tunable]";
    if (!variant->info.gpu_only.empty()) text += " [GPU only: " + variant->info.gpu_only + "]";
    if (!variant->info.spills.empty()) text += " [spills: " + variant->info.spills + "]";
    if (!variant->info.races.empty()) text += " [races: " + variant->info.races + "]";
    text += "\n";
  }
  return text;
}

std::string list_json(const std::vector<const RegisteredVariant*>& chosen) {
  std::vector<std::string> cases;
  for (const AnyCase* one : Registry::global().cases()) {
    std::vector<std::string> variants;
    for (const auto* variant : Registry::global().ladder(*one)) {
      if (std::ranges::find(chosen, variant) != chosen.end()) variants.push_back(variant_json(*variant));
    }
    if (variants.empty()) continue;
    cases.push_back(json_object({{"name", json_text(one->name())},
                                 {"title", json_text(one->title())},
                                 {"ceiling", json_text(name_of(one->ceiling()))},
                                 {"sides", array_of(one->dimensions(), json_text)},
                                 {"default_size", json_text(to_string(one->default_size()))},
                                 {"simulator_size", json_text(to_string(one->simulator_size()))},
                                 {"parameters", array_of(one->parameters(), parameter_json)},
                                 {"variants", json_array(variants)}}));
  }
  const ProgramFacts& facts = program_facts();
  const std::string program = json_object({{"version", json_text(version())},
                                           {"commit", json_text(facts.commit)},
                                           {"rungs_commit", json_text(commit())},
                                           {"compiler", json_text(facts.compiler)},
                                           {"cuda", json_text(facts.cuda)}});
  const std::string schema = json_text("rungs-list-1");
  return json_object({{"schema", schema}, {"program", program}, {"cases", json_array(cases)}}) + "\n";
}

}  // namespace rungs
