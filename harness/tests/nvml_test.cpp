// NVML over a made-up library: its state, and why there is none.
#include "harness/cuda/nvml.hpp"
#include <gtest/gtest.h>
#include <rungs/core/errors.hpp>
#include <string>
#include "harness/tests/nvml/fake_nvml.hpp"
#include "harness/tests/testing.hpp"

namespace {

using namespace rungs;

std::string why_no_energy(const cuda::Nvml& nvml) {
  return message_of<Unsupported>([&] { return nvml.energy_millijoules(); });
}

TEST(Nvml, GivesWhatTheLibrarySays) {
  FakeNvml& answers = fake_nvml(FAKE_NVML);
  answers.reasons = 0x2 | 0x40;
  answers.joules = [](double) { return 12.5; };
  const cuda::Nvml nvml(fake_uuid, FAKE_NVML);
  EXPECT_EQ(nvml.state().throttle, "hardware thermal");
  EXPECT_EQ(nvml.state().clock_locked, "yes");
  EXPECT_EQ(nvml.state().temperature_c, 50);
  EXPECT_EQ(nvml.energy_millijoules(), 12'500U);
}

TEST(Nvml, SaysWhatIsSetOnTheGpu) {
  using Settings = std::vector<std::pair<std::string, std::string>>;
  FakeNvml& answers = fake_nvml(FAKE_NVML);
  EXPECT_EQ(
      cuda::Nvml(fake_uuid, FAKE_NVML).settings(),
      (Settings{
          {"ecc", "on"}, {"power_limit_w", "700"}, {"memory_clock_mhz", "3201"}, {"memory_clock_now_mhz", "2619"}}));
  answers.ecc = 0;
  EXPECT_EQ(cuda::Nvml(fake_uuid, FAKE_NVML).settings().front().second, "off");
}

TEST(Nvml, SaysWhyItHasNoEnergy) {
  fake_nvml(FAKE_NVML).init_error = 999;
  EXPECT_HAS(why_no_energy(cuda::Nvml(fake_uuid, FAKE_NVML)), "does not start");
  fake_nvml(FAKE_NVML);
  EXPECT_HAS(why_no_energy(cuda::Nvml("GPU-another", FAKE_NVML)), "GPU-another");
  EXPECT_HAS(why_no_energy(cuda::Nvml(fake_uuid, "libno-such.so")), "not found");
}

}  // namespace
