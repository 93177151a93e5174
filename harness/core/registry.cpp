#include <dlfcn.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <rungs/core/program.hpp>
#include <set>
#include <utility>
#include "harness/core/lists.hpp"
#include "harness/core/selection.hpp"

namespace rungs {
namespace {

namespace fs = std::filesystem;

/// Registration runs before main(), where no one could catch an exception.
[[noreturn]] void stop(const std::string& why) {
  std::fprintf(stderr, "rungs: %s\n", why.c_str());
  std::exit(2);
}

bool loading = false;

/// Follows the names of loaded variants, which so may be those of the program's: "gpu/modulo@try".
constexpr const char* loaded_ending = "@try";

int place(const std::string& name) {
  if (name.starts_with("host/")) return 0;
  if (name.starts_with("gpu/")) return 1;
  return name.starts_with("peer/") ? 2 : 3;
}

/// "cases/stitch/gpu/modulo.cu": the path below the folder that contains cases/.
std::string below_project(const fs::path& file) {
  const fs::path normal = file.lexically_normal();
  fs::path project = normal;
  for (int part = 0; part < 4; ++part) project = project.parent_path();
  return normal.lexically_relative(project).string();
}

/// Parses "block=128;type=float" into names and values; a value is empty where there is no NAME=VALUE.
std::vector<std::pair<std::string, std::string>> split_params(const std::string& params) {
  std::vector<std::pair<std::string, std::string>> list;
  if (params.empty()) return list;
  for (const std::string& part : split(params, ';')) {
    const std::size_t equals = part.find('=');
    const bool named = equals != std::string::npos && equals > 0;
    list.emplace_back(part.substr(0, equals), named ? part.substr(equals + 1) : "");
  }
  return list;
}

/// Ends the program if the versions of a variant have different axes, or an axis has the name of a parameter.
void check_versions(const std::string& file, const AnyCase& owner, const Implementation& implementation) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const CompiledVersion& version : implementation.versions) {
    std::vector<std::string> own;
    for (const auto& [name, value] : split_params(version.params)) {
      if (value.empty()) stop(file + ": version '" + version.params + "'; expected NAME=VALUE;NAME=VALUE");
      own.push_back(name);
    }
    if (&version == &implementation.versions.front()) names = own;
    if (own != names) {
      stop(file + ": version '" + version.params + "'; expected the axes of the first version, '" +
           implementation.versions.front().params + "', in that order");
    }
    if (!seen.insert(version.params).second) stop(file + ": version '" + version.params + "' is declared twice");
  }
  for (const ParameterInfo& parameter : owner.parameters()) {
    if (std::ranges::find(names, parameter.name) != names.end())
      stop(file + ": axis '" + parameter.name + "' has the name of a parameter of case " + owner.name());
  }
}

ProgramFacts& facts() {
  static ProgramFacts noted;
  return noted;
}

}  // namespace

std::vector<BufferInfo> Implementation::workspace(const AnyProblem& problem) const {
  // More is a mistake in the variant's formula, such as a difference below zero.
  constexpr std::size_t absurd = std::size_t{1} << 46U;
  if (!workspace_bytes) return {};
  const std::size_t bytes = workspace_bytes(problem);
  if (bytes > absurd) {
    throw Failed("asks for a workspace of " + std::to_string(bytes) + " bytes; no machine has so much memory");
  }
  return {{"the workspace", Role::output, bytes}};
}

std::vector<Axis> RegisteredVariant::axes() const {
  std::vector<Axis> axes;
  for (const auto& [backend, implementation] : on) {
    for (const CompiledVersion& version : implementation.versions) {
      for (const auto& [name, value] : split_params(version.params)) {
        auto axis = std::ranges::find(axes, name, &Axis::name);
        if (axis == axes.end()) axis = axes.insert(axes.end(), {name, {}});
        if (std::ranges::find(axis->values, value) == axis->values.end()) axis->values.push_back(value);
      }
    }
  }
  return axes;
}

Registry& Registry::global() {
  static Registry registry;
  return registry;
}

