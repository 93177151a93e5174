#include "harness/engine/worker.hpp"

#include <map>
#include <optional>
#include <rungs/core/registry.hpp>
#include <string>
#include <utility>
#include <vector>

#include "harness/core/phase_clock.hpp"
#include "harness/engine/ceiling_rows.hpp"
#include "harness/engine/local_visitor.hpp"
#include "harness/engine/messages.hpp"
#include "harness/engine/outside.hpp"
#include "harness/measure/process_state.hpp"
#include "harness/worker/process.hpp"

namespace rungs {
namespace {

/// The run as the worker sees it: the same plan, made from the same arguments.
class WorkerRun {
 public:
  WorkerRun(const Start& start, const ParseArguments& parse, const Channel& channel)
      : options_(options_from(start, parse)),
        plan_(make_plan(options_, Registry::global(), start.gpu, start.timing)),
        visitor_(options_) {
    if (options_.paranoid) visitor_.compare_by(compare_outside(channel));
  }

  Reply answer(const Request& request) {
    if (const auto* batch = std::get_if<ToVisit>(&request)) return visit(*batch);
    if (const auto* of = std::get_if<FactsOf>(&request)) return visitor_.facts(*of);
    if (std::holds_alternative<CheckGpu>(request)) return check();
    visitor_.open_counters(parse_counters(std::get<CountersToOpen>(request)));
    return Done{};
  }

 private:
  static Options options_from(const Start& start, const ParseArguments& parse) {
    Options options = parse(start.arguments);
    options.device = start.device;
    return options;
  }

  /// Whether the GPU works. Throws if it does not.
  Done check() {
    constexpr std::size_t bytes = std::size_t{1} << 20U;
    MemorySpace& memory = visitor_.executors().on(Backend::cuda).memory();
    void* there = memory.allocate(bytes);
    const std::vector<std::byte> wanted(bytes, std::byte{0x5A});
    const Fill fill{there, wanted.front(), bytes};
    memory.fill({&fill, 1});
    const bool holds = memory.holds(there, wanted);
    memory.release(there);
    if (!holds) throw Failed("memory of the GPU does not keep what is written to it");
    return {};
  }

  Visited visit(const ToVisit& batch) {
    std::vector<Entry> entries;
    for (const RowToVisit& one : batch) {
      Entry& entry = entries.emplace_back();
      entry.planned = &planned(one.place);
      entry.row = empty_row(*entry.planned);
      entry.row.take(one.progress);
    }
    Batch pointers;
    for (Entry& entry : entries) pointers.push_back(&entry);
    Visited reply;
    reply.attempt = visitor_.visit(pointers, [] { return beat().stop.load(); });
    for (Entry& entry : entries) reply.rows.push_back({entry.visited, entry.postponed, std::move(entry.row)});
    reply.threads = own_threads();
    reply.spent = spent_seconds();
    // A lost device may not even say what it is.
    if (!reply.attempt.lost) reply.facts = visitor_.facts(entries.front().planned->backend);
    return reply;
  }

  const PlannedRow& planned(const RowPlace& place) {
    const PlannedRow* found = &plan_.rows.at(place.index);
    if (place.ceiling) {
      auto& rows = ceilings_[{found->index, place.ceiling->kind}];
      if (rows.empty()) rows = ceiling_rows(place.ceiling->kind, *found);
      found = &rows.at(place.ceiling->place);
    }
    if (describe(*found) != place.name)
      throw BadUsage("a worker has another plan: '" + describe(*found) + "'; use --isolate=none");
    return *found;
  }

  Options options_;
  Plan plan_;
  LocalVisitor visitor_;
  std::map<std::pair<std::size_t, Ceiling>, std::vector<PlannedRow>> ceilings_;
};

}  // namespace

int serve(const ParseArguments& parse) {
  const Channel channel = worker_channel();
  std::optional<WorkerRun> run;
  while (const auto request = channel.receive()) {
    const auto work = [&]() -> Reply {
      const auto message = unpacked<Request>(*request);
      if (run) return run->answer(message);
      run.emplace(std::get<Start>(message), parse, channel);
      return own_threads();
    };
    if (!channel.send(packed(reply_of(work)))) break;
  }
  return 0;
}

}  // namespace rungs
