// Messages to the operator that may repeat what was typed.
#pragma once

#include <string>

namespace menagerie::app {

/// The text with *** in place of each password that it shows: of an address (`//USER:PASSWORD@`), and behind
/// `password=`, as connection strings and PGPASSWORD have it.
std::string redacted(std::string text);

}  // namespace menagerie::app
