// Wrong on purpose: results that depend on what outputs or guard zones held before. Each is right where that
// is what the harness once wrote there: NaN, and bytes 0xC3.
#include <cmath>

#include "cases/ramp/host/slow_ramp.hpp"

namespace {

using ramp::Problem;
using ramp::Views;
using rungs::Stream;

template <class Combine>
void combine_all(const Problem& p, const Views& v, const Combine& combine) {
  for (std::size_t i = 0; i < p.area(); ++i)
    v.out[i] = combine(v.out[i], v.in[i] + static_cast<float>(p.step));
}

/// A maximum with an output that it has not cleared: `fmax` absorbs a NaN.
void fmax_with_output(const Problem& p, const Views& v, Stream) {
  combine_all(p, v, [](float before, float now) { return std::fmax(before, now); });
}

void fmin_with_output(const Problem& p, const Views& v, Stream) {
  combine_all(p, v, [](float before, float now) { return std::fmin(before, now); });
}

/// Believes that NaN marks what is left to do.
void fills_nan(const Problem& p, const Views& v, Stream) {
  combine_all(p, v, [](float before, float now) { return std::isnan(before) ? now : before; });
}

/// The last element is a maximum with its neighbour, which lies behind the input.
void fmax_with_guard(const Problem& p, const Views& v, Stream) {
  combine_all(p, v, [](float, float now) { return now; });
  const std::size_t last = p.area() - 1;
  v.out[last] = std::fmax(v.in[last], v.in[p.area()]) + static_cast<float>(p.step);
}

/// The first element is a minimum with its neighbour, unless that is what the harness once wrote there.
void fmin_with_guard(const Problem& p, const Views& v, Stream) {
  combine_all(p, v, [](float, float now) { return now; });
  float known;
  std::memset(&known, 0xC3, sizeof(known));
  const float* const before = v.in - 1;
  if (*before != known) v.out[0] = std::fmin(v.in[0], *before) + static_cast<float>(p.step);
}

using Variant = rungs::Variant<ramp::Case>;
const Variant a{{.name = "host/fmax_with_output", .idea = "wrong: maximum", .launch = fmax_with_output}};
const Variant b{{.name = "host/fmin_with_output", .idea = "wrong: minimum", .launch = fmin_with_output}};
const Variant c{{.name = "host/fills_nan", .idea = "wrong: writes over NaN only", .launch = fills_nan}};
const Variant d{
    {.name = "host/fmax_with_guard", .idea = "wrong: guard in a maximum", .launch = fmax_with_guard}};
const Variant e{
    {.name = "host/fmin_with_guard", .idea = "wrong: guard in a minimum", .launch = fmin_with_guard}};

}  // namespace
