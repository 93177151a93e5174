// Runs CUDA kernels on the CPU: each CUDA thread is a fiber, each block runs on one OS thread, and blocks are
// spread over OS threads.
//
// Not modelled: time, the memory model, clocks, inline PTX, tensor copies. Threads switch where they wait,
// and where they spin; while they spin, further blocks start on further OS threads.
#pragma once

#include <cstdint>
#include <rungs/core/backend.hpp>

namespace rungs::simulator {

/// The order in which blocks start, and in which the threads of a block run between two waits. `random` draws
/// a new permutation after each wait, from seed, block and number of the wait. A missing barrier shows as a
/// wrong result in some order.
enum class Order { forward, reverse, random };

struct Settings {
  Order order = Order::forward;
  std::uint64_t seed = 0;   ///< for Order::random
  unsigned os_threads = 0;  ///< to run blocks on; 0: one per core
  double patience_s = 5;    ///< CPU time after which threads that get nowhere fail
};

/// Sets the settings for all launches in the program during its lifetime, and provides the one stream that
/// they may use. Sessions can be nested; they end in reverse order.
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

/// Settings of the current session; forward order if there is none.
[[nodiscard]] Settings current_settings();

/// Throws rungs::Failed if `stream` is not the stream of the current session. `what`: "a launch". Without a
/// session any stream is accepted.
void check_stream(Stream stream, const char* what);

/// Fill value of memory that was never written: 0xFF (NaN as float) in forward order, 0xA5 in the others.
[[nodiscard]] constexpr unsigned char poison_byte(Order order) {
  return order == Order::forward ? 0xFF : 0xA5;
}

}  // namespace rungs::simulator
