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
namespace {

Provenance provenance_of(const std::string& device, const std::string& uuid, const std::string& driver) {
  const ProgramFacts& program = program_facts();
  return {cpu_name(),       device,         uuid,     driver,      program.cuda,
          program.compiler, program.commit, commit(), program_id()};
}

}  // namespace

Provenance provenance_of(const Executor& executor) {
  return provenance_of(executor.device_name(), executor.device_uuid(), executor.driver());
}

BackendFacts facts_of(const Executor& executor) {
  return {executor.backend(), provenance_of(executor), executor.cache_bytes(), executor.facts()};
}

BackendFacts facts_of(const GpuFacts& gpu) {
  return {Backend::cuda,
          provenance_of(gpu.name, gpu.uuid, gpu.driver),
          gpu.l2_bytes,
          {{"device", gpu.name}, {"device_uuid", gpu.uuid}, {"driver", gpu.driver}}};
}

std::string timestamp_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

void write_environment(const std::string& rows_path, const std::vector<BackendFacts>& backends) {
  constexpr std::size_t columns = 4;
  const std::string path = beside(rows_path, "environment");
  const ProgramFacts& program = program_facts();
  std::vector<std::vector<std::string>> kept;
  if (std::filesystem::exists(path)) kept = parse_csv(read_text(path), path);
  std::erase_if(kept, [&](const std::vector<std::string>& line) {
    return line.size() != columns || line[0].empty() || line[0] == "backend" ||
           std::any_of(backends.begin(), backends.end(), [&](const BackendFacts& one) {
             return name_of(one.backend) == line[0] && one.provenance.device_uuid == line[3];
           });
  });
  std::string text;
  const auto line = [&](std::string_view backend, const std::string& name, const std::string& value,
                        const std::string& uuid = "") {
    text += csv_line({std::string(backend), name, value, uuid});
  };
  line("backend", "name", "value", "device_uuid");
  line("", "written", timestamp_now());
  line("", "version", version());
  line("", "commit", program.commit);
  line("", "rungs_commit", commit());
  line("", "binary", program_id());
  line("", "compiler", program.compiler);
  line("", "cuda", program.cuda);
  line("", "host", cpu_name());
  for (const BackendFacts& one : backends) {
    for (const auto& [name, value] : one.facts)
      line(name_of(one.backend), name, value, one.provenance.device_uuid);
  }
  for (const auto& fields : kept) text += csv_line(fields);
  AppendFile("the description of the machine,", path).replace(text);
}

}  // namespace rungs
