// The rows of several GPUs: one GPU after another.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <thread>
#include <utility>
#include "harness/engine/device_run.hpp"

namespace rungs {
namespace {

/// True if a GPU has a row of its own, and not all GPUs one together.
bool is_of_each_gpu(const PlannedRow& planned) {
  if (planned.backend != Backend::cuda) return false;
  const auto on = planned.variant->on.find(Backend::cuda);
  return on == planned.variant->on.end() || !on->second.all_gpus;
}

}  // namespace

std::vector<PlannedRow> once_per_gpu(std::vector<PlannedRow> rows, const std::vector<GpuFacts>& gpus) {
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
      own.device_run = i + 1;
    }
  }
  return all;
}

DeviceRuns::DeviceRuns(const Options& options, unsigned at_once, const std::vector<GpuFacts>& gpus,
                       const MakeRunner& make_runner, Outputs& outputs, std::function<bool()> interrupted)
    : processes_(options.processes), outputs_(outputs), interrupted_(std::move(interrupted)) {
  std::vector<int> devices{gpus.empty() ? 0 : gpus.front().index};
  for (const GpuFacts& gpu : gpus) {
    if (gpus.size() > 1) devices.push_back(gpu.index);
  }
  first_helper_ = devices.size();
  devices.resize(devices.size() + at_once - 1, devices.front());
  for (const int device : devices) {
    One& one = all_.emplace_back();
    one.runner = make_runner(device);
    one.run = std::make_unique<DeviceRun>(options, *one.runner, outputs, [this] { return failed_ || interrupted_(); });
  }
}

void DeviceRuns::drop_held(std::vector<PlannedRow>& rows) {
  if (!outputs_.resumes()) return;
  std::set<std::pair<std::size_t, Backend>> used;
  for (const PlannedRow& planned : rows) used.insert({planned.device_run, planned.backend});
  std::vector<BackendFacts> now;
  for (const auto& [place, backend] : used) {
    now.push_back(all_.at(place).runner->facts(backend));
    if (all_.size() > 1) all_.at(place).runner->rest();
  }
  outputs_.drop_held(rows, now);
}

void DeviceRuns::make(const std::vector<PlannedRow>& rows, unsigned repetitions, const Present& present) {
  std::size_t all_visits = 0;
  for (const PlannedRow& planned : rows) all_visits += planned.cache ? std::size_t{visits} * processes_ : 1;
  outputs_.expect(rows.size() * repetitions, all_visits * repetitions);
  const std::vector<Group> groups = groups_of(rows);

  // What helpers may make. Their rows are written as they end; tables are shown in the order of the plan.
  constexpr std::size_t worth_a_helper = 8;
  std::vector<const Group*> shared;
  const auto on_a_gpu = [](const PlannedRow* planned) { return planned->backend == Backend::cuda; };
  for (const Group& group : groups) {
    if (all_.size() > first_helper_ && group.front()->device_run == 0 && std::ranges::none_of(group, on_a_gpu))
      shared.push_back(&group);
  }
  const std::size_t helpers = std::min(all_.size() - first_helper_, shared.size() / worth_a_helper);
  std::atomic<std::size_t> next = 0;
  std::map<std::size_t, MadeGroup> made_early;  // by place in `shared`
  std::size_t shown = 0;

  const auto make_group = [&](std::size_t place, const Group& group) {
    MadeGroup made;
    for (unsigned i = 0; i < repetitions && !failed_ && !interrupted_(); ++i) {
      MadeGroup more = all_[place].run->make(group);
      std::ranges::move(more.rows, std::back_inserter(made.rows));
      std::ranges::move(more.tables, std::back_inserter(made.tables));
    }
    return made;
  };
  const auto show = [&](const Group& group, const MadeGroup& made) {
    for (const std::string& table : made.tables) outputs_.print(table);
    if (!made.rows.empty()) present(group, made.rows);
  };
  const auto make_groups = [&](std::size_t place) {
    for (const Group& group : groups) {
      if (place >= first_helper_ || group.front()->device_run != place) continue;
      if (std::ranges::find(shared, &group) != shared.end()) continue;
      const MadeGroup made = make_group(place, group);
      const std::lock_guard lock(mutex_);
      show(group, made);
    }
    if (place > 0 && place < first_helper_) return;
    for (std::size_t n = next++; n < shared.size(); n = next++) {
      MadeGroup made = make_group(place, *shared[n]);
      const std::lock_guard lock(mutex_);
      made_early.emplace(n, std::move(made));
      while (!failed_ && !made_early.empty() && made_early.begin()->first == shown) {
        const auto first = made_early.extract(made_early.begin());
        show(*shared[shown++], first.mapped());
      }
    }
  };
  const auto run = [&](std::size_t place) {
    try {
      make_groups(place);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failed_.exchange(true)) error_ = std::current_exception();
    }
    all_[place].runner->rest();  // here, as a worker ends with the thread that has started it
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < helpers; ++i) threads.emplace_back(run, first_helper_ + i);
    run(0);
  }
  for (std::size_t place = 1; place < first_helper_; ++place) run(place);
  if (error_ != nullptr) std::rethrow_exception(error_);
}

void DeviceRuns::finish() {
  std::vector<BackendFacts> used;
  for (One& one : all_) {
    const bool helps = &one - all_.data() >= static_cast<std::ptrdiff_t>(first_helper_);
    for (const BackendFacts& own : one.run->used()) {
      const auto same = [&](const BackendFacts& other) { return other.backend == own.backend; };
      if (!helps || std::ranges::none_of(used, same)) used.push_back(own);
    }
  }
  outputs_.finish(used);
}

int DeviceRuns::exit_code() const {
  const bool lost = std::ranges::any_of(all_, [](const One& one) { return one.runner->device_lost(); });
  return lost ? 3 : outputs_.bad() ? 1 : 0;
}

}  // namespace rungs
