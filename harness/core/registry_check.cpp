// What is wrong with the cases and variants of a program, told before anything runs.
#include <algorithm>
#include <rungs/core/errors.hpp>
#include <set>
#include <utility>
#include "harness/core/selection.hpp"

namespace rungs {
namespace {

/// Throws BadUsage if a case describes itself wrongly.
void check_case(const AnyCase& one) {
  const auto expect = [&one](bool right, const std::string& what) {
    if (!right) throw BadUsage("case " + one.name() + ": " + what);
  };
  const auto sides = one.dimensions();
  for (const auto& parameter : one.parameters()) {
    expect(std::ranges::find(sides, parameter.name) == sides.end(),
           "parameter '" + parameter.name + "' has the name of a side; expected a name of its own");
  }
  for (const auto& [what, size] :
       {std::pair{"default_size", one.default_size()}, std::pair{"simulator_size", one.simulator_size()},
        std::pair{"profile_size", one.profile_size()}}) {
    try {
      static_cast<void>(one.problem(size, {}));
    } catch (const BadUsage& error) {
      throw BadUsage("case " + one.name() + ": its " + what + ": " + error.what());
    }
  }
  const auto buffers = one.problem(one.default_size(), {})->buffers();
  expect(std::ranges::any_of(buffers, [](const BufferInfo& buffer) { return buffer.role == Role::output; }),
         "has no output; expected rungs::output(...) among its buffers");
  expect(!one.edge_cases().empty(), "has no edge cases; expected one or more in edge_cases()");
}

/// Throws BadUsage for a technique, step or reason that the variant cannot have.
void check_step(const RegisteredVariant& variant, const RegisteredVariant* before) {
  const VariantInfo& info = variant.info;
  const auto refuse = [&](const std::string& why) { throw BadUsage(variant.source + ": " + why); };
  std::set<std::string> once;
  for (const std::string& id : info.technique) {
    const bool is_id =
        !id.empty() && id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
    if (!is_id || !once.insert(id).second)
      refuse("technique '" + id + "'; expected a-z, 0-9 and -, each technique once");
  }
  if (!info.technique.empty() && !info.no_technique.empty())
    refuse("has a technique, and no_technique; expected one of them");
  if (info.technique.empty() && info.no_technique.empty() && info.step == Step::gain) return;
  if (info.improves.empty()) refuse("has a technique, step or no_technique, but improves no variant");
  if (before != nullptr && before->on.contains(Backend::host) != variant.on.contains(Backend::host))
    refuse("has a technique, step or no_technique, but from host to GPU is no step");
}

}  // namespace

void Registry::check() const {
  for (const auto& [name, one] : cases_) check_case(*one);
  std::set<std::string> sources;
  std::vector<std::string> names;
  for (const auto& [name, variant] : variants_) {
    sources.insert(variant.source);
    names.push_back(name);
  }
  for (const std::string& file : expected_) {
    if (sources.contains(file)) continue;
    throw BadUsage(file +
                   ": is compiled, but registers no variant; expected const rungs::Variant<Case> with a "
                   "name of its own at its end");
  }
  for (const auto& [name, variant] : variants_) {
    check_step(variant, previous(variant));
    if (variant.info.improves.empty() || previous(variant) != nullptr) continue;
    auto nearest = nearest_names(variant.owner->name() + "/" + variant.info.improves, names);
    if (find(variant.info.improves) != nullptr) nearest = {variant.info.improves};
    throw BadUsage(variant.source + ": improves '" + variant.info.improves + "', which is not a variant of case " +
                   variant.owner->name() +
                   (nearest.empty() ? "" : "; nearest is " + nearest.front().substr(nearest.front().find('/') + 1)));
  }
  for (const auto& [name, variant] : variants_) {
    std::size_t steps = 0;
    for (const auto* at = previous(variant); at != nullptr; at = previous(*at)) {
      if (++steps > variants_.size()) throw BadUsage(variant.source + ": the variants that it improves form a circle");
    }
  }
}

}  // namespace rungs
