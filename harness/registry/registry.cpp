#include "harness/registry/registry.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace rungs {
namespace {

/// "cases/stitch/gpu/modulo.cu" of whatever path the compiler was given.
std::string below_project(const std::string& file) {
  const auto at = file.rfind("/cases/");
  return at == std::string::npos ? file : file.substr(at + 1);
}

/// Registration runs before main(), where nobody could catch an exception.
[[noreturn]] void stop(const std::string& why) {
  std::fprintf(stderr, "rungs: %s\n", why.c_str());
  std::exit(2);
}

int place(const std::string& name) {
  if (name.starts_with("host/")) return 0;
  if (name.starts_with("gpu/")) return 1;
  return name.starts_with("peer/") ? 2 : 3;
}

}  // namespace

std::string RegisteredVariant::source() const { return below_project(on.begin()->second.file); }

Registry& Registry::global() {
  static Registry registry;
  return registry;
}

void Registry::add(const AnyCase& owner, VariantInfo info, Implementation implementation) {
  const std::string full_name = owner.name() + "/" + info.name;
  const std::string file = below_project(implementation.file);
  if (place(info.name) == 3)
    stop(file + ": the name '" + info.name + "' must begin with host/, gpu/ or peer/");
  if (info.launch_functions != 1) stop(file + ": " + full_name + " must give exactly one launch function");
  if (file.starts_with("cases/") && file.substr(0, file.rfind('.')) != "cases/" + full_name) {
    stop(file + ": registers '" + full_name + "', which belongs into cases/" + full_name);
  }
  auto& variant = variants_[full_name];
  if (variant.owner != nullptr && (variant.on.contains(implementation.backend) || variant.source() != file)) {
    stop("two variants are named '" + full_name + "': " + variant.source() + " and " + file);
  }
  variant.owner = &owner;
  variant.info = std::move(info);
  variant.on.emplace(implementation.backend, std::move(implementation));
}

std::vector<const AnyCase*> Registry::cases() const {
  std::vector<const AnyCase*> cases;
  for (const auto& [name, variant] : variants_) {
    if (std::find(cases.begin(), cases.end(), variant.owner) == cases.end()) cases.push_back(variant.owner);
  }
  std::stable_partition(cases.begin(), cases.end(),
                        [](const AnyCase* one) { return one->ceiling() == Ceiling::none; });
  return cases;
}

std::vector<const RegisteredVariant*> Registry::ladder(const AnyCase& of) const {
  std::vector<const RegisteredVariant*> climbed;
  std::set<const RegisteredVariant*> seen;
  const auto climb = [&](const auto& self, const RegisteredVariant* below) -> void {
    for (const auto& [name, variant] : variants_) {
      if (variant.owner != &of || previous(variant) != below || !seen.insert(&variant).second) continue;
      climbed.push_back(&variant);
      self(self, &variant);
    }
  };
  climb(climb, nullptr);
  std::stable_sort(climbed.begin(), climbed.end(),
                   [](const auto* a, const auto* b) { return place(a->info.name) < place(b->info.name); });
  return climbed;
}

std::vector<const RegisteredVariant*> Registry::all() const {
  std::vector<const RegisteredVariant*> list;
  for (const AnyCase* one : cases()) {
    for (const auto* variant : ladder(*one)) list.push_back(variant);
  }
  return list;
}

const RegisteredVariant* Registry::find(const std::string& full_name) const {
  const auto found = variants_.find(full_name);
  return found == variants_.end() ? nullptr : &found->second;
}

const RegisteredVariant* Registry::previous(const RegisteredVariant& variant) const {
  if (variant.info.improves.empty()) return nullptr;
  return find(variant.owner->name() + "/" + variant.info.improves);
}

const RegisteredVariant* Registry::first(const RegisteredVariant& variant) const {
  const RegisteredVariant* first = nullptr;
  std::size_t steps = 0;
  for (const auto* at = previous(variant); at != nullptr; at = previous(*at)) {
    if (++steps > variants_.size()) stop("the ladder of '" + variant.full_name() + "' runs in a circle");
    first = at;
  }
  return first;
}

}  // namespace rungs
