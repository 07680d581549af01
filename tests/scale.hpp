// How much the tests on random rules and positions try. The environment's JETAN_TEST_SCALE=whole asks for the numbers
// that a release is checked with: see tests/naive/README.md.
#pragma once

#include <cstdlib>
#include <string_view>

namespace jetan {

inline int at_scale(int regular, int whole) {
  const char* scale = std::getenv("JETAN_TEST_SCALE");
  return scale && std::string_view(scale) == "whole" ? whole : regular;
}

}  // namespace jetan
