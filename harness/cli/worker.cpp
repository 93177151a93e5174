#include "harness/cli/worker.hpp"

#include <map>
#include <optional>
#include <rungs/core/registry.hpp>
#include <string>
#include <utility>
#include <vector>

#include "harness/cli/ceiling_rows.hpp"
#include "harness/cli/local_visitor.hpp"
#include "harness/cli/messages.hpp"
#include "harness/cli/outside.hpp"
#include "harness/core/phase_clock.hpp"
#include "harness/measure/process_state.hpp"
#include "harness/worker/process.hpp"

namespace rungs {
namespace {

/// The run as the worker sees it: the same plan, made from the same arguments.
class WorkerRun {
 public:
  WorkerRun(const Json& start, const Channel& channel)
      : options_(options_from(start)),
        plan_(make_plan(options_, Registry::global(), start.at("gpu"), start.at("timing"))),
        visitor_(options_) {
    if (options_.paranoid) visitor_.compare_by(compare_outside(channel));
  }

  Json answer(const Json& request) {
    if (request.contains("visit")) return visit(request.at("visit"));
    if (request.contains("facts"))
      return json_of(visitor_.facts(static_cast<Backend>(request.at("facts").get<int>())));
    if (request.contains("check")) return check();
    visitor_.open_counters(parse_counters(request.at("counters")));
    return Json::object();
  }

 private:
  static Options options_from(const Json& start) {
    const auto arguments = start.at("arguments").get<std::vector<std::string>>();
    std::vector<const char*> pointers;
    for (const std::string& one : arguments) pointers.push_back(one.c_str());
    Options options = parse_options(static_cast<int>(pointers.size()), pointers.data()).options;
    options.device = start.at("device");
    return options;
  }

  /// Whether the GPU works. Throws if it does not.
  Json check() {
    constexpr std::size_t bytes = std::size_t{1} << 20U;
    MemorySpace& memory = visitor_.executors().on(Backend::cuda).memory();
    void* there = memory.allocate(bytes);
    const std::vector<std::byte> wanted(bytes, std::byte{0x5A});
    const Fill fill{there, wanted.front(), bytes};
    memory.fill({&fill, 1});
    const bool holds = memory.holds(there, wanted);
    memory.release(there);
    if (!holds) throw Failed("memory of the GPU does not keep what is written to it");
    return Json::object();
  }

  Json visit(const Json& batch) {
    std::vector<Entry> entries;
    for (const Json& one : batch) {
      Entry& entry = entries.emplace_back();
      entry.planned = &planned(one.at("place"));
      entry.row = empty_row(*entry.planned);
      take_progress(one.at("progress"), entry.row);
    }
    Batch pointers;
    for (Entry& entry : entries) pointers.push_back(&entry);
    const Attempt attempt = visitor_.visit(pointers, [] { return beat().stop.load(); });
    Json rows = Json::array();
    for (const Entry& entry : entries) {
      rows.push_back(
          {{"visited", entry.visited}, {"postponed", entry.postponed}, {"progress", progress_of(entry.row)}});
    }
    Json reply{{"rows", rows},
               {"lost", attempt.lost},
               {"interrupted", attempt.interrupted},
               {"unclean", attempt.unclean},
               {"threads", own_threads()},
               {"spent", spent_seconds()}};
    // A lost device may not even say what it is.
    if (!attempt.lost) reply["facts"] = json_of(visitor_.facts(entries.front().planned->backend));
    return reply;
  }

  const PlannedRow& planned(const Json& place) {
    const PlannedRow* found = &plan_.rows.at(place.at("index"));
    if (place.contains("ceiling")) {
      const auto kind = static_cast<Ceiling>(place.at("ceiling").at(0).get<int>());
      auto& rows = ceilings_[{found->index, kind}];
      if (rows.empty()) rows = ceiling_rows(kind, *found);
      found = &rows.at(place.at("ceiling").at(1));
    }
    if (describe(*found) != place.at("name").get<std::string>())
      throw BadUsage("a worker has another plan: '" + describe(*found) + "'; use --isolate=none");
    return *found;
  }

  Options options_;
  Plan plan_;
  LocalVisitor visitor_;
  std::map<std::pair<std::size_t, Ceiling>, std::vector<PlannedRow>> ceilings_;
};

}  // namespace

int serve() {
  const Channel channel = worker_channel();
  std::optional<WorkerRun> run;
  while (const auto request = channel.receive()) {
    const auto work = [&]() -> Json {
      const Json message = unpacked(*request);
      if (run) return run->answer(message);
      run.emplace(message, channel);
      return {{"threads", own_threads()}};
    };
    if (!channel.send(packed(reply_of(work)))) break;
  }
  return 0;
}

}  // namespace rungs
