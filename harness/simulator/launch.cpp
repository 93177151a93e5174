#include <fmt/format.h>
#include <algorithm>
#include <cstring>
#include <mutex>
#include <numeric>
#include <rungs/core/errors.hpp>
#include <rungs/random.hpp>
#include <rungs/simulator/launch.hpp>
#include <thread>
#include "harness/simulator/block_runner.hpp"

namespace rungs::simulator {
namespace {

void check_limit(const char* name, std::uint64_t value, std::uint64_t limit) {
  if (value > limit) throw Unsupported(fmt::format("{} {} is over the limit of {}", name, value, limit));
}

void check_extent(const char* name, unsigned value, std::uint64_t limit) {
  if (value == 0) throw Failed(fmt::format("{} is 0, but must be 1 to {}", name, limit));
  check_limit(name, value, limit);
}

/// No GPU has larger blocks, so it is a mistake.
void check_threads(const char* name, std::uint64_t value, std::uint64_t limit) {
  if (value < 1 || value > limit) throw Failed(fmt::format("{} {}; expected 1 to {}", name, value, limit));
}

// The limits of compute capability 9.0.
void check_limits(const GridShape& shape) {
  check_extent("grid.x", shape.blocks.x, 0x7FFFFFFF);
  check_extent("grid.y", shape.blocks.y, 65535);
  check_extent("grid.z", shape.blocks.z, 65535);
  check_threads("block.x", shape.threads.x, 1024);
  check_threads("block.y", shape.threads.y, 1024);
  check_threads("block.z", shape.threads.z, 64);
  const std::uint64_t threads = std::uint64_t{shape.threads.x} * shape.threads.y * shape.threads.z;
  check_threads("threads a block:", threads, 1024);
  check_limit("bytes of dynamic shared memory:", shape.shared_bytes, most_dynamic_bytes);
  const Declared& declared = declared_by(shape.kernel);
  if (declared.most_threads != 0 && threads > declared.most_threads) {
    throw Failed(
        fmt::format("{} threads a block: the kernel's __launch_bounds__ allows {}", threads, declared.most_threads));
  }
  const std::size_t fixed = declared.bytes;
  check_limit("bytes of static shared memory:", fixed, 48 * 1024);
  check_limit("bytes of shared memory, static and dynamic:", fixed + shape.shared_bytes, most_dynamic_bytes);
}

/// Blocks, and threads of all blocks, that run at once if they wait for each other: fewer than an H100's,
/// since the system limits how many stacks there may be.
constexpr std::uint64_t most_blocks = 256;
constexpr std::uint64_t most_threads = 24 * 1024;

/// A bijection of [0, blocks): n -> the n-th block to start.
class BlockOrder {
 public:
  BlockOrder(const Settings& settings, std::uint64_t blocks) : order_(settings.order), blocks_(blocks) {
    if (order_ != Order::random) return;
    offset_ = random_bits(settings.seed, 0) % blocks;
    step_ = random_bits(settings.seed, 1) % blocks;
    while (std::gcd(step_, blocks) != 1) step_ = (step_ + 1) % blocks;
  }
  [[nodiscard]] std::uint64_t block(std::uint64_t n) const {
    if (order_ == Order::forward) return n;
    if (order_ == Order::reverse) return blocks_ - 1 - n;
    __extension__ using Wide = unsigned __int128;  // a grid may have 2^63 blocks
    return static_cast<std::uint64_t>((Wide{n} * step_ + offset_) % blocks_);
  }

 private:
  Order order_;
  std::uint64_t blocks_;
  std::uint64_t step_ = 1;  ///< coprime to blocks_, so that n * step_ + offset_ visits all of them
  std::uint64_t offset_ = 0;
};

// Each free OS thread takes the next block; the first error stops all of them.
class GridRunner {
 public:
  GridRunner(const GridShape& shape, ThreadBody body, const Settings& settings)
      : shape_(shape),
        body_(body),
        settings_(settings),
        blocks_(std::uint64_t{shape.blocks.x} * shape.blocks.y * shape.blocks.z),
        order_(settings, blocks_),
        most_helpers_(
            std::min(most_blocks, most_threads / (std::uint64_t{shape.threads.x} * shape.threads.y * shape.threads.z))),
        progress_(settings.patience_s, [this] { start_another(); }) {}

  void run() {
    static const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const bool one_by_one = races::checked && settings_.races;
    // Little work ends before another OS thread has begun.
    const std::uint64_t useful =
        std::min<std::uint64_t>(cores, 1 + blocks_ * shape_.threads.x * shape_.threads.y * shape_.threads.z / 4096);
    const std::uint64_t wanted = one_by_one ? 1 : settings_.os_threads == 0 ? useful : settings_.os_threads;
    const SignalHandlers handlers;
    for (std::uint64_t i = 1; i < std::min(wanted, blocks_); ++i) helpers_.emplace_back([this] { work(); });
    work();
    while (auto helper = last_helper()) helper->join();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::optional<std::jthread> last_helper() {
    const std::lock_guard lock(mutex_);
    if (helpers_.empty()) return std::nullopt;
    std::jthread last = std::move(helpers_.back());
    helpers_.pop_back();
    return last;
  }

  /// For blocks that have not started, since those that have wait for them.
  void start_another() {
    if (races::checked && settings_.races) return;
    const std::lock_guard lock(mutex_);
    if (started_ < blocks_ && helpers_.size() < most_helpers_) helpers_.emplace_back([this] { work(); });
  }

  void work() {
    try {
      BlockRunner runner(shape_, body_, settings_, progress_);
      while (!progress_.stop) {
        const std::uint64_t n = started_.fetch_add(1);
        if (n >= blocks_) break;
        runner.run(order_.block(n));
      }
    } catch (const Stopped&) {  // there is an error, or will be
    } catch (...) {
      progress_.stop = true;
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
  }

  const GridShape shape_;
  const ThreadBody body_;
  const Settings settings_;
  const std::uint64_t blocks_;
  const BlockOrder order_;
  std::atomic<std::uint64_t> started_ = 0;
  const std::uint64_t most_helpers_;
  Progress progress_;
  std::mutex mutex_;
  std::vector<std::jthread> helpers_;
  std::exception_ptr error_;
};

}  // namespace

void run_grid(subset::dim3 blocks, subset::dim3 threads, std::size_t shared_bytes, Stream stream,
              void (*call)(const void* closure), const void* closure, const void* kernel) {
  if (BlockRunner::inside_kernel()) throw Failed("a launch from inside a kernel: the simulator does not do these");
  check_stream(stream, "a launch");
  const GridShape shape{blocks, threads, shared_bytes, reinterpret_cast<std::uintptr_t>(kernel)};
  check_limits(shape);
  const Settings settings = current_settings();
  races::begin_grid(blocks, threads, kernel, settings.lets_pass);
  const DeviceWork access;
  GridRunner(shape, {call, closure}, settings).run();
  races::throw_found(true);
}

void copy_on_stream(void* to, const void* from, std::size_t bytes, Stream stream, const char* what) {
  check_stream(stream, what);
  const DeviceWork access;
  if (bytes > 0) std::memmove(to, from, bytes);
  races::note_host_write(to, bytes);
}

void fill_on_stream(void* to, unsigned char value, std::size_t bytes, Stream stream) {
  check_stream(stream, "a fill");
  const DeviceWork access;
  if (bytes > 0) std::memset(to, value, bytes);
  races::note_host_write(to, bytes);
}

}  // namespace rungs::simulator
