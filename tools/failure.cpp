#include "tools/failure.hpp"

#include <cstdio>

namespace jetan::tool {

void report(const std::string& message) {
  std::string line = "jetan: ";
  for (const char c : message) line += c == '\n' || c == '\r' ? ' ' : c;
  line += '\n';
  std::fputs(line.c_str(), stderr);
}

}  // namespace jetan::tool
