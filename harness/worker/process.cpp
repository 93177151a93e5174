#include "harness/worker/process.hpp"
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <rungs/core/errors.hpp>
#include <thread>
#include <utility>
#include <vector>

namespace rungs {
namespace {

/// The worker's variable in the environment: the process that started it.
constexpr const char* variable = "RUNGS_WORKER";
constexpr int channel_descriptor = 3;
constexpr int heartbeat_descriptor = 4;
constexpr int tick_milliseconds = 100;
/// How long the system may take to end a process that was killed; with a kernel on a GPU it takes longer.
constexpr std::chrono::seconds time_to_die{30};
/// How long a worker that has closed its channel may take to end by itself.
constexpr std::chrono::seconds time_to_end{5};
constexpr std::chrono::seconds patience{60};

/// Is closed with this object.
struct Descriptor {
  int number;
  ~Descriptor() { ::close(number); }
};

/// A copy of `descriptor` that is none of the worker's numbers; closes the original.
int moved_away(int descriptor) {
  constexpr int above = 10;
  const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, above);
  ::close(descriptor);
  return moved;
}

std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> list;
  for (std::string word; std::getline(file, word, '\0');) list.push_back(word);
  return list;
}

std::vector<std::string> environment_of_worker() {
  std::vector<std::string> list{fmt::format("{}={}", variable, ::getpid())};
  for (char** one = environ; *one != nullptr; ++one) {
    if (!std::string_view(*one).starts_with(std::string(variable) + "=")) list.emplace_back(*one);
  }
  return list;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

/// What the terminal, or `timeout`, sends to a whole group of processes.
sigset_t group_signals() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&set, signal);
  return set;
}

/// In a group of its own, so that what the variants have started ends with it; and with group_signals
/// blocked, as nothing can handle them before the program gets to worker_channel.
pid_t spawn(int channel, int shared) {
  std::vector<std::string> arguments = own_arguments();
  std::vector<std::string> environment = environment_of_worker();
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, channel, channel_descriptor);
  ::posix_spawn_file_actions_adddup2(&actions, shared, heartbeat_descriptor);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  const sigset_t blocked = group_signals();
  ::posix_spawnattr_setsigmask(&attributes, &blocked);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  pid_t process = -1;
  const int error = ::posix_spawn(&process, "/proc/self/exe", &actions, &attributes, pointers_to(arguments).data(),
                                  pointers_to(environment).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw Failed(fmt::format("starting a worker process: {}", std::strerror(error)));
  return process;
}

/// "signal 11 (Segmentation fault)", "exit code 0".
std::string text_of(int status) {
  if (WIFSIGNALED(status)) return fmt::format("signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
  return fmt::format("exit code {}", WEXITSTATUS(status));
}

Heartbeat* shared_heartbeat(int shared) {
  void* memory = MAP_FAILED;
  if (shared >= 0 && ::ftruncate(shared, sizeof(Heartbeat)) == 0)
    memory = ::mmap(nullptr, sizeof(Heartbeat), PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
  if (memory == MAP_FAILED)
    throw Failed(fmt::format("memory to share with a worker process: {}", std::strerror(errno)));
  return new (memory) Heartbeat;
}

}  // namespace

WorkerProcess::WorkerProcess() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw Failed(fmt::format("a channel to a worker process: {}", std::strerror(errno)));
  channel_.emplace(moved_away(ends[0]));
  channel_->set_patience(patience);
  channel_->name_senders();
  const Descriptor other{moved_away(ends[1])};
  const Descriptor shared{moved_away(::memfd_create("rungs-heartbeat", MFD_CLOEXEC))};
  heartbeat_ = shared_heartbeat(shared.number);
  process_ = spawn(other.number, shared.number);
  channel_->listen_to(process_);
}

WorkerProcess::~WorkerProcess() {
  if (process_ > 0 && !gone_) {
    channel_.reset();  // a worker that still answers ends by itself
    wait_for_end(time_to_end);
    kill();
  }
  if (heartbeat_ != nullptr) ::munmap(heartbeat_, sizeof(Heartbeat));
}

bool WorkerProcess::has_ended() {
  if (gone_) return true;
  siginfo_t ended{};
  // Its group is ended before the number of the process can be another's.
  if (::waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
      ended.si_pid == process_)
    ::kill(-process_, SIGKILL);
  int status = 0;
  const pid_t found = ::waitpid(process_, &status, WNOHANG);
  // ECHILD: another part of the program has waited for all children.
  if (found == 0 || (found < 0 && errno != ECHILD)) return false;
  gone_ = true;
  if (ended_.empty()) ended_ = found > 0 ? text_of(status) : "an unknown cause";
  return true;
}

void WorkerProcess::wait_for_end(std::chrono::seconds longest) {
  const auto until = std::chrono::steady_clock::now() + longest;
  while (!has_ended() && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

void WorkerProcess::kill() {
  if (gone_) return;
  ::kill(process_, SIGKILL);
  wait_for_end(time_to_die);
}

void WorkerProcess::end(std::string why) {
  if (!gone_) ended_ = std::move(why);
  kill();
}

void WorkerProcess::send(const std::string& message) {
  if (channel_->send(message)) return;
  wait_for_end(time_to_end);
  end("it closed its connection");
}

std::optional<std::string> WorkerProcess::receive(const std::function<std::string()>& tick) {
  while (true) {
    // What has been sent is read first: a worker may answer and then end.
    if (channel_->readable(tick_milliseconds)) {
      try {
        if (auto message = channel_->receive()) return message;
        wait_for_end(time_to_end);
        end("it closed its connection");
      } catch (const Failed& error) {
        end(error.what());
      }
      return std::nullopt;
    }
    // A process that the variant has started may keep the channel open.
    if (has_ended() && !channel_->readable(0)) return std::nullopt;
    if (std::string why = tick(); !why.empty()) {
      end(std::move(why));
      return std::nullopt;
    }
  }
}

bool is_worker() {
  const char* parent = std::getenv(variable);
  if (parent == nullptr || std::strtol(parent, nullptr, 10) == ::getppid()) return parent != nullptr;
  // One whose parent was killed while it started must not become a run of its own.
  pollfd channel{channel_descriptor, 0, 0};
  if (::poll(&channel, 1, 0) == 1 && (channel.revents & POLLHUP) != 0) ::_exit(1);
  return false;
}

Channel worker_channel() {
  ::unsetenv(variable);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // daemons that a variant starts remain its children
  std::signal(SIGTTOU, SIG_IGN);       // its group is none that the terminal lets write under `stty tostop`
  // Programs that a variant starts ignore what is ignored here: a compiler must survive a Ctrl-C, too, but
  // whoever starts a program may want to end it by SIGTERM.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGTERM, [](int) {});
  const sigset_t blocked = group_signals();
  ::pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
  void* memory = ::mmap(nullptr, sizeof(Heartbeat), PROT_READ | PROT_WRITE, MAP_SHARED, heartbeat_descriptor, 0);
  if (memory != MAP_FAILED) use_heartbeat(*static_cast<Heartbeat*>(memory));
  ::close(heartbeat_descriptor);
  ::fcntl(channel_descriptor, F_SETFD, FD_CLOEXEC);
  return Channel(channel_descriptor);
}

}  // namespace rungs
