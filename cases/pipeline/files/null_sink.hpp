// A sink that keeps nothing: for measuring a run without a disk.
#pragma once

#include "cases/pipeline/files/sink.hpp"

namespace pipeline {

/// Counts the bytes. Throws rungs::Failed if there are more or fewer than announced, as the other sinks do.
class NullSink : public Sink {
 public:
  explicit NullSink(std::uint64_t bytes) : expected_(bytes) {}
  void write(std::span<const std::byte> bytes) override;
  void finish() override;
  [[nodiscard]] std::uint64_t disk_bytes() const override { return 0; }

 private:
  std::uint64_t expected_;
  std::uint64_t got_ = 0;
};

}  // namespace pipeline
