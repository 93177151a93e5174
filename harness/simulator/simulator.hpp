// Runs CUDA kernels on the CPU: each CUDA thread is a fiber, each block runs on one OS thread, and blocks are
// spread over OS threads.
//
// Not modelled: time, the memory model, clocks, inline PTX, tensor copies. Threads switch where they wait,
// and where they spin; while they spin, further blocks start on further OS threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <rungs/core/backend.hpp>
#include <string>
#include "harness/simulator/interrupts.hpp"

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
  bool races = true;        ///< in a program with the race check (races/): looks for them, on one OS thread
  bool lets_pass = false;   ///< passes over races in global memory
};

/// The memory of the simulated device, which code of the host must not touch.
class DeviceMemory {
 public:
  virtual ~DeviceMemory() = default;
  virtual void allow(bool allowed) noexcept = 0;
  [[nodiscard]] virtual bool has(std::uintptr_t address) const noexcept = 0;
};

/// Sets the settings for all launches in the program during its lifetime, and provides the one stream that
/// they may use. Sessions can be nested; they end in reverse order.
class Session {
 public:
  /// With a memory, nothing but kernels and copies on the stream has access to it, until the session ends.
  explicit Session(Settings settings, DeviceMemory* memory = nullptr);
  ~Session();

  /// Launches and copies to any other stream throw rungs::Failed.
  [[nodiscard]] Stream stream() { return {this}; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// What was wrong beside the results: the host touched the memory; else empty.
  [[nodiscard]] std::string misuse() const;
  /// Of a handler of signals: notes that the host has touched an address of the memory, and lets it. False if
  /// it is not in the memory.
  static bool note_touch(std::uintptr_t address, std::uintptr_t instruction, bool writes);

 private:
  friend class DeviceWork;
  Settings settings_;
  DeviceMemory* memory_;
  Session* outer_;
  std::optional<SignalHandlers> handlers_;
  std::atomic<unsigned> working_ = 0;
  std::uintptr_t toucher_ = 0;
  bool wrote_ = false;
};

/// A kernel or a copy on the stream, while it has access to the device's memory.
class DeviceWork {
 public:
  DeviceWork();
  ~DeviceWork();
  DeviceWork(const DeviceWork&) = delete;
  DeviceWork& operator=(const DeviceWork&) = delete;

 private:
  Session* session_;
};

/// True in a program with the race check.
[[nodiscard]] bool looks_for_races();

/// Settings of the current session; forward order if there is none.
[[nodiscard]] Settings current_settings();

/// Throws rungs::Failed if `stream` is not the stream of the current session. `what`: "a launch". Without a
/// session any stream is accepted.
void check_stream(Stream stream, const char* what);

/// Fill value of memory that was never written: 0xFF (NaN as float) in forward order, 0xA5 in the others.
[[nodiscard]] constexpr unsigned char poison_byte(Order order) { return order == Order::forward ? 0xFF : 0xA5; }

}  // namespace rungs::simulator
