#include "harness/output/provenance.hpp"
#include <elf.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <link.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <rungs/core/program.hpp>
#include <span>
#include "harness/output/append_file.hpp"
#include "harness/output/csv.hpp"

namespace rungs {

/// The first byte of the program, or of the library with this code that another program has loaded: its ELF
/// header, which the linker gives this name.
extern "C" [[gnu::visibility("hidden")]] const unsigned char __ehdr_start[];  // NOLINT

namespace {

/// The build ID in the notes of one segment ("System V ABI", note section); empty if there is none.
std::string build_id_among(const unsigned char* notes, std::size_t bytes) {
  constexpr std::array<char, 4> owner{'G', 'N', 'U', '\0'};
  const auto padded = [](std::size_t length) { return (length + 3) & ~std::size_t{3}; };
  for (std::size_t at = 0; at + sizeof(ElfW(Nhdr)) <= bytes;) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes + at, sizeof note);
    const unsigned char* const name = notes + at + sizeof note;
    const unsigned char* const content = name + padded(note.n_namesz);
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == owner.size() &&
        std::memcmp(name, owner.data(), owner.size()) == 0) {
      std::string text;
      for (std::size_t i = 0; i < note.n_descsz; ++i) text += fmt::format("{:02x}", content[i]);
      return text;
    }
    at += sizeof note + padded(note.n_namesz) + padded(note.n_descsz);
  }
  return "";
}

Provenance provenance_of(const std::string& device, const std::string& uuid, const std::string& driver) {
  const ProgramFacts& program = program_facts();
  return {cpu_name(), device, uuid, driver, program.cuda, program.compiler, program.commit, commit(), program_id()};
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

void write_environment(const std::string& rows_path, const std::vector<BackendFacts>& backends,
                       std::uint64_t check_seed) {
  constexpr std::size_t columns = 4;
  const std::string path = companion_of(rows_path, "environment");
  if (path.empty()) return;
  const ProgramFacts& program = program_facts();
  std::vector<std::vector<std::string>> kept;
  if (std::filesystem::exists(path)) kept = parse_csv(read_text(path), path);
  std::erase_if(kept, [&](const std::vector<std::string>& line) {
    return line.size() != columns || line[0].empty() || line[0] == "backend" ||
           std::ranges::any_of(backends, [&](const BackendFacts& one) {
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
  line("", "check_seed", std::to_string(check_seed));
  line("", "commit", program.commit);
  line("", "rungs_commit", commit());
  line("", "binary", program_id());
  line("", "compiler", program.compiler);
  line("", "cuda", program.cuda);
  line("", "host", cpu_name());
  for (const BackendFacts& one : backends) {
    for (const auto& [name, value] : one.facts) line(name_of(one.backend), name, value, one.provenance.device_uuid);
  }
  for (const auto& fields : kept) text += csv_line(fields);
  AppendFile("the description of the machine,", path).replace(text);
}

std::string program_id() {
  const auto* header = reinterpret_cast<const ElfW(Ehdr)*>(__ehdr_start);
  const auto* segments = reinterpret_cast<const ElfW(Phdr)*>(__ehdr_start + header->e_phoff);
  const std::span all(segments, header->e_phnum);
  const auto first = std::ranges::find_if(all, [](const auto& one) { return one.p_type == PT_LOAD; });
  std::string id;
  for (const auto& segment : all) {
    if (segment.p_type == PT_NOTE && id.empty())
      id = build_id_among(__ehdr_start + (segment.p_vaddr - first->p_vaddr), segment.p_memsz);
  }
  return id;
}

std::string newer_source() {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  fs::file_time_type newest = fs::last_write_time(program, ignored);
  if (ignored) return "";
  std::ifstream list(program.string() + ".sources");
  std::string found;
  for (std::string line; std::getline(list, line);) {
    const fs::path source = line;
    const fs::file_time_type time = fs::last_write_time(source, ignored);
    if (ignored && source.has_parent_path() && fs::exists(source.parent_path(), ignored))
      return line + " is gone, of which " + program.string() + " was built: build that again";
    if (ignored || time <= newest) continue;
    newest = time;
    found = line + " is newer than " + program.string() +
            ", which does not hold it: build that again, or see why its build failed";
  }
  return found;
}

}  // namespace rungs
