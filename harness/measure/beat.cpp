#include "harness/measure/beat.hpp"

namespace rungs {
namespace {

Beat own;
Beat* used = &own;

}  // namespace

Beat& beat() { return *used; }

void use_beat(Beat& shared) { used = &shared; }

}  // namespace rungs
