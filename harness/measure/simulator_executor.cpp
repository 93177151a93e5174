// Runs GPU variants on the CPU: each verification in forward, reverse and random order; nothing is timed.
// Races are found in any order, so they are looked for in the first alone.
#include "harness/measure/executor.hpp"
#include "harness/simulator/simulator.hpp"

namespace rungs {
namespace {

class Hidden final : public simulator::DeviceMemory {
 public:
  explicit Hidden(MemorySpace& space) : space_(space) {}
  void allow(bool allowed) noexcept override { space_.allow_all(allowed); }
  [[nodiscard]] bool has(std::uintptr_t address) const noexcept override { return space_.has(address); }

 private:
  MemorySpace& space_;
};

class SimulatorExecutor final : public Executor {
 public:
  explicit SimulatorExecutor(std::uint64_t seed)
      : settings_{{{.order = simulator::Order::forward, .seed = seed},
                   {.order = simulator::Order::reverse, .seed = seed, .races = false},
                   {.order = simulator::Order::random, .seed = seed, .races = false}}} {}

  [[nodiscard]] Backend backend() const override { return Backend::simulator; }
  /// The stream of the session opened by `run`.
  [[nodiscard]] Stream stream() override { return session_ ? session_->stream() : Stream{}; }
  void let_races_pass(bool yes) override {
    for (simulator::Settings& settings : settings_) settings.lets_pass = yes;
  }
  [[nodiscard]] bool looks_for_races() const override { return simulator::looks_for_races(); }
  [[nodiscard]] MemorySpace& memory() override { return *heap_; }
  [[nodiscard]] MemorySpace& mirror(bool) override { return *mirror_; }

  [[nodiscard]] std::vector<std::string> passes() const override {
    return {"threads in forward order", "threads in reverse order",
            "threads in random order, seed " + std::to_string(settings_[2].seed)};
  }
  void run(const Launch& launch, std::size_t pass) override {
    session_.emplace(settings_.at(pass), &hidden_);
    const auto close = [this](void*) { session_.reset(); };
    const std::unique_ptr<void, decltype(close)> closed_at_the_end(this, close);
    launch();
    if (misuse_.empty()) misuse_ = session_->misuse();
  }
  std::string take_misuse() override { return std::exchange(misuse_, {}); }
  std::unique_ptr<Probe> probe(const Launch&, Cache, Touched) override {
    throw Unsupported("the simulator says nothing of time");
  }
  [[nodiscard]] std::string device_name() const override { return cpu_name(); }

 private:
  std::array<simulator::Settings, 3> settings_;
  std::optional<simulator::Session> session_;
  std::unique_ptr<MemorySpace> heap_ = make_heap_space();
  std::unique_ptr<MemorySpace> mirror_ = make_heap_space();
  Hidden hidden_{*heap_};
  std::string misuse_;
};

}  // namespace

std::unique_ptr<Executor> make_simulator_executor(std::uint64_t seed) {
  return std::make_unique<SimulatorExecutor>(seed);
}

}  // namespace rungs
