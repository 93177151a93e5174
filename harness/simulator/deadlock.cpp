// Error messages for deadlocks: threads that wait for others that never come.
#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <mutex>
#include <rungs/simulator/vector_types.hpp>
#include <utility>
#include "harness/simulator/block_runner.hpp"

namespace rungs::simulator {
namespace {

constexpr std::size_t names_shown = 4;
constexpr std::size_t groups_shown = 4;

}  // namespace

std::string to_string(const Wait& wait) {
  const std::string mask = wait.mask == 0 ? "" : fmt::format(" (mask {:#010x})", wait.mask);
  if (wait.site.line == 0) return fmt::format("{} at {}", wait.operation, wait.site.file);
  return fmt::format("{}{} at {}:{}", wait.operation, mask, wait.site.file, wait.site.line);
}

std::string BlockRunner::name(unsigned thread) const {
  const auto& p = positions_[thread];
  return fmt::format("({}, {}, {})", p.x, p.y, p.z);
}

std::string BlockRunner::block_name() const {
  return fmt::format("{}, block ({}, {}, {})", shape_.kernel == 0 ? "a kernel" : function_name(shape_.kernel),
                     subset::blockIdx.x, subset::blockIdx.y, subset::blockIdx.z);
}

std::string BlockRunner::thread_name(unsigned thread) const { return block_name() + ", thread " + name(thread); }

// Of a thread that a tick has interrupted: the line of the loop.
Wait BlockRunner::where(const Thread& thread) const {
  if (thread.interrupted == 0) return thread.wait;
  static std::mutex mutex;
  static std::map<std::uintptr_t, std::string> lines;  // sites refer to them
  const std::lock_guard lock(mutex);
  auto found = lines.find(thread.interrupted);
  if (found == lines.end()) found = lines.emplace(thread.interrupted, source_line(thread.interrupted)).first;
  return {"a loop", 0, {found->second.c_str(), 0}};
}

// "3 of 256 threads, (0, 0, 0), (1, 0, 0), (2, 0, 0),"
std::string BlockRunner::threads_text(const std::vector<unsigned>& threads) const {
  std::string text = fmt::format("{} of {} threads: ", threads.size(), threads_.size());
  for (std::size_t i = 0; i < std::min(names_shown, threads.size()); ++i) {
    text += (i == 0 ? "" : ", ") + name(threads[i]);
  }
  return text + (threads.size() > names_shown ? ", ..." : "");
}

// "block (0, 0, 0): threads wait for others that never come. Waiting at __syncthreads() at sum.cu:12, 255 of
// 256 threads: (0, 0, 0), ...; returned, 1 of 256 threads: (255, 0, 0)"
std::string BlockRunner::explain_deadlock(const std::string& why) const {
  std::vector<std::pair<Wait, std::vector<unsigned>>> groups;
  std::vector<unsigned> returned;
  for (unsigned i = 0; i < threads_.size(); ++i) {
    const Thread& thread = threads_[i];
    if (thread.returned) {
      returned.push_back(i);
      continue;
    }
    const Wait there = where(thread);
    auto group = std::ranges::find_if(groups, [&](const auto& one) { return one.first == there; });
    if (group == groups.end()) group = groups.insert(groups.end(), {there, {}});
    group->second.push_back(i);
  }
  std::string text = block_name() + ": " + why + ".";
  for (std::size_t i = 0; i < std::min(groups_shown, groups.size()); ++i) {
    text += fmt::format("{} {} {}, {}", i == 0 ? "" : ";",
                        std::string_view(groups[i].first.operation) == "a loop" ? "in" : "waiting at",
                        to_string(groups[i].first), threads_text(groups[i].second));
  }
  if (groups.size() > groups_shown) text += fmt::format("; and at {} other places", groups.size() - groups_shown);
  if (!returned.empty()) text += "; returned, " + threads_text(returned);
  return text;
}

}  // namespace rungs::simulator
