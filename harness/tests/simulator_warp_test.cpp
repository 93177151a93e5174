// Warp intrinsics against the words of the CUDA documentation.
#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;

template <class Function> __global__ void for_each_lane(long long* out, Function function) {
  out[threadIdx.x] = static_cast<long long>(function(threadIdx.x));
}

// `function` runs in two full warps, under all orders, and gives `expected(lane)`.
template <class Function, class Expected> void expect_lanes(Function function, Expected expected) {
  expect_results(
      {1, 64}, 64, [&](unsigned i) { return expected(i % 32); }, for_each_lane<Function>, function);
}

constexpr unsigned full = 0xFFFFFFFF;

TEST(SimulatorWarp, Shuffles) {
  expect_lanes([](unsigned t) { return __shfl_sync(full, t % 32 * 10, 7); }, [](unsigned) { return 70; });
  expect_lanes([](unsigned t) { return __shfl_sync(full, static_cast<int>(t % 32), 35); }, [](unsigned) { return 3; });
  expect_lanes([](unsigned t) { return __shfl_up_sync(full, t % 32, 3); },
               [](unsigned lane) { return lane < 3 ? lane : lane - 3; });
  expect_lanes([](unsigned t) { return __shfl_down_sync(full, t % 32, 5); },
               [](unsigned lane) { return lane + 5 > 31 ? lane : lane + 5; });
  expect_lanes([](unsigned t) { return __shfl_xor_sync(full, t % 32, 9); }, [](unsigned lane) { return lane ^ 9; });
}

TEST(SimulatorWarp, ShufflesWithWidth) {
  expect_lanes([](unsigned t) { return __shfl_sync(full, t % 32, 10, 8); },
               [](unsigned lane) { return lane / 8 * 8 + 2; });
  expect_lanes([](unsigned t) { return __shfl_up_sync(full, t % 32, 3, 8); },
               [](unsigned lane) { return lane % 8 < 3 ? lane : lane - 3; });
  expect_lanes([](unsigned t) { return __shfl_down_sync(full, t % 32, 3, 16); },
               [](unsigned lane) { return lane % 16 + 3 > 15 ? lane : lane + 3; });
  // A segment reads earlier ones, but not later ones.
  expect_lanes([](unsigned t) { return __shfl_xor_sync(full, t % 32, 8, 8); },
               [](unsigned lane) { return (lane & 8) != 0 ? lane ^ 8 : lane; });
}

TEST(SimulatorWarp, ShufflesOfOtherTypes) {
  expect_lanes([](unsigned t) { return static_cast<long long>(__shfl_sync(full, 0.5 * t, 4) * 2) % 32; },
               [](unsigned) { return 4; });
  expect_lanes([](unsigned t) { return __shfl_xor_sync(full, -1.5F * static_cast<float>(t % 32), 1) * 2; },
               [](unsigned lane) { return -3LL * (lane ^ 1); });
  expect_lanes([](unsigned t) { return __shfl_down_sync(full, (1LL << 40) + t % 32, 1); },
               [](unsigned lane) { return (1LL << 40) + (lane == 31 ? 31 : lane + 1); });
  expect_lanes(
      [](unsigned t) { return static_cast<long long>(__shfl_sync(full, static_cast<unsigned char>(t + 200), 3)) % 32; },
      [](unsigned) { return 203 % 32; });
}

TEST(SimulatorWarp, Votes) {
  expect_lanes([](unsigned t) { return __ballot_sync(full, t % 2); }, [](unsigned) { return 0xAAAAAAAALL; });
  expect_lanes([](unsigned t) { return __any_sync(full, t % 32 == 31); }, [](unsigned) { return 1; });
  expect_lanes([](unsigned) { return __any_sync(full, 0); }, [](unsigned) { return 0; });
  expect_lanes([](unsigned t) { return __all_sync(full, t % 32 != 4); }, [](unsigned) { return 0; });
  expect_lanes([](unsigned) { return __all_sync(full, 2); }, [](unsigned) { return 1; });
}

