// What the simulator's tests share: all orders, and a kernel's message when it is caught.
#pragma once

#include <gtest/gtest.h>

#include <rungs/core/errors.hpp>
#include <rungs/device.hpp>
#include <string>
#include <vector>

#include "harness/simulator/simulator.hpp"
#include "harness/tests/said.hpp"

namespace simulator_testing {

using rungs::message_of;
using rungs::simulator::Order;
using rungs::simulator::Session;
using rungs::simulator::Settings;

inline std::vector<Settings> all_orders() {
  std::vector<Settings> orders{
      {Order::forward}, {Order::reverse}, {Order::forward, 0, 1}, {Order::reverse, 0, 3}};
  for (std::uint64_t seed = 0; seed < 6; ++seed) orders.push_back({Order::random, seed});
  return orders;
}

}  // namespace simulator_testing
