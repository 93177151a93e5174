// Wrong on purpose: variants that compute once and then give what they have kept, each with another idea of
// when that is safe.
#include <chrono>
#include <map>
#include <utility>

#include "cases/ramp/host/slow_ramp.hpp"

namespace {

using ramp::Kept;
using ramp::Problem;
using ramp::Views;
using rungs::Stream;

/// Gives the kept result, or computes and keeps it.
void give_or_compute(Kept& kept, const Problem& p, const Views& v) {
  if (kept.there()) return kept.give(v);
  ramp::add_slowly(p, v);
  kept.keep(p, v);
}

void by_pointer(const Problem& p, const Views& v, Stream) {
  static std::map<std::pair<const float*, float*>, Kept> kept;
  give_or_compute(kept[{v.in, v.out}], p, v);
}

void by_first_element(const Problem& p, const Views& v, Stream) {
  static std::map<float, Kept> kept;
  give_or_compute(kept[v.in[0] * 0], p, v);
}

/// Keeps the last result, with all of its input.
void by_last_content(const Problem& p, const Views& v, Stream) {
  static std::vector<float> input;
  static Kept kept;
  const bool known = input.size() == p.area() && std::memcmp(input.data(), v.in, p.area() * 4) == 0;
  if (known) return kept.give(v);
  ramp::add_slowly(p, v);
  input.assign(v.in, v.in + p.area());
  kept.keep(p, v);
}

/// Never forgets an input.
void by_any_content(const Problem& p, const Views& v, Stream) {
  static std::map<std::vector<float>, Kept> kept;
  give_or_compute(kept[std::vector<float>(v.in, v.in + p.area())], p, v);
}

void by_call_count(const Problem& p, const Views& v, Stream) {
  static int calls = 0;
  static Kept kept;
  if (++calls > 3) return kept.give(v);
  ramp::add_slowly(p, v);
  kept.keep(p, v);
}

/// Computes during the first 5 ms of its life.
void by_time(const Problem& p, const Views& v, Stream) {
  using Clock = std::chrono::steady_clock;
  static const Clock::time_point born = Clock::now();
  if (Clock::now() - born < std::chrono::milliseconds(5)) ramp::add_slowly(p, v);
}

/// Computes only the first half once the second is there.
void second_half_once(const Problem& p, const Views& v, Stream) {
  static Kept kept;
  const std::size_t half = p.area() / 2;
  if (kept.there()) kept.give(v);
  ramp::add_slowly(p, v, 0, kept.there() ? half : p.area());
  if (!kept.there()) kept.keep(p, v);
}

constexpr float magic = 77e7F;

void in_workspace(const rungs::Call<ramp::Case>& call) {
  const Problem& p = call.problem;
  const Views& v = call.views;
  auto* const kept = reinterpret_cast<float*>(call.workspace);
  if (kept[0] == magic) return void(std::memcpy(v.out, kept + 1, p.area() * sizeof(float)));
  ramp::add_slowly(p, v);
  std::memcpy(kept + 1, v.out, p.area() * sizeof(float));
  kept[0] = magic;
}

std::size_t workspace_bytes(const Problem& p) { return (p.area() + 1) * sizeof(float); }

using Variant = rungs::Variant<ramp::Case>;
const Variant a{{.name = "host/by_pointer", .idea = "wrong: knows its memory", .launch = by_pointer}};
const Variant b{
    {.name = "host/by_key", .idea = "wrong: a key that is always equal", .launch = by_first_element}};
const Variant c{
    {.name = "host/by_last_content", .idea = "wrong: knows the last input", .launch = by_last_content}};
const Variant d{
    {.name = "host/by_any_content", .idea = "wrong: knows every input", .launch = by_any_content}};
const Variant e{
    {.name = "host/by_call_count", .idea = "wrong: computes three times", .launch = by_call_count}};
const Variant f{{.name = "host/by_time", .idea = "wrong: computes for 5 ms", .launch = by_time}};
const Variant g{{.name = "host/half_once", .idea = "wrong: half of it once", .launch = second_half_once}};
const Variant h{{.name = "host/in_workspace",
                 .idea = "wrong: keeps its result in the workspace",
                 .launch = in_workspace,
                 .workspace_bytes = workspace_bytes}};

}  // namespace
