// JSON the program prints: an object a line, keys in the order they were given.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace jetan::tool {

using Json = nlohmann::ordered_json;

// On one line. Bytes that aren't UTF-8 (they can only come from the user) are replaced.
inline std::string json_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace jetan::tool
