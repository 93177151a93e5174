#include "harness/engine/lanes.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace rungs {
namespace {

/// True if a GPU has a row of its own, and not all GPUs one together.
bool is_of_each_gpu(const PlannedRow& planned) {
  if (planned.backend != Backend::cuda) return false;
  const auto on = planned.variant->on.find(Backend::cuda);
  return on == planned.variant->on.end() || !on->second.all_gpus;
}

}  // namespace

std::vector<PlannedRow> spread(std::vector<PlannedRow> rows, const std::vector<GpuFacts>& gpus) {
  if (gpus.empty()) return rows;
  std::vector<PlannedRow> all;
  for (PlannedRow& planned : rows) {
    if (planned.backend == Backend::cuda) planned.gpu = {gpus.front().index, gpus.front().uuid, false};
    if (gpus.size() == 1 || !is_of_each_gpu(planned)) all.push_back(planned);
  }
  if (gpus.size() == 1) return all;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    for (const PlannedRow& planned : rows) {
      if (!is_of_each_gpu(planned)) continue;
      PlannedRow& own = all.emplace_back(planned);
      own.gpu = {gpus[i].index, gpus[i].uuid, true};
      own.lane = i + 1;
    }
  }
  return all;
}

Lanes::Lanes(const Options& options, const std::vector<GpuFacts>& gpus, const MakeVisitor& make_visitor,
             Outputs& outputs)
    : concurrent_(options.concurrent), processes_(options.processes), outputs_(outputs) {
  std::vector<int> devices{gpus.empty() ? 0 : gpus.front().index};
  for (const GpuFacts& gpu : gpus) {
    if (gpus.size() > 1) devices.push_back(gpu.index);
  }
  for (const int device : devices) {
    Lane& lane = lanes_.emplace_back();
    lane.visitor = make_visitor(device);
    lane.session = std::make_unique<Session>(options, *lane.visitor, outputs);
  }
}

Lanes::~Lanes() { join(); }

void Lanes::drop_held(std::vector<PlannedRow>& rows) {
  if (!outputs_.resumes()) return;
  std::set<std::pair<std::size_t, Backend>> used;
  for (const PlannedRow& planned : rows) used.insert({planned.lane, planned.backend});
  std::vector<BackendFacts> now;
  for (const auto& [lane, backend] : used) {
    now.push_back(lanes_.at(lane).visitor->facts(backend));
    if (lanes_.size() > 1) lanes_.at(lane).visitor->rest();
  }
  outputs_.drop_held(rows, now);
}

void Lanes::begin(const std::vector<PlannedRow>& rows, std::function<bool()> interrupted) {
  std::size_t all_visits = 0;
  for (const PlannedRow& planned : rows) {
    lanes_.at(planned.lane).rows.push_back(&planned);
    all_visits += planned.cache ? std::size_t{visits} * processes_ : 1;
  }
  outputs_.expect(rows.size(), all_visits);
  const auto stopped = [this, interrupted = std::move(interrupted)] {
    if (interrupted && interrupted()) return true;
    const std::lock_guard lock(mutex_);
    return error_ != nullptr;
  };
  for (Lane& lane : lanes_) lane.session->begin(lane.rows, stopped);
}

void Lanes::change_to(std::size_t lane) {
  if (lane == current_) return;
  lanes_.at(current_).session->finish();
  lanes_.at(current_).visitor->rest();
  current_ = lane;
}

std::optional<Row> Lanes::make(const PlannedRow& planned) {
  Lane& lane = lanes_.at(planned.lane);
  if (!concurrent_ || planned.lane == 0) {
    if (started_) {
      join();  // in a random order of Google Benchmark: alone, too
    } else {
      change_to(planned.lane);
    }
    return lane.session->make(planned);
  }
  if (!started_) {
    change_to(planned.lane);
    started_ = true;
    start_threads();
  }
  {
    std::unique_lock lock(mutex_);
    news_.wait(lock, [&] { return error_ != nullptr || lane.ended || ready_.contains(&planned); });
    if (error_ != nullptr) std::rethrow_exception(error_);
    if (auto row = ready_.extract(&planned); !row.empty()) return std::move(row.mapped());
  }
  // Requested again (Google Benchmark's repetitions), or interrupted: alone, once the others are done.
  join();
  return lane.session->make(planned);
}

void Lanes::start_threads() {
  for (Lane& lane : lanes_) {
    if (&lane != &lanes_.front()) lane.thread = std::jthread([this, &lane] { run(lane); });
  }
}

void Lanes::run(Lane& lane) {
  try {
    for (const PlannedRow* planned : lane.rows) {
      auto row = lane.session->make(*planned);
      if (!row) break;
      const std::lock_guard lock(mutex_);
      ready_.emplace(planned, std::move(*row));
      news_.notify_all();
    }
    lane.session->finish();
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (error_ == nullptr) error_ = std::current_exception();
  }
  lane.visitor->rest();  // here, as a worker ends with the thread that has started it
  const std::lock_guard lock(mutex_);
  lane.ended = true;
  news_.notify_all();
}

void Lanes::join() {
  for (Lane& lane : lanes_) {
    if (lane.thread.joinable()) lane.thread.join();
  }
}

void Lanes::finish() {
  join();
  std::vector<BackendFacts> used;
  for (Lane& lane : lanes_) {
    lane.session->finish();
    const auto own = lane.session->used();
    used.insert(used.end(), own.begin(), own.end());
  }
  outputs_.finish(used);
}

int Lanes::exit_code() const {
  const bool lost =
      std::any_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return lane.visitor->device_lost(); });
  return lost ? 3 : outputs_.bad() ? 1 : 0;
}

}  // namespace rungs
