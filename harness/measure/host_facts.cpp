#include "harness/measure/host_facts.hpp"
#include <fstream>

namespace rungs {

namespace {

std::string read_cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown CPU";
}

}  // namespace

std::string cpu_name() {
  static const std::string name = read_cpu_name();  // each row asks for it
  return name;
}

}  // namespace rungs
