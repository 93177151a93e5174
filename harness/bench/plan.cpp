#include "harness/bench/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <random>
#include <regex>
#include <set>

#include "harness/bench/nearest_names.hpp"
#include "harness/bench/sizes.hpp"

namespace rungs {
namespace {

std::vector<const RegisteredVariant*> selected(const Options& options, const Registry& registry) {
  constexpr std::size_t longest_filter =
      1000;  // the library's matcher recurses: a longer one can overflow the stack
  if (options.filter.size() > longest_filter) {
    throw BadUsage(
        fmt::format("--filter: {} characters; legal are up to {}", options.filter.size(), longest_filter));
  }
  std::regex pattern;
  try {
    pattern = std::regex(options.filter);
  } catch (const std::regex_error& error) {
    throw BadUsage(fmt::format("--filter {}: no regular expression ({})", options.filter, error.what()));
  }
  std::vector<const RegisteredVariant*> chosen;
  std::vector<std::string> names;
  for (const auto* variant : registry.all()) {
    names.push_back(variant->full_name());
    if (std::regex_search(names.back(), pattern)) chosen.push_back(variant);
  }
  if (chosen.empty()) {
    throw BadUsage(fmt::format("--filter {}: matches no variant; nearest are {} (bench --list prints all)",
                               options.filter, fmt::join(nearest_names(options.filter, names), ", ")));
  }
  return chosen;
}

/// Where a variant runs under these options; nothing where it is not asked for there.
std::optional<Backend> backend_for(const RegisteredVariant& variant, const std::string& asked,
                                   bool gpu_there) {
  const bool on_host = variant.on.contains(Backend::host);
  if (asked == "host") return on_host ? std::optional(Backend::host) : std::nullopt;
  if (asked != "auto" && on_host) return std::nullopt;
  if (asked == "cuda") return Backend::cuda;
  if (asked == "simulator") return Backend::simulator;
  if (on_host) return Backend::host;
  return gpu_there ? Backend::cuda : Backend::simulator;
}

std::string why_not(const RegisteredVariant& variant, Backend backend) {
  if (variant.on.contains(backend)) return "";
  if (backend == Backend::simulator) {
    return variant.info.gpu_only.empty() ? "calls a GPU library: runs on a GPU only"
                                         : "runs on a GPU only: " + variant.info.gpu_only;
  }
  return fmt::format("not built for backend {}", name_of(backend));
}

/// Values asked for by parameter name. Each must belong to some selected case.
std::map<std::string, std::vector<std::string>> asked_values(
    const Options& options, const std::vector<const RegisteredVariant*>& chosen) {
  std::set<std::string> known;
  for (const auto* variant : chosen) {
    for (const auto& parameter : variant->owner->parameters()) known.insert(parameter.name);
  }
  std::map<std::string, std::vector<std::string>> values;
  for (const std::string& text : options.params) {
    const std::string name = text.substr(0, text.find('='));
    if (!known.contains(name)) {
      throw BadUsage(fmt::format("--param {}: no selected case has a parameter '{}'; legal are {}", text,
                                 name, known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
    }
    for (auto& value : split_list(text.substr(name.size() + 1))) values[name].push_back(value);
  }
  return values;
}

/// Keeps the first of each: a row is made once, however often it is asked for.
template <class T>
void drop_repeats(std::vector<T>& values) {
  auto kept = values.begin();
  for (auto& value : values) {
    if (std::find(values.begin(), kept, value) == kept) *kept++ = value;
  }
  values.erase(kept, values.end());
}

/// Every combination of the values asked for, of the parameters that this case has.
std::vector<Assignments> combinations(const AnyCase& of,
                                      const std::map<std::string, std::vector<std::string>>& asked) {
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

struct Instance {
  std::shared_ptr<const AnyProblem> problem;
  std::uint64_t seed;
};

/// The problems of one case; `small` where only the simulator will see them.
std::vector<Instance> instances(const AnyCase& of, const Options& options,
                                const std::map<std::string, std::vector<std::string>>& asked, bool small,
                                const InputImage* input) {
  std::vector<Instance> list;
  if (options.awkward) {
    constexpr std::uint64_t seeds = 3;
    for (std::uint64_t i = 0; i < seeds; ++i) {
      for (auto& problem : of.awkward_problems()) list.push_back({std::move(problem), options.seed + i});
    }
    return list;
  }
  std::vector<Size> sizes = options.sizes.empty()
                                ? std::vector<Size>{small ? of.simulator_size() : of.default_size()}
                                : parse_sizes(options.sizes);
  if (input != nullptr) sizes = {input->size()};
  drop_repeats(sizes);
  for (const Size size : sizes) {
    for (const auto& values : combinations(of, asked))
      list.push_back({of.problem(size, values), options.seed});
  }
  return list;
}

std::vector<std::optional<Cache>> cache_states(const Options& options, bool timing) {
  if (!timing) return {std::nullopt};
  const std::string asked = "," + options.cache + ",";
  const auto wants = [&](std::string_view state) {
    return asked.find("," + std::string(state) + ",") != std::string::npos;
  };
  std::vector<std::optional<Cache>> states;
  for (const Cache cache : {Cache::cold, Cache::dirty, Cache::hot}) {
    if (wants(name_of(cache)) || wants("all") || (wants("both") && cache != Cache::dirty))
      states.emplace_back(cache);
  }
  return states;
}

/// A variant and where it is to run.
using Placed = std::pair<const RegisteredVariant*, Backend>;

/// The chosen variants of one case: those that the simulator runs, or all others. Apart, since the simulator
/// sees smaller problems.
std::vector<Placed> placed(const std::vector<const RegisteredVariant*>& chosen, const AnyCase& of,
                           const Options& options, bool gpu_there, bool simulated) {
  std::vector<Placed> list;
  for (const auto* variant : chosen) {
    const auto backend = backend_for(*variant, options.backend, gpu_there);
    if (variant->owner != &of || !backend || (*backend == Backend::simulator) != simulated) continue;
    list.emplace_back(variant, *backend);
  }
  return list;
}

/// The rows of one problem: host rows first, then GPU rows, each in an order drawn from the generator.
std::vector<PlannedRow> group_of(const std::vector<Placed>& variants, const Instance& instance,
                                 std::optional<Cache> cache, std::size_t number, std::mt19937_64& random) {
  std::vector<PlannedRow> rows;
  for (const auto& [variant, backend] : variants) {
    rows.push_back(
        {variant, backend, instance.problem, cache, instance.seed, why_not(*variant, backend), number});
  }
  std::shuffle(rows.begin(), rows.end(), random);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const PlannedRow& a, const PlannedRow& b) { return a.backend < b.backend; });
  return rows;
}

}  // namespace

std::string params_of(const PlannedRow& planned) {
  return params_with_input(planned.problem->params(), planned.input.get());
}

std::string describe(const PlannedRow& planned) {
  std::string text = planned.variant->full_name() + " " + to_string(planned.problem->size());
  if (const std::string params = params_of(planned); !params.empty()) text += " " + params;
  text += " on " + std::string(name_of(planned.backend));
  return planned.cache ? text + " " + std::string(name_of(*planned.cache)) : text;
}

Plan make_plan(const Options& options, const Registry& registry, bool gpu_there, bool timing) {
  const auto chosen = selected(options, registry);
  const auto asked = asked_values(options, chosen);
  const auto input = load_input(options, chosen, registry);
  Plan plan;
  std::mt19937_64 random(options.seed);
  std::size_t groups = 0;
  const auto add_groups = [&](const AnyCase& of, bool simulated, std::optional<Cache> cache) {
    auto variants = placed(chosen, of, options, gpu_there, simulated);
    if (cache == Cache::dirty) {  // a line of the host's is written back as it is taken out
      std::erase_if(variants, [](const Placed& one) { return one.second == Backend::host; });
    }
    if (variants.empty()) return;
    for (const Instance& instance : instances(of, options, asked, simulated, input.get())) {
      auto group = group_of(variants, instance, cache, groups++, random);
      for (PlannedRow& row : group) row.input = input;
      std::move(group.begin(), group.end(), std::back_inserter(plan.rows));
    }
  };
  for (const auto cache : cache_states(options, timing)) {
    for (const AnyCase* of : registry.cases()) add_groups(*of, false, cache);
  }
  const std::size_t timed_or_native = plan.rows.size();
  for (const AnyCase* of : registry.cases()) add_groups(*of, true, std::nullopt);
  if (plan.rows.empty() && options.cache == name_of(Cache::dirty)) {
    throw BadUsage("--cache dirty: only rows of a GPU have it, and the filter selects none");
  }
  if (plan.rows.empty()) {
    throw BadUsage(fmt::format("--backend {}: none of the {} variants that the filter selects runs there",
                               options.backend, chosen.size()));
  }
  if (plan.rows.size() > timed_or_native && options.backend == "auto") {
    plan.remarks.emplace_back(
        "no GPU here: gpu variants are verified on the simulator, at small sizes unless --sizes says "
        "otherwise, and "
        "not timed");
  }
  return plan;
}

}  // namespace rungs
