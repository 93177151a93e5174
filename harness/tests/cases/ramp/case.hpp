// The smallest case there can be, for testing the harness itself: every output is its input plus one.
#pragma once

#include <algorithm>
#include <rungs/case.hpp>
#include <rungs/variant.hpp>
#include <string>
#include <utility>

namespace ramp {

struct Problem : rungs::Size {
  unsigned step = 1;
};
struct Views {
  const float* in;
  float* out;
};

struct Case {
  using Problem = ramp::Problem;
  using Views = ramp::Views;
  static constexpr std::string_view name = "ramp";
  static constexpr std::string_view title = "add a step to every element";
  static constexpr rungs::Size default_size{64, 64};
  static constexpr rungs::Size simulator_size{32, 32};
  static constexpr rungs::Size profile_size{16, 16};

  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {rungs::integer("step", &Problem::step, 1, 9, {1, 2, 3}, "what is added")};
  }
  static std::vector<Problem> edge_cases() { return {{{1, 1}, 1}, {{33, 7}, 2}}; }
  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("in", &Views::in, p.area(),
                         [](std::span<float> data, std::uint64_t seed) {
                           for (std::size_t i = 0; i < data.size(); ++i)
                             data[i] = static_cast<float>((i + seed) % 1000);
                         }),
            rungs::output("out", &Views::out, p.area())};
  }
  static rungs::Work work(const Problem& p) { return {4 * p.area(), 4 * p.area(), p.area()}; }
  static void reference(const Problem& p, const Views& v) {
    std::transform(v.in, v.in + p.area(), v.out, [&](float value) { return value + static_cast<float>(p.step); });
  }
  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    return rungs::compare_plane<float>({expected.out, p.area()}, {actual.out, p.area()}, p.width);
  }
};

// How variants are registered that are wrong on purpose.
namespace {

using Call = rungs::Call<Case>;
using Variant = rungs::Variant<Case>;

[[maybe_unused]] Variant wrong(const char* name, const char* idea, rungs::LaunchOf<Case> launch,
                               const char* file = __builtin_FILE()) {
  return Variant({.name = name, .idea = std::string("wrong: ") + idea, .launch = std::move(launch)}, file);
}

}  // namespace
}  // namespace ramp