TEST(SimulatorWarp, Matches) {
  expect_lanes([](unsigned t) { return __match_any_sync(full, t % 4); },
               [](unsigned lane) { return 0x11111111LL << lane % 4; });
  expect_lanes(
      [](unsigned) {
        int all = 0;
        const unsigned same = __match_all_sync(full, 3, &all);
        return static_cast<long long>(same) + all;
      },
      [](unsigned) { return 0x100000000LL; });
  expect_lanes(
      [](unsigned t) {
        int all = 1;
        const unsigned same = __match_all_sync(full, t % 32 == 0 ? 1 : 3, &all);
        return static_cast<long long>(same) + all;
      },
      [](unsigned) { return 0; });
}

TEST(SimulatorWarp, Reductions) {
  expect_lanes([](unsigned t) { return __reduce_add_sync(full, t % 32); }, [](unsigned) { return 31 * 16; });
  expect_lanes([](unsigned t) { return __reduce_add_sync(full, -static_cast<int>(t % 32)); },
               [](unsigned) { return -31 * 16; });
  expect_lanes([](unsigned t) { return __reduce_min_sync(full, static_cast<int>(t % 32) - 9); },
               [](unsigned) { return -9; });
  expect_lanes([](unsigned t) { return __reduce_max_sync(full, static_cast<int>(t % 32) - 9); },
               [](unsigned) { return 22; });
  expect_lanes([](unsigned t) { return __reduce_max_sync(full, t % 32 - 9); }, [](unsigned) { return 0xFFFFFFFFLL; });
  expect_lanes([](unsigned t) { return __reduce_min_sync(full, t % 32 + 4); }, [](unsigned) { return 4; });
  expect_lanes([](unsigned t) { return __reduce_and_sync(full, t % 32 | 64); }, [](unsigned) { return 64; });
  expect_lanes([](unsigned t) { return __reduce_or_sync(full, 1U << t % 32); }, [](unsigned) { return 0xFFFFFFFFLL; });
  expect_lanes([](unsigned t) { return __reduce_xor_sync(full, t % 32 == 0 ? 5U : 1U); }, [](unsigned) { return 4; });
}

TEST(SimulatorWarp, PartialMasks) {
  // Only even lanes take part; odd lanes go on by themselves.
  expect_lanes(
      [](unsigned t) { return t % 2 == 0 ? static_cast<long long>(__reduce_add_sync(0x55555555, t % 32)) : -1; },
      [](unsigned lane) { return lane % 2 == 0 ? 240 : -1; });
  expect_lanes([](unsigned t) { return t % 32 < 4 ? static_cast<long long>(__ballot_sync(0xF, t % 32 == 2)) : 0; },
               [](unsigned lane) { return lane < 4 ? 4 : 0; });
}

TEST(SimulatorWarp, DivergentHalvesWithTheirOwnMasks) {
  // The halves do different numbers of different operations, then meet again.
  expect_lanes(
      [](unsigned t) {
        const unsigned lane = t % 32;
        unsigned value = lane;
        if (lane < 16) {
          for (int i = 0; i < 5; ++i) value = __shfl_xor_sync(0xFFFF, value, 1 << i % 4);
        } else {
          value = __reduce_max_sync(0xFFFF0000, value);
          __syncwarp(0xFFFF0000);
        }
        __syncwarp();
        return __reduce_add_sync(full, value);
      },
      [](unsigned) { return 120 + 16 * 31; });
}

TEST(SimulatorWarp, ALaneOutsideOfTheMaskReadsAsPoison) {
  for (const Order order : {Order::forward, Order::reverse}) {
    Session session({order});
    std::vector<long long> out(32);
    const auto function = [](unsigned t) { return t < 16 ? __shfl_down_sync(0xFFFF, t, 8) : 0; };
    rungs::launch({1, 32, session.stream()}, for_each_lane<decltype(function)>, out.data(), function);
    EXPECT_EQ(out[7], 15);
    EXPECT_EQ(out[8], order == Order::forward ? 0xFFFFFFFFLL : 0xA5A5A5A5LL);
  }
}

}  // namespace