void Registry::add(const AnyCase& one) {
  const auto [at, added] = cases_.try_emplace(one.name(), &one);
  if (added || at->second == &one) return;
  stop("two cases are named '" + one.name() +
       "'; expected a name of its own for each (copy, fill and read are kernels of Rungs; "
       "rungs_add_bench(... NO_CEILINGS) leaves them out)");
}

void Registry::add(const AnyCase& owner, VariantInfo info, Implementation implementation) {
  add(owner);
  const std::string file = below_project(implementation.file);
  if (info.name.empty()) {
    const fs::path path = implementation.file;  // however the compiler was given it
    info.name = (path.parent_path().filename() / path.stem()).string();
    if (place(info.name) == 3)
      stop(file + ": registers a variant; expected the file in a folder host, gpu or peer of its case");
    const std::string folder = fs::path(file).parent_path().parent_path().filename().string();
    if (folder != owner.name() && !loading) {
      stop(file + ": registers a variant of case '" + owner.name() + "'; expected the file in a folder " +
           owner.name() + "/" + fs::path(info.name).parent_path().string());
    }
  }
  if (loading) info.name += loaded_ending;
  const std::string full_name = owner.name() + "/" + info.name;
  if (std::ranges::count(info.name, '/') != 1 || info.name.front() == '/' || info.name.back() == '/') {
    stop(file + ": the variant's name is '" + info.name + "'; expected a place and a name, like gpu/modulo");
  }
  const bool listed_only = !info.gpu_only.empty() && implementation.backend == Backend::simulator;
  if (!listed_only) {
    std::string mistake = implementation.mistake;
    if (mistake.empty() && implementation.versions.empty()) mistake = "has no launch function";
    if (!mistake.empty()) stop(file + ": " + full_name + ": " + mistake);
  }
  check_versions(file, owner, implementation);
  auto& variant = variants_[full_name];
  if (variant.owner != nullptr && (variant.on.contains(implementation.backend) || variant.source != file)) {
    stop("two variants are named '" + full_name + "': " + variant.source + " and " + file);
  }
  variant.owner = &owner;
  variant.info = std::move(info);
  variant.source = file;
  if (implementation.versions.empty()) return;
  variant.on.emplace(implementation.backend, std::move(implementation));
}

void load_variants() {
  const char* const library = std::getenv("RUNGS_LOAD");
  if (library == nullptr) return;
  loading = true;
  const int out = ::dup(STDOUT_FILENO);  // what a library prints while it is loaded is no row
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  if (::dlopen(library, RTLD_NOW | RTLD_LOCAL) == nullptr) stop(std::string("RUNGS_LOAD: ") + ::dlerror());
  std::fflush(stdout);
  ::dup2(out, STDOUT_FILENO);
  ::close(out);
  loading = false;
}

void Registry::expect(const std::string& file) { expected_.push_back(below_project(file)); }

std::string RegisteredVariant::ladder_name() const {
  const auto ladders = owner->ladders();
  const auto kind = static_cast<std::size_t>(info.result);
  return kind < ladders.size() ? owner->name() + " " + ladders[kind] : owner->name();
}

std::vector<const AnyCase*> Registry::cases() const {
  std::vector<const AnyCase*> cases;
  for (const auto& [name, one] : cases_) cases.push_back(one);
  std::stable_partition(cases.begin(), cases.end(), [](const AnyCase* one) { return one->ceiling() == Ceiling::none; });
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
  const bool one_ladder = of.ladders().empty();
  const auto rank = [&](const RegisteredVariant* variant) {
    return std::pair(one_ladder ? 0 : variant->info.result, place(variant->info.name));
  };
  std::ranges::stable_sort(climbed, {}, rank);
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

const AnyCase* Registry::find_case(const std::string& name) const {
  const auto found = cases_.find(name);
  return found == cases_.end() ? nullptr : found->second;
}

const RegisteredVariant* Registry::previous(const RegisteredVariant& variant) const {
  if (variant.info.improves.empty()) return nullptr;
  return find(variant.owner->name() + "/" + variant.info.improves);
}

void note_program(ProgramFacts noted) { facts() = std::move(noted); }
const ProgramFacts& program_facts() { return facts(); }

}  // namespace rungs
