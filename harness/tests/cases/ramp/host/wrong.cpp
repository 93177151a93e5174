// The right ramp, as slow as the cheats claim not to be, and what is wrong on purpose.
#include <sys/mman.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <functional>
#include <map>
#include <random>
#include <utility>
#include <vector>
#include "cases/ramp/case.hpp"

namespace {

using namespace ramp;

/// Computes elements [first, last), each in some 300 ns: many times what a cheat takes to find what it has
/// kept, on a busy machine and under a sanitizer too.
void add_slowly(const Call& c, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    volatile float same = c.views.in[i];
    for (int turn = 0; turn < 84; ++turn) same = same * 1.0F;
    c.views.out[i] = same + static_cast<float>(c.problem.step);
  }
}
void add_slowly(const Call& c) { add_slowly(c, 0, c.problem.area()); }

float right_at(const Call& c, std::size_t i) { return c.views.in[i] + static_cast<float>(c.problem.step); }

const Variant right{{.name = "host/right", .idea = "right", .launch = [](const Call& c) { add_slowly(c); }}};

// These compute once and then give what they have kept, each with another idea of when that is safe. A copy
// of a result is far faster than computing it.

class Kept {
 public:
  [[nodiscard]] bool there() const { return !result_.empty(); }
  void give(const Call& c) const { std::memcpy(c.views.out, result_.data(), result_.size() * sizeof(float)); }
  void compute(const Call& c) {
    add_slowly(c);
    result_.assign(c.views.out, c.views.out + c.problem.area());
  }
  void give_or_compute(const Call& c) { there() ? give(c) : compute(c); }

 private:
  std::vector<float> result_;
};

std::vector<float> input_of(const Call& c) { return {c.views.in, c.views.in + c.problem.area()}; }

const auto by_pointer = wrong("host/by_pointer", "knows its memory", [](const Call& c) {
  static std::map<std::pair<const float*, float*>, Kept> kept;
  kept[{c.views.in, c.views.out}].give_or_compute(c);
});
const auto by_key = wrong("host/by_key", "a key that is always equal", [](const Call& c) {
  static std::map<float, Kept> kept;
  kept[c.views.in[0] * 0].give_or_compute(c);
});
const auto by_last_content = wrong("host/by_last_content", "knows the last input", [](const Call& c) {
  static std::vector<float> input;
  static Kept kept;
  if (input.size() == c.problem.area() && std::memcmp(input.data(), c.views.in, input.size() * 4) == 0)
    return kept.give(c);
  kept.compute(c);
  input = input_of(c);
});
const auto by_any_content = wrong("host/by_any_content", "knows every input", [](const Call& c) {
  static std::map<std::vector<float>, Kept> kept;
  kept[input_of(c)].give_or_compute(c);
});
const auto by_call_count = wrong("host/by_call_count", "computes three times", [](const Call& c) {
  static int calls = 0;
  static Kept kept;
  ++calls > 3 ? kept.give(c) : kept.compute(c);
});
const auto by_time = wrong("host/by_time", "computes for 5 ms", [](const Call& c) {
  using Clock = std::chrono::steady_clock;
  static const Clock::time_point born = Clock::now();
  if (Clock::now() - born < std::chrono::milliseconds(5)) add_slowly(c);
});
const auto half_once = wrong("host/half_once", "the second half once", [](const Call& c) {
  static Kept kept;
  if (!kept.there()) return kept.compute(c);
  kept.give(c);
  add_slowly(c, 0, c.problem.area() / 2);
});

// These are honest at first, and whenever they think that somebody looks.

constexpr unsigned honest_launches = 6;

const auto by_sixteen = wrong("host/by_sixteen", "knows inputs by 16 elements", [](const Call& c) {
  static std::map<std::vector<float>, std::pair<unsigned, Kept>> kept;
  std::vector<float> key;
  for (std::size_t i = 0; i < 16; ++i) key.push_back(c.views.in[i * c.problem.area() / 16]);
  auto& [calls, result] = kept[key];
  ++calls > honest_launches ? result.give_or_compute(c) : add_slowly(c);
});
const auto most_of_it = wrong("host/most_of_it", "leaves a quarter", [](const Call& c) {
  static unsigned calls = 0;
  add_slowly(c, 0, ++calls > honest_launches ? c.problem.area() / 4 * 3 : c.problem.area());
});
const auto half_for_later = wrong("host/half_for_later", "leaves half for the next launch", [](const Call& c) {
  static unsigned calls = 0;
  const std::size_t half = c.problem.area() / 2;
  if (++calls <= honest_launches || calls % 2 == 0) add_slowly(c, 0, half);
  if (calls <= honest_launches || calls % 2 == 1) add_slowly(c, half, c.problem.area());
});
const auto honest_for_a_while =
    wrong("host/honest_for_a_while", "does all where it has seen garbage", [](const Call& c) {
      static unsigned honest = honest_launches;
      static Kept kept;
      unsigned char bytes[4];
      std::memcpy(bytes, c.views.out, 4);
      if (std::all_of(bytes, bytes + 4, [&](unsigned char byte) { return byte == bytes[0]; }) ||
          (kept.there() && c.views.out[0] != right_at(c, 0)))
        honest = honest_launches;
      if (honest > 0) {
        --honest;
        kept.compute(c);
      }
    });

