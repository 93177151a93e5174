// What the simulator's tests share: kernels under all orders, and a kernel's message when it is caught.
#pragma once

#include <gtest/gtest.h>
#include <rungs/core/errors.hpp>
#include <rungs/device.hpp>
#include <set>
#include <string>
#include <vector>
#include "harness/simulator/simulator.hpp"
#include "harness/tests/testing.hpp"

namespace simulator_testing {

using rungs::message_of;
using rungs::simulator::Order;
using rungs::simulator::Session;
using rungs::simulator::Settings;

inline std::vector<Settings> all_orders() {
  std::vector<Settings> orders{{Order::forward}, {Order::reverse}, {Order::forward, 0, 1}, {Order::reverse, 0, 3}};
  for (std::uint64_t seed = 0; seed < 6; ++seed) orders.push_back({Order::random, seed});
  return orders;
}

struct Shape {
  dim3 blocks, threads;
  std::size_t shared_bytes = 0;
};

/// What `kernel(out, arguments...)` leaves in an `out` of so many zeros, in a session of its own for each
/// order.
template <class T, class... Parameters, class... Arguments>
std::set<std::vector<T>> results_of(const Shape& shape, std::size_t size, void (*kernel)(T*, Parameters...),
                                    const Arguments&... arguments) {
  std::set<std::vector<T>> results;
  for (const Settings& settings : all_orders()) {
    Session session(settings);
    std::vector<T> out(size);
    rungs::launch({shape.blocks, shape.threads, session.stream(), shape.shared_bytes}, kernel, out.data(),
                  arguments...);
    results.insert(out);
  }
  return results;
}

/// Under each of these orders, the kernel fails with these words.
inline void expect_failure(const std::vector<Settings>& orders, const Shape& shape, void (*kernel)(unsigned*),
                           const std::vector<std::string>& words) {
  for (const Settings& settings : orders) {
    Session session(settings);
    std::vector<unsigned> out(4096);
    const std::string text = message_of<rungs::Failed>([&] {
      rungs::launch({shape.blocks, shape.threads, session.stream(), shape.shared_bytes}, kernel, out.data());
    });
    for (const std::string& one : words) EXPECT_HAS(text, one);
  }
}

}  // namespace simulator_testing
