// Runs CUDA kernels on the CPU: a thread is a fiber, a block stays
// on one OS thread, blocks spread over OS threads.
//
// Not modelled: time, the memory model, clocks, inline PTX, tensor copies. A thread gives way only where it
// waits: a kernel that spins until another thread of its block has stored something never ends.
#pragma once

#include <cstdint>

#include "harness/registry/backend.hpp"

namespace rungs::simulator {

/// The order in which blocks start, and in which a block's threads run between two points where they wait.
/// `random` draws a new permutation at every such point, from seed, block and point. A missing barrier shows
/// as a wrong result under some order.
enum class Order { forward, reverse, random };

struct Settings {
  Order order = Order::forward;
  std::uint64_t seed = 0;   ///< for Order::random
  unsigned os_threads = 0;  ///< that blocks spread over; 0: one a core
};

/// Makes its settings those of all launches in the program while it lives, and gives the one stream that they
/// may go to. Sessions nest; they end in the reverse order of their beginning.
class Session {
 public:
  explicit Session(Settings settings);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Launches and copies to any other stream throw rungs::Failed.
  [[nodiscard]] Stream stream() { return {this}; }
  [[nodiscard]] const Settings& settings() const { return settings_; }

 private:
  Settings settings_;
  Session* outer_;
};

/// Settings of the session that lives; forward order where there is none.
[[nodiscard]] Settings current_settings();

/// Throws rungs::Failed where `stream` is not the living session's. `what`: "a launch". Any stream will do
/// where there is no session.
void check_stream(Stream stream, const char* what);

/// What memory is filled with that nobody has written: 0xFF under
/// forward order (NaN as float), 0xA5 under others.
[[nodiscard]] constexpr unsigned char poison_byte(Order order) {
  return order == Order::forward ? 0xFF : 0xA5;
}

}  // namespace rungs::simulator
