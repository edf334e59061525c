// --public-url: the address under which visitors reach the museum.
#pragma once

#include <string>

namespace menagerie::app {

/// Whether the address may have a path after its host: a label can lead to any museum, but this server serves
/// its pages at the root of a host only.
enum class UrlPath { allowed, refused };

/// What is wrong with `text` as the address of a museum, in one line; empty where nothing is.
std::string public_url_fault(const std::string& text, UrlPath path);

}  // namespace menagerie::app
