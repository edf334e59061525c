// --public-url: the address under which visitors reach the museum.
#pragma once

#include <string>

namespace menagerie::app {

/// What is wrong with `text` as the address of a museum, in one line; empty where nothing is.
std::string public_url_fault(const std::string& text);

/// The path of an address that has no fault, without a slash at its end: empty, or as `/menagerie`.
std::string path_of_url(const std::string& url);

}  // namespace menagerie::app
