// Variants out of a shared library, beside those that the program is linked with.
#pragma once

namespace rungs {

/// Follows the names of loaded variants, which so may be those of the program's: "gpu/modulo@try".
constexpr const char* loaded_ending = "@try";

/// Loads the library that the environment's RUNGS_LOAD names; its variants register as it is loaded. Workers,
/// which inherit the environment, load the same. Ends the program where it cannot be loaded.
void load_variants();

}  // namespace rungs
