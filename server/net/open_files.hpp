// How many files the process may have open, and how many connections that leaves room for.
#pragma once

#include <cstddef>

namespace menagerie::net {

/// At most so many connections are told that the server is full; others are closed unanswered.
inline constexpr std::size_t kRefusedConnectionsMax = 256;

/// Raises the process's soft limit of open files to its hard limit; returns how many files may be open.
std::size_t raise_file_limit();

/// How many connections `files` open files leave room for, beside the database, exports and refused
/// connections: with more, a connection could not even be refused.
std::size_t connections_possible(std::size_t files);

}  // namespace menagerie::net
