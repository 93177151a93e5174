// Bytes that cannot be read while they lie in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include "harness/verify/host_image.hpp"

namespace rungs {

/// Asks for the key of scrambled bytes; empty: they are not scrambled.
using AskKey = std::function<std::uint64_t()>;

/// Scrambles an image, or makes it readable again. Who knows some of its bytes cannot compute the others.
void scramble(HostImage& image, const AskKey& ask);

/// Makes an image readable as long as this lives.
class Readable {
 public:
  Readable(HostImage& image, const AskKey& ask) : image_(image) {
    if (ask) key_ = [key = ask()] { return key; };
    scramble(image_, key_);
  }
  ~Readable() { scramble(image_, key_); }
  Readable(const Readable&) = delete;
  Readable& operator=(const Readable&) = delete;

 private:
  HostImage& image_;
  AskKey key_;
};

}  // namespace rungs
