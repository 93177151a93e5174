#include "harness/output/provenance.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <rungs/core/program.hpp>

#include "harness/measure/host_facts.hpp"
#include "harness/output/append_file.hpp"
#include "harness/output/csv.hpp"
#include "harness/output/output_file.hpp"
#include "harness/output/program_id.hpp"

namespace rungs {

Provenance provenance_of(const Executor& executor) {
  const ProgramFacts& program = program_facts();
  return {cpu_name(),   executor.device_name(), executor.device_uuid(), executor.driver(),
          program.cuda, program.compiler,       program.commit,         commit(),
          program_id()};
}

BackendFacts facts_of(const Executor& executor) {
  return {executor.backend(), provenance_of(executor), executor.cache_bytes(), executor.facts()};
}

std::string timestamp_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

void write_environment(const std::string& rows_path, const std::vector<BackendFacts>& backends) {
  const std::string path = environment_path(rows_path);
  const ProgramFacts& program = program_facts();
  std::vector<std::vector<std::string>> kept;
  if (std::filesystem::exists(path)) kept = parse_csv(read_text(path), path);
  std::erase_if(kept, [&](const std::vector<std::string>& line) {
    return line.size() != 3 || line[0].empty() || line[0] == "backend" ||
           std::any_of(backends.begin(), backends.end(),
                       [&](const BackendFacts& one) { return name_of(one.backend) == line[0]; });
  });
  std::string text;
  const auto line = [&](std::string_view backend, const std::string& name, const std::string& value) {
    text += csv_line({std::string(backend), name, value});
  };
  line("backend", "name", "value");
  line("", "written", timestamp_now());
  line("", "version", version());
  line("", "commit", program.commit);
  line("", "rungs_commit", commit());
  line("", "binary", program_id());
  line("", "compiler", program.compiler);
  line("", "cuda", program.cuda);
  line("", "host", cpu_name());
  for (const BackendFacts& one : backends) {
    for (const auto& [name, value] : one.facts) line(name_of(one.backend), name, value);
  }
  for (const auto& fields : kept) text += csv_line(fields);
  AppendFile("the description of the machine,", path).replace(text);
}

}  // namespace rungs
