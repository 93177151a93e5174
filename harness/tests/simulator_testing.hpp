// What the simulator's tests share: all orders, and a kernel's message when it is caught.
#pragma once

#include <gtest/gtest.h>

#include <rungs/core/errors.hpp>
#include <rungs/device.hpp>
#include <string>
#include <vector>

#include "harness/simulator/simulator.hpp"

namespace simulator_testing {

using rungs::simulator::Order;
using rungs::simulator::Session;
using rungs::simulator::Settings;

inline std::vector<Settings> all_orders() {
  std::vector<Settings> orders{
      {Order::forward}, {Order::reverse}, {Order::forward, 0, 1}, {Order::reverse, 0, 3}};
  for (std::uint64_t seed = 0; seed < 6; ++seed) orders.push_back({Order::random, seed});
  return orders;
}

/// The text of the Error that `action` throws; "nothing thrown" where it does not.
template <class Error, class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing thrown";
}

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << "the text is: " << (text)

}  // namespace simulator_testing
