// How variants are registered that are wrong on purpose.
#pragma once

#include <rungs/variant.hpp>
#include "cases/ramp/case.hpp"

namespace ramp {
namespace {

using Call = rungs::Call<Case>;
using Variant = rungs::Variant<Case>;

[[maybe_unused]] Variant wrong(const char* name, const char* idea, rungs::LaunchOf<Case> launch,
                               const char* file = __builtin_FILE()) {
  return Variant({.name = name, .idea = std::string("wrong: ") + idea, .launch = std::move(launch)}, file);
}

}  // namespace
}  // namespace ramp
