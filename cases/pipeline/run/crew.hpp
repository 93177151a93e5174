// Threads that share pieces of work, one job after the other. Starting threads for each job would take longer
// than many jobs of a band do.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <rungs/all_cores.hpp>
#include <system_error>
#include <thread>
#include <vector>

namespace pipeline {

class Crew {
 public:
  /// One thread per CPU that the program may use, the calling one included.
  Crew() : Crew(static_cast<unsigned>(std::max(CPU_COUNT(&rungs::detail::all_cpus), 1))) {}
  /// `threads`: at least 1, the calling one included.
  explicit Crew(unsigned threads) {
    try {
      for (unsigned i = 1; i < threads; ++i) others_.emplace_back([this] { stand_by(); });
    } catch (const std::system_error&) {  // no more threads can be started: fewer will do
    }
  }
  ~Crew() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    begin_.notify_all();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  [[nodiscard]] std::size_t threads() const { return others_.size() + 1; }

  /// Calls `work(i)` for each i below `count`, on all threads, and returns when all calls have. To be called
  /// by one thread. `work` must not throw.
  template <class Work>
  void share(std::size_t count, const Work& work) {
    if (count < 2 || others_.empty()) {
      for (std::size_t i = 0; i < count; ++i) work(i);
      return;
    }
    Job job{[](const void* of, std::size_t i) { (*static_cast<const Work*>(of))(i); }, &work, count};
    {
      const std::lock_guard lock(mutex_);
      job_ = &job;
      ++jobs_;
    }
    begin_.notify_all();
    job.run();
    std::unique_lock lock(mutex_);
    job_ = nullptr;  // nobody joins any more
    end_.wait(lock, [this] { return working_ == 0; });
  }

  /// Calls `work(first, last)` for bands of 0..count of at least `least`, about two per thread, so that a
  /// thread with little work takes another one.
  template <class Work>
  void share_bands(std::size_t count, std::size_t least, const Work& work) {
    const std::size_t bands = std::clamp<std::size_t>(count / least, 1, 2 * threads());
    share(bands, [&](std::size_t i) { work(count * i / bands, count * (i + 1) / bands); });
  }

 private:
  struct Job {
    void (*call)(const void*, std::size_t);
    const void* work;
    std::size_t count;
    std::atomic<std::size_t> next = 0;

    void run() {
      for (std::size_t i = next++; i < count; i = next++) call(work, i);
    }
  };

  void stand_by() {
    sched_setaffinity(0, sizeof(rungs::detail::all_cpus), &rungs::detail::all_cpus);
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    while (true) {
      begin_.wait(lock, [&] { return over_ || (job_ != nullptr && jobs_ != seen); });
      if (over_) return;
      seen = jobs_;
      Job& job = *job_;
      ++working_;
      lock.unlock();
      job.run();
      lock.lock();
      if (--working_ == 0) end_.notify_one();
    }
  }

  std::mutex mutex_;  ///< guards what follows
  std::condition_variable begin_;
  std::condition_variable end_;
  Job* job_ = nullptr;
  std::uint64_t jobs_ = 0;
  unsigned working_ = 0;  ///< of the others
  bool over_ = false;
  std::vector<std::jthread> others_;  ///< last: they use everything above
};

}  // namespace pipeline
