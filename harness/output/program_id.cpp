#include "harness/output/program_id.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>

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

/// Called for each object; returning 1 ends the search.
int look(dl_phdr_info* object, std::size_t, void* found) {
  if (!has_this_code(*object)) return 0;
  auto& text = *static_cast<std::string*>(found);
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

}  // namespace

std::string program_id() {
  std::string id;
  dl_iterate_phdr(look, &id);
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
      return line + " is gone, of which " + program.string() + " was built";
    if (ignored || time <= newest) continue;
    newest = time;
    found = line + " is newer than " + program.string();
  }
  return found;
}

}  // namespace rungs
