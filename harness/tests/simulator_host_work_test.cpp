// What a launch function does on the host instead of the device.
#include <sys/mman.h>
#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;

constexpr std::size_t page = 4096;

class OnePage final : public rungs::simulator::DeviceMemory {
 public:
  OnePage() : start_(::mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  ~OnePage() override { ::munmap(start_, page); }
  OnePage(const OnePage&) = delete;
  OnePage& operator=(const OnePage&) = delete;
  void allow(bool allowed) noexcept override { ::mprotect(start_, page, allowed ? PROT_READ | PROT_WRITE : PROT_NONE); }
  [[nodiscard]] bool has(std::uintptr_t address) const noexcept override {
    return address - reinterpret_cast<std::uintptr_t>(start_) < page;
  }
  [[nodiscard]] unsigned* numbers() const { return static_cast<unsigned*>(start_); }

 private:
  void* start_;
};

__global__ void count_up(unsigned* out) { out[threadIdx.x] = threadIdx.x; }

void launch_count_up(rungs::Stream stream, unsigned* out) { rungs::launch({1, 64, stream}, count_up, out); }
void copy(rungs::Stream stream, unsigned* out) { rungs::copy_bytes(out + 64, out, 64, stream); }
__attribute__((no_sanitize("address"))) void host_writes(rungs::Stream stream, unsigned* out) {
  launch_count_up(stream, out);
  for (unsigned i = 0; i < 64; ++i) static_cast<volatile unsigned*>(out)[i] = i;
}
__attribute__((no_sanitize("address"))) void host_reads(rungs::Stream stream, unsigned* out) {
  if (static_cast<volatile unsigned*>(out)[5] == 0) launch_count_up(stream, out);
}

std::string misuse(void (*launch)(rungs::Stream, unsigned*)) {
  OnePage memory;
  std::string found;
  {
    Session session({}, &memory);
    launch(session.stream(), memory.numbers());
    found = session.misuse();
  }
  static_cast<volatile unsigned*>(memory.numbers())[0] = 1;  // there is access again
  return found;
}

TEST(SimulatorHostWork, IsFound) {
  EXPECT_EQ(misuse(launch_count_up), "");
  EXPECT_EQ(misuse(copy), "");
  EXPECT_HAS(misuse(host_writes), "the launch function writes to the device's memory on the host, at ");
  EXPECT_HAS(misuse(host_reads), "the launch function reads the device's memory on the host, at ");
  EXPECT_HAS(misuse(host_reads), "simulator_host_work_test.cpp:");
}

}  // namespace
