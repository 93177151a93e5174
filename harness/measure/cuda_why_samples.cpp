// What a visit of cuda_why.cpp is made of: an antagonist that runs beside it, and samples.
#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include "harness/measure/cuda_why.hpp"
#include "harness/measure/ranges.hpp"
#include "harness/measure/statistics.hpp"

namespace rungs::cuda {
namespace {

constexpr std::size_t least_samples = 3;
constexpr std::size_t most_samples = 15;
constexpr double most_s = 0.03;        ///< of a visit, once it has the least samples
constexpr double most_at_all_s = 0.1;  ///< with one sample at least
/// An antagonist ends by itself after this, should its host be gone.
constexpr unsigned long long antagonist_ns = 20'000'000'000;
/// Of the run that finds the full rate.
constexpr unsigned long long full_ns = 5'000'000;

}  // namespace

AntagonistMemory::AntagonistMemory(unsigned multiprocessors, std::size_t bytes, bool stays_in_l2)
    : multiprocessors_(multiprocessors),
      bytes_(bytes / antagonist_burst_bytes * antagonist_burst_bytes),
      stays_in_l2_(stays_in_l2),
      memory_(make_device_memory(std::max(bytes_, antagonist_burst_bytes))),
      moved_(make_device_memory(blocks() * sizeof(unsigned long long))) {
  check(cudaMemset(memory_.get(), 0, bytes_), "clearing memory");
  check(cudaMemset(moved_.get(), 0, blocks() * sizeof(unsigned long long)), "clearing memory");
  check(cudaDeviceSynchronize(), "clearing memory");
  set_stop(0);
}

AntagonistWork AntagonistMemory::work(unsigned long long period_cycles) const {
  return {.memory = memory_.get(),
          .bytes = bytes_,
          .stays_in_l2 = stays_in_l2_,
          .period_cycles = period_cycles,
          .stop = static_cast<const unsigned*>(stop_.get()),
          .most_ns = antagonist_ns,
          .moved = moved()};
}

void AntagonistMemory::set_stop(unsigned value) const {
  *static_cast<unsigned*>(stop_value_.get()) = value;
  check(cudaMemcpyAsync(stop_.get(), stop_value_.get(), sizeof(value), cudaMemcpyHostToDevice, control_.get()),
        "telling the antagonist to run or end");
  check(cudaStreamSynchronize(control_.get()), "telling the antagonist to run or end");
}

double AntagonistMemory::full_rate(StreamTimer& timer) const {
  AntagonistWork all = work(0);
  all.most_ns = full_ns;
  note(0, timer.stream());
  launch_antagonist(all, multiprocessors_, timer.stream());
  note(1, timer.stream());
  timer.wait();
  return noted_rate();
}

void AntagonistMemory::note(int which, cudaStream_t stream) const {
  launch_progress(moved(), blocks(), static_cast<Progress*>(notes_.get()) + which, stream);
}

double AntagonistMemory::noted_rate() const {
  const auto* notes = static_cast<const Progress*>(notes_.get());
  const auto nanoseconds = static_cast<double>(notes[1].nanoseconds - notes[0].nanoseconds);
  return nanoseconds > 0 ? 1e9 * static_cast<double>(notes[1].moved - notes[0].moved) / nanoseconds : 0;
}

RunningAntagonist::RunningAntagonist(const AntagonistMemory& memory, unsigned long long period_cycles,
                                     const SmGroup& on)
    : memory_(memory), on_(on) {
  memory_.set_stop(0);
  launch_antagonist(memory.work(period_cycles), on.multiprocessors(), on.stream());
  std::this_thread::sleep_for(std::chrono::milliseconds(1));  // until it runs at its pace
}

RunningAntagonist::~RunningAntagonist() {
  try {
    memory_.set_stop(1);
  } catch (const std::exception&) {  // the device is lost, and its kernels with it
  }
  ignore(cudaStreamSynchronize(on_.stream()));
}

WhySamples take_samples(StreamTimer& timer, const Launch& launch, const AntagonistMemory* beside) {
  const Clock now = steady_clock_seconds();
  std::vector<double> times, rates;
  double start = now();
  const auto enough = [&] {
    const double spent = now() - start;
    const bool late = spent > (times.size() < least_samples ? most_at_all_s : most_s);
    return times.size() == most_samples || (late && !times.empty());
  };
  for (bool first = true; !enough(); first = false) {
    timer.prepare_l2(Cache::cold);
    if (!first) timer.block_stream();  // the first launch may load code, which can wait for the device
    if (beside != nullptr) beside->note(0, timer.stream());
    timer.record_start();
    launch();
    timer.record_stop();
    if (beside != nullptr) beside->note(1, timer.stream());
    const bool waited = !first && timer.block_timed_out();
    timer.release();
    timer.wait();
    ++heartbeat().count;
    if (waited) throw Unsupported("waits inside its launch");
    if (first && timer.elapsed_us() < 1e6 * most_s) {  // a longer one does not show what it began with
      start = now();
      continue;
    }
    times.push_back(timer.elapsed_us());
    if (beside != nullptr) rates.push_back(beside->noted_rate());
  }
  std::sort(times.begin(), times.end());
  const std::size_t low = (times.size() - 1) / 4;  // of few samples the outer ones
  WhySamples taken{.low_us = times[low], .high_us = times[times.size() - 1 - low], .count = times.size()};
  taken.rate = rates.empty() ? 0 : median_of(std::move(rates));
  taken.median_us = median_of(std::move(times));
  return taken;
}

}  // namespace rungs::cuda
