// A worker: this program once more, as a process of its own, which a supervisor can lose.
#pragma once

#include <functional>
#include "harness/measure/ranges.hpp"
#include "harness/worker/channel.hpp"

namespace rungs {

/// The supervisor's side. The worker is started with the arguments of this process, so the program must reach
/// rungs::main by itself again; there it finds that it is a worker. Spawned, not forked: a process that has
/// used CUDA must not be forked.
class WorkerProcess {
 public:
  /// Throws Failed if no process can be started.
  WorkerProcess();
  ~WorkerProcess();

  /// Sends a request. If the worker is gone, `receive` will say so.
  void send(const std::string& message);
  /// Waits for the reply. `tick` is called ten times a second; a text that it returns ends the worker.
  /// Empty if the worker has ended: `ended` says how.
  [[nodiscard]] std::optional<std::string> receive(const std::function<std::string()>& tick);
  void end(std::string why);
  /// How the worker ended: "signal 11 (Segmentation fault)", "exit code 0", or the text of `tick`.
  [[nodiscard]] const std::string& ended() const { return ended_; }
  /// False if the worker could not be ended, as it hangs in the driver.
  [[nodiscard]] bool gone() const { return gone_; }
  [[nodiscard]] Heartbeat& heartbeat() const { return *heartbeat_; }

 private:
  [[nodiscard]] bool has_ended();
  void wait_for_end(std::chrono::seconds longest);
  void kill();

  pid_t process_ = -1;
  std::optional<Channel> channel_;
  Heartbeat* heartbeat_ = nullptr;
  std::string ended_;
  bool gone_ = false;
};

/// True if this process was started as a worker. Forgotten by `worker_channel`, so that a child of a worker
/// is not one. Ends a worker whose parent is gone.
[[nodiscard]] bool is_worker();

/// The worker's side: its end of the channel. From now on heartbeat() is shared, standard output goes to standard
/// error, interrupts and requests to end are left to the supervisor, and the process ends with its supervisor.
[[nodiscard]] Channel worker_channel();

}  // namespace rungs
