#include "cases/pipeline/files/null_sink.hpp"

#include <rungs/core/errors.hpp>

namespace pipeline {

void NullSink::write(std::span<const std::byte> bytes) {
  if (bytes.size() > expected_ - got_) {
    throw rungs::Failed("the null sink got more than the " + std::to_string(expected_) +
                        " bytes that were announced");
  }
  got_ += bytes.size();
}

void NullSink::finish() {
  if (got_ != expected_) {
    throw rungs::Failed("the null sink got " + std::to_string(got_) + " of " + std::to_string(expected_) +
                        " bytes");
  }
}

}  // namespace pipeline
