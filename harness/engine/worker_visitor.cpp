#include "harness/engine/worker_visitor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <rungs/core/errors.hpp>
#include <thread>
#include <utility>

#include "harness/engine/deadlines.hpp"
#include "harness/measure/gpus.hpp"

namespace rungs {
namespace {

/// Ticks of WorkerProcess::receive in a second. Ticks, not a clock: a supervisor that the user has stopped
/// for a while does not count.
constexpr double ticks_per_second = 10;
/// Attempts to use the GPU after a crash, one second apart: the driver may still be cleaning up.
constexpr int attempts = 5;

}  // namespace

WorkerVisitor::WorkerVisitor(const Options& options, bool gpu, bool timing, Interrupts interrupts)
    : options_(options),
      start_{options.arguments, gpu, timing, options.device},
      interrupts_(interrupts),
      one_of_several_(options.devices && (options.devices->all || options.devices->indices.size() > 1)) {}

WorkerProcess& WorkerVisitor::worker() {
  if (worker_ == nullptr) start();
  return *worker_;
}

void WorkerVisitor::start() {
  std::fflush(nullptr);
  worker_ = std::make_unique<WorkerProcess>();
  spent_ = {};
  try {
    auto started = ask_aside(start_, {.starting = true});
    if (!started) {
      throw Failed(fmt::format(
          "a worker process did not start: {}; --isolate=none runs without workers (see bench --help)",
          ended_));
    }
    threads_.begin(expected<Threads>(*started));
    open_counters_again();
  } catch (...) {
    worker_.reset();
    throw;
  }
}

void WorkerVisitor::open_counters_again() {
  if (counters_.empty() || !lost_.empty()) return;
  try {
    if (ask_aside(CountersToOpen{counters_}, {Backend::cuda})) return;
  } catch (const Unsupported& error) {
    ended_ = error.what();
  }
  fmt::print(stderr, "bench: --counters: {}; the run goes on without them\n", ended_);
  counters_.clear();
  worker_.reset();
  start();
}

void WorkerVisitor::rest() { worker_.reset(); }

bool WorkerVisitor::given_up(bool starting) const {
  return interrupts_ != nullptr && interrupts_() > (starting ? 0 : 1);
}

std::optional<Reply> WorkerVisitor::ask_aside(const Request& request, const Waiting& waiting) {
  auto reply = ask(request, waiting);
  if (!reply && given_up(waiting.starting)) throw Interrupted();
  return reply;
}

std::optional<Reply> WorkerVisitor::ask(const Request& request, const Waiting& waiting) {
  WorkerProcess& asked = *worker_;
  Beat& beat = asked.beat();
  beat.stop = false;
  std::uint64_t seen = beat.count;
  double quiet_ticks = 0;
  hangs_ = false;
  const auto tick = [&]() -> std::string {
    if (waiting.interrupted && waiting.interrupted()) beat.stop = true;
    if (watch_ && waiting.planned != nullptr) watch_(beat.samples, beat.noise_percent);
    if (given_up(waiting.starting)) return "interrupted";
    const std::uint64_t now = beat.count;
    quiet_ticks = now == seen ? quiet_ticks + 1 : 0;
    seen = now;
    const bool one_sample = waiting.planned != nullptr && waiting.planned->problem->takes_one_sample();
    const double limit =
        deadline_s(options_, {waiting.backend, waiting.starting, beat.in_variant, one_sample});
    hangs_ = quiet_ticks >= limit * ticks_per_second;
    return hangs_ ? fmt::format("no progress for {:g} s", limit) : "";
  };
  asked.send(packed(request));
  auto received = asked.receive(tick);
  Reply message = received ? unpacked<Reply>(*received) : Reply();
  while (received && waiting.planned != nullptr && std::holds_alternative<ToCompare>(message)) {
    std::vector<std::string> outputs;
    while (received && outputs.size() < output_count(*waiting.planned)) {
      received = asked.receive(tick);
      if (received) outputs.push_back(std::move(*received));
    }
    if (!received) break;
    asked.send(packed(outside_.answer(*waiting.planned, std::get<ToCompare>(message), outputs)));
    quiet_ticks = 0;
    if (given_up(false)) asked.end("interrupted");
    received = asked.receive(tick);
    if (received) message = unpacked<Reply>(*received);
  }
  if (!received) {
    const Phase phase = std::min(beat.phase.load(), Phase::profile);
    ended_ = fmt::format("{} in phase {}", asked.ended(), name_of(phase));
    return std::nullopt;
  }
  throw_error_of(message);
  return message;
}

Attempt WorkerVisitor::visit(const Batch& batch, const std::function<bool()>& interrupted) {
  const Backend backend = batch.front()->planned->backend;
  const BackendFacts known = facts(backend);
  for (Entry* entry : batch) entry->row.provenance = known.provenance;  // in case that it ends the worker
  if (backend == Backend::cuda && device_lost()) {
    for (Entry* entry : batch) {
      entry->row.status = Status::failed;
      entry->row.message = "the GPU was lost: " + lost_;
    }
    return {};
  }
  worker();
  ToVisit asked;
  for (const Entry* entry : batch) asked.push_back({place_of(*entry->planned), entry->row});
  try {
    if (auto reply = ask(asked, {backend, false, interrupted, batch.front()->planned})) {
      Attempt attempt = take(std::move(expected<Visited>(*reply)), batch);
      const bool alone = options_.isolate == Isolate::row || options_.paranoid;
      if (attempt.lost || !attempt.unclean.empty() || alone) worker_.reset();
      return attempt;
    }
  } catch (const BadMessage&) {
    ended_ = "it sent something that is not a reply";
  } catch (const Unsupported& error) {  // it had no memory for its reply
    ended_ = error.what();
  }
  const bool interrupted_twice = given_up(false);
  const std::string culprits = threads_.of_others(batch);
  if (!interrupted_twice && !hangs_ && !culprits.empty()) {
    fmt::print(
        stderr,
        "bench: while {} ran, its process ended: {}; threads in it are of {}; it runs again without them\n",
        describe(*batch.front()->planned), ended_, culprits);
    worker_.reset();
    return visit(batch, interrupted);
  }
  if (!interrupted_twice) blame(batch);
  worker_.reset();
  return {!interrupted_twice, interrupted_twice, ""};
}

Attempt WorkerVisitor::take(Visited reply, const Batch& batch) {
  if (reply.rows.size() != batch.size()) throw BadMessage("a worker has visited other rows than it should");
  for (std::size_t i = 0; i < batch.size(); ++i) {
    batch[i]->visited = reply.rows[i].visited;
    batch[i]->postponed = reply.rows[i].postponed;
    batch[i]->row.take(std::move(reply.rows[i].progress));
  }
  threads_.note(batch, reply.threads);
  const SpentSeconds before = std::exchange(spent_, reply.spent);
  for (std::size_t i = 0; i < spent_phases; ++i) reply.spent.at(i) -= before.at(i);
  take_over(reply.spent);
  // A new worker that has timed nothing knows less than the one before it.
  if (reply.facts && (batch.front()->planned->cache || !facts_.contains(reply.facts->backend)))
    facts_[reply.facts->backend] = std::move(*reply.facts);
  return std::move(reply.attempt);
}

void WorkerVisitor::blame(const Batch& batch) const {
  const std::size_t ran = std::min<std::size_t>(worker_->beat().entry, batch.size() - 1);
  Row& row = batch[ran]->row;
  row.status = Status::failed;
  row.message = "its process ended: " + ended_;
  if (!worker_->gone()) row.message += "; the system could not end it";
}

void WorkerVisitor::recover(Backend backend) noexcept {
  worker_.reset();
  if (backend != Backend::cuda) return;
  for (int attempt = 1; attempt <= attempts; ++attempt) {
    try {
      worker();
      if (ask_aside(CheckGpu{}, {backend})) return;
      lost_ = ended_;
    } catch (const Interrupted&) {
      lost_.clear();
      worker_.reset();
      return;
    } catch (const std::exception& error) {
      lost_ = error.what();
    }
    worker_.reset();
    if (attempt < attempts) {
      lost_.clear();
      std::this_thread::sleep_for(std::chrono::seconds(1));
    }
  }
}

BackendFacts WorkerVisitor::facts(Backend backend) {
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
    const auto there = gpus(nullptr);
    const auto index = static_cast<std::size_t>(options_.device);
    if (backend != Backend::cuda || !one_of_several_ || index >= there.size()) throw;
    lost_ = error.what();
    worker_.reset();
    return facts_[backend] = facts_of(there[index]);
  }
}

void WorkerVisitor::open_counters(const std::vector<Counter>& counters) {
  std::string names;
  for (const Counter& one : counters) names += (names.empty() ? "" : ",") + one.name;
  worker();
  if (ask_aside(CountersToOpen{names}, {Backend::cuda})) counters_ = names;
}

}  // namespace rungs
