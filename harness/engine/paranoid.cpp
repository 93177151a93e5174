#include "harness/engine/paranoid.hpp"

#include <fmt/format.h>

#include <array>
#include <random>

namespace rungs {

Verdict paranoid_verdict(BoundVariant& bound, std::size_t passes) {
  constexpr std::array sets{Inputs::asked, Inputs::other, Inputs::third, Inputs::fourth};
  std::mt19937 random{std::random_device{}()};
  const auto one_in = [&](unsigned count) { return random() % count == 0; };
  unsigned launches = 0;
  const auto launch = [&] { bound.launch_once(launches++ % passes); };
  for (unsigned checked = 0; checked < paranoid_launches; ++checked) {
    if (one_in(8)) bound.load(sets.at(random() % sets.size()));
    if (one_in(8)) bound.set_guards(random() % garbage().guards.size());
    for (unsigned more = one_in(4) ? 1 + random() % 3 : 0; more > 0; --more) launch();
    if (!one_in(3)) bound.poison(one_in(2) ? Poison::own : Poison::drawn);
    launch();
    if (Verdict verdict = bound.verify(fmt::format("in launch {}", launches)); !verdict.correct)
      return verdict;
  }
  bound.load(Inputs::asked);
  return {};
}

}  // namespace rungs
