// Which version of a tunable variant to choose.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <map>
#include "harness/output/terminal.hpp"
#include "harness/output/units.hpp"

namespace rungs {
namespace {

using Rows = std::vector<const Row*>;

std::string version_of(const Row& row) { return row.variant->info.name + " " + row.axes; }

bool told_apart(const Row& fast, const Row& slow) {
  const auto& one = fast.measurement->summary.interval;
  const auto& other = slow.measurement->summary.interval;
  return one && other && other->low > one->high;
}

std::string slower_by(const Row& row, const Row& fastest) {
  return fmt::format("{:.1f} % slower", 100 * (row.median_us() / fastest.median_us() - 1));
}

/// The timed rows, the fastest first.
Rows timed_of(const Rows& rows) {
  Rows timed;
  std::ranges::copy_if(rows, std::back_inserter(timed), &Row::timed);
  std::ranges::sort(timed, {}, &Row::median_us);
  return timed;
}

/// "; not told from it: block=64x4 (0.2 % slower)"
std::string equals_text(const Rows& timed, bool with_variant) {
  std::vector<std::string> equals;
  for (const Row* row : timed) {
    if (row == timed.front() || told_apart(*timed.front(), *row)) continue;
    equals.push_back(
        fmt::format("{} ({})", with_variant ? version_of(*row) : row->axes, slower_by(*row, *timed.front())));
  }
  return equals.empty() ? "" : fmt::format("; not told from it: {}", fmt::join(equals, ", "));
}

std::string line_of(const Rows& rows) {
  const RegisteredVariant& variant = *rows.front()->variant;
  const Rows timed = timed_of(rows);
  std::string text = fmt::format("  tune {}: ", variant.info.name);
  if (timed.empty()) return text + "no version was timed\n";
  const Row& fastest = *timed.front();
  const std::string& first = variant.on.at(fastest.backend).versions.front().params;
  text += fmt::format("{} is the fastest of {}, {}", fastest.axes, rows.size(), time_text(fastest.median_us()));
  text += equals_text(timed, false);
  for (const Row* row : timed) {
    if (row->axes != first) continue;
    text += row == &fastest             ? "; it is the default"
            : told_apart(fastest, *row) ? fmt::format("; the default {} is {}", first, slower_by(*row, fastest))
                                        : "; the default is among them";
  }
  const auto wrong = std::ranges::count_if(
      rows, [](const Row* row) { return row->status == Status::incorrect || row->status == Status::failed; });
  if (wrong > 0) text += fmt::format("; {} {} wrong and not timed", wrong, wrong == 1 ? "is" : "are");
  return text + "\n";
}

}  // namespace

std::string winners_text(const std::vector<Row>& rows) {
  std::map<std::string, Rows> variants;
  Rows all;
  for (const Row& row : rows) {
    if (row.axes.empty()) continue;
    variants[row.variant->info.name].push_back(&row);
    all.push_back(&row);
  }
  std::string text;
  for (const auto& [name, own] : variants) {
    if (own.size() > 1) text += line_of(own);
  }
  const Rows timed = timed_of(all);
  if (variants.size() > 1 && !timed.empty()) {
    text += fmt::format("  tune all: {} is the fastest{}\n", version_of(*timed.front()), equals_text(timed, true));
  }
  return text;
}

}  // namespace rungs
