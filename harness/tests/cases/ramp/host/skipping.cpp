// Wrong on purpose: variants that leave work out when they hope that nobody looks.
#include <cmath>

#include "cases/ramp/host/slow_ramp.hpp"

namespace {

using ramp::Problem;
using ramp::Views;
using rungs::Stream;

/// The simplest of all: nothing to do where no output is a NaN.
void unless_nan(const Problem& p, const Views& v, Stream) {
  if (std::isnan(v.out[0])) ramp::add_slowly(p, v);
}

/// Nothing to do where all bytes of the first element differ: no poison has those.
void unless_poisoned(const Problem& p, const Views& v, Stream) {
  unsigned char bytes[4];
  std::memcpy(bytes, v.out, 4);
  if (bytes[0] == bytes[1] && bytes[1] == bytes[2] && bytes[2] == bytes[3]) ramp::add_slowly(p, v);
}

/// Nothing to do where three elements are right.
void unless_wrong(const Problem& p, const Views& v, Stream) {
  const auto right = [&](std::size_t i) { return v.out[i] == v.in[i] + static_cast<float>(p.step); };
  if (right(0) && right(p.area() / 2) && right(p.area() - 1)) return;
  ramp::add_slowly(p, v);
}

/// Computes only the elements that hold garbage or are wrong.
void only_wrong_elements(const Problem& p, const Views& v, Stream) {
  for (std::size_t i = 0; i < p.area(); ++i) {
    if (v.out[i] != v.in[i] + static_cast<float>(p.step)) ramp::add_slowly(p, v, i, i + 1);
  }
}

template <unsigned least>
void every_second(const Problem& p, const Views& v, Stream) {
  static unsigned calls = 0;
  if (++calls < least || calls % 2 == 1) ramp::add_slowly(p, v);
}

/// One element is wrong in one launch of a thousand.
void one_in_1000(const Problem& p, const Views& v, Stream) {
  static unsigned calls = 0;
  for (std::size_t i = 0; i < p.area(); ++i) v.out[i] = v.in[i] + static_cast<float>(p.step);
  if (++calls % 1000 == 0) v.out[p.area() / 3] += 1;
}

using Variant = rungs::Variant<ramp::Case>;
const Variant a{{.name = "host/unless_nan", .idea = "wrong: skips what is no NaN", .launch = unless_nan}};
const Variant b{
    {.name = "host/unless_poisoned", .idea = "wrong: skips unless poisoned", .launch = unless_poisoned}};
const Variant c{
    {.name = "host/unless_wrong", .idea = "wrong: skips what looks right", .launch = unless_wrong}};
const Variant d{
    {.name = "host/only_wrong_elements", .idea = "wrong: skips elements", .launch = only_wrong_elements}};
const Variant e{
    {.name = "host/every_second", .idea = "wrong: every second launch", .launch = every_second<0>}};
const Variant f{
    {.name = "host/every_second_later", .idea = "wrong: the same, later", .launch = every_second<6>}};
const Variant g{{.name = "host/one_in_1000", .idea = "wrong: rarely", .launch = one_in_1000}};

}  // namespace
