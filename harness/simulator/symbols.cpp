#include "harness/simulator/symbols.hpp"
#include <fstream>
#include <iterator>

namespace rungs::simulator {

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