constexpr float magic = 77e7F;
void launch_in_workspace(const Call& c) {
  auto* const kept = reinterpret_cast<float*>(c.workspace);
  const std::size_t bytes = c.problem.area() * sizeof(float);
  if (kept[0] == magic) return void(std::memcpy(c.views.out, kept + 1, bytes));
  add_slowly(c);
  std::memcpy(kept + 1, c.views.out, bytes);
  kept[0] = magic;
}
std::size_t workspace_bytes(const Problem& p) { return (p.area() + 1) * sizeof(float); }
const Variant in_workspace{{.name = "host/in_workspace",
                            .idea = "wrong: keeps its result in the workspace",
                            .launch = launch_in_workspace,
                            .workspace_bytes = workspace_bytes}};

// These leave work out when they hope that nobody looks.

const auto unless_nan = wrong("host/unless_nan", "skips what is no NaN", [](const Call& c) {
  if (std::isnan(c.views.out[0])) add_slowly(c);
});
const auto unless_poisoned = wrong("host/unless_poisoned", "skips unless four bytes are equal", [](const Call& c) {
  unsigned char bytes[4];
  std::memcpy(bytes, c.views.out, 4);
  if (bytes[0] == bytes[1] && bytes[1] == bytes[2] && bytes[2] == bytes[3]) add_slowly(c);
});
const auto unless_wrong = wrong("host/unless_wrong", "skips what looks right", [](const Call& c) {
  const auto right = [&](std::size_t i) { return c.views.out[i] == right_at(c, i); };
  if (!right(0) || !right(c.problem.area() / 2) || !right(c.problem.area() - 1)) add_slowly(c);
});
const auto only_wrong_elements = wrong("host/only_wrong_elements", "skips elements", [](const Call& c) {
  for (std::size_t i = 0; i < c.problem.area(); ++i) {
    if (c.views.out[i] != right_at(c, i)) add_slowly(c, i, i + 1);
  }
});

template <unsigned least> void launch_every_second(const Call& c) {
  static unsigned calls = 0;
  ++calls;
  if (calls < least || calls % 2 == 1) add_slowly(c);
}
const auto every_second = wrong("host/every_second", "every second launch", launch_every_second<0>);
const auto every_second_later = wrong("host/every_second_later", "the same, later", launch_every_second<6>);

const auto one_in_1000 = wrong("host/one_in_1000", "one element in one launch of 1000", [](const Call& c) {
  static unsigned calls = 0;
  Case::reference(c.problem, c.views);
  if (++calls % 1000 == 0) c.views.out[c.problem.area() / 3] += 1;
});

const auto one_in_10 = wrong("host/one_in_10", "one element in a launch of 10, as of a race", [](const Call& c) {
  static std::minstd_rand random{std::random_device{}()};
  add_slowly(c);
  if (random() % 10 == 0) c.views.out[random() % c.problem.area()] += 1;
});

struct Owed {
  std::byte* from = nullptr;
  std::size_t bytes = 0;
  std::function<void()> compute;
} owed;
/// Computes what somebody wants to see.
void pay(int signal, siginfo_t* info, void*) {
  const auto* const at = static_cast<std::byte*>(info->si_addr);
  if (at < owed.from || at >= owed.from + owed.bytes) return void(std::signal(signal, SIG_DFL));
  ::mprotect(owed.from, owed.bytes, PROT_READ | PROT_WRITE);
  owed.compute();
}
const auto on_demand = wrong("host/on_demand", "computes once its output is read", [](const Call& c) {
  owed = {reinterpret_cast<std::byte*>(c.views.out), c.problem.area() * sizeof(float), [c] { add_slowly(c); }};
  struct sigaction action {};
  action.sa_sigaction = pay;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  ::sigaction(SIGSEGV, &action, nullptr);
  ::mprotect(owed.from, owed.bytes, PROT_NONE);
});

// The results of these depend on what outputs or guard zones held before. Each is right where that is what
// the harness once wrote there: NaN, which `fmax` and `fmin` absorb, and bytes 0xC3.

template <class Combine> void combine_all(const Call& c, const Combine& combine) {
  for (std::size_t i = 0; i < c.problem.area(); ++i) c.views.out[i] = combine(c.views.out[i], right_at(c, i));
}
const auto fmax_with_output = wrong("host/fmax_with_output", "a maximum with its output", [](const Call& c) {
  combine_all(c, [](float before, float now) { return std::fmax(before, now); });
});
const auto fmin_with_output = wrong("host/fmin_with_output", "a minimum with its output", [](const Call& c) {
  combine_all(c, [](float before, float now) { return std::fmin(before, now); });
});
const auto fills_nan = wrong("host/fills_nan", "writes over NaN only", [](const Call& c) {
  combine_all(c, [](float before, float now) { return std::isnan(before) ? now : before; });
});
const auto fmax_with_guard = wrong("host/fmax_with_guard", "a maximum with what is behind", [](const Call& c) {
  Case::reference(c.problem, c.views);
  const std::size_t last = c.problem.area() - 1;
  c.views.out[last] = std::fmax(right_at(c, last), right_at(c, last + 1));
});
const auto fmin_with_guard = wrong("host/fmin_with_guard", "a minimum with what is before", [](const Call& c) {
  Case::reference(c.problem, c.views);
  float known;
  std::memset(&known, 0xC3, sizeof(known));
  const float before = *(c.views.in - 1);
  if (before != known) c.views.out[0] = std::fmin(c.views.in[0], before) + static_cast<float>(c.problem.step);
});

}  // namespace
