#include "harness/engine/messages.hpp"
#include <new>
#include <rungs/core/errors.hpp>
#include <tuple>
#include <utility>
#include "harness/core/lists.hpp"

namespace rungs {

// The fields of each struct, once: the compiler refuses a list that is too short.
#define RUNGS_FIELDS(Struct, ...)             \
  void fields(auto& archive, Struct& given) { \
    auto& [__VA_ARGS__] = given;              \
    archive(__VA_ARGS__);                     \
  }                                           \
  static_assert(true)
RUNGS_FIELDS(Interval, low, high);
RUNGS_FIELDS(Summary, min, median, mean, p95, iqr_percent, interval, modes_apart_percent);
RUNGS_FIELDS(Sample, us, sm_clock_mhz);
RUNGS_FIELDS(Measurement, samples, discarded, stop_reason, summary, sm_clock_mhz, visit_medians, note, waits_inside);
RUNGS_FIELDS(Counter, name, metric, unit);
RUNGS_FIELDS(Metric, name, value, unit);
RUNGS_FIELDS(PowerState, temperature_c, sm_clock_mhz, memory_clock_mhz, power_limit_w, throttle_bits);
RUNGS_FIELDS(Energy, joules_per_launch, idle_watts, net_joules_per_launch, ci_low, ci_high, seconds, launches, updates,
             watts, state, throttle, note);
RUNGS_FIELDS(WhyVisit, resource, level, supply, placebo, visit, median_us, low_us, high_us, samples, note);
RUNGS_FIELDS(DeviceState, clock_locked, throttle, temperature_c);
RUNGS_FIELDS(Provenance, host, device, device_uuid, driver, cuda, compiler, commit, rungs_commit, binary);
RUNGS_FIELDS(RowProgress, status, message, measurement, event_overhead_us, peak_percent, max_error, mismatches, metrics,
             counters, driver, energy, why, state, left_behind, provenance);
RUNGS_FIELDS(BackendFacts, backend, provenance, cache_bytes, facts);
RUNGS_FIELDS(Comparison, mismatches, max_error, first);
RUNGS_FIELDS(StopRules, min_samples, min_time_s, max_ci_percent, time_limit_s, long_kernel_samples);
RUNGS_FIELDS(EnergyRules, seconds, idle_s, settle_s, warm_up_s, stall_s);
RUNGS_FIELDS(VisitOutcome, lost, interrupted, unclean);
RUNGS_FIELDS(RowToVisit, task, progress);
RUNGS_FIELDS(VisitedRow, visited, postponed, declined, progress);
RUNGS_FIELDS(Visited, rows, outcome, facts);
RUNGS_FIELDS(ToCompare, inputs, held, outputs);
RUNGS_FIELDS(Refused, why, unsupported);
RUNGS_FIELDS(Rules, stop, interleave, paranoid, profile, profile_launches, energy, why, seed, device,
             host_time_limit_s);
RUNGS_FIELDS(RowTerms, backend, cache, seed, unsupported, edge_case, of_ceiling);
RUNGS_FIELDS(Task, variant, axes, size, params, input, terms);

template <class Message> std::string packed(Message message, std::uint64_t number) {
  std::string bytes;
  Archive<false>{bytes}(number, message);
  return bytes;
}
template std::string packed(Request, std::uint64_t);
template std::string packed(Reply, std::uint64_t);

std::uint64_t number_of(const std::string& bytes) {
  std::uint64_t number = 0;
  Archive<true>{bytes}(number);
  return number;
}

namespace {

void require_known(const Request&) {}

/// A variant can write into the memory of its worker.
void require_known(const Reply& reply) {
  const auto* visited = std::get_if<Visited>(&reply);
  if (visited == nullptr) return;
  for (const VisitedRow& row : visited->rows) {
    const auto& measured = row.progress.measurement;
    if (row.progress.status > Status::unstable || (measured && measured->stop_reason > StopReason::one_sample))
      throw BadMessage("a row has a status or stop reason that there is not");
  }
}

}  // namespace

template <class Message> Message unpacked(const std::string& bytes, std::uint64_t number) {
  if (number_of(bytes) != number) throw BadMessage("a message is about another row");
  Message message;
  Archive<true> from(bytes);
  from(number, message);
  if (from.left() > 0) throw BadMessage("a message has more bytes than it should");
  require_known(message);
  return message;
}
template Request unpacked(const std::string&, std::uint64_t);
template Reply unpacked(const std::string&, std::uint64_t);

Reply reply_of(const std::function<Reply()>& work) {
  try {
    return work();
  } catch (const Unsupported& error) {
    return Refused{error.what(), true};
  } catch (const std::bad_alloc&) {
    return Refused{"host memory ran out", true};
  } catch (const std::exception& error) {
    return Refused{error.what(), false};
  }
}

void throw_error_of(const Reply& reply) {
  const auto* refused = std::get_if<Refused>(&reply);
  if (refused == nullptr) return;
  if (refused->unsupported) throw Unsupported(refused->why);
  throw BadUsage(refused->why);
}

namespace {

std::size_t version_of(const Implementation& implementation, const Task& task) {
  const auto& versions = implementation.versions;
  const auto found = std::ranges::find(versions, task.axes, &CompiledVersion::params);
  if (found == versions.end())
    throw BadUsage("a worker does not have " + task.variant + " with " + task.axes + "; use --isolate=none");
  return static_cast<std::size_t>(found - versions.begin());
}

}  // namespace

Task task_of(const PlannedRow& planned) {
  Task task;
  task.variant = planned.variant->full_name();
  task.axes = axes_of(planned);
  const Extents size = planned.problem->size();
  for (std::size_t i = 0; i < size.count(); ++i) task.size.push_back(size[i]);
  task.params = planned.problem->params();
  if (planned.input != nullptr) task.input = planned.input->path;
  task.terms = planned;
  return task;
}

void Tasks::find_problem(const AnyCase& of, const Task& task) {
  const auto key = [](const Task& one) { return std::tie(one.size, one.params, one.terms.edge_case); };
  if (problem_ != nullptr && &problem_->owner() == &of && key(last_) == key(task)) return;
  if (task.terms.edge_case) {
    problem_ = std::move(of.edge_cases().at(*task.terms.edge_case));
  } else {
    Extents size;
    for (const unsigned side : task.size) size.push_back(side);
    problem_ = of.problem(size, assignments_of(task.params));
  }
  last_ = task;
}

PlannedRow Tasks::planned(const Task& task) {
  PlannedRow planned;
  planned.variant = Registry::global().find(task.variant);
  if (planned.variant == nullptr) throw BadUsage("a worker does not have " + task.variant + "; use --isolate=none");
  const auto on = planned.variant->on.find(task.terms.backend);
  if (on != planned.variant->on.end()) planned.version = version_of(on->second, task);
  find_problem(*planned.variant->owner, task);
  if (!task.input.empty() && (input_ == nullptr || input_->path != task.input)) input_ = read_input(task.input);
  static_cast<RowTerms&>(planned) = task.terms;
  planned.problem = problem_;
  if (!task.input.empty()) planned.input = input_;
  return planned;
}

}  // namespace rungs
