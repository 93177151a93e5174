#include "harness/output/steps_file.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include "harness/output/append_file.hpp"
#include "harness/output/csv.hpp"

namespace rungs {

std::string technique_text(const RegisteredVariant& variant) {
  return fmt::format("{}", fmt::join(variant.info.technique, " "));
}

void write_steps(const std::string& rows_path, const std::set<std::string>& variants) {
  std::string lines;
  for (const auto* one : Registry::global().all()) {
    const bool plain = one->info.technique.empty() && one->info.step == Step::gain;
    if (plain || !variants.contains(one->full_name())) continue;
    lines += csv_line({one->owner->name(), one->info.name, technique_text(*one), std::string(name_of(one->info.step))});
  }
  const std::string path = companion_of(rows_path, "steps");
  if (path.empty() || lines.empty()) return;
  AppendFile("--out's", path).replace(csv_line({"case", "variant", "technique", "step"}) + lines);
}

}  // namespace rungs
