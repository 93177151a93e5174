#include "harness/cli/worker_visitor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <rungs/core/errors.hpp>
#include <thread>
#include <utility>

namespace rungs {
namespace {

/// Ticks of WorkerProcess::receive in a second. Ticks, not a clock: a supervisor that the user has stopped
/// for a while does not count.
constexpr double ticks_per_second = 10;
/// The longest that code of the harness or a case may go without progress: references of large problems.
constexpr double longest_reference_s = 3600;
constexpr double longest_on_gpu_s = 60;
constexpr double longest_elsewhere_s = 600;
/// Attempts to use the GPU after a crash, one second apart: the driver may still be cleaning up.
constexpr int attempts = 5;

}  // namespace

WorkerVisitor::WorkerVisitor(const Options& options, bool gpu, bool timing, Interrupts interrupts)
    : options_(options),
      start_({{"arguments", options.arguments}, {"gpu", gpu}, {"timing", timing}}),
      interrupts_(interrupts) {}

WorkerProcess& WorkerVisitor::worker() {
  if (worker_ != nullptr) return *worker_;
  std::fflush(nullptr);
  worker_ = std::make_unique<WorkerProcess>();
  spent_ = {};
  const auto started = ask(start_, Backend::host);
  if (!started) {
    worker_.reset();
    throw Failed(fmt::format(
        "a worker process did not start: {}; --isolate=none runs without workers (see bench --help)",
        ended_));
  }
  if (!counters_.empty() && lost_.empty()) ask({{"counters", counters_}}, Backend::cuda);
  return *worker_;
}

double WorkerVisitor::deadline_s(Backend backend, bool in_variant) const {
  if (!in_variant) return longest_reference_s;
  return options_.deadline_s.value_or(backend == Backend::cuda ? longest_on_gpu_s : longest_elsewhere_s);
}

std::optional<Json> WorkerVisitor::ask(const Json& request, Backend backend,
                                       const std::function<bool()>& interrupted) {
  WorkerProcess& asked = *worker_;
  Beat& beat = asked.beat();
  beat.stop = false;
  std::uint64_t seen = beat.count;
  double quiet_ticks = 0;
  const auto tick = [&]() -> std::string {
    if (interrupted && interrupted()) beat.stop = true;
    if (interrupts_ != nullptr && interrupts_() > 1) return "interrupted";
    quiet_ticks = std::exchange(seen, beat.count.load()) == seen ? quiet_ticks + 1 : 0;
    const double limit = deadline_s(backend, beat.in_variant);
    return quiet_ticks < limit * ticks_per_second ? "" : fmt::format("no progress for {:g} s", limit);
  };
  asked.send(packed(request));
  const auto reply = asked.receive(tick);
  if (!reply) {
    ended_ = fmt::format("{} in phase {}", asked.ended(), name_of(beat.phase.load()));
    return std::nullopt;
  }
  Json message = unpacked(*reply);
  if (!message.contains("error")) return message;
  const std::string why = message.at("error");
  if (message.contains("unsupported")) throw Unsupported(why);
  throw BadUsage(why);
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
  Json rows = Json::array();
  for (const Entry* entry : batch)
    rows.push_back({{"place", place_of(*entry->planned)}, {"progress", progress_of(entry->row)}});
  const auto reply = ask({{"visit", rows}}, backend, interrupted);
  if (!reply) {
    const bool asked_twice = interrupts_ != nullptr && interrupts_() > 1;
    if (!asked_twice) blame(batch);
    worker_.reset();
    return {!asked_twice, asked_twice, ""};
  }
  take(*reply, batch);
  Attempt attempt{reply->at("lost"), reply->at("interrupted"), reply->at("unclean")};
  const bool alone = options_.isolate == Isolate::row || options_.paranoid;
  if (attempt.lost || !attempt.unclean.empty() || alone) worker_.reset();
  return attempt;
}

void WorkerVisitor::take(const Json& reply, const Batch& batch) {
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const Json& row = reply.at("rows").at(i);
    batch[i]->visited = row.at("visited");
    batch[i]->postponed = row.at("postponed");
    take_progress(row.at("progress"), batch[i]->row);
  }
  SpentSeconds spent = reply.at("spent").get<SpentSeconds>();
  const SpentSeconds before = std::exchange(spent_, spent);
  for (std::size_t i = 0; i < spent_phases; ++i) spent.at(i) -= before.at(i);
  take_over(spent);
  BackendFacts facts = facts_from(reply.at("facts"));
  // A new worker that has timed nothing knows less than the one before it.
  if (batch.front()->planned->cache || !facts_.contains(facts.backend))
    facts_[facts.backend] = std::move(facts);
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
      if (ask({{"check", true}}, backend)) return;
      lost_ = ended_;
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
  const auto reply = ask({{"facts", static_cast<int>(backend)}}, backend);
  if (!reply) throw Failed(fmt::format("asking for the facts of backend {}: {}", name_of(backend), ended_));
  return facts_[backend] = facts_from(*reply);
}

void WorkerVisitor::open_counters(const std::vector<Counter>& counters) {
  std::string names;
  for (const Counter& one : counters) names += (names.empty() ? "" : ",") + one.name;
  worker();
  if (ask({{"counters", names}}, Backend::cuda)) counters_ = names;
}

}  // namespace rungs
