#include "cases/pipeline/files/disk_writer.hpp"

#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <rungs/core/errors.hpp>
#include <string>

namespace pipeline {

namespace {

std::uint64_t round_down(std::uint64_t value) { return value / DiskFile::alignment * DiskFile::alignment; }

}  // namespace

std::size_t DiskWriter::block_bytes(std::uint64_t range_bytes) {
  if (range_bytes >= most_block_bytes) return most_block_bytes;
  // A range that begins just before a boundary of the file's blocks reaches into one more of them.
  const std::uint64_t bytes = round_down(range_bytes + 2 * DiskFile::alignment - 1);
  return std::min(most_block_bytes, static_cast<std::size_t>(bytes));
}

std::size_t DiskWriter::memory(std::uint64_t range_bytes) { return blocks * block_bytes(range_bytes); }

DiskWriter::DiskWriter(DiskFile& file, std::uint64_t first, std::uint64_t last, Budget& budget)
    : file_(file), range_first_(first), range_last_(last), at_(first) {
  for (std::size_t i = 0; i < blocks; ++i) {
    ring_.emplace_back(budget, block_bytes(last - first));
    free_.push_back(i);
  }
  start_threads();
}

DiskWriter::~DiskWriter() { stop_threads(); }

void DiskWriter::start_threads() {
  // Threads inherit the mask. The main thread gets the signals of the user, and SIGXFSZ, which would end the
  // program, becomes an error of the write.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    for (std::size_t i = 0; i < threads; ++i) {
      threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
    }
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void DiskWriter::stop_threads() {
  {
    const std::lock_guard lock(mutex_);
    jobs_.clear();
  }
  threads_.clear();
}

void DiskWriter::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (for_writers_.wait(lock, stop, [this] { return !jobs_.empty(); })) {
    const Job job = jobs_.front();
    jobs_.pop_front();
    if (!error_) {  // after an error the jobs are dropped, so that nobody waits for them
      lock.unlock();
      std::exception_ptr error;
      try {
        file_.write({ring_[job.block].data() + (job.first - job.begin), job.last - job.first}, job.first);
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      if (!error_) error_ = error;
    }
    free_.push_back(job.block);
    for_caller_.notify_one();
  }
}

void DiskWriter::rethrow() const {
  if (error_) std::rethrow_exception(error_);
}

void DiskWriter::begin_block() {
  std::unique_lock lock(mutex_);
  for_caller_.wait(lock, [this] { return !free_.empty(); });
  rethrow();
  // An address in the block has the same remainder as its offset in the file, as direct access needs it.
  filling_ = {.block = free_.back(), .begin = round_down(at_), .first = at_, .last = at_};
  free_.pop_back();
  is_filling_ = true;
}

void DiskWriter::hand_over() {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(filling_);
  }
  is_filling_ = false;
  for_writers_.notify_one();
}

void DiskWriter::write(std::span<const std::byte> bytes) {
  if (bytes.size() > range_last_ - at_) {
    throw rungs::Failed("writing " + file_.path() + ": got more than the " +
                        std::to_string(range_last_ - range_first_) + " bytes that were announced");
  }
  while (!bytes.empty()) {
    if (!is_filling_) begin_block();
    const Block& block = ring_[filling_.block];
    const std::uint64_t end = filling_.begin + block.size();
    const std::size_t piece = std::min<std::size_t>(bytes.size(), end - at_);
    std::memcpy(block.data() + (at_ - filling_.begin), bytes.data(), piece);
    bytes = bytes.subspan(piece);
    at_ += piece;
    filling_.last = at_;
    if (at_ == end) hand_over();
  }
}

void DiskWriter::sync() {
  if (is_filling_) hand_over();
  {
    std::unique_lock lock(mutex_);
    for_caller_.wait(lock, [this] { return free_.size() == blocks; });
    rethrow();
  }
  file_.sync();
}

void DiskWriter::finish() {
  if (at_ != range_last_) {
    throw rungs::Failed("writing " + file_.path() + ": got " + std::to_string(at_ - range_first_) + " of " +
                        std::to_string(range_last_ - range_first_) + " bytes");
  }
  sync();
}

}  // namespace pipeline
