#include "harness/engine/plan.hpp"
#include <fmt/format.h>
#include <random>
#include "harness/core/selection.hpp"
#include "harness/measure/ceilings.hpp"
#include "harness/output/provenance.hpp"

namespace rungs {
namespace {

/// The backend of a variant under these options; empty if the options exclude it.
std::optional<Backend> backend_for(const RegisteredVariant& variant, std::optional<Backend> asked, bool gpu_there) {
  const bool on_host = variant.on.contains(Backend::host);
  if (asked) return on_host == (*asked == Backend::host) ? asked : std::nullopt;
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

struct Instance {
  std::shared_ptr<const AnyProblem> problem;
  std::uint64_t seed;
  std::optional<std::uint32_t> edge_case = std::nullopt;
};

/// The problems of one case; `small` if only the simulator runs them.
std::vector<Instance> instances(const AnyCase& of, const Options& options, const AskedValues& asked, bool small,
                                const InputImage* input) {
  std::vector<Instance> list;
  if (options.edge_cases) {
    for (std::uint64_t i = 0; i < options.edge_seeds; ++i) {
      std::uint32_t edge_case = 0;
      for (auto& problem : of.edge_cases()) list.push_back({std::move(problem), options.seed + i, edge_case++});
    }
    return list;
  }
  const Extents defaults = small ? of.simulator_size() : options.profile ? of.profile_size() : of.default_size();
  std::vector<Extents> sizes;
  for (const AskedSize& asked_size : options.sizes) sizes.push_back(sides_of(asked_size, of, defaults));
  if (sizes.empty()) sizes = {defaults};
  if (input != nullptr) sizes = {input->size()};
  drop_repeats(sizes);
  for (const Extents& size : sizes) {
    for (const auto& values : combinations(of, asked)) list.push_back({of.problem(size, values), options.seed});
  }
  return list;
}

struct Placed {
  const RegisteredVariant* variant;
  Backend backend;
  std::size_t version;
};

/// The chosen variants of one case: either those on the simulator, or all others. They are separate because
/// the simulator gets smaller problems.
std::vector<Placed> placed(const std::vector<const RegisteredVariant*>& chosen, const AnyCase& of,
                           const Options& options, const AskedValues& asked, bool gpu_there, bool simulated) {
  std::vector<Placed> list;
  for (const auto* variant : chosen) {
    const auto backend = backend_for(*variant, options.backend, gpu_there);
    if (variant->owner != &of || !backend || (*backend == Backend::simulator) != simulated) continue;
    for (const std::size_t version : versions_of(*variant, *backend, asked))
      list.push_back({variant, *backend, version});
  }
  return list;
}

/// The rows of one problem: host rows first, then GPU rows, each in random order.
std::vector<PlannedRow> group_of(const std::vector<Placed>& variants, const Instance& instance,
                                 std::optional<Cache> cache, std::size_t number,
                                 const std::shared_ptr<const InputImage>& input, std::mt19937_64& random) {
  std::vector<PlannedRow> rows;
  for (const auto& [variant, backend, version] : variants) {
    const RowTerms terms{backend, cache, instance.seed, why_not(*variant, backend), instance.edge_case};
    rows.push_back({terms, variant, version, instance.problem, number, input});
  }
  std::shuffle(rows.begin(), rows.end(), random);
  std::ranges::stable_sort(rows, {}, &PlannedRow::backend);
  return rows;
}

/// Longest row of a ceiling's plane: short enough that a check in blocks of rows has enough blocks for all CPU cores.
constexpr std::uint64_t longest_row = std::uint64_t{1} << 20U;

/// The problem of a ceiling's case that moves about `bytes` bytes.
std::shared_ptr<const AnyProblem> ceiling_problem(const AnyCase& of, std::uint64_t bytes) {
  const Extents probe{1024, 1024};
  const std::uint64_t bytes_per_element =
      std::max<std::uint64_t>(of.problem(probe, {})->work(0).bytes() / probe.volume(), 1);
  const std::uint64_t area = std::max<std::uint64_t>(bytes / bytes_per_element, 1);
  const std::uint64_t height = (area + longest_row - 1) / longest_row;
  return of.problem(Extents(static_cast<unsigned>(area / height), static_cast<unsigned>(height)), {});
}

/// The row for a ceiling's variant that moves as many bytes as `row`.
PlannedRow ceiling_row(const RegisteredVariant& variant, const PlannedRow& row) {
  PlannedRow planned = row;
  planned.variant = &variant;
  planned.version = 0;
  planned.problem = ceiling_problem(*variant.owner, ceiling_bytes(row.problem->work(row.variant->info.result).bytes()));
  planned.input.reset();
  planned.edge_case.reset();
  planned.of_ceiling = true;
  return planned;
}

}  // namespace

std::string axes_of(const PlannedRow& planned) {
  const auto on = planned.variant->on.find(planned.backend);
  return on == planned.variant->on.end() ? "" : on->second.versions.at(planned.version).params;
}

std::string params_of(const PlannedRow& planned) {
  std::string params = params_with_input(planned.problem->params(), planned.input.get());
  const std::string axes = axes_of(planned);
  if (!params.empty() && !axes.empty()) params += ';';
  return params + axes;
}

RowKey key_of(const PlannedRow& planned) {
  return {planned.variant->owner->name(),
          planned.variant->info.name,
          std::string(name_of(planned.backend)),
          to_string(planned.problem->size()),
          params_of(planned),
          planned.cache ? std::string(name_of(*planned.cache)) : "",
          planned.gpu ? planned.gpu->uuid : ""};
}

Row empty_row(const PlannedRow& planned) {
  Row row;
  row.variant = planned.variant;
  row.backend = planned.backend;
  RowKey key = key_of(planned);
  row.size = std::move(key.size);
  row.params = std::move(key.params);
  row.provenance.device_uuid = std::move(key.device_uuid);
  row.axes = axes_of(planned);
  row.cache = planned.cache;
  row.work = planned.problem->work(planned.variant->info.result);
  row.seed = planned.seed;
  row.timestamp = timestamp_now();
  return row;
}

std::string describe(const PlannedRow& planned) {
  const RowKey key = key_of(planned);
  std::string text = key.case_name + "/" + key.variant + " " + key.size;
  if (!key.params.empty()) text += " " + key.params;
  text += " on " + key.backend;
  if (planned.gpu && planned.gpu->one_of_several) text += fmt::format(":{}", planned.gpu->index);
  return key.cache.empty() ? text : text + " " + key.cache;
}

std::vector<Group> groups_of(const std::vector<PlannedRow>& rows) {
  std::vector<Group> groups;
  const PlannedRow* last = nullptr;
  for (const PlannedRow& planned : rows) {
    if (last == nullptr || planned.group != last->group || planned.device_run != last->device_run)
      groups.emplace_back();
    groups.back().push_back(last = &planned);
  }
  return groups;
}

Plan make_plan(const Options& options, const Registry& registry, bool gpu_there, bool timing) {
  auto chosen = selected_variants(options.filter, registry);
  if (options.tune) {
    std::erase_if(chosen, [](const RegisteredVariant* variant) { return !variant->info.tunable; });
    if (chosen.empty()) throw BadUsage("--tune: the filter selects no variant with .tunable (bench --list names them)");
  }
  const auto asked = asked_values(options, chosen);
  const auto input = load_input(options, chosen, registry);
  Plan plan;
  std::mt19937_64 random(options.seed);
  std::size_t groups = 0;
  const auto add_groups = [&](const AnyCase& of, bool simulated, std::optional<Cache> cache) {
    auto variants = placed(chosen, of, options, asked, gpu_there, simulated);
    if (cache == Cache::dirty) {  // on the host, flushing a dirty line writes it back
      std::erase_if(variants, [](const Placed& one) { return one.backend == Backend::host; });
    }
    if (variants.empty()) return;
    for (const Instance& instance : instances(of, options, asked, simulated, input.get())) {
      auto group = group_of(variants, instance, cache, groups++, input, random);
      std::ranges::move(group, std::back_inserter(plan.rows));
    }
  };
  std::vector<std::optional<Cache>> states{std::nullopt};
  if (timing) states.assign(options.caches.begin(), options.caches.end());
  for (const auto cache : states) {
    for (const AnyCase* of : registry.cases()) add_groups(*of, false, cache);
  }
  const std::size_t timed_or_native = plan.rows.size();
  if (options.tune && timed_or_native == 0)
    throw BadUsage("--tune: compares times, but the selected variants run on a GPU, and none can be used");
  for (const AnyCase* of : registry.cases()) add_groups(*of, true, std::nullopt);
  if (plan.rows.empty() && options.caches == std::vector{Cache::dirty}) {
    throw BadUsage("--cache dirty: only rows of a GPU have it, and the filter selects none");
  }
  if (plan.rows.empty()) {
    throw BadUsage(fmt::format("--backend {}: none of the {} variants that the filter selects runs there",
                               options.backend ? name_of(*options.backend) : "auto", chosen.size()));
  }
  if (plan.rows.size() > timed_or_native && !options.backend) {
    plan.remarks.emplace_back(
        "no GPU here: gpu variants are verified on the simulator, at small sizes unless --sizes says otherwise, "
        "and not timed");
  }
  return plan;
}

std::vector<PlannedRow> ceiling_rows(Ceiling kind, const PlannedRow& row) {
  std::vector<PlannedRow> rows;
  for (const auto* variant : Registry::global().all()) {
    const auto found = variant->on.find(row.backend);
    const bool runs_there = found != variant->on.end() &&
                            found->second.with_copies == row.variant->on.at(row.backend).with_copies &&
                            !found->second.pageable && variant->info.all_cores == row.variant->info.all_cores;
    const bool ours = variant->info.built_with.empty();  // variants that another program adds are not
    if (variant->owner->ceiling() == kind && runs_there && ours) rows.push_back(ceiling_row(*variant, row));
  }
  return rows;
}

}  // namespace rungs
