#include "harness/engine/in_worker.hpp"
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>
#include "harness/measure/executor.hpp"

namespace rungs {
namespace {

/// Ticks of WorkerProcess::receive in a second. Ticks, not a clock: a supervisor that the user has stopped
/// for a while does not count.
constexpr double ticks_per_second = 10;
/// Attempts to use the GPU after a crash, one second apart: the driver may still be cleaning up.
constexpr int attempts = 5;

/// How long a worker may make no progress, in seconds.
constexpr double longest_start_s = 300;       ///< until rungs::main: programs may load frameworks before
constexpr double longest_reference_s = 3600;  ///< in the harness or a case: references of large problems
constexpr double longest_on_gpu_s = 60;       ///< in a variant's own code
constexpr double longest_elsewhere_s = 600;   ///< the same

}  // namespace

InWorker::InWorker(const Options& options, Interrupts interrupts)
    : options_(options), interrupts_(interrupts), comparison_(options.check_seed.value_or(0)) {}

WorkerProcess& InWorker::worker() {
  if (worker_ == nullptr) start();
  return *worker_;
}

void InWorker::start() {
  std::fflush(nullptr);
  worker_ = std::make_unique<WorkerProcess>();
  seen_.clear();
  try {
    auto started = ask_aside(Rules(options_), {.starting = true});
    if (!started) {
      throw Failed(fmt::format(
          "a worker process did not start: {}; --isolate=none runs without workers (see bench --help)", ended_));
    }
    open_counters_again();
  } catch (...) {
    worker_.reset();
    throw;
  }
}

void InWorker::open_counters_again() {
  if (counters_.empty() || !lost_.empty()) return;
  try {
    if (ask_aside(CountersToOpen(counters_), {Backend::cuda})) return;
  } catch (const Unsupported& error) {
    ended_ = error.what();
  }
  fmt::print(stderr, "bench: --counters: {}; the run goes on without them\n", ended_);
  counters_.clear();
  worker_.reset();
  start();
}

std::optional<Reply> InWorker::ask_aside(const Request& request, const Waiting& waiting) {
  auto reply = ask(request, waiting);
  if (!reply && given_up(waiting.starting)) throw Interrupted();
  return reply;
}

std::optional<Reply> InWorker::ask(const Request& request, const Waiting& waiting) {
  WorkerProcess& asked = *worker_;
  Heartbeat& heartbeat = asked.heartbeat();
  heartbeat.stop = false;
  std::uint64_t seen = heartbeat.count;
  double quiet_ticks = 0;
  const bool one_sample = waiting.planned != nullptr && waiting.planned->problem->takes_one_sample();
  const auto limit_s = [&] {
    if (waiting.starting) return longest_start_s;
    if (!heartbeat.in_variant || (one_sample && !options_.deadline_s)) return longest_reference_s;
    return options_.deadline_s.value_or(waiting.backend == Backend::cuda ? longest_on_gpu_s : longest_elsewhere_s);
  };
  const auto tick = [&]() -> std::string {
    if (waiting.interrupted && waiting.interrupted()) heartbeat.stop = true;
    if (given_up(waiting.starting)) return "interrupted";
    const std::uint64_t now = heartbeat.count;
    quiet_ticks = now == seen ? quiet_ticks + 1 : 0;
    seen = now;
    const double limit = limit_s();
    return quiet_ticks >= limit * ticks_per_second ? fmt::format("no progress for {:g} s", limit) : "";
  };
  const auto number = std::uniform_int_distribution<std::uint64_t>{}(random_);
  asked.send(packed(request, number));
  auto received = asked.receive(tick);
  Reply message;
  while (received) {
    message = unpacked<Reply>(*received, number);
    const auto answer = waiting.planned ? comparison_.answer(*waiting.planned, message) : std::nullopt;
    if (!answer) break;
    asked.send(packed(*answer, number));
    quiet_ticks = 0;
    if (given_up(false)) asked.end("interrupted");
    received = asked.receive(tick);
  }
  if (!received) {
    const Phase phase = std::min(heartbeat.phase.load(), Phase::profile);
    ended_ = fmt::format("{} in phase {}", asked.ended(), name_of(phase));
    return std::nullopt;
  }
  throw_error_of(message);
  return message;
}

VisitOutcome InWorker::visit_there(const ToVisit& asked, const Together& together,
                                   const std::function<bool()>& interrupted) {
  const PlannedRow& first = *together.front()->planned;
  try {
    if (auto reply = ask(asked, {first.backend, false, interrupted, &first})) {
      VisitOutcome outcome = take(std::move(expected<Visited>(*reply)), together);
      const bool alone = options_.isolate == Isolate::row || options_.paranoid;
      if (outcome.lost || !outcome.unclean.empty() || alone) worker_.reset();
      return outcome;
    }
  } catch (const BadMessage& error) {
    ended_ = fmt::format("it sent something that is not a reply: {}", error.what());
  } catch (const Unsupported& error) {  // it had no memory for its reply
    ended_ = error.what();
  }
  const bool interrupted_twice = given_up(false);
  if (!interrupted_twice) blame(together);
  worker_.reset();
  return {!interrupted_twice, interrupted_twice, ""};
}

VisitOutcome InWorker::take(Visited reply, const Together& together) {
  if (reply.rows.size() != together.size()) throw BadMessage("a worker has visited other rows than it should");
  for (std::size_t i = 0; i < together.size(); ++i) {
    together[i]->visited = reply.rows[i].visited;
    together[i]->postponed = reply.rows[i].postponed;
    together[i]->declined = reply.rows[i].declined;
    together[i]->row.take(std::move(reply.rows[i].progress));
  }
  // A new worker that has timed nothing knows less than the one before it.
  if (reply.facts && (together.front()->planned->cache || !facts_.contains(reply.facts->backend)))
    facts_[reply.facts->backend] = std::move(*reply.facts);
  return std::move(reply.outcome);
}

void InWorker::blame(const Together& together) const {
  Row& row = together[std::min<std::size_t>(worker_->heartbeat().row, together.size() - 1)]->row;
  row.status = Status::failed;
  row.message = "its process ended: " + ended_;
  if (!worker_->gone()) row.message += "; the system could not end it";
}

void InWorker::recover(Backend backend) noexcept {
  worker_.reset();
  if (backend != Backend::cuda) return;
  std::string why;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(std::chrono::seconds(1));
    try {
      worker();
      if (ask_aside(CheckGpu{}, {backend})) return;
      why = ended_;
    } catch (const Interrupted&) {
      worker_.reset();
      return;
    } catch (const std::exception& error) {
      why = error.what();
    }
    worker_.reset();
  }
  lost_ = why;
}

BackendFacts InWorker::facts(Backend backend) {
  if (const auto known = facts_.find(backend); known != facts_.end()) return known->second;
  worker();
  try {
    auto reply = ask_aside(FactsOf{backend}, {backend});
    if (!reply) throw Failed(fmt::format("asking for the facts of backend {}: {}", name_of(backend), ended_));
    return facts_[backend] = expected<BackendFacts>(*reply);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    // Of several GPUs one may be unusable from the start: that ends its own rows.
    const bool several = options_.devices && options_.devices->size() != 1;
    const auto there = gpus(nullptr);
    const auto index = static_cast<std::size_t>(options_.device);
    if (backend != Backend::cuda || !several || index >= there.size()) throw;
    lost_ = error.what();
    worker_.reset();
    return facts_[backend] = facts_of(there[index]);
  }
}

void InWorker::open_counters(const std::vector<Counter>& counters) {
  worker();
  if (ask_aside(CountersToOpen(counters), {Backend::cuda})) counters_ = counters;
}

}  // namespace rungs
