#include "harness/simulator/source_line.hpp"
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>

namespace rungs::simulator {
namespace {

int find(dl_phdr_info* info, std::size_t, void* result) {
  auto& module = *static_cast<Module*>(result);
  for (const auto& header : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
    if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0) continue;
    const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    const Code code{begin, begin + header.p_memsz};
    if (!code.holds(module.address)) continue;
    module = {module.address, info->dlpi_addr, info->dlpi_name, code};
    return 1;
  }
  return 0;
}

/// Pairs of lines, the innermost first: a function, and a file with a line.
std::vector<std::string> frames(std::uintptr_t instruction) {
  const Module module = module_of(instruction);
  const std::string command =
      fmt::format("addr2line -Cfie '{}' {:#x} 2>/dev/null", module.file, instruction - module.base);
  std::vector<std::string> lines;
  // NOLINTNEXTLINE(bugprone-command-processor): the name in the command is that of a loaded library
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  for (char line[4096]; pipe != nullptr && std::fgets(line, sizeof line, pipe.get()) != nullptr;)
    lines.emplace_back(line, std::string_view(line).find_first_of("\n"));
  return lines;
}

bool is_of_kernel(std::string_view file) {
  for (const char* others : {"/usr/", "/rungs/simulator", "/harness/simulator/", "??"}) {
    if (file.find(others) != std::string_view::npos) return false;
  }
  return true;
}

}  // namespace

Module module_of(std::uintptr_t address) {
  Module module{address, 0, "", {}};
  dl_iterate_phdr(find, &module);
  if (module.file.empty()) module.file = fmt::format("/proc/{}/exe", ::getpid());
  return module;
}

std::string source_line(std::uintptr_t instruction) {
  const auto lines = frames(instruction);
  for (std::size_t i = 1; i < lines.size(); i += 2) {
    if (is_of_kernel(lines[i])) return lines[i].substr(0, lines[i].find(" ("));  // "a.cu:3 (discriminator 2)"
  }
  return lines.empty() || lines.front() == "??" ? "a place without a name" : lines.front();
}

std::string function_name(std::uintptr_t instruction) {
  const auto lines = frames(instruction);
  if (lines.empty() || lines.front() == "??") return "a kernel";
  const std::string& name = lines[lines.size() - 2];
  constexpr std::string_view nameless = "(anonymous namespace)::";
  const std::size_t at = name.find(nameless);
  return at == std::string::npos ? name : std::string(name).erase(at, nameless.size());
}

Code code_of(std::uintptr_t function) {
  static thread_local Code last;  // nearly always the program's
  if (!last.holds(function)) last = module_of(function).code;
  return last;
}

Symbols::Symbols(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const auto read = [&file](std::uint64_t from, auto& to) {
    file.seekg(static_cast<std::streamoff>(from));
    file.read(reinterpret_cast<char*>(std::data(to)),
              static_cast<std::streamsize>(std::size(to) * sizeof(*std::data(to))));
  };
  std::vector<Elf64_Ehdr> header(1);
  read(0, header);
  std::vector<Elf64_Shdr> sections(file ? header[0].e_shnum : 0);
  read(header[0].e_shoff, sections);
  std::vector<char> names;
  if (file && header[0].e_shstrndx < sections.size()) {
    names.resize(sections[header[0].e_shstrndx].sh_size);
    read(sections[header[0].e_shstrndx].sh_offset, names);
  }
  for (const Elf64_Shdr& section : sections)
    sections_.emplace_back(section.sh_name < names.size() ? &names[section.sh_name] : "");
  for (const Elf64_Shdr& section : sections) {
    if (!file || section.sh_type != SHT_SYMTAB) continue;
    all_.resize(section.sh_size / sizeof(Elf64_Sym));
    read(section.sh_offset, all_);
    names_.resize(sections[section.sh_link].sh_size);
    read(sections[section.sh_link].sh_offset, names_);
  }
}

}  // namespace rungs::simulator
