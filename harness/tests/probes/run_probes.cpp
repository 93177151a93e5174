// Runs the probes in several orders of threads, and prints those that do not do what they say.
#include <cstdio>
#include <exception>
#include <rungs/cooperative.hpp>
#include <string>
#include <utility>
#include <vector>
#include "harness/simulator/simulator.hpp"
#include "probe.hpp"

namespace {

/// The line that has found something wrong, or 0; what has refused the probe, in `message`.
int wrong_line(const probes::Probe& probe, std::string& message) {
  using rungs::simulator::Order;
  const std::pair<Order, unsigned> orders[] = {{Order::forward, 0}, {Order::reverse, 0}, {Order::random, 1},
                                               {Order::random, 2},  {Order::random, 3},  {Order::random, 4}};
  for (const auto& [order, seed] : orders) {
    if (seed > 1 && probe.message != nullptr) break;  // what is refused may take its time each time
    rungs::simulator::Session session({.order = order, .seed = seed, .patience_s = 0.5});
    std::vector<int> memory(1024 + 1);
    try {
      rungs::launch_cooperative({2, 64, session.stream(), 4096}, probe.kernel, memory.data() + 1024, memory.data());
    } catch (const std::exception& error) {
      message = error.what();
    }
    if (memory[1024] != 0) return memory[1024];
  }
  return 0;
}

}  // namespace

int main() {
  int bad = 0;
  for (const probes::Probe& probe : probes::all()) {
    std::string message;
    const int line = wrong_line(probe, message);
    const bool refused = probe.message != nullptr && message.find(probe.message) != std::string::npos;
    if (line == 0 && (probe.message != nullptr ? refused : message.empty())) continue;
    ++bad;
    std::fprintf(stderr, "%s:%d: %s: %s\n", probe.file, line, probe.text, message.c_str());
  }
  std::printf("%zu probes, %d do not do what they say\n", probes::all().size(), bad);
  return bad == 0 ? 0 : 1;
}
