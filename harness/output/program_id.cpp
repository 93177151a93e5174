#include "harness/output/program_id.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <rungs/core/program.hpp>
#include <set>

namespace rungs {
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

/// Whether this code lies in an object: the program, or a library that another program has loaded.
bool has_this_code(const dl_phdr_info& object) {
  const auto here = reinterpret_cast<ElfW(Addr)>(&build_id_among);
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const auto& segment = object.dlpi_phdr[i];
    const ElfW(Addr) begin = object.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && here >= begin && here - begin < segment.p_memsz) return true;
  }
  return false;
}

struct Found {
  std::string id;
  std::filesystem::path file;
};

/// Called for each object; returning 1 ends the search.
int look(dl_phdr_info* object, std::size_t, void* found) {
  if (!has_this_code(*object)) return 0;
  auto& [text, file] = *static_cast<Found*>(found);
  file = *object->dlpi_name != '\0' ? object->dlpi_name : "/proc/self/exe";
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    // The loader gives addresses as integers.
    const auto* notes =
        reinterpret_cast<const unsigned char*>(object->dlpi_addr + segment.p_vaddr);  // NOLINT
    if (text.empty()) text = build_id_among(notes, segment.p_memsz);
  }
  return 1;
}

Found this_program() {
  Found found;
  dl_iterate_phdr(look, &found);
  return found;
}

}  // namespace

std::string program_id() { return this_program().id; }

std::string newer_source() {
  namespace fs = std::filesystem;
  const std::set<fs::path> endings{".cpp", ".hpp", ".cu", ".cuh", ".h"};
  std::error_code ignored;
  fs::file_time_type newest = fs::last_write_time(this_program().file, ignored);
  if (ignored) return "";
  std::string found;
  const auto look_at = [&](const fs::path& file) {
    const fs::file_time_type time = fs::last_write_time(file, ignored);
    if (ignored || time <= newest || !endings.contains(file.extension())) return;
    newest = time;
    found = file.string();
  };
  for (const std::string& source : program_facts().sources) {
    look_at(source);
    for (const fs::path& file : fs::directory_iterator(source, ignored)) look_at(file);
  }
  return found.empty() ? ""
                       : found + " is newer than " + fs::canonical(this_program().file, ignored).string();
}

}  // namespace rungs
