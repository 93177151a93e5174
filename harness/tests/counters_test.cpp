// --counters: the list that the command line takes, and on a GPU the values that come back.
#include "harness/measure/counters.hpp"

#include <gtest/gtest.h>

#include "harness/measure/gpus.hpp"
#include "harness/simulator/fiber_stacks.hpp"  // RUNGS_ADDRESS_SANITIZER
#include "harness/tests/run_row.hpp"
#include "harness/tests/said.hpp"

namespace {

using namespace rungs;

std::string refused(const std::string& list) {
  return message_of<BadUsage>([&] { return parse_counters(list); });
}

TEST(Counters, AreNamedByUsOrByNvidia) {
  const auto counters = parse_counters("l2_hit,smsp__inst_executed.sum,l2_hit");
  ASSERT_EQ(counters.size(), 2U) << "each once";
  EXPECT_EQ(counters[0].metric, "lts__t_sector_hit_rate.pct");
  EXPECT_EQ(counters[0].unit, "percent");
  EXPECT_EQ(counters[1].name, "smsp__inst_executed.sum");
  EXPECT_EQ(counters[1].metric, "smsp__inst_executed.sum");
}

TEST(Counters, AnythingElseIsRefusedWithTheLegalNames) {
  for (const char* list : {"l3_hit", "", "l2_hit,", ",l2_hit", "l2_hit, l1_hit"}) {
    EXPECT_HAS(refused(list), "dram_bytes, dram_read") << "'" << list << "'";
  }
  EXPECT_HAS(refused("l3_hit"), "'l3_hit'");
}

TEST(Counters, OnlyGpusHaveThem) {
  Executors executors(0, 1);
  EXPECT_THROW(executors.on(Backend::host).open_counters(parse_counters("l2_hit")), Unsupported);
  EXPECT_TRUE(executors.on(Backend::host).count([] {}, Cache::cold).empty());
}

TEST(Counters, OnAGpuCountWhatALaunchDoes) {
  std::string why_none;
  if (gpus(&why_none).empty()) GTEST_SKIP() << "no CUDA device: " << why_none;
#if defined(RUNGS_ADDRESS_SANITIZER)
  GTEST_SKIP()
      << "AddressSanitizer refuses how CUPTI loads a library; the preset gpu runs this test without it";
#endif
  Rules rules;
  rules.stop = {2, 0.001, 100, 0.2};
  InProcess runner(rules);
  try {
    // Two that no device takes in one pass with the third, so that passes are repeated.
    runner.open_counters(
        parse_counters("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum,occupancy,dram_bytes"));
  } catch (const Unsupported& error) {
    GTEST_SKIP() << error.what();
  }
  const auto* right = Registry::global().find("ramp/gpu/right");
  PlannedRow planned;
  planned.variant = right;
  planned.backend = Backend::cuda;
  planned.problem = right->owner->problem({64, 64}, {});
  for (const Cache cache : {Cache::cold, Cache::hot}) {
    planned.cache = cache;
    const Row row = run_row(planned, runner);
    EXPECT_EQ(name_of(row.status), name_of(Status::ok)) << row.message;
    ASSERT_EQ(row.counters.size(), 3U) << row.message;
    EXPECT_EQ(row.counters[0].value, 64 * 64 / 32) << "a store a warp";
    EXPECT_GT(row.counters[1].value, 0);
    EXPECT_LE(row.counters[1].value, 100);
  }
}

}  // namespace
